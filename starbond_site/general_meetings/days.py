"""The days of meetings for other features: dates in the calendar, and what the duty of their results counts from."""

from collections.abc import Iterator
from datetime import date, time

from sqlmodel import Session

from starbond_site.categories import MEETINGS
from starbond_site.content import Site
from starbond_site.content.calendar import CalendarDate
from starbond_site.content.languages import text_of_record
from starbond_site.documents.snapshot import Snapshot
from starbond_site.general_meetings import service
from starbond_site.local_time import local_date

SOURCE = MEETINGS


def meetings(session: Session) -> list[tuple[date, int]]:
    """Return the day of each meeting that takes place, with the number of the document of its results, or 0.

    The earliest stands first; of one day, in the order in which they were entered.
    """
    held = [meeting for meeting in reversed(service.stored(session)) if not meeting.text("cancelled")]
    return [(local_date(meeting.starts), int(meeting.text("report") or 0)) for meeting in held]


def dates(site: Site, snapshot: Snapshot) -> Iterator[CalendarDate]:
    """Yield every meeting and its record date, where there is a calendar."""
    for meeting in snapshot.rows(MEETINGS) if site.calendar.kinds else ():
        id, title = f"general-meeting-{meeting.number}", meeting.title(site)
        common = {
            "sequence": meeting.sequence,
            "changed": meeting.changed_at,
            "cancelled": bool(meeting.text("cancelled")),
        }
        times = {name: time.fromisoformat(meeting.text(name)[11:]) for name in ("starts", "ends") if meeting.text(name)}
        place = text_of_record(site.language, meeting.text("place"), meeting.text("place_bn")) or None
        kind = site.meetings.kind(meeting.text("kind")).date
        own = {"id": id, "kind": kind, "title": title, "day": meeting.day(), "place": place}
        yield CalendarDate.model_validate(own | times | common)
        if record := meeting.day("record_date"):
            title = f"{site.interface.meetings.labels['record_date']}: {title}"
            own = {"id": f"{id}-record-date", "kind": site.meetings.record_date, "title": title, "day": record}
            yield CalendarDate.model_validate(own | common)
