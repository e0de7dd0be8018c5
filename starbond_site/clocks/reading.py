"""Reads disclosure clocks."""

from collections.abc import Sequence
from datetime import timedelta

from sqlmodel import Session, col, select

from starbond_site import content, local_time
from starbond_site.clocks.records import Clock
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
        return session.get(Clock, number)


def newest(archive: Archive, limit: int = MOST) -> Sequence[Clock]:
    """Return clocks, the latest decision first; blocks."""
    newest_first = select(Clock).order_by(col(Clock.decided_at).desc(), col(Clock.id).desc())
    with database.reading(archive.engine) as session:
        return session.exec(newest_first.limit(limit)).all()


def running(archive: Archive) -> list[Clock]:
    """Return the clocks that run, the one that is due first; blocks."""
    open_rows = select(Clock).where(
        col(Clock.closed_at).is_(None),
        col(Clock.exchange_told_at).is_(None)
        | col(Clock.regulator_told_at).is_(None)
        | col(Clock.document_id).is_(None),
    )
    with database.reading(archive.engine) as session:
        return sorted(session.exec(open_rows), key=lambda clock: clock.due_at)


def of_document(session: Session, number: int) -> Sequence[Clock]:
    """Return the clocks of a document, the first decision first."""
    own = select(Clock).where(col(Clock.document_id) == number)
    return session.exec(own.order_by(col(Clock.decided_at), col(Clock.id))).all()


def without_clock(archive: Archive, limit: int = 5) -> Sequence[Document]:
    """Return public documents of lists that ask for a clock, published within `ASK_WITHIN` and without one. Blocks."""
    attached = select(Clock.document_id).where(col(Clock.document_id).is_not(None))
    wanted = select(Document).where(
        col(Document.category).in_([duty.list for duty in duties()]),
        col(Document.published_at) >= local_time.now() - ASK_WITHIN,
        *IS_PUBLIC,
        col(Document.filed_at).is_(None),
        col(Document.id).not_in(attached),
    )
    with database.reading(archive.engine) as session:
        return session.exec(wanted.order_by(col(Document.id).desc()).limit(limit)).all()


def attachable(archive: Archive, clock: Clock, limit: int = 20) -> Sequence[Document]:
    """Return documents that may disclose a decision: of the list of its duty, published since; newest first. Blocks."""
    lists = [duty.list for duty in duties() if duty.id == clock.duty]
    since = select(Document).where(col(Document.category).in_(lists), col(Document.published_at) >= clock.decided_at)
    with database.reading(archive.engine) as session:
        return session.exec(since.order_by(col(Document.id).desc()).limit(limit)).all()
