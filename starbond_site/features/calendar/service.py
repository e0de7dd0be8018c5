"""Announcing, changing, cancelling and reading dates."""

import uuid
from collections.abc import Mapping, Sequence
from datetime import date, datetime, time
from operator import itemgetter
from typing import Any

from sqlmodel import Field, Session, col, select

from starbond_site import content
from starbond_site.content import LANGUAGES, Site
from starbond_site.content.addresses import CALENDAR_PAGE, is_printable, text_of_record
from starbond_site.content.table_files import Table, day_of, time_of
from starbond_site.documents import audit, versions
from starbond_site.documents.archive import Actor, Archive
from starbond_site.documents.records import NumberedRecord
from starbond_site.documents.refusals import Refusal
from starbond_site.features.hooks import MeetingDay
from starbond_site.shared import local_time
from starbond_site.shared.categories import CALENDAR, OTHER_EVENT, EventKind

EARLIEST, LATEST = date(1970, 1, 1), date(2199, 12, 31)
LENGTHS = {"title": 200, "title_bn": 200, "place": 200, "place_bn": 200, "note": 1000, "note_bn": 1000}
"""Greatest number of characters by field."""
COLUMNS = ("kind", "day", "starts", "ends", *LENGTHS)
"""Of a table file, of which all but two may be missing."""
EMPTY: Mapping[str, Any] = {**dict.fromkeys(("starts", "ends", "kind", "day")), **dict.fromkeys(LENGTHS, "")}
"""Values of a form into which nothing was typed, in the order of the audit."""


class CalendarEntry(NumberedRecord, table=True):
    """One announced date. Rows are never deleted; a date that is dropped is cancelled."""

    uid: str = Field(max_length=36, unique=True)
    """Random UUID: calendar programs recognise the entry by it (RFC 7986, section 5.3)."""
    kind: str = Field(max_length=40)
    """One of `categories.EventKind`."""
    day: date
    starts: time | None = None
    """Time of day in the company's time; None for a whole day."""
    ends: time | None = None
    title: str = Field(default="", max_length=200)
    """Empty for the name of its kind."""
    title_bn: str = Field(default="", max_length=200)
    place: str = Field(default="", max_length=200)
    place_bn: str = Field(default="", max_length=200)
    note: str = Field(default="", max_length=1000)
    note_bn: str = Field(default="", max_length=1000)
    sequence: int = 0
    """Number of changes (RFC 5545, section 3.8.7.4)."""
    changed_at: datetime
    cancelled_at: datetime | None = None


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


def parse(file: bytes) -> list[dict[str, Any]]:
    """Return the dates of a CSV, each as the form has its values: what happens by its id or its name.

    Raises:
        TableMistakes: with every mistake of the file.
    """
    every = [kind for language in LANGUAGES for kind in content.read(language).calendar.kinds]
    kinds = {name.casefold(): kind.id for kind in every for name in (kind.id, kind.title)}
    table, found = Table(file), list[dict[str, Any]]()
    table.require(("kind", "day"), COLUMNS)
    for line, cells in table:
        try:
            found.append(_checked(_typed(cells, kinds)))
        except Refusal as refusal:
            table.mistakes.append(refusal.in_line(line))
    table.check()
    return found


def import_all(archive: Archive, dates: Sequence[Mapping[str, Any]], actor: Actor, source: str) -> dict[str, int]:
    """Announce dates in one transaction; one whose kind, day and title are known, be it cancelled, stays."""
    key = itemgetter("kind", "day", "title")
    with versions.changing(archive, CALENDAR) as session:
        known = {(entry.kind, entry.day, entry.title) for entry in read(session)}
        new = {tuple(cells(values)): values for values in dates if key(values) not in known}
        for values in new.values():
            entry = CalendarEntry(**values, uid=str(uuid.uuid4()), sequence=-1, changed_at=local_time.now())
            _write(session, entry, actor, "add date", f"{entry.title} ({source})".strip())
    return {"added": len(new), "same": len(dates) - len(new)}


def cells(values: Mapping[str, Any]) -> list[str]:
    """Return what a table shows of a date."""
    return [f"{value:%H:%M}" if isinstance(value, time) else str(value or "") for value in map(values.get, COLUMNS)]


def _typed(cells: Mapping[str, str], kinds: Mapping[str, str]) -> dict[str, Any]:
    """Return the values of a line of a table, not checked yet."""
    kind, day = kinds.get(cells["kind"].casefold()), day_of(cells["day"])
    if kind is None:
        known = ", ".join(dict.fromkeys(kinds.values()))
        raise Refusal("table_word_unknown", column="kind", typed=repr(cells["kind"]), known=known)
    if day is None:
        raise Refusal("day_invalid")
    hours = {name: time_of(cells.get(name, "")) for name in ("starts", "ends")}
    if any(cells.get(name) and at is None for name, at in hours.items()):
        raise Refusal("time_invalid")
    return {"kind": kind, "day": day, **hours, **{name: cells.get(name, "") for name in LENGTHS}}


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


def naming(session: Session, day: date) -> list[MeetingDay]:
    """Return the dates of meetings that are announced for a day, without those of a kind that anything can have."""
    kinds = {kind.date for kind in content.read().meetings.kinds} - {OTHER_EVENT}
    own = (col(CalendarEntry.day) == day, col(CalendarEntry.kind).in_(kinds), col(CalendarEntry.cancelled_at).is_(None))

    def named(entry: CalendarEntry) -> MeetingDay:
        def move(to: date, actor: Actor) -> None:
            _write(session, entry.sqlmodel_update({"day": to}), actor, "change date", f"before: day: {day}")

        def title(site: Site) -> str:
            return f"{site.page(CALENDAR_PAGE).title}: {name_of(site, entry)}"

        return MeetingDay(f"date-{entry.id}", CALENDAR, title, move)

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
