"""Stores what was read of a document: the picture of its first page, its pages for the search, and the result."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from sqlalchemy import delete, insert
from sqlmodel import col, select

from starbond_site import local_time, logs
from starbond_site.documents import database, text_index
from starbond_site.documents import storage as storages
from starbond_site.documents.archive import Archive
from starbond_site.documents.extraction import Found
from starbond_site.documents.records import Document, Extraction
from starbond_site.documents.refusals import Refusal
from starbond_site.documents.storage import locks
from starbond_site.documents.text_records import ExtractionClaim, PageText

PICTURES = "pictures"
"""Begins the keys of pictures in the storage."""
_log = logs.get_logger(__name__)


@dataclass(frozen=True)
class Result:
    """What reading a document came to."""

    state: str
    """As in `Extraction`."""
    pages: int | None = None
    characters: int = 0


def store(archive: Archive, document: Document, result: Result, found: Found | None) -> Result:
    """Store the picture, then pages, index and result in one transaction; remove what they replace."""
    number = document.id or 0
    pages = [(page, words) for page, words in enumerate(found.texts if found else (), 1) if words]
    added = text_index.entries(number, pages)
    with _stored_picture(archive, found.picture if found else None) as key:
        try:
            replaced = _record(archive, number, result, pages, found.labels if found else (), added, key)
        except BaseException:
            _remove_picture(archive, key)
            raise
    _remove_picture(archive, replaced)
    return result


def _record(
    archive: Archive,
    number: int,
    result: Result,
    pages: list[tuple[int, str]],
    labels: tuple[str, ...],
    added: list[text_index.Entry],
    key: str | None,
) -> str | None:
    """Write pages, index and result; return the key of the picture before."""
    with database.writing(archive.engine) as session:
        # Its row lock keeps two processes that read the same document apart.
        session.exec(select(Document.id).where(Document.id == number).with_for_update()).one()
        before = session.exec(select(PageText).where(PageText.document_id == number)).all()
        connection = session.connection()
        text_index.remove(connection, text_index.entries(number, [(page.page, page.text) for page in before]))
        connection.execute(delete(PageText).where(col(PageText.document_id) == number))
        if pages:
            rows = [
                {"document_id": number, "page": page, "text": words, "label": labels[page - 1] if labels else ""}
                for page, words in pages
            ]
            connection.execute(insert(PageText), rows)
        text_index.add(connection, added)
        extraction = session.get(Extraction, number)
        replaced = extraction.picture_key if extraction else None
        session.merge(
            Extraction(document_id=number, state=result.state, pages=result.pages, picture_key=key, at=local_time.now())
        )
        connection.execute(delete(ExtractionClaim).where(col(ExtractionClaim.document_id) == number))
    return replaced


@contextmanager
def _stored_picture(archive: Archive, picture: bytes | None) -> Iterator[str | None]:
    """Store a picture under a fresh key, locked until the context ends: no check takes it for a leftover."""
    if picture is None:
        yield None
        return
    key, folder = storages.fresh_key(PICTURES), archive.incoming
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = folder / f"{secrets.token_hex(16)}.part"
    with open(locks.create_locked(path), "wb") as file:  # noqa: PTH123  a descriptor
        try:
            file.write(picture)
            file.flush()
            archive.storage.put(key, path, "image/webp")
        finally:
            path.unlink(missing_ok=True)
        yield key


def _remove_picture(archive: Archive, key: str | None) -> None:
    try:
        if key:
            archive.storage.remove(key)
    except (Refusal, OSError):
        _log.exception("left_for_admin_check", key=key)
