"""Dates of the command line: announced, changed, cancelled; each change raises the sequence and is audited."""

import csv
import io
from datetime import date, time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from starbond_site.content.dealers import Dealer
from starbond_site.content.table_files import TableMistakes
from starbond_site.documents.archive import COMMAND_LINE, Archive
from starbond_site.features.calendar import service
from starbond_site.features.dealers import service as dealer_service
from starbond_site.shared.categories import EventKind
from tests.unit.documents.publishing import outcome, rows
from tests.unit.presentation.samples import dealer

MEETING = {"kind": EventKind("annual-general-meeting"), "day": date(2027, 12, 20), "starts": time(10, 30)}


def test_change_keeps_the_identifier_and_raises_the_sequence(archive: Archive) -> None:
    values = {**MEETING, "place": "Dhaka", "place_bn": "র\u200d্যাংকিন"}
    before = service.enter(archive, values, COMMAND_LINE)
    changed = {**values, "day": date(2027, 12, 21)}
    after = service.enter(archive, changed, COMMAND_LINE, before.id)
    assert (after.uid, after.sequence, after.day, after.place) == (before.uid, 1, date(2027, 12, 21), "Dhaka")
    assert after.changed_at >= before.changed_at
    assert outcome(service.enter, archive, {**changed, "place": "Dhaka "}, COMMAND_LINE, before.id) == "date_unchanged"
    assert rows(archive, "SELECT action, subject, detail FROM audit")[-1] == (
        "change date", "calendar/1/annual-general-meeting/2027-12-21", "before: day: 2027-12-20",
    )  # fmt: skip


def test_cancelled_date_stays_and_cannot_be_changed(archive: Archive) -> None:
    announced = service.enter(archive, MEETING, COMMAND_LINE)
    cancelled = service.cancel(archive, announced.id, COMMAND_LINE)
    assert (cancelled.uid, cancelled.sequence) == (announced.uid, 1)
    assert archive.read(service.read) == (cancelled,)
    assert cancelled.cancelled_at
    assert outcome(service.enter, archive, MEETING, COMMAND_LINE, announced.id) == "date_cancelled"
    assert outcome(service.cancel, archive, announced.id, COMMAND_LINE) == "date_cancelled"
    assert rows(archive, "SELECT action FROM audit") == [("add date",), ("cancel date",)]


def test_a_table_adds_each_meeting_of_a_day_and_none_that_is_announced_or_cancelled(archive: Archive) -> None:
    meetings = "".join(f"board-meeting,2031-01-31,{hour}:00\n" for hour in (10, 15, 15))
    dates = service.parse(f"kind,day,starts\n{meetings}".encode())
    for added, same in ((2, 1), (0, 3)):
        done = service.import_all(archive, dates, COMMAND_LINE, "dates.csv")
        assert done == {"added": added, "same": same}
        for entry in archive.read(service.read) if added else ():
            service.cancel(archive, entry.id, COMMAND_LINE)
    assert [entry.starts for entry in archive.read(service.read)] == [time(10), time(15)]


@given(day=st.dates(service.EARLIEST, service.LATEST), hours=st.lists(st.times(), min_size=2, max_size=2, unique=True))
def test_a_table_of_what_was_read_is_read_as_the_same(day: date, hours: list[time]) -> None:
    starts, ends = sorted(hour.replace(second=0, microsecond=0) for hour in hours)
    given = [{**MEETING, "day": day, "starts": starts, "ends": ends if ends > starts else None, "title": "Annual, 4th"}]
    text = io.StringIO()
    csv.writer(text).writerows([service.COLUMNS, *map(service.cells, given)])
    (read,) = service.parse(text.getvalue().encode())
    assert {name: read[name] for name in given[0]} == given[0]


def test_a_date_of_a_table_is_as_one_of_the_form(archive: Archive) -> None:
    service.enter(archive, {**MEETING, "title": "typed"}, COMMAND_LINE)
    dates = service.parse(b"kind,day,starts,title\nannual-general-meeting,2027-12-20,10:30,imported\n")
    service.import_all(archive, dates, COMMAND_LINE, "dates.csv")
    own = {"id", "uid", "title", "changed_at"}
    typed, imported = (entry.model_dump(exclude=own) for entry in archive.read(service.read))
    assert imported == typed


@pytest.mark.parametrize(
    ("heads", "mistake"),
    [("kind,day,titel", ("table_column_unknown", "titel")), ("kind,day,place,place", ("table_column_twice", "place"))],
)
def test_a_column_that_would_be_lost_is_named(heads: str, mistake: tuple[str, str]) -> None:
    with pytest.raises(TableMistakes) as wrong:
        service.parse(f"{heads}\nboard-meeting,2031-01-31,Dhaka\n".encode())
    assert [(code, values["column"]) for code, values in wrong.value.mistakes] == [mistake]


def import_all(archive: Archive, *dealers: Dealer, replace: bool = False) -> dict[str, int]:
    return dealer_service.import_all(archive, dealers, COMMAND_LINE, "dealers.csv", replace=replace)


def stored_dealers(archive: Archive) -> tuple[Dealer, ...]:
    return archive.read(dealer_service.read)


def test_an_import_adds_and_changes_and_removes_nothing(archive: Archive) -> None:
    import_all(archive, dealer("Rahman"), dealer("Karim"))
    before = {one.name: one.id for one in stored_dealers(archive)}
    changing = import_all(archive, dealer("RAHMAN", address="Elsewhere"), dealer("Salam"))
    assert changing == {"added": 1, "changed": 1, "removed": 0, "same": 0}
    after = {one.name: one for one in stored_dealers(archive)}
    assert sorted(after) == ["Karim", "RAHMAN", "Salam"]
    assert (after["RAHMAN"].id, after["RAHMAN"].address) == (before["Rahman"], "Elsewhere")
    replacing = import_all(archive, dealer("Karim"), replace=True)
    assert replacing == {"added": 0, "changed": 0, "removed": 2, "same": 1}
    assert [one.name for one in stored_dealers(archive)] == ["Karim"]
