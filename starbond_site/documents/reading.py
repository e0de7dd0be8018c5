"""Queries for what the public may read: lists, pages of them, searches and single documents."""

import math
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import quote

from sqlalchemy import ColumnElement, false
from sqlmodel import col, func, select

from starbond_site.categories import Category
from starbond_site.documents import database, names, versions
from starbond_site.documents.archive import Archive
from starbond_site.documents.records import Document

ROWS = 50
"""Number of documents on one page of a list."""


@dataclass(frozen=True, slots=True)
class Published:
    """A document as the public sees it."""

    id: int
    category: str
    file_name: str
    media_type: str
    size: int
    """In bytes."""
    sha256: str
    published_at: datetime

    @property
    def download_url(self) -> str:
        """Its address on this site."""
        return f"/files/{self.id}/{quote(self.file_name, safe='')}"

    def as_record(self) -> dict[str, Any]:
        """Return the record as ``GET /api/documents/CATEGORY`` gives it."""
        return {
            "id": self.id,
            "FileName": self.file_name,
            "DownloadUrl": self.download_url,
            "published_at": timestamp(self.published_at),
            "size": self.size,
            "sha256": self.sha256,
        }


@dataclass(frozen=True, slots=True)
class Page:
    """One page of a list, newest first."""

    category: str
    version: int
    query: str
    number: int
    """Of this page, from 1."""
    pages: int
    total: int
    """Documents on all pages."""
    documents: tuple[Published, ...]

    @property
    def first(self) -> int:
        """The number of the first row; the newest document of a list is number 1."""
        return (self.number - 1) * ROWS + 1


def timestamp(moment: datetime) -> str:
    """Return a moment of UTC as JSON has it (RFC 3339), to the second."""
    return moment.isoformat(timespec="seconds").replace("+00:00", "Z")


def published(document: Document) -> Published:
    """Return what the public may see of a record."""
    return Published(
        id=document.id or 0,
        category=document.category,
        file_name=document.file_name,
        media_type=document.media_type,
        size=document.size,
        sha256=document.sha256,
        published_at=document.published_at,
    )


def current(category: str) -> tuple[ColumnElement[bool], ...]:
    """Return the conditions that select the documents a list shows."""
    return (
        col(Document.category) == category,
        col(Document.withdrawn_at).is_(None),
        col(Document.replaced_at).is_(None),
    )


def page(archive: Archive, category: Category | str, number: int = 1, query: str = "") -> Page:
    """Return a page of the documents whose name holds every word of ``query``.

    Args:
        archive: to read from.
        category: a list or single record; another name raises ``ValueError``.
        number: of the page, from 1; beyond the last page the last one is returned.
        query: words in any order; case does not count. It is cut to the length of a name.

    """
    category = Category(category)
    words = names.search_words(query)
    query = query[: names.MAX_CHARACTERS].encode(errors="replace").decode()
    matching = (*current(category), *_holding(words))
    with database.reading(archive.engine) as session:
        version = versions.version_of(session, category)
        total = session.exec(select(func.count()).select_from(Document).where(*matching)).one()
        pages = max(1, math.ceil(total / ROWS))
        number = min(max(1, number), pages)
        newest = select(Document).where(*matching).order_by(col(Document.id).desc())
        rows = session.exec(newest.offset((number - 1) * ROWS).limit(ROWS)).all()
    return Page(category, version, query, number, pages, total, tuple(published(row) for row in rows))


def search(archive: Archive, query: str, limit: int = 8) -> tuple[Published, ...]:
    """Return the newest documents of all lists whose name holds every word of ``query``.

    Args:
        archive: to read from.
        query: words in any order; case does not count, and without a word nothing is found.
        limit: greatest number of documents.

    """
    words = names.search_words(query)
    if not words:
        return ()
    with database.reading(archive.engine) as session:
        shown = (col(Document.withdrawn_at).is_(None), col(Document.replaced_at).is_(None))
        newest = select(Document).where(*shown, *_holding(words)).order_by(col(Document.id).desc()).limit(limit)
        return tuple(published(row) for row in session.exec(newest))


def _holding(words: tuple[str, ...] | None) -> tuple[ColumnElement[bool], ...]:
    """Return the conditions of a search; None, the words that no name can hold, selects nothing."""
    if words is None:
        return (false(),)
    return tuple(col(Document.search).contains(word, autoescape=True) for word in words)


def older(archive: Archive, category: Category | str, before: int) -> tuple[int, tuple[Published, ...], bool]:
    """Return the version of a list, its newest `ROWS` documents below an id, and whether there are older ones.

    Args:
        archive: to read from.
        category: a list; another name raises ``ValueError``.
        before: id that all returned documents are below.

    """
    category = Category(category)
    with database.reading(archive.engine) as session:
        version = versions.version_of(session, category)
        newest = select(Document).where(*current(category), col(Document.id) < before).order_by(col(Document.id).desc())
        rows = session.exec(newest.limit(ROWS + 1)).all()
    return version, tuple(published(row) for row in rows[:ROWS]), len(rows) > ROWS


def find(archive: Archive, number: int) -> Document | None:
    """Return the record of ``/files/ID``, with its key; None where there is none or it was withdrawn."""
    with database.reading(archive.engine) as session:
        document = session.get(Document, number)
        return document if document and document.withdrawn_at is None else None
