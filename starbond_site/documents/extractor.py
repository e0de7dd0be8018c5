"""Reads published documents: text, number of pages, and a picture of the first page, after their publication.

A publication never waits for it. Each worker has one thread (`jobs.JobThread`), which is woken by publications of its
own worker and looks every few seconds for others. It claims one document after the other, newest first, by a lease in
the database, so that no two workers read the same one, and one that is killed loses nothing.
"""

import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from starbond_site import logs, metrics
from starbond_site.documents import extraction_claims as claims
from starbond_site.documents import extraction_results as results
from starbond_site.documents.accepted_types import FILE_TYPES
from starbond_site.documents.archive import Archive
from starbond_site.documents.extraction import KINDS, Found, NotReadError, process
from starbond_site.documents.extraction_results import Result
from starbond_site.documents.records import Document
from starbond_site.documents.refusals import Refusal

_KIND_OF = {FILE_TYPES[kind].media_type: kind for kind in KINDS}
_log = logs.get_logger(__name__)


class Stopped(Exception):  # noqa: N818  a request, not a failure
    """The process is ending."""


class Extractor:
    """Reads the documents of one archive."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive
        self._lock = threading.Lock()
        self._process: process.Process | None = None
        self.stopped = threading.Event()

    def run(self) -> int:
        """Read every document that waits; return their number; blocks.

        Raises:
            Refusal, OSError: the storage does not answer, or is full.
        """
        read, waiting = 0, claims.waiting(self._archive)
        metrics.EXTRACTIONS_WAITING.set(waiting)
        while not self.stopped.is_set() and (claimed := claims.claim(self._archive)):
            try:
                self._extract_claimed(claimed)
            except Stopped:
                claims.release(self._archive, claimed)
                break
            except (Refusal, OSError):
                claims.release(self._archive, claimed)
                raise
            read += 1
            metrics.EXTRACTIONS_WAITING.set(max(0, waiting - read))
        return read

    def extract(self, document: Document) -> Result:
        """Read one document and store the result, in place of an earlier one.

        Raises:
            NotReadError: it could not be read; nothing was changed.
            Stopped: `stop` was called.
            SQLAlchemyError, Refusal, OSError: the database or the storage does not answer.
        """
        kind = _KIND_OF.get(document.media_type)
        if kind is None:
            return results.store(self._archive, document, Result("unsupported"), None)
        found = self._read(document, kind)
        result = Result("scan" if found.is_scan else "text", found.pages, sum(map(len, found.texts)))
        return results.store(self._archive, document, result, found)

    def fail(self, document: Document) -> Result:
        return results.store(self._archive, document, Result("failed"), None)

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
            given_up = attempts >= claims.MOST_ATTEMPTS
            _log.warning(
                "document_not_read", id=document.id, cause=str(error), attempt=attempts, given_up=given_up
            )  # fmt: skip
            if given_up:
                self.fail(document)
            else:
                claims.retry_later(self._archive, document, attempts)
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
        missing = "its bytes are missing"
        try:
            path = self._archive.storage.path(document.key)
        except FileNotFoundError:
            # No such key can be: one record must not hold up the others.
            raise NotReadError(missing) from None
        if path:
            if not path.exists():
                # Where the whole folder is away, nothing is wrong with this document.
                self._archive.storage.probe()
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
