"""Publishes a file: checked, stored, verified, and only then recorded.

The record, the new version of its list and the entry of the audit are one transaction. Before it nothing is visible;
after it nothing can be lost (docs/requirements.md, "Documents").
"""

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import Session, col, select

from starbond_site import local_time, logs, metrics
from starbond_site.categories import SINGLES, Category
from starbond_site.documents import (
    attempts,
    audit,
    changes,
    database,
    file_types,
    names,
    reading,
    refusals,
    versions,
    virus_scan,
)
from starbond_site.documents import storage as storages
from starbond_site.documents.archive import Archive
from starbond_site.documents.attempts import Claim
from starbond_site.documents.audit import Actor
from starbond_site.documents.reading import Published
from starbond_site.documents.records import Document, ListVersion
from starbond_site.documents.storage import Storage
from starbond_site.documents.storage.local import translating_errors

_log = logs.get_logger(__name__)


def publish(
    archive: Archive,
    category: Category,
    path: Path,
    *,
    name: str,
    size: int,
    sha256: str,
    actor: Actor,
    is_abandoned: Callable[[], bool],
    claim: Claim | None = None,
    filed_at: datetime | None = None,
) -> Published:
    """Publish a file that arrived completely.

    Args:
        archive: where.
        category: which list or single record.
        path: the file; it may be gone afterwards.
        name: as the uploader has it; checked.
        size: in bytes.
        sha256: of the bytes that arrived, in hexadecimal.
        actor: for the audit.
        is_abandoned: whether the uploader went away; called last before the record is written.
        claim: attempt of a page, whose lease is held; it is settled with the record.
        filed_at: own date of a document that is entered later; None dates it by its publication.

    Raises:
        refusals.OutcomeUnknown: the database did not confirm, and does not say whether the file is published.
        refusals.Refusal: nothing was published.

    """
    if not size:
        raise refusals.EmptyFile
    media_type = file_types.detect_type(path, name).media_type
    _refuse_duplicate(archive, category, sha256)
    if archive.settings.clamav:
        virus_scan.refuse_harmful(archive.settings.clamav, path)
    key = storages.fresh_key(category)
    document = Document(
        category=category.value,
        file_name=name,
        search="",
        media_type=media_type,
        size=size,
        sha256=sha256,
        key=key,
        published_at=local_time.now(),
        filed_at=filed_at,
    )
    transaction = _Transaction()
    try:
        archive.storage.put(key, path, media_type)
        _verify(archive.storage, document)
        if is_abandoned():
            raise refusals.Interrupted
        published = _record(archive, category, document, actor, claim, transaction)
    except BaseException as problem:
        known = _after_failure(archive, category, key, transaction)
        if known is None or not isinstance(problem, SQLAlchemyError):
            raise _as_refusal(problem) from problem
        published = known
    metrics.PUBLISHES.labels(category.value).inc()
    archive.announce(category.value)
    return published


def _refuse_duplicate(archive: Archive, category: Category, sha256: str) -> None:
    """Refuse bytes that are already in the category, before they are stored again."""
    try:
        with database.reading(archive.engine) as session:
            _refuse_same(session, category, sha256)
    except SQLAlchemyError as error:
        raise _as_refusal(error) from error


def _refuse_same(session: Session, category: Category, sha256: str) -> None:
    """Refuse bytes that are already in the category."""
    same = select(Document.file_name).where(*reading.current(category), col(Document.sha256) == sha256)
    if name := session.exec(same).first():
        raise refusals.AlreadyPublished(name=name)


def _verify(storage: Storage, document: Document) -> None:
    """Compare the stored object with what arrived: by size on this machine, else by size and SHA-256.

    On this machine the object is the very file that was written, forced to the disk. Reading it again would only show
    the page cache of the operating system; ``admin check --bytes`` compares the bytes at any later time.
    """
    place = storage.path(document.key)
    with translating_errors():
        found = (place.stat().st_size, document.sha256) if place else _digest(storage.read(document.key))
    if found != (document.size, document.sha256):
        _log.error("stored_bytes_differ", key=document.key, size=found[0])
        raise refusals.StorageUnreachable


def _digest(chunks: Iterable[bytes]) -> tuple[int, str]:
    """Return the number of bytes and their SHA-256 in hexadecimal."""
    digest, size = hashlib.sha256(), 0
    for chunk in chunks:
        digest.update(chunk)
        size += len(chunk)
    return size, digest.hexdigest()


@dataclass
class _Transaction:
    """How far a transaction has come."""

    is_committing: bool = False
    """Whether the commit was sent: from then on a lost answer does not tell what happened."""


def _record(
    archive: Archive,
    category: Category,
    document: Document,
    actor: Actor,
    claim: Claim | None,
    transaction: _Transaction,
) -> Published:
    """Write the record, the version of its list, the entry of the audit and the result of the attempt together."""
    with database.writing(archive.engine) as session:
        # First the version: its row lock lets publications of one list pass one at a time.
        versions.raise_version(session, category.value)
        _refuse_same(session, category, document.sha256)
        moment = local_time.now()
        before = session.exec(select(Document).where(*reading.current(category))).all() if category in SINGLES else ()
        # Time and name are those of the transaction, so that times rise with ids.
        document.published_at = moment
        document.file_name = names.file_name(document.file_name, local_time.local_date(document.filed_at or moment))
        document.search = names.searchable(document.file_name)
        session.add(document)
        session.flush()
        for old in before:
            old.replaced_at, old.replaced_by = moment, document.id
            session.add(old)
            changes.record(session, "replaced", old.id or 0)
        changes.record(session, "published", document.id or 0)
        subject = f"{category}/{document.id}/{document.file_name}"
        audit.add(session, actor, "publish", subject, audit.DONE, document.sha256)
        if claim:
            attempts.publish(session, claim, document.id or 0)
        session.flush()
        transaction.is_committing = True
    return reading.published(document)


def _after_failure(archive: Archive, category: Category, key: str, transaction: _Transaction) -> Published | None:
    """Remove the object of a failed publication, unless the commit happened and only its answer was lost.

    Raises:
        refusals.OutcomeUnknown: the commit was sent, and the database does not say whether it happened.

    """
    try:
        if transaction.is_committing and (known := _committed(archive, category, key)):
            return known
    except SQLAlchemyError as error:
        _log.exception("commit_in_doubt", key=key)
        raise refusals.OutcomeUnknown from error
    try:
        archive.storage.remove(key)
    except (refusals.Refusal, OSError):
        _log.exception("left_for_admin_check", key=key)
    return None


def _committed(archive: Archive, category: Category, key: str) -> Published | None:
    """Return the document of a transaction whose commit was sent; None if it was rolled back.

    PostgreSQL may still be working on that commit. It holds the row lock of the list's version until it is done, so
    that the document is read under the same lock.
    """
    with database.writing(archive.engine) as session:
        session.exec(select(ListVersion).where(ListVersion.name == category.value).with_for_update()).one()
        document = session.exec(select(Document).where(Document.key == key)).first()
        return reading.published(document) if document else None


def _as_refusal(problem: BaseException) -> BaseException:
    """Return the refusal for an error of the database; everything else is returned as it is."""
    if isinstance(problem, SQLAlchemyError):
        full = any(words in str(problem) for words in ("disk is full", "No space left", "disk full"))
        return refusals.StorageFull() if full else refusals.DatabaseUnavailable()
    return problem
