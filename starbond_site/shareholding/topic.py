"""Shareholding in the snapshot and on open pages."""

from starbond_site.categories import SHAREHOLDING
from starbond_site.content import Site
from starbond_site.documents.snapshot import Snapshot
from starbond_site.shareholding.html import shareholding
from starbond_site.shareholding.service import stored as read

__all__ = ["SOURCES", "TOPIC", "html", "read"]
TOPIC = SHAREHOLDING
SOURCES = (SHAREHOLDING,)


def html(site: Site, snapshot: Snapshot) -> str:
    return shareholding(site, snapshot.rows(TOPIC))
