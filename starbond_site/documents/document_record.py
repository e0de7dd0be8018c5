"""All that the public may know of one document: what its own page, its record and the answer to its file say."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from sqlmodel import Session, col, select

from starbond_site import features
from starbond_site.content import Site
from starbond_site.documents import changes, database, entries, public_view
from starbond_site.documents.archive import Archive
from starbond_site.documents.preflight import ACCESSIBILITY
from starbond_site.documents.records import IS_PUBLIC, Document, Extraction, PageText
from starbond_site.shared import local_time

SUCCESSORS = 50
"""Documents of the same list that are offered to replace another one."""
LONGEST = 200
"""Characters that are read of what should be a SHA-256; a line of sha256sum has the name of the file as well."""
MAX_OF_BYTES = 20
"""Documents that are named for the same bytes: one in each list, and earlier ones that were withdrawn."""
HASH = re.compile(r"[0-9a-f]{64}")
NAMES = (
    *("id", "FileName", "category", "DownloadUrl", "page", "published_at", "filed_at", "size", "media_type", "sha256"),
    *("pages", "replaces", "replaced_by", "withdrawn"),
)
"""In ``/documents/ID.json``, in their order; what only some documents have comes after them."""


class LoggedEntry(NamedTuple):
    """The newest entry of a document in the public log."""

    number: int
    at: datetime
    """When its checkpoint was signed."""
    confirmed: Sequence[tuple[str, datetime]]
    """Witnesses of that checkpoint, and when each confirmed it."""
    last: tuple[str, datetime] | None
    """The last confirmation of the log, of whatever checkpoint."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentDetails:
    """A document that is or was public."""

    document: Document
    pages: int | None = None
    """None where they were not counted."""
    has_text: bool = False
    """Whether it can be read as text."""
    picture_key: str | None = None
    """Key of the picture of the first page in the storage."""
    accessibility: Sequence[str] | None = None
    """Codes of what screen readers miss in a PDF; None where it is not known."""
    replaces: Document | None = None
    replaced_by: Document | None = None
    logged: LoggedEntry | None = None
    """None until a checkpoint covers it."""
    of_features: Sequence[Callable[[Site], Iterable[tuple[str, Any]]]] = ()
    """Facts that features add: each writes labels and values."""

    def as_record(self) -> dict[str, Any]:
        """Return the record as ``GET /documents/ID.json`` gives it.

        A withdrawn document has no download and no pair.
        """
        document = self.document
        record = (
            dict.fromkeys(NAMES)
            | document.as_record()
            | {
                "category": document.category,
                "page": document.page,
                "media_type": document.media_type,
                "pages": self.pages,
                "replaces": self.replaces.id if self.replaces else None,
                "replaced_by": document.replaced_by,
                "withdrawn": document.withdrawal_record,
            }
        )
        if self.accessibility is not None:
            record["accessibility"] = self.accessibility
        return record

    def as_verified(self) -> dict[str, Any]:
        """Return the record as ``GET /api/verify`` gives it."""
        record, document = self.document.as_record(), self.document
        if document.is_withdrawn:
            del record["DownloadUrl"]
        return (
            record
            | {
                "category": document.category,
                "state": document.state,
                "page": document.page,
                "replaced_by": document.replaced_by,
                "withdrawn": document.withdrawal_record,
            }
            | ({"log": _as_record(self.logged)} if self.logged else {})
        )


def _as_record(logged: LoggedEntry) -> dict[str, Any]:
    by = [{"name": name, "at": local_time.in_utc(at)} for name, at in logged.confirmed]
    said = {"entry": logged.number, "confirmed_at": local_time.in_utc(logged.at)}
    return said | ({"confirmed_by": by} if by else {})


def read(archive: Archive, number: int) -> DocumentDetails | None:
    """Return a document that is or was public; None for a number that no document ever had."""
    with database.reading(archive.engine) as session:
        document = session.get(Document, number)
        if document is None:
            return None
        extraction = session.get(Extraction, number)
        # Of several that it replaced the newest.
        earlier = select(Document).where(Document.replaced_by == number).order_by(col(Document.id).desc())
        return DocumentDetails(
            document=public_view.shown(session, [document])[0],
            pages=extraction.pages if extraction else None,
            has_text=extraction is not None and extraction.state == "text",
            picture_key=extraction.picture_key if extraction else None,
            accessibility=_accessibility(extraction),
            replaces=session.exec(earlier.limit(1)).first(),
            replaced_by=_successor(session, document),
            logged=_logged(session, number),
            of_features=[write for hooks in features.hooks() if (write := hooks.facts(session, number))],
        )


def successors(archive: Archive, document: Document) -> tuple[int, list[Document]]:
    """Return the number of the newest change of a document, and the newest others of its list; blocks."""
    others = select(Document).where(*public_view.current(document.category), col(Document.id) != document.id)
    with database.reading(archive.engine) as session:
        found = session.exec(others.order_by(col(Document.id).desc()).limit(SUCCESSORS))
        return changes.last_of(session, document.id), [*found]


def texts(archive: Archive, number: int) -> list[PageText]:
    pages = select(PageText).where(PageText.document_id == number).order_by(col(PageText.page))
    return archive.read(lambda session: [*session.exec(pages)])


def _accessibility(extraction: Extraction | None) -> Sequence[str] | None:
    said = extraction.accessibility if extraction else None
    if said in (None, "not_read"):
        return None
    # What a later release kept has no words here.
    return [code for code in ACCESSIBILITY if code in said.split()]


def _successor(session: Session, document: Document) -> Document | None:
    return session.get(Document, document.replaced_by) if document.replaced_by else None


def public(archive: Archive, limit: int) -> list[tuple[int, datetime]]:
    """Return ids and times of publication of public documents that none has replaced, newest first."""
    current = select(Document.id, Document.published_at).where(*IS_PUBLIC)
    newest = current.order_by(col(Document.id).desc()).limit(limit)
    return archive.read(lambda session: [*session.exec(newest)])


def read_hash(text: str) -> str | None:
    """Return a SHA-256 in lower-case hexadecimal, as a person copied it; None for anything else.

    A line of ``sha256sum`` or ``shasum`` is understood, and the pairs with blanks between them of old ``certutil``.
    """
    text = text[:LONGEST].strip().lower().removeprefix("\\").removeprefix("sha256:")
    first = text.split()[0] if text.split() else ""
    joined = "".join(text.split())
    return next((candidate for candidate in (first, joined) if HASH.fullmatch(candidate)), None)


def by_sha256(archive: Archive, sha256: str) -> tuple[DocumentDetails, ...]:
    """Return documents with these bytes, with their successors: current ones first, then replaced, then withdrawn."""
    matching = (
        select(Document)
        .where(Document.sha256 == sha256)
        .order_by(col(Document.withdrawn_at).is_not(None), col(Document.replaced_at).is_not(None))
        .order_by(col(Document.id).desc())
    )
    with database.reading(archive.engine) as session:
        return tuple(_verified(session, each) for each in session.exec(matching.limit(MAX_OF_BYTES)).all())


def by_number(archive: Archive, number: int) -> DocumentDetails | None:
    """Return a document and its successor."""
    with database.reading(archive.engine) as session:
        document = session.get(Document, number)
        return _verified(session, document) if document else None


def _verified(session: Session, document: Document) -> DocumentDetails:
    return DocumentDetails(
        document=document,
        replaced_by=_successor(session, document),
        # An entry whose proof fails is none.
        logged=_logged(session, document.id, must_be_proven=True),
    )


def _logged(session: Session, number: int, *, must_be_proven: bool = False) -> LoggedEntry | None:
    found = entries.confirmed(session, number)
    if found is None or (must_be_proven and not entries.proof(session, *found)):
        return None
    entry, checkpoint = found
    by = [(witness.name, said.at) for witness, said in entries.confirmations(session, checkpoint)]
    return LoggedEntry(entry.number, checkpoint.at, by, entries.last_confirmation(session))
