"""Announcing, changing, cancelling and reading dates."""

import uuid
from collections.abc import Mapping
from datetime import date, time
from typing import Any

from sqlmodel import Session, col, select

from starbond_site import content
from starbond_site.content.languages import is_printable
from starbond_site.documents import audit, versions
from starbond_site.documents.archive import Archive
from starbond_site.documents.audit import Actor
from starbond_site.documents.refusals import Refusal
from starbond_site.features.calendar.records import CalendarEntry
from starbond_site.shared import local_time
from starbond_site.shared.categories import CALENDAR, OTHER_EVENT, EventKind

EARLIEST, LATEST = date(1970, 1, 1), date(2199, 12, 31)
LENGTHS = {"title": 200, "title_bn": 200, "place": 200, "place_bn": 200, "note": 1000, "note_bn": 1000}
"""Greatest number of characters by field."""


def announce(archive: Archive, values: Mapping[str, Any], actor: Actor) -> CalendarEntry:
    """Announce a date.

    Raises:
        Refusal: the values contradict each other, or a text is too long.
    """
    with versions.changing(archive, CALENDAR) as session:
        entry = CalendarEntry(**_checked(values), uid=str(uuid.uuid4()), changed_at=local_time.now())
        session.add(entry)
        session.flush()
        _audit(session, actor, "add date", entry)
    return entry


def change(
    archive: Archive, number: int, values: Mapping[str, Any], actor: Actor, *, seen: int | None = None
) -> CalendarEntry:
    """Change fields of an announced date.

    Args:
        seen: ``sequence`` that the form was opened with; None where it does not say.

    Raises:
        Refusal: there is no such date, it is cancelled or was changed meanwhile, nothing would change, or as in
            `announce`.
    """
    with versions.changing(archive, CALENDAR) as session:
        entry = _open_entry(session, number, seen)
        merged = _checked({**entry.model_dump(include=_EDITABLE), **values})
        before = {name: old for name in values if (old := getattr(entry, name)) != merged[name]}
        if not before:
            raise Refusal("date_unchanged", number=number)
        for name in before:
            setattr(entry, name, merged[name])
        _raise_sequence(session, entry)
        _audit(session, actor, "change date", entry, ", ".join(f"{name}: {old}" for name, old in before.items()))
    return entry


def cancel(archive: Archive, number: int, actor: Actor, *, seen: int | None = None) -> CalendarEntry:
    """Cancel an announced date; it stays in the calendar, marked as cancelled.

    Args:
        seen: as in `change`.

    Raises:
        Refusal: there is no such date, it is cancelled already, or was changed meanwhile.
    """
    with versions.changing(archive, CALENDAR) as session:
        entry = _open_entry(session, number, seen)
        entry.cancelled_at = local_time.now()
        _raise_sequence(session, entry)
        _audit(session, actor, "cancel date", entry)
    return entry


def read(session: Session) -> tuple[CalendarEntry, ...]:
    """Return all announced dates, the earliest first."""
    return tuple(session.exec(select(CalendarEntry).order_by(col(CalendarEntry.day), col(CalendarEntry.id))))


_EDITABLE = {"kind", "day", "starts", "ends", *LENGTHS}


def _checked(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return values that can be stored; texts without blanks around them."""
    if not content.read().calendar.kinds:
        raise Refusal("calendar_missing")
    cleaned = {name: value.strip() if name in LENGTHS else value for name, value in values.items()}
    for name, greatest in LENGTHS.items():
        text, field = cleaned.get(name, ""), name.replace("_", "-")
        if len(text) > greatest:
            raise Refusal("date_text_long", field=field, count=len(text), limit=greatest)
        if not is_printable(text):
            raise Refusal("date_text_unprintable", field=field)
    if not EARLIEST <= cleaned["day"] <= LATEST:
        raise Refusal("calendar_range", field="day", first=EARLIEST, last=LATEST)
    _check_times(cleaned.get("starts"), cleaned.get("ends"))
    if cleaned["kind"] == OTHER_EVENT and not cleaned.get("title"):
        raise Refusal("date_title_missing", field="title")
    return cleaned | {"kind": EventKind(cleaned["kind"]).value}


def _check_times(starts: time | None, ends: time | None) -> None:
    if ends is None:
        return
    if starts is None:
        raise Refusal("date_start_missing", field="starts")
    if ends <= starts:
        raise Refusal("date_ends_early", field="ends", ends=f"{ends:%H:%M}", starts=f"{starts:%H:%M}")


def _open_entry(session: Session, number: int, seen: int | None) -> CalendarEntry:
    """Return a date that is not cancelled."""
    entry = session.get(CalendarEntry, number)
    if entry is None:
        raise Refusal("date_unknown", number=number)
    if entry.cancelled_at:
        raise Refusal("date_cancelled", number=number)
    if seen not in (None, entry.sequence):
        raise Refusal("changed_meanwhile")
    return entry


def _raise_sequence(session: Session, entry: CalendarEntry) -> None:
    entry.sequence += 1
    entry.changed_at = local_time.now()
    session.flush()


def _audit(session: Session, actor: Actor, action: str, entry: CalendarEntry, before: str = "") -> None:
    detail = f"before: {before}" if before else entry.title
    audit.add(session, actor, action, f"calendar/{entry.id}/{entry.kind}/{entry.day}", audit.DONE, detail)
