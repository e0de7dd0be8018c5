"""Finds what was published under some bytes or an id, whatever has become of it since."""

import re
from dataclasses import dataclass
from typing import Any

from sqlmodel import Session, col, select

from starbond_site.documents import database, reading
from starbond_site.documents.archive import Archive
from starbond_site.documents.reading import Published
from starbond_site.documents.records import Document

LONGEST = 200
"""Characters that are read of what should be a SHA-256; a line of sha256sum has the name of the file as well."""
MOST = 20
"""Documents that are named for the same bytes: one in each list, and earlier ones that were withdrawn."""
HASH = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Finding:
    """A document that was published, and what has become of it."""

    document: Published
    replaced_by: Published | None

    @property
    def page(self) -> str:
        return page_of(self.document.id)

    def as_record(self) -> dict[str, Any]:
        """Return the record as ``GET /api/verify`` gives it."""
        record = self.document.as_record()
        document = self.document
        if document.withdrawn_at:
            del record["DownloadUrl"]
        return record | {
            "category": document.category,
            "state": document.state,
            "page": self.page,
            "replaced_by": self.replaced_by.id if self.replaced_by else None,
            "withdrawn": document.withdrawal_record,
        }


def page_of(number: int) -> str:
    return f"/documents/{number}"


def read_hash(text: str) -> str | None:
    """Return a SHA-256 in lower-case hexadecimal, as a person copied it; None for anything else.

    A line of ``sha256sum`` or ``shasum`` is understood, and the pairs with blanks between them of old ``certutil``.
    """
    text = text[:LONGEST].strip().lower().removeprefix("\\").removeprefix("sha256:")
    first = text.split()[0] if text.split() else ""
    joined = "".join(text.split())
    return next((candidate for candidate in (first, joined) if HASH.fullmatch(candidate)), None)


def by_sha256(archive: Archive, sha256: str) -> tuple[Finding, ...]:
    """Return what was published with these bytes: current ones first, then replaced, then withdrawn."""
    matching = (
        select(Document)
        .where(Document.sha256 == sha256)
        .order_by(col(Document.withdrawn_at).is_not(None), col(Document.replaced_at).is_not(None))
        .order_by(col(Document.id).desc())
    )
    with database.reading(archive.engine) as session:
        return tuple(_finding(session, document) for document in session.exec(matching.limit(MOST)).all())


def by_number(archive: Archive, number: int) -> Finding | None:
    with database.reading(archive.engine) as session:
        document = session.get(Document, number)
        return _finding(session, document) if document else None


def _finding(session: Session, document: Document) -> Finding:
    successor = session.get(Document, document.replaced_by) if document.replaced_by else None
    return Finding(reading.published(document), reading.published(successor) if successor else None)
