"""Dividends in the snapshot and on open pages."""

from sqlmodel import Session

from starbond_site.categories import DIVIDENDS
from starbond_site.content import Site
from starbond_site.dividends import holders, service
from starbond_site.dividends.html import dividends
from starbond_site.dividends.service import Declared
from starbond_site.documents.snapshot import Snapshot

TOPIC = DIVIDENDS
SOURCES = (DIVIDENDS,)
SEARCH = "search"
"""Stands behind the dividends where there is something to search in."""


def read(session: Session) -> tuple[Declared | str, ...]:
    """Return all dividends, the newest first, and `SEARCH`."""
    return (*service.stored(session), *([SEARCH] if holders.is_offered(session) else []))


def html(site: Site, snapshot: Snapshot) -> str:
    """Return all dividends in the language of the content."""
    rows = snapshot.rows(TOPIC)
    return dividends(site, [row for row in rows if row != SEARCH], has_search=SEARCH in rows)
