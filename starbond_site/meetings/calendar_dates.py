"""Meetings and their record dates in the calendar."""

from collections.abc import Iterator

from starbond_site import local_time
from starbond_site.categories import MEETINGS
from starbond_site.content import Site
from starbond_site.content.calendar import CalendarDate
from starbond_site.content.languages import text_of_record
from starbond_site.documents.snapshot import Snapshot
from starbond_site.meetings.service import Meeting

SOURCE = MEETINGS


def dates(site: Site, snapshot: Snapshot) -> Iterator[CalendarDate]:
    """Yield the dates of every meeting that was entered."""
    for meeting in snapshot.rows(MEETINGS):
        yield from _of(site, meeting)


def _of(site: Site, meeting: Meeting) -> Iterator[CalendarDate]:
    starts, ends = local_time.in_local_time(meeting.starts), meeting.moment("ends")
    facts = {
        "title": meeting.title(site),
        "sequence": meeting.sequence,
        "changed": meeting.changed_at,
        "cancelled": meeting.is_cancelled,
    }
    id = f"general-meeting-{meeting.number}"
    yield CalendarDate(
        id=id,
        kind=site.meetings.kind(meeting.text("kind")).date,
        day=starts.date(),
        starts=starts.time(),
        ends=local_time.in_local_time(ends).time() if ends else None,
        place=text_of_record(site.language, meeting.text("place"), meeting.text("place_bn")) or None,
        **facts,
    )
    if day := meeting.day("record_date"):
        facts["title"] = site.interface.meetings.record_date_of.format(meeting=meeting.title(site))
        yield CalendarDate(id=f"{id}-record-date", kind=site.meetings.record_date, day=day, **facts)
