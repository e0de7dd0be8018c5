"""Dividends in the snapshot and on open pages, with the parts of other features that have something to show."""

from sqlmodel import Session

from starbond_site import features
from starbond_site.categories import DIVIDENDS
from starbond_site.content import Site
from starbond_site.dividends import service
from starbond_site.dividends.html import dividends
from starbond_site.dividends.records import Dividend
from starbond_site.documents.snapshot import Snapshot

TOPIC = DIVIDENDS
SOURCES = (DIVIDENDS,)
PARTS = {module.__name__: module for module in features.modules("dividends_page")}
"""By what stands behind the dividends where a part is shown."""


def read(session: Session) -> tuple[Dividend | str, ...]:
    """Return all dividends, the newest first, and the names of `PARTS`."""
    return (*service.stored(session), *(name for name, part in PARTS.items() if part.is_offered(session)))


def html(site: Site, snapshot: Snapshot) -> str:
    rows = snapshot.rows(TOPIC)
    parts = [part.section(site) for name, part in PARTS.items() if name in rows]
    return dividends(site, [row for row in rows if isinstance(row, Dividend)], parts)
