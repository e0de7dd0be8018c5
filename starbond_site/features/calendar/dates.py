"""The dates of the calendar in one language: of the content, of other features, and of the command line."""

import uuid
from datetime import time
from typing import Any

from starbond_site import features
from starbond_site.content import Language, Site
from starbond_site.content.calendar import CalendarDate
from starbond_site.content.languages import text_of_record
from starbond_site.documents.snapshot import Snapshot
from starbond_site.features.calendar.records import CalendarEntry
from starbond_site.shared.categories import CALENDAR


class CalendarEvent(CalendarDate):
    """A date as readers of one language see it: ``kind`` is the name of its kind, ``title`` too where it has none."""

    uid: str
    """For calendar programs; the same in all languages and for ever."""


def events(site: Site, snapshot: Snapshot) -> tuple[CalendarEvent, ...]:
    """Return all dates, the earliest first; those of whole days before the others of their day."""
    fixed = [*site.calendar.dates, *(each for hooks in features.hooks() for each in hooks.dates(site, snapshot))]
    found = [
        *(_event(site, each, str(uuid.uuid5(site.calendar.namespace, each.id))) for each in fixed),
        *(_event(site, _announced(site.language, entry), entry.uid) for entry in snapshot.rows(CALENDAR)),
    ]
    return tuple(sorted(found, key=lambda event: (event.day, event.starts or time.min, event.id)))


def _event(site: Site, each: CalendarDate, uid: str) -> CalendarEvent:
    kind = site.calendar.kind(each.kind).title
    values: dict[str, Any] = dict(each) | {"uid": uid, "kind": kind, "title": each.title or kind}
    return CalendarEvent.model_construct(**values)


def _announced(language: Language, entry: CalendarEntry) -> CalendarDate:
    """Return a date of the command line as those of the content; what was entered was checked then."""
    own = entry.model_dump(include={"kind", "day", "starts", "ends", "sequence"})
    return CalendarDate.model_construct(
        id=str(entry.id),
        title=text_of_record(language, entry.title, entry.title_bn),
        place=text_of_record(language, entry.place, entry.place_bn),
        note=text_of_record(language, entry.note, entry.note_bn),
        changed=entry.changed_at,
        cancelled=entry.cancelled_at is not None,
        **own,
    )
