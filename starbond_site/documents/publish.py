"""Publishes a file: checked, stored, and recorded (`storing`).

The record, the new version of its list and the entry of the audit are one transaction.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import Session, select

from starbond_site import local_time, metrics
from starbond_site.categories import SINGLES, Category
from starbond_site.documents import (
    attempts,
    audit,
    changes,
    database,
    file_types,
    names,
    pairs,
    reading,
    refusals,
    storing,
    versions,
    virus_scan,
)
from starbond_site.documents import storage as storages
from starbond_site.documents.archive import Archive
from starbond_site.documents.attempts import Claim
from starbond_site.documents.audit import Actor
from starbond_site.documents.correcting import refuse_not_public, refuse_same_bytes
from starbond_site.documents.correcting import subject as subject_of
from starbond_site.documents.reading import Published
from starbond_site.documents.records import Document


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
    replaces: int | None = None,
    pair: int = 0,
    title: str = "",
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
        replaces: id of a public document of the same list, in whose place it stands.
        pair: number of the document that it is the other language of (`pairs`); 0 for none.
        title: as `names.checked_title` returned it; empty for none.

    Raises:
        refusals.OutcomeUnknown: the database did not confirm, and does not say whether the file is published.
        refusals.Refusal: nothing was published.

    """
    media_type = check_file(archive, category, path, name=name, size=size, sha256=sha256, pair=pair)
    document = Document(
        category=category.value,
        file_name=name,
        title=title,
        search="",
        media_type=media_type,
        size=size,
        sha256=sha256,
        key=storages.fresh_key(category),
        published_at=local_time.now(),
        filed_at=filed_at,
    )

    def write(session: Session) -> Published:
        write_record(session, category, document, actor, replaces, pair)
        if claim:
            attempts.publish(session, claim, document.id or 0)
        session.flush()
        return reading.shown(session, [document])[0] if pair else reading.published(document)

    def find(session: Session) -> Published | None:
        known = session.exec(select(Document).where(Document.key == document.key)).first()
        return reading.published(known) if known else None

    published = storing.store(archive, document, path, is_abandoned=is_abandoned, write=write, find=find)
    metrics.PUBLISHES.labels(category.value).inc()
    archive.announce(category.value)
    return published


def check_file(
    archive: Archive, category: Category, path: Path, *, name: str, size: int, sha256: str, pair: int = 0
) -> str:
    """Check a file that arrived completely as every publication does; return its media type. Writes nothing.

    Args:
        archive: where it is to be published.
        category: in which list or single record.
        path: the file; it stays where it is.
        name: as the uploader has it.
        size: in bytes.
        sha256: of the bytes that arrived, in hexadecimal.
        pair: number of the document that it is the other language of; 0 for none.

    Raises:
        refusals.Refusal: it may not be published.

    """
    if not size:
        raise refusals.EmptyFile
    media_type = file_types.detect_type(path, name).media_type
    _refuse_known(archive, category, sha256, pair)
    if archive.settings.clamav:
        virus_scan.refuse_harmful(archive.settings.clamav, path)
    return media_type


def _refuse_known(archive: Archive, category: Category, sha256: str, pair: int) -> None:
    """Refuse bytes that are already in the category, and a pair that cannot be, before anything is stored."""
    try:
        with database.reading(archive.engine) as session:
            refuse_same_bytes(session, category, sha256)
            if pair:
                pairs.refuse_impossible(session, category, pair)
    except SQLAlchemyError as error:
        raise storing.as_refusal(error) from error


def _giving_way(session: Session, category: Category, replaces: int | None) -> Sequence[Document]:
    """Return what a publication takes the place of: the current document of a single record, or the one it names."""
    if category in SINGLES:
        current = session.exec(select(Document).where(*reading.current(category))).all()
        if replaces is None or replaces in [document.id for document in current]:
            return current
    if replaces is None:
        return ()
    named = session.get(Document, replaces)
    if named is None:
        raise refusals.DocumentUnknown
    refuse_not_public(named)
    if named.category != category:
        raise refusals.ChangedMeanwhile
    return (named,)


def write_record(
    session: Session,
    category: Category,
    document: Document,
    actor: Actor,
    replaces: int | None = None,
    pair: int = 0,
) -> None:
    """Write a record, the version of its list, its changes and the entry of the audit within a transaction.

    Args:
        session: of the transaction.
        category: which list or single record.
        document: as it is to be recorded; it gets its id, its time, and the date in its name.
        actor: for the audit.
        replaces: number of the document whose place it takes; a single record takes that of the current one anyway.
        pair: number of the document that it is the other language of; 0 for none.

    Raises:
        refusals.AlreadyPublished: the bytes are in the category by now; the transaction has to be rolled back.

    """
    # First the version: its row lock lets publications of one list pass one at a time.
    versions.raise_version(session, category.value)
    refuse_same_bytes(session, category, document.sha256)
    moment = local_time.now()
    before = _giving_way(session, category, replaces)
    # Time and name are those of the transaction, so that times rise with ids.
    document.published_at = moment
    document.file_name = names.file_name(document.file_name, local_time.local_date(document.filed_at or moment))
    document.search = names.search_text(document.title, document.file_name)
    session.add(document)
    session.flush()
    for old in before:
        old.replaced_at, old.replaced_by = moment, document.id
        session.add(old)
        changes.record(session, "replaced", old.id or 0)
        if replaces:
            audit.add(session, actor, "replace", subject_of(old), audit.DONE, f"replaced by: {document.id}")
    changes.record(session, "published", document.id or 0)
    if pair:
        pairs.join(session, document, pair, actor)
    subject = f"{category}/{document.id}/{document.file_name}"
    detail = f"{document.sha256}; title: {document.title}" if document.title else document.sha256
    audit.add(session, actor, "publish", subject, audit.DONE, detail)
