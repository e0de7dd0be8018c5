"""Meetings in the snapshot and on open pages: coming ones and those of the newest year, or of the one asked for."""

from collections.abc import Mapping

from starbond_site import local_time
from starbond_site.categories import MEETINGS
from starbond_site.content import Site
from starbond_site.documents.snapshot import Snapshot
from starbond_site.general_meetings.html import meetings
from starbond_site.general_meetings.service import stored as read

__all__ = ["SOURCES", "TOPIC", "html", "read", "selected"]
TOPIC = MEETINGS
SOURCES = (MEETINGS,)


def html(site: Site, snapshot: Snapshot, year: int | None = None) -> str:
    """Return the meetings, or those of a year, as they stand at this moment."""
    return meetings(site, snapshot.rows(TOPIC), local_time.now(), year)


def selected(site: Site, snapshot: Snapshot, query: Mapping[str, str]) -> str | None:
    """Return the meetings of a year; None where the query names none."""
    year = query.get("year", "")
    return html(site, snapshot, int(year)) if year.isdecimal() and len(year) == 4 else None
