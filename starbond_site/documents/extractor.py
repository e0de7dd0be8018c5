"""Reads published documents: text, number of pages, and a picture of the first page, after their publication.

A publication never waits for it. Each worker has one thread (`ExtractionThread`), which is woken by publications of its
own worker and looks every few seconds for others. It claims one document after the other, newest first, by a lease in
the database, so that no two workers read the same one, and one that is killed loses nothing.
"""

import secrets
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from sqlalchemy import ColumnElement, delete, func, insert
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import Session, col, select

from starbond_site import local_time, logs, metrics
from starbond_site.documents import database, refusals, text_index
from starbond_site.documents import storage as storages
from starbond_site.documents.accepted_types import FILE_TYPES
from starbond_site.documents.archive import Archive
from starbond_site.documents.extraction import KINDS, Found, NotReadError, process
from starbond_site.documents.records import Document, Extraction
from starbond_site.documents.storage import locks
from starbond_site.documents.text_records import ExtractionClaim, PageText

POLL_SECONDS = 10
"""How often a worker looks for documents that another process published."""
LEASE_MARGIN = timedelta(minutes=5)
"""Beyond the longest time that reading may take: for fetching the file and storing the result."""
MOST_ATTEMPTS = 3
RETRY_PAUSE = timedelta(minutes=1)
"""After the first failure of a document; after the second, four times as long."""
PICTURES = "pictures"
"""Begins the keys of pictures in the storage."""
_KIND_OF = {FILE_TYPES[kind].media_type: kind for kind in KINDS}
_log = logs.get_logger(__name__)


@dataclass(frozen=True)
class Result:
    """What reading a document came to."""

    state: str
    """As in `Extraction`."""
    pages: int | None = None
    characters: int = 0


class Stopped(Exception):  # noqa: N818  a request, not a failure
    """The process is ending."""


class Extractor:
    """Reads the documents of one archive."""

    def __init__(self, archive: Archive) -> None:
        """Read nothing yet."""
        self._archive = archive
        self._lock = threading.Lock()
        self._process: process.Process | None = None
        self.stopped = threading.Event()

    def run(self) -> int:
        """Read every document that waits; return their number; blocks.

        Raises:
            SQLAlchemyError: the database does not answer.
            refusals.Refusal, OSError: the storage does not answer, or is full.

        """
        read = 0
        while not self.stopped.is_set() and (claimed := self._claim()):
            try:
                self._extract_claimed(claimed)
            except Stopped:
                self._release(claimed)
                break
            read += 1
        return read

    def waiting(self) -> int:
        """Return how many public documents were not read yet."""
        with database.reading(self._archive.engine) as session:
            return session.exec(select(func.count()).select_from(Document).where(*_unread())).one()

    def extract(self, document: Document) -> Result:
        """Read one document and store the result, in place of an earlier one.

        Raises:
            NotReadError: it could not be read; nothing was changed.
            Stopped: `stop` was called.
            SQLAlchemyError, refusals.Refusal, OSError: the database or the storage does not answer.

        """
        kind = _KIND_OF.get(document.media_type)
        if kind is None:
            return self._store(document, Result("unsupported"), None)
        found = self._read(document, kind)
        result = Result("scan" if found.is_scan else "text", found.pages, sum(map(len, found.texts)))
        return self._store(document, result, found)

    def fail(self, document: Document) -> Result:
        """Record that a document cannot be read."""
        return self._store(document, Result("failed"), None)

    def stop(self) -> None:
        """End what is running; the document is read later."""
        self.stopped.set()
        with self._lock:
            if self._process:
                self._process.end()

    def _extract_claimed(self, claimed: tuple[Document, int]) -> None:
        document, attempts = claimed
        try:
            result = self.extract(document)
        except NotReadError as error:
            metrics.EXTRACTIONS.labels("failed").inc()
            given_up = attempts >= MOST_ATTEMPTS
            _log.warning(
                "document_not_read", id=document.id, cause=str(error), attempt=attempts, given_up=given_up
            )  # fmt: skip
            if given_up:
                self.fail(document)
            else:
                self._retry_later(document, attempts)
        else:
            metrics.EXTRACTIONS.labels(result.state).inc()

    def _read(self, document: Document, kind: str) -> Found:
        with self._file(document) as path:
            with self._lock:
                if self.stopped.is_set():
                    raise Stopped
                self._process = running = process.Process(kind, path)
            try:
                return running.result()
            except NotReadError:
                if self.stopped.is_set():
                    raise Stopped from None
                raise
            finally:
                with self._lock:
                    self._process = None

    @contextmanager
    def _file(self, document: Document) -> Iterator[Path]:
        """Provide the bytes of a document as a file."""
        missing = "its bytes are missing"
        try:
            path = self._archive.storage.path(document.key)
        except FileNotFoundError:
            # No such key can be: one record must not hold up the others.
            raise NotReadError(missing) from None
        if path:
            if not path.exists():
                raise NotReadError(missing)
            yield path
            return
        with tempfile.TemporaryDirectory(prefix="starbond-reading-") as folder:
            path = Path(folder) / "document"
            try:
                with path.open("wb") as file:
                    file.writelines(self._archive.storage.read(document.key))
            except FileNotFoundError:
                raise NotReadError(missing) from None
            yield path

    def _store(self, document: Document, result: Result, found: Found | None) -> Result:
        """Store the picture, then pages, index and result in one transaction; remove what they replace."""
        number = document.id or 0
        pages = [(page, words) for page, words in enumerate(found.texts if found else (), 1) if words]
        added = text_index.entries(number, pages)
        with self._stored_picture(found.picture if found else None) as key:
            try:
                replaced = self._record(number, result, pages, added, key)
            except BaseException:
                self._remove_picture(key)
                raise
        self._remove_picture(replaced)
        return result

    def _record(
        self, number: int, result: Result, pages: list[tuple[int, str]], added: list[text_index.Entry], key: str | None
    ) -> str | None:
        """Write pages, index and result; return the key of the picture before."""
        with database.writing(self._archive.engine) as session:
            # Its row lock keeps two processes that read the same document apart.
            session.exec(select(Document.id).where(Document.id == number).with_for_update()).one()
            before = session.exec(select(PageText).where(PageText.document_id == number)).all()
            connection = session.connection()
            text_index.remove(connection, text_index.entries(number, [(page.page, page.text) for page in before]))
            connection.execute(delete(PageText).where(col(PageText.document_id) == number))
            if pages:
                rows = [{"document_id": number, "page": page, "text": words} for page, words in pages]
                connection.execute(insert(PageText), rows)
            text_index.add(connection, added)
            extraction = session.get(Extraction, number)
            replaced = extraction.picture_key if extraction else None
            session.merge(
                Extraction(
                    document_id=number, state=result.state, pages=result.pages, picture_key=key, at=local_time.now()
                )
            )
            connection.execute(delete(ExtractionClaim).where(col(ExtractionClaim.document_id) == number))
        return replaced

    @contextmanager
    def _stored_picture(self, picture: bytes | None) -> Iterator[str | None]:
        """Store a picture under a fresh key, locked until the context ends: no check takes it for a leftover."""
        if picture is None:
            yield None
            return
        key, folder = storages.fresh_key(PICTURES), self._archive.incoming
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        path = folder / f"{secrets.token_hex(16)}.part"
        with open(locks.create_locked(path), "wb") as file:  # noqa: PTH123  a descriptor
            try:
                file.write(picture)
                file.flush()
                self._archive.storage.put(key, path, "image/webp")
            finally:
                path.unlink(missing_ok=True)
            yield key

    def _remove_picture(self, key: str | None) -> None:
        try:
            if key:
                self._archive.storage.remove(key)
        except (refusals.Refusal, OSError):
            _log.exception("left_for_admin_check", key=key)

    def _claim(self) -> tuple[Document, int] | None:
        """Claim the newest document that waits; return it with the number of this attempt."""
        now = local_time.now()
        with database.reading(self._archive.engine) as session:
            busy = select(ExtractionClaim.document_id).where(ExtractionClaim.until > now)
            newest = select(Document).where(*_unread(), col(Document.id).not_in(busy))
            document = session.exec(newest.order_by(col(Document.id).desc()).limit(1)).first()
        if document is None:
            return None
        until = now + timedelta(seconds=process.longest(document.size)) + LEASE_MARGIN
        attempts = self._lease(document.id or 0, now, until)
        # Another worker was faster: the next run finds the next document.
        return (document, attempts) if attempts else None

    def _lease(self, number: int, now: datetime, until: datetime) -> int | None:
        """Take the lease of a document until a time; return how often it was taken, None where another holds it."""
        with database.writing(self._archive.engine) as session:
            upsert = postgresql.insert if session.get_bind().dialect.name == "postgresql" else sqlite.insert
            taken = upsert(ExtractionClaim).values(document_id=number, until=until, attempts=1)
            taken = taken.on_conflict_do_update(
                index_elements=["document_id"],
                set_={"until": until, "attempts": col(ExtractionClaim.attempts) + 1},
                where=col(ExtractionClaim.until) <= now,
            ).returning(col(ExtractionClaim.attempts))
            return session.connection().execute(taken).scalar()

    def _retry_later(self, document: Document, attempts: int) -> None:
        with database.writing(self._archive.engine) as session:
            claim = session.get(ExtractionClaim, document.id)
            if claim:
                claim.until = local_time.now() + RETRY_PAUSE * 4 ** (attempts - 1)
                session.add(claim)

    def _release(self, claimed: tuple[Document, int]) -> None:
        """Give a lease back, without counting the attempt."""
        with database.writing(self._archive.engine) as session:
            claim = session.get(ExtractionClaim, claimed[0].id)
            if claim:
                claim.until, claim.attempts = local_time.now(), claim.attempts - 1
                session.add(claim)


class ExtractionThread:
    """Reads documents in a thread of its own until it is stopped."""

    def __init__(self, archive: Archive) -> None:
        """Prepare the thread."""
        self._extractor = Extractor(archive)
        self._archive = archive
        self._woken = threading.Event()
        self._failures = 0
        # A daemon, so that a storage that does not answer cannot keep the process alive.
        self._thread = threading.Thread(target=self._run, name="extraction", daemon=True)

    def start(self) -> None:
        """Begin, and listen to publications of this process."""
        self._archive.listeners.append(self._wake)
        self._thread.start()

    def stop(self) -> None:
        """End at once; what is being read is read later; blocks for some seconds at most."""
        if self._wake in self._archive.listeners:
            self._archive.listeners.remove(self._wake)
        self._extractor.stop()
        self._woken.set()
        self._thread.join(10)

    def _wake(self, _changed: str) -> None:
        self._woken.set()

    def _run(self) -> None:
        while not self._extractor.stopped.is_set():
            self._woken.clear()
            try:
                metrics.EXTRACTIONS_WAITING.set(self._extractor.waiting())
                if self._extractor.run():
                    metrics.EXTRACTIONS_WAITING.set(self._extractor.waiting())
            except Exception as error:
                self._failures += 1
                if self._failures == 1:
                    is_known = isinstance(error, SQLAlchemyError | refusals.Refusal | OSError)
                    cause = type(error).__name__
                    _log.error("extraction_waits", cause=cause, exc_info=None if is_known else error)
                self._extractor.stopped.wait(POLL_SECONDS)
            else:
                self._failures = 0
            self._woken.wait(POLL_SECONDS)


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
