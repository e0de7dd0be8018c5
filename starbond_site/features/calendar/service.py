"""Announcing, changing, cancelling and reading dates."""

import uuid
from collections.abc import Mapping
from datetime import date, time
from typing import Any

from sqlmodel import Session, col, select

from starbond_site import content
from starbond_site.content import Site
from starbond_site.content.addresses import CALENDAR_PAGE
from starbond_site.content.languages import is_printable, text_of_record
from starbond_site.documents import audit, versions
from starbond_site.documents.archive import Archive
from starbond_site.documents.audit import Actor
from starbond_site.documents.refusals import Refusal
from starbond_site.features.calendar.records import CalendarEntry
from starbond_site.features.hooks import Named
from starbond_site.shared import local_time
from starbond_site.shared.categories import CALENDAR, OTHER_EVENT, EventKind

EARLIEST, LATEST = date(1970, 1, 1), date(2199, 12, 31)
LENGTHS = {"title": 200, "title_bn": 200, "place": 200, "place_bn": 200, "note": 1000, "note_bn": 1000}
"""Greatest number of characters by field."""


def enter(
    archive: Archive, values: Mapping[str, Any], actor: Actor, number: int | None = None, *, seen: int | None = None
) -> CalendarEntry:
    """Announce a date, or change one.

    Args:
        values: every field of the form.
        number: of the date that changes; None for a new one.
        seen: ``sequence`` that the form was opened with; None where it does not say.

    Raises:
        Refusal: the values contradict each other, a text is too long, nothing would change, or there is no such date,
            it is cancelled or was changed meanwhile.
    """
    with versions.changing(archive, CALENDAR) as session:
        new = {"uid": str(uuid.uuid4()), "sequence": -1, "changed_at": local_time.now()}
        entry = CalendarEntry(**values, **new) if number is None else _open_entry(session, number, seen)
        checked = _checked(values)
        before = {name: old for name, new in checked.items() if (old := getattr(entry, name)) != new}
        if number is not None and not before:
            raise Refusal("date_unchanged", number=number)
        detail = f"before: {', '.join(f'{name}: {old}' for name, old in before.items())}" if number else ""
        _write(session, entry.sqlmodel_update(checked), actor, "change date" if number else "add date", detail)
    return entry


def cancel(archive: Archive, number: int, actor: Actor, *, seen: int | None = None) -> CalendarEntry:
    """Cancel an announced date; it stays in the calendar, marked as cancelled. Refusals as of `enter`."""
    with versions.changing(archive, CALENDAR) as session:
        entry = _open_entry(session, number, seen)
        entry.cancelled_at = local_time.now()
        _write(session, entry, actor, "cancel date")
    return entry


def read(session: Session) -> tuple[CalendarEntry, ...]:
    """Return all announced dates, the earliest first."""
    return tuple(session.exec(select(CalendarEntry).order_by(col(CalendarEntry.day), col(CalendarEntry.id))))


def naming(session: Session, day: date) -> list[Named]:
    """Return the announced dates of a meeting, by its day."""
    kinds = [kind.date for kind in content.read().meetings.kinds]
    own = (col(CalendarEntry.day) == day, col(CalendarEntry.kind).in_(kinds), col(CalendarEntry.cancelled_at).is_(None))

    def named(entry: CalendarEntry) -> Named:
        def move(to: date, actor: Actor) -> None:
            _write(session, entry.sqlmodel_update({"day": to}), actor, "change date", f"before: day: {day}")

        return Named(CALENDAR, lambda site: f"{site.page(CALENDAR_PAGE).title}: {name_of(site, entry)}", move)

    return [named(entry) for entry in session.exec(select(CalendarEntry).where(*own))]


def name_of(site: Site, entry: CalendarEntry) -> str:
    """Return the title of a date, or else its kind."""
    kind = next((kind.title for kind in site.calendar.kinds if kind.id == entry.kind), entry.kind)
    return text_of_record(site.language, entry.title, entry.title_bn) or kind


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


def _write(session: Session, entry: CalendarEntry, actor: Actor, action: str, detail: str = "") -> None:
    entry.sequence += 1
    entry.changed_at = local_time.now()
    session.add(entry)
    session.flush()
    subject = f"calendar/{entry.id}/{entry.kind}/{entry.day}"
    audit.add(session, actor, action, subject, audit.DONE, detail or entry.title)
