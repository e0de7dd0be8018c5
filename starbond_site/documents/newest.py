"""Documents newest first with what became of them: for those who publish, and for feeds, with recent withdrawals."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, and_, or_, true
from sqlmodel import Session, col, func, select

from starbond_site.documents import database, public_view
from starbond_site.documents.archive import Archive
from starbond_site.documents.public_view import ListPage
from starbond_site.documents.records import Change, Document
from starbond_site.documents.selection import WHOLE, Selection
from starbond_site.shared import local_time

ROWS = 20
"""Documents on one page of the desk."""
ENTRIES = 50
"""Documents on one page of a feed."""
WITHDRAWN_FOR = timedelta(days=30)
"""How long a withdrawal is reported: readers that ask less often find the document's own page."""
WITHDRAWN = 50
"""Most withdrawals that are reported."""


@dataclass(frozen=True, slots=True)
class FeedPage:
    """One page of a feed."""

    entries: Mapping[Document, datetime]
    """Public documents, newest first, with the time of their last change; a replaced one too: its address stays valid.
    """
    withdrawn: tuple[Document, ...]
    """On the first page alone."""
    has_more: bool
    """Whether there are older documents."""

    @property
    def changed_at(self) -> datetime | None:
        """Time of the last change on this page; None where there is nothing."""
        withdrawn = (gone.withdrawn_at for gone in self.withdrawn if gone.withdrawn_at)
        return max((*self.entries.values(), *withdrawn), default=None)


def read(archive: Archive, categories: Collection[str], before: int | None = None) -> FeedPage:
    """Return a page of the documents of some lists and single records, newest first; blocks."""
    public: list[ColumnElement[bool]] = [col(Document.category).in_(categories), col(Document.withdrawn_at).is_(None)]
    if before is not None:
        public.append(col(Document.id) < before)
    changed = select(func.max(Change.at)).where(Change.document_id == Document.id).scalar_subquery()
    newest = select(Document, changed).where(*public).order_by(col(Document.id).desc())
    with database.reading(archive.engine) as session:
        found = session.exec(newest.limit(ENTRIES + 1)).all()
        entries = {one: max(at or one.published_at, one.published_at) for one, at in found[:ENTRIES]}
        public_view.shown(session, entries)
        withdrawn = _withdrawn(session, categories) if before is None else ()
    return FeedPage(entries, withdrawn, len(found) > ENTRIES)


def _withdrawn(session: Session, categories: Collection[str]) -> tuple[Document, ...]:
    since = local_time.now() - WITHDRAWN_FOR
    gone = (
        select(Document)
        .where(col(Document.category).in_(categories), col(Document.withdrawn_at) >= since)
        .order_by(col(Document.withdrawn_at).desc(), col(Document.id).desc())
        .limit(WITHDRAWN)
    )
    return tuple(session.exec(gone))


def page(archive: Archive, number: int = 1, wanted: Selection = WHOLE) -> ListPage:
    """Return a page of all documents, for the desk; beyond the last page the last one.

    Args:
        wanted: words of their titles and names, or the number of one.
    """
    found = and_(true(), *wanted.conditions)
    if wanted.query.isascii() and wanted.query.isdecimal() and len(wanted.query) < 10:
        found = or_(found, col(Document.id) == int(wanted.query))
    with database.reading(archive.engine) as session:
        newest = select(Document).where(found).order_by(col(Document.id).desc())
        rows, number, pages, total = database.page_of(session, newest, number, ROWS)
        return ListPage("", 0, wanted, number, pages, total, tuple(rows))
