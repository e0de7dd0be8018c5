"""The days of meetings for other features: dates in the calendar, and what the duty of their results counts from."""

from collections.abc import Iterator
from datetime import date

from sqlmodel import Session

from starbond_site.content import Site
from starbond_site.content.calendar import CalendarDate
from starbond_site.documents.snapshot import Snapshot
from starbond_site.features.general_meetings import service
from starbond_site.shared.categories import MEETINGS
from starbond_site.shared.local_time import local_date

SOURCE = MEETINGS


def meetings(session: Session) -> list[tuple[date, int | None]]:
    """Return the days of meetings with the numbers of the documents of their results, as `duties.overview` asks."""
    return [
        (local_date(meeting.starts), None if meeting.is_cancelled else int(meeting.text("report") or 0))
        for meeting in sorted(service.read(session), key=lambda meeting: meeting.id)
    ]


def dates(site: Site, snapshot: Snapshot) -> Iterator[CalendarDate]:
    """Yield every meeting and its record date, where there is a calendar."""
    for meeting in snapshot.rows(MEETINGS) if site.calendar.kinds else ():
        id, title = f"general-meeting-{meeting.id}", meeting.title(site)
        common = {"sequence": meeting.sequence, "changed": meeting.changed_at, "cancelled": meeting.is_cancelled}
        times = {name: meeting.text(name)[11:] or None for name in ("starts", "ends")}
        kind = site.meetings.kind(meeting.text("kind")).date
        own = {"id": id, "kind": kind, "title": title, "day": meeting.day(), "place": meeting.place(site) or None}
        yield CalendarDate.model_validate(own | times | common)
        if record := meeting.day("record_date"):
            title = f"{site.interface.meetings.labels['record_date']}: {title}"
            own = {"id": f"{id}-record-date", "kind": site.meetings.record_date, "title": title, "day": record}
            yield CalendarDate.model_validate(own | common)
