"""The days from which a duty of the rhythm ``meeting`` counts."""

from datetime import date

from sqlmodel import Session

from starbond_site import local_time
from starbond_site.meetings import service


def days(session: Session) -> list[date]:
    """Return the days of all meetings that take place."""
    found = (meeting for meeting in service.stored(session) if not meeting.is_cancelled)
    return [local_time.local_date(meeting.starts) for meeting in found]
