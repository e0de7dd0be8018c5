"""The dates of the calendar in one language: of the content, of other features, and of the command line."""

import uuid
from dataclasses import dataclass
from datetime import date, datetime, time

from starbond_site import features
from starbond_site.calendar.records import CalendarEntry
from starbond_site.categories import CALENDAR
from starbond_site.content import Site
from starbond_site.content.calendar import CalendarDate
from starbond_site.content.languages import text_of_record
from starbond_site.documents.snapshot import Snapshot


@dataclass(frozen=True, slots=True, kw_only=True)
class CalendarEvent:
    """One date."""

    id: str
    """Part of its address."""
    uid: str
    """For calendar programs; the same in all languages and for ever."""
    kind: str
    """Name of its kind."""
    title: str
    place: str
    note: str
    day: date
    starts: time | None
    ends: time | None
    sequence: int
    changed_at: datetime
    is_cancelled: bool
    is_sample: bool


def events(site: Site, snapshot: Snapshot) -> tuple[CalendarEvent, ...]:
    """Return all dates, the earliest first; those of whole days before the others of their day."""
    found = [
        *(_content_event(site, entry) for entry in site.calendar.dates),
        *(_content_event(site, entry) for module in features.modules("days") for entry in module.dates(site, snapshot)),
        *(_announced_event(site, entry) for entry in snapshot.rows(CALENDAR)),
    ]
    return tuple(sorted(found, key=lambda event: (event.day, event.starts or time.min, event.id)))


def _content_event(site: Site, entry: CalendarDate) -> CalendarEvent:
    kind = site.calendar.kind(entry.kind).title
    return CalendarEvent(
        id=entry.id,
        uid=str(uuid.uuid5(site.calendar.namespace, entry.id)),
        kind=kind,
        title=entry.title or kind,
        place=entry.place or "",
        note=entry.note or "",
        day=entry.day,
        starts=entry.starts,
        ends=entry.ends,
        sequence=entry.sequence,
        changed_at=entry.changed,
        is_cancelled=entry.cancelled,
        is_sample=entry.sample,
    )


def _announced_event(site: Site, entry: CalendarEntry) -> CalendarEvent:
    kind = site.calendar.kind(entry.kind).title
    language = site.language
    return CalendarEvent(
        id=str(entry.id),
        uid=entry.uid,
        kind=kind,
        title=text_of_record(language, entry.title, entry.title_bn) or kind,
        place=text_of_record(language, entry.place, entry.place_bn),
        note=text_of_record(language, entry.note, entry.note_bn),
        day=entry.day,
        starts=entry.starts,
        ends=entry.ends,
        sequence=entry.sequence,
        changed_at=entry.changed_at,
        is_cancelled=entry.cancelled_at is not None,
        is_sample=False,
    )
