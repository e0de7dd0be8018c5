"""Reads disclosure clocks."""

from collections.abc import Iterable
from datetime import timedelta

from sqlmodel import Session, col, select

from starbond_site import content, local_time
from starbond_site.clocks.records import DisclosureClock
from starbond_site.clocks.rules import Attached, Clock, State
from starbond_site.content.duties import Duty
from starbond_site.documents import database
from starbond_site.documents.archive import Archive
from starbond_site.documents.records import IS_PUBLIC, Document

MOST = 200
"""Clocks that are listed, the newest."""
ASK_WITHIN = timedelta(days=7)
"""Of a publication: so long the desk asks when it was decided on, and never of a document that was entered later."""


def duties() -> tuple[Duty, ...]:
    """Return the duties that set a time after a decision (content ``duties.toml``); each names the list that asks."""
    return tuple(duty for duty in content.read().duties.duties if duty.minutes is not None)


def duty_of(category: str) -> Duty | None:
    """Return the duty that sets a time for the documents of a list; None for a list that asks for no clock."""
    return next((duty for duty in duties() if duty.list == category), None)


def read(archive: Archive, number: int) -> Clock | None:
    """Return a clock; None where there is none of this id. Blocks."""
    with database.reading(archive.engine) as session:
        row = session.get(DisclosureClock, number)
        return as_clock(session, row) if row else None


def newest(archive: Archive, limit: int = MOST) -> list[Clock]:
    """Return clocks, the latest decision first; blocks."""
    order = (col(DisclosureClock.decided_at).desc(), col(DisclosureClock.id).desc())
    with database.reading(archive.engine) as session:
        return _clocks(session, session.exec(select(DisclosureClock).order_by(*order).limit(limit)))


def running(archive: Archive) -> list[Clock]:
    """Return the clocks that run, the one that is due first; blocks."""
    open_rows = select(DisclosureClock).where(
        col(DisclosureClock.closed_at).is_(None),
        col(DisclosureClock.exchange_told_at).is_(None)
        | col(DisclosureClock.regulator_told_at).is_(None)
        | col(DisclosureClock.document_id).is_(None),
    )
    with database.reading(archive.engine) as session:
        clocks = _clocks(session, session.exec(open_rows))
    return sorted((clock for clock in clocks if clock.state is State.RUNNING), key=lambda clock: clock.due_at)


def of_document(session: Session, number: int) -> list[Clock]:
    """Return the clocks of a document, the first decision first."""
    own = select(DisclosureClock).where(col(DisclosureClock.document_id) == number)
    return _clocks(session, session.exec(own.order_by(col(DisclosureClock.decided_at), col(DisclosureClock.id))))


def attached_to(archive: Archive, number: int) -> list[Clock]:
    """Return the clocks of a document, the first decision first; blocks."""
    with database.reading(archive.engine) as session:
        return of_document(session, number)


def without_clock(archive: Archive, limit: int = 5) -> list[Attached]:
    """Return public documents of lists that ask for a clock, published within `ASK_WITHIN` and without one. Blocks."""
    lists = [duty.list for duty in duties()]
    attached = select(DisclosureClock.document_id).where(col(DisclosureClock.document_id).is_not(None))
    wanted = select(Document).where(
        col(Document.category).in_(lists),
        col(Document.published_at) >= local_time.now() - ASK_WITHIN,
        *IS_PUBLIC,
        col(Document.filed_at).is_(None),
        col(Document.id).not_in(attached),
    )
    with database.reading(archive.engine) as session:
        return [_attached(row) for row in session.exec(wanted.order_by(col(Document.id).desc()).limit(limit))]


def attachable(archive: Archive, clock: Clock, limit: int = 20) -> list[Attached]:
    """Return documents that may disclose a decision: of the list of its duty, published since; newest first. Blocks."""
    lists = [duty.list for duty in duties() if duty.id == clock.duty]
    since = select(Document).where(col(Document.category).in_(lists), col(Document.published_at) >= clock.decided_at)
    with database.reading(archive.engine) as session:
        return [_attached(row) for row in session.exec(since.order_by(col(Document.id).desc()).limit(limit))]


def as_clock(session: Session, row: DisclosureClock) -> Clock:
    """Return a row as the desk shows it, with its document."""
    document = session.get(Document, row.document_id) if row.document_id is not None else None
    return Clock(**row.model_dump(exclude={"document_id"}), document=_attached(document) if document else None)


def _clocks(session: Session, rows: Iterable[DisclosureClock]) -> list[Clock]:
    return [as_clock(session, row) for row in list(rows)]


def _attached(document: Document) -> Attached:
    return Attached(document.id or 0, document.shown_name, document.published_at)
