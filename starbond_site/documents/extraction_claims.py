"""Which document a worker reads next: by a lease in the database, so that no two workers read the same one."""

from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, func
from sqlmodel import Session, col, select

from starbond_site import local_time
from starbond_site.documents import database, jobs
from starbond_site.documents.archive import Archive
from starbond_site.documents.extraction import process
from starbond_site.documents.records import Document, Extraction
from starbond_site.documents.text_records import ExtractionClaim

LEASE_MARGIN = timedelta(minutes=5)
"""Beyond the longest time that reading may take: for fetching the file and storing the result."""
MOST_ATTEMPTS = 3
RETRY_PAUSE = timedelta(minutes=1)
"""After the first failure of a document; after the second, four times as long."""


def waiting(archive: Archive) -> int:
    with database.reading(archive.engine) as session:
        return session.exec(select(func.count()).select_from(Document).where(*_unread())).one()


def claim(archive: Archive) -> tuple[Document, int] | None:
    """Claim the newest document that waits; return it with the number of this attempt."""
    now = local_time.now()
    with database.reading(archive.engine) as session:
        busy = select(ExtractionClaim.document_id).where(ExtractionClaim.until > now)
        newest = select(Document).where(*_unread(), col(Document.id).not_in(busy))
        document = session.exec(newest.order_by(col(Document.id).desc()).limit(1)).first()
    if document is None:
        return None
    until = now + timedelta(seconds=process.longest(document.size)) + LEASE_MARGIN
    attempts = _lease(archive, document.id or 0, now, until)
    # Another worker was faster: the next run finds the next document.
    return (document, attempts) if attempts else None


def _lease(archive: Archive, number: int, now: datetime, until: datetime) -> int | None:
    """Take the lease of a document until a time; return how often it was taken, None where another holds it."""
    with database.writing(archive.engine) as session:
        taken = database.insert(session, ExtractionClaim).values(document_id=number, until=until, attempts=1)
        taken = taken.on_conflict_do_update(
            index_elements=["document_id"],
            set_={"until": until, "attempts": col(ExtractionClaim.attempts) + 1},
            where=col(ExtractionClaim.until) <= now,
        ).returning(col(ExtractionClaim.attempts))
        return session.connection().execute(taken).scalar()


def retry_later(archive: Archive, document: Document, attempts: int) -> None:
    """End a lease after a failure, with a pause that grows."""
    with database.writing(archive.engine) as session:
        taken = session.get(ExtractionClaim, document.id)
        if taken:
            taken.until = local_time.now() + jobs.pause(RETRY_PAUSE, timedelta.max, attempts)
            session.add(taken)


def release(archive: Archive, claimed: tuple[Document, int]) -> None:
    """Give a lease back, without counting the attempt."""
    with database.writing(archive.engine) as session:
        taken = session.get(ExtractionClaim, claimed[0].id)
        if taken:
            taken.until, taken.attempts = local_time.now(), taken.attempts - 1
            session.add(taken)


def unread_or_failed(session: Session) -> list[Document]:
    """Return the public documents that were not read, or could not be, oldest first."""
    failed = select(Extraction.document_id).where(Extraction.state == "failed")
    public = select(Document).where(
        col(Document.withdrawn_at).is_(None),
        col(Document.id).in_(failed) | col(Document.id).not_in(select(Extraction.document_id)),
    )
    return list(session.exec(public.order_by(col(Document.id))))


def _unread() -> tuple[ColumnElement[bool], ...]:
    """Return the conditions for documents that were not read yet; what is withdrawn needs none of it."""
    read = select(Extraction.document_id).where(Extraction.document_id == Document.id)
    return (col(Document.withdrawn_at).is_(None), ~read.exists())
