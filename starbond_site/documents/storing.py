"""Stores a file, verifies it, and only then writes its record in one transaction: all of it is there, or none.

Before the commit nothing is visible; after it nothing can be lost (docs/requirements.md, "Documents").
"""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import Session, select

from starbond_site.documents import database, versions
from starbond_site.documents.archive import Archive
from starbond_site.documents.records import StoredRecord
from starbond_site.documents.refusals import Refusal
from starbond_site.documents.storage import Storage, digest
from starbond_site.documents.storage.local import translating_errors
from starbond_site.shared import logs

Stored = TypeVar("Stored", bound=StoredRecord)
_log = logs.get_logger(__name__)


def store(archive: Archive, record: Stored, path: Path, write: Callable[[Session], object]) -> Stored:
    """Store a file under the key of its record, write the record, and return it.

    Raises:
        Refusal: outcome_unknown: the database did not confirm, and does not say whether the record is written.
        Refusal: the object was removed, and nothing was written.
    """
    is_committing = False
    try:
        archive.storage.put(record.key, path, record.media_type)
        verify(archive.storage, record)
        with database.writing(archive.engine) as session:
            write(session)
            session.flush()
            # From here on a lost answer does not tell what happened.
            is_committing = True
            return record
    except BaseException as problem:
        known = _committed(archive, record) if is_committing else None
        if known is None:
            remove(archive, record.key)
        if not isinstance(problem, SQLAlchemyError):
            raise
        if known is None:
            raise refusal_of(problem) from problem
        return known


def verify(storage: Storage, record: StoredRecord) -> None:
    """Compare the stored object with what arrived: by size on this machine, else by size and SHA-256.

    On this machine the object is the very file that was written, forced to the disk. Reading it again would only show
    the page cache of the operating system; ``starbond check --bytes`` compares the bytes at any later time.
    """
    place = storage.path(record.key)
    with translating_errors():
        found = (place.stat().st_size, record.sha256) if place else digest(storage.read(record.key))
    if found != (record.size, record.sha256):
        _log.error("stored_bytes_differ", key=record.key, size=found[0])
        raise Refusal("storage_unreachable")


def refusal_of(problem: SQLAlchemyError) -> Refusal:
    """Return the refusal for an error of the database: no room, or no database."""
    full = any(words in str(problem) for words in ("disk is full", "No space left", "disk full"))
    return Refusal("storage_full") if full else Refusal("database_unavailable")


def _committed(archive: Archive, record: Stored) -> Stored | None:
    """Return the record of a transaction whose commit was sent; None if it was rolled back.

    PostgreSQL may still be working on that commit. It holds the row lock of the list's version until it is done, so
    that the record is read under the same lock.

    Raises:
        Refusal: outcome_unknown: the database does not say.
    """
    try:
        with database.writing(archive.engine) as session:
            versions.lock(session, record.category)
            table = type(record)
            return session.exec(select(table).where(table.key == record.key)).first()
    except SQLAlchemyError as error:
        _log.exception("commit_in_doubt", key=record.key)
        raise Refusal("outcome_unknown") from error


def remove(archive: Archive, key: str | None) -> None:
    """Remove an object; where the storage does not answer, `starbond check` removes it later."""
    try:
        if key:
            archive.storage.remove(key)
    except (Refusal, OSError):
        _log.exception("left_for_admin_check", key=key)
