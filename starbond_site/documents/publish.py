"""Publishing: checked, stored, verified, and only then recorded.

The record, the new version of its list and the line of the audit are one transaction. Before it nothing is
visible; after it nothing can be lost.
"""

import hashlib
import logging
import os
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import update
from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import Session, col, select

from starbond_site import local_time
from starbond_site.documents import audit, database, file_types, names, reading, refusals
from starbond_site.documents import storage as storages
from starbond_site.documents.archive import Archive
from starbond_site.documents.audit import Actor
from starbond_site.documents.reading import Published
from starbond_site.documents.records import SINGLES, Category, Document, ListVersion
from starbond_site.documents.storage import Storage
from starbond_site.documents.storage.local import refusing

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Received:
    """A file that arrived completely, not yet published."""

    path: Path
    name: str
    """As the uploader has it; checked."""
    size: int
    """In bytes."""
    sha256: str
    """In hexadecimal, of what the disk gave back and was found to be what arrived."""
    facts: os.stat_result
    """Which file it is, whatever its name."""
    forced: Future[None]
    """Done when every byte is on the disk."""


@dataclass(frozen=True, slots=True)
class Receipt:
    """What the uploader is told."""

    document: Published
    number: int
    """Under which it stands in its list: 1, for the newest is first."""
    version: int
    """Of its list, with this document."""


def publish(
    archive: Archive, category: Category, file: Received, who: Actor, is_abandoned: Callable[[], bool]
) -> Receipt:
    """Publish a file.

    Args:
        archive: where.
        category: which list or single record.
        file: what; its path may be gone afterwards.
        who: for the audit.
        is_abandoned: whether the uploader went away; asked last before the record is written.

    Raises:
        refusals.Refusal: nothing was published.

    """
    if not file.size:
        raise refusals.EmptyFile
    kind = file_types.detect_type(file.path, file.name)
    _refuse_twice(archive, category, file.sha256)
    key = storages.fresh_key(category)
    try:
        with refusing():
            file.forced.result()
        archive.storage.put(key, file.path, kind.media_type)
        _verify(archive.storage, key, file)
        if is_abandoned():
            raise refusals.Interrupted
        receipt = _record(archive, category, file, kind.media_type, key, who)
    except BaseException as problem:
        known = _after_failure(archive, key)
        if known is None or not isinstance(problem, SQLAlchemyError):
            raise _as_refusal(problem) from problem
        receipt = known
    archive.announce(category.value)
    return receipt


def _refuse_twice(archive: Archive, category: Category, sha256: str) -> None:
    """Refuse bytes that already stand in the category, before they are stored again."""
    try:
        with database.reading(archive.engine) as session:
            _refuse_same(session, category, sha256)
    except SQLAlchemyError as error:
        raise _as_refusal(error) from error


def _refuse_same(session: Session, category: Category, sha256: str) -> None:
    """Refuse bytes that already stand in the category."""
    same = select(Document.file_name).where(*reading.current(category), col(Document.sha256) == sha256)
    if name := session.exec(same).first():
        raise refusals.AlreadyPublished(name=name)


def _verify(storage: Storage, key: str, file: Received) -> None:
    """Compare size and SHA-256 of what the storage has, not of what it was sent, with what arrived."""
    place = storage.path(key)
    with refusing():
        facts = place.stat() if place else None
        if facts and os.path.samestat(facts, file.facts):
            # The object is the very file that was read back while it arrived.
            found = facts.st_size, file.sha256
        else:
            found = _digest_of(storage.read(key))
    if found != (file.size, file.sha256):
        _log.error("The storage gave back %s bytes for %s, other than it was given", found[0], key)
        raise refusals.StorageUnreachable


def _digest_of(pieces: Iterable[bytes]) -> tuple[int, str]:
    """Return bytes and SHA-256 in hexadecimal."""
    digest, size = hashlib.sha256(), 0
    for piece in pieces:
        digest.update(piece)
        size += len(piece)
    return size, digest.hexdigest()


def _record(archive: Archive, category: Category, file: Received, media_type: str, key: str, who: Actor) -> Receipt:
    """Write the record, the version of its list and the audit in one transaction."""
    with database.writing(archive.engine) as session:
        # First the version: its row lock lets publications of one list pass one at a time.
        version = raise_version(session, category.value)
        _refuse_same(session, category, file.sha256)
        moment = local_time.now()
        if category in SINGLES:
            replaced = update(Document).where(*reading.current(category)).values(replaced_at=moment)
            session.execute(replaced)
        shown = names.file_name(file.name, local_time.local_date(moment))
        document = Document(
            category=category.value,
            file_name=shown,
            search=names.searchable(shown),
            media_type=media_type,
            size=file.size,
            sha256=file.sha256,
            key=key,
            published_at=moment,
        )
        session.add(document)
        session.flush()
        audit.add(session, who, "publish", f"{category}/{document.id}/{shown}", audit.DONE, file.sha256)
    return Receipt(reading.published(document), 1, version)


def raise_version(session: Session, name: str) -> int:
    """Raise the version of a list or node within a transaction and return it."""
    raised = update(ListVersion).where(col(ListVersion.name) == name).values(version=col(ListVersion.version) + 1)
    session.execute(raised)
    return reading.version_of(session, name)


def _after_failure(archive: Archive, key: str) -> Receipt | None:
    """Remove the object of a failed publication, unless the commit happened and only its answer was lost."""
    try:
        with database.reading(archive.engine) as session:
            document = session.exec(select(Document).where(Document.key == key)).first()
            if document:
                return Receipt(reading.published(document), 1, reading.version_of(session, document.category))
        archive.storage.remove(key)
    except (SQLAlchemyError, refusals.Refusal, OSError):
        _log.exception("Left for the administrator's check: %s", key)
    return None


def _as_refusal(problem: BaseException) -> BaseException:
    """Return the refusal for what the database says; everything else stays what it is."""
    if isinstance(problem, SQLAlchemyError):
        full = any(words in str(problem) for words in ("disk is full", "No space left", "disk full"))
        return refusals.StorageFull() if full else refusals.DatabaseUnavailable()
    return problem
