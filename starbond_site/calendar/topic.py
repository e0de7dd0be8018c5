"""The dates in the snapshot and on open pages."""

from starbond_site import features, local_time
from starbond_site.calendar.html import calendar
from starbond_site.calendar.service import read
from starbond_site.categories import CALENDAR
from starbond_site.content import Site
from starbond_site.documents.snapshot import Snapshot

__all__ = ["SOURCES", "TOPIC", "html", "read"]
TOPIC = CALENDAR
SOURCES = (CALENDAR, *(module.SOURCE for module in features.modules("days")))


def html(site: Site, snapshot: Snapshot) -> str:
    """Return the calendar as it is today."""
    return calendar(site, snapshot, local_time.today())
