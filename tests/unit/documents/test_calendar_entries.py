"""Dates of the command line: announced, changed, cancelled; each change raises the sequence and is audited."""

from datetime import date, time
from typing import Any

import pytest

from starbond_site.categories import EventKind
from starbond_site.documents import database
from starbond_site.documents.archive import Archive
from starbond_site.documents.audit import COMMAND_LINE
from starbond_site.documents.calendar import entries
from starbond_site.documents.calendar.entries import Announced, DateRefused
from tests.unit.documents.publishing import rows

MEETING = {"kind": EventKind("annual-general-meeting"), "day": date(2027, 12, 20), "starts": time(10, 30)}


def announce(archive: Archive, **values: object) -> Announced:
    return entries.announce(archive, {**MEETING, **values}, COMMAND_LINE)


def stored(archive: Archive) -> tuple[Announced, ...]:
    with database.reading(archive.engine) as session:
        return entries.read(session)


def test_change_keeps_the_identifier_and_raises_the_sequence(archive: Archive) -> None:
    before = announce(archive, place="Dhaka")
    after = entries.change(archive, before.id, {"day": date(2027, 12, 21)}, COMMAND_LINE)

    assert (after.uid, after.sequence, after.day, after.place) == (before.uid, 1, date(2027, 12, 21), "Dhaka")
    assert after.changed_at >= before.changed_at
    assert rows(archive, "SELECT action, subject, detail FROM audit")[-1] == (
        "change date",
        "calendar/1/annual-general-meeting/2027-12-21",
        "before: day: 2027-12-20",
    )


def test_cancelled_date_stays_and_cannot_be_changed(archive: Archive) -> None:
    announced = announce(archive)
    cancelled = entries.cancel(archive, announced.id, COMMAND_LINE)

    assert (cancelled.uid, cancelled.sequence) == (announced.uid, 1)
    assert stored(archive) == (cancelled,)
    assert cancelled.cancelled_at
    with pytest.raises(DateRefused, match="is cancelled"):
        entries.change(archive, announced.id, {"place": "Dhaka"}, COMMAND_LINE)
    with pytest.raises(DateRefused, match="is cancelled"):
        entries.cancel(archive, announced.id, COMMAND_LINE)
    assert rows(archive, "SELECT action FROM audit") == [("add date",), ("cancel date",)]


def test_contradictions_are_refused_and_store_nothing(archive: Archive) -> None:
    announced = announce(archive)
    contradictions: dict[str, dict[str, Any]] = {
        "needs a beginning": {"starts": None, "ends": time(12)},
        "before it starts": {"ends": time(10, 30)},
        "needs a title": {"kind": EventKind("other")},
        "201 characters; at most 200": {"title": "a" * 201},
        "note in Bangla has 1001": {"note_bn": "ক" * 1001},
        "cannot be printed": {"place": "Dhaka\nBEGIN:VEVENT"},
        "between 1970-01-01": {"day": date(1969, 12, 31)},
    }
    for sentence, values in contradictions.items():
        with pytest.raises(DateRefused, match=sentence):
            announce(archive, **values)
        with pytest.raises(DateRefused, match=sentence):
            entries.change(archive, announced.id, values, COMMAND_LINE)
    with pytest.raises(DateRefused, match="no date 7"):
        entries.cancel(archive, 7, COMMAND_LINE)
    with pytest.raises(DateRefused, match="Nothing of date"):
        entries.change(archive, announced.id, {"place": f"{announced.place} "}, COMMAND_LINE)
    assert stored(archive) == (announced,)
    assert rows(archive, "SELECT version FROM listversion WHERE name = 'calendar'") == [(1,)]
