"""Reads published documents: text, number of pages, and a picture of the first page, after their publication.

A publication never waits for it. Each worker has one thread (`jobs.JobThread`), which is woken by publications of its
own worker and looks every few seconds for others. It claims one document after the other, newest first, by a lease in
the database, so that no two workers read the same one, and one that is killed loses nothing.
"""

import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from sqlalchemy import ColumnElement, delete, func
from sqlalchemy import insert as sql_insert
from sqlmodel import Session, col, select

from starbond_site.documents import database, jobs, storing, text_index
from starbond_site.documents import storage as storages
from starbond_site.documents.archive import Archive
from starbond_site.documents.extraction import KINDS, ExtractedContent, NotReadError
from starbond_site.documents.file_types import FILE_TYPES
from starbond_site.documents.look import Look, longest
from starbond_site.documents.preflight.report import accessibility
from starbond_site.documents.records import Document, Extraction, ExtractionClaim, PageText
from starbond_site.documents.refusals import Refusal
from starbond_site.documents.uploaded_file import UploadedFile
from starbond_site.shared import local_time, logs, metrics

LEASE_MARGIN = timedelta(minutes=5)
"""Beyond the longest time that reading may take: for fetching the file and storing the result."""
MAX_ATTEMPTS = 3
RETRY_PAUSE = timedelta(minutes=1)
"""After the first failure of a document; after the second, four times as long."""
PICTURES = "pictures"
"""Begins the keys of pictures in the storage."""
NOTHING = ExtractedContent(None, (), is_scan=False)
"""Of a document of another type, or one that cannot be read."""
KIND_OF = {FILE_TYPES[kind].media_type: kind for kind in KINDS}
_log = logs.get_logger(__name__)


class Extractor:
    """Reads the documents of one archive."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive
        self._look: Look | None = None
        self.stopped = threading.Event()

    def run(self) -> int:
        """Read every document that waits; return their number; blocks.

        Raises:
            Refusal, OSError: the storage does not answer, or is full.
        """
        read, number = 0, waiting(self._archive)
        metrics.EXTRACTIONS_WAITING.set(number)
        while not self.stopped.is_set() and (claimed := claim(self._archive)):
            document, attempts = claimed
            try:
                if not self._extract_claimed(document, attempts):
                    break
            except (Refusal, OSError):
                # Without counting the attempt.
                _end_lease(self._archive, document, timedelta(), attempts - 1)
                raise
            read += 1
            metrics.EXTRACTIONS_WAITING.set(max(0, number - read))
        return read

    def extract(self, document: Document) -> tuple[str, ExtractedContent]:
        """Read one document and store the result, in place of an earlier one; return its state, as in `Extraction`.

        Raises:
            NotReadError: it could not be read, or `stop` was called; nothing was changed.
            SQLAlchemyError, Refusal, OSError: the database or the storage does not answer.
        """
        kind = KIND_OF.get(document.media_type)
        found = self._read(document, kind) if kind else NOTHING
        state = "unsupported" if kind is None else "scan" if found.is_scan else "text"
        store(self._archive, document, state, found)
        return state, found

    def fail(self, document: Document) -> None:
        store(self._archive, document, "failed", NOTHING)

    def stop(self) -> None:
        """End what is running; the document is read later."""
        self.stopped.set()
        if self._look:
            self._look.end()

    def _extract_claimed(self, document: Document, attempts: int) -> bool:
        """Return whether a document was tried to its end; not where `stop` was called meanwhile."""
        try:
            state, _ = self.extract(document)
        except NotReadError as error:
            if self.stopped.is_set():
                _end_lease(self._archive, document, timedelta(), attempts - 1)
                return False
            state, given_up = "failed", attempts >= MAX_ATTEMPTS
            _log.warning("document_not_read", id=document.id, cause=str(error), attempt=attempts, given_up=given_up)
            if given_up:
                self.fail(document)
            else:
                _end_lease(self._archive, document, jobs.pause(RETRY_PAUSE, timedelta.max, attempts), attempts)
        metrics.EXTRACTIONS.labels(state).inc()
        return True

    def _read(self, document: Document, kind: str) -> ExtractedContent:
        look = self._archive.looks.take(document.sha256)
        if look is None:
            with self.file(document) as path:
                look = Look(path)
                look.read(kind)
        # In the opposite order of `stop`: one of the two sees the other.
        self._look = look
        if self.stopped.is_set():
            look.end()
        found = look.content()
        return replace(found, accessibility=accessibility(look, found)) if kind == "pdf" else found

    @contextmanager
    def file(self, document: Document) -> Iterator[Path]:
        """Give the file of a document, fetched where it is not on this machine.

        Raises:
            NotReadError: it is missing.
            Refusal, OSError: the storage does not answer.
        """
        storage = self._archive.storage
        with ExitStack() as held:
            try:
                if path := storage.path(document.key):
                    path.stat()
                else:
                    path = held.enter_context(UploadedFile(self._archive, storage.read(document.key))).path
            except FileNotFoundError:
                # Where the whole folder is away, nothing is wrong with this document.
                storage.probe()
                raise NotReadError("its bytes are missing") from None
            yield path


def waiting(archive: Archive) -> int:
    unread = select(func.count()).select_from(Document).where(*_unread())
    return archive.read(lambda session: session.exec(unread).one())


def claim(archive: Archive) -> tuple[Document, int] | None:
    """Claim the newest document that waits; return it with the number of this attempt."""
    now = local_time.now()
    busy = select(ExtractionClaim.document_id).where(ExtractionClaim.until > now)
    unread = select(Document).where(*_unread(), col(Document.id).not_in(busy))
    newest = unread.order_by(col(Document.id).desc()).limit(1)
    document = archive.read(lambda session: session.exec(newest).first())
    if document is None:
        return None
    until = now + timedelta(seconds=longest(document.size)) + LEASE_MARGIN
    with database.writing(archive.engine) as session:
        taken = database.insert(session, ExtractionClaim).values(document_id=document.id, until=until, attempts=1)
        taken = taken.on_conflict_do_update(
            index_elements=["document_id"],
            set_={"until": until, "attempts": col(ExtractionClaim.attempts) + 1},
            where=col(ExtractionClaim.until) <= now,
        ).returning(col(ExtractionClaim.attempts))
        attempts = session.connection().execute(taken).scalar()
    # Another worker was faster: the next run finds the next document.
    return (document, attempts) if attempts else None


def _end_lease(archive: Archive, document: Document, pause: timedelta, attempts: int) -> None:
    """Let a document be read again after a pause."""
    with database.writing(archive.engine) as session:
        taken = session.get(ExtractionClaim, document.id)
        if taken:
            taken.until, taken.attempts = local_time.now() + pause, attempts


def unread_or_failed(session: Session) -> list[Document]:
    """Return the public documents that were not read whole, or could not be, oldest first."""
    read = col(Document.id).in_(select(Extraction.document_id).where(Extraction.state != "failed"))
    # Read before it was kept what screen readers miss.
    earlier = col(Document.id).in_(select(Extraction.document_id).where(col(Extraction.accessibility).is_(None)))
    is_pdf = col(Document.media_type) == FILE_TYPES["pdf"].media_type
    public = select(Document).where(col(Document.withdrawn_at).is_(None), ~read | (is_pdf & earlier))
    return list(session.exec(public.order_by(col(Document.id))))


def _unread() -> tuple[ColumnElement[bool], ...]:
    """Return the conditions for documents that were not read yet; what is withdrawn needs none of it."""
    read = select(Extraction.document_id).where(Extraction.document_id == Document.id)
    return (col(Document.withdrawn_at).is_(None), ~read.exists())


def store(archive: Archive, document: Document, state: str, found: ExtractedContent) -> None:
    """Store the picture, then pages, index and result in one transaction; remove what they replace."""
    key: str | None = None
    with ExitStack() as held:
        if found.picture:
            # Locked until it is recorded: no check takes it for a leftover.
            file = held.enter_context(UploadedFile(archive, [found.picture]))
            archive.storage.put(key := storages.fresh_key(PICTURES), file.path, "image/webp")
        try:
            replaced = _record(archive, document.id, state, found, key)
        except BaseException:
            storing.remove(archive, key)
            raise
    storing.remove(archive, replaced)


def _record(archive: Archive, number: int, state: str, found: ExtractedContent, key: str | None) -> str | None:
    """Write pages, index and result; return the key of the picture before."""
    pages = [(page, words) for page, words in enumerate(found.texts, 1) if words]
    added = text_index.entries(number, pages)
    with database.writing(archive.engine) as session:
        # Its row lock keeps two processes that read the same document apart.
        session.exec(select(Document.id).where(Document.id == number).with_for_update()).one()
        before = session.exec(select(PageText).where(PageText.document_id == number)).all()
        connection = session.connection()
        text_index.remove(connection, text_index.entries(number, [(page.page, page.text) for page in before]))
        connection.execute(delete(PageText).where(col(PageText.document_id) == number))
        if pages:
            labels = found.labels or [""] * len(found.texts)
            rows = [
                {"document_id": number, "page": page, "text": words, "label": labels[page - 1]} for page, words in pages
            ]
            connection.execute(sql_insert(PageText), rows)
        text_index.add(connection, added)
        extraction = session.get(Extraction, number)
        replaced = extraction.picture_key if extraction else None
        session.merge(
            Extraction(
                document_id=number,
                state=state,
                pages=found.pages,
                picture_key=key,
                accessibility=found.accessibility,
                at=local_time.now(),
            )
        )
        connection.execute(delete(ExtractionClaim).where(col(ExtractionClaim.document_id) == number))
    return replaced
