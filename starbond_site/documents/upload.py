"""A file that arrives in chunks: written to a private file, counted and hashed, then published. All calls block.

`async_upload` runs an upload in threads.
"""

import hashlib
import os
import secrets
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import date, datetime
from pathlib import Path
from typing import BinaryIO, Self

from sqlalchemy.exc import SQLAlchemyError

from starbond_site import local_time, logs
from starbond_site.categories import Category
from starbond_site.documents import attempts, audit, file_types, names, refusals
from starbond_site.documents import storage as storages
from starbond_site.documents.archive import Archive
from starbond_site.documents.audit import Actor
from starbond_site.documents.publish import publish
from starbond_site.documents.reading import Published
from starbond_site.documents.scan_check import ScanCheck
from starbond_site.documents.selection import FIRST_YEAR
from starbond_site.documents.storage import locks
from starbond_site.documents.storage.local import translating_errors

_log = logs.get_logger(__name__)


class Upload:
    """One upload. One thread at a time uses it: methods hold its lock.

    Use it as a context manager, which removes the file of an upload that was not published.
    """

    action = "publish"
    """As the audit names refusals."""

    def __init__(
        self,
        archive: Archive,
        category: str,
        name: str,
        actor: Actor,
        expected: int | None = None,
        *,
        attempt: str = "",
        filed_on: date | None = None,
        replaces: int | None = None,
        pair: int = 0,
        title: str = "",
        arrived: Path | None = None,
    ) -> None:
        """Begin an upload.

        Args:
            archive: where it is to be published.
            category: a `Category`; any other word is refused.
            name: the file's name as the uploader has it.
            actor: for the audit.
            expected: announced size in bytes; fewer or more is refused.
            attempt: name that the page gave to this attempt (`documents.attempts`); empty where no page asks.
            filed_on: own date of a document that is entered later, in the company's time; that of today is the same as
                none.
            replaces: id of a public document of the same list, in whose place it will stand.
            pair: number of the document that this is the other language of (`documents.pairs`); 0 for none.
            title: as somebody typed it, in place of the file's name; empty for none.
            arrived: whole file, in place of chunks; it stays where it is, and nobody may change it any more.

        Raises:
            refusals.OutcomeUnknown: another upload of the file that arrived is running.
            refusals.Refusal: the date, the name, the title, the category or the announced size is refused; nothing was
                written.
            FileNotFoundError: the file that arrived is gone.

        """
        self.archive = archive
        self._actor = actor
        self._subject = self._audited(category, name)
        self._expected = expected
        self._pair = pair
        self.claim = attempts.claim(attempt)
        """On the attempt; None where it is not remembered."""
        self._lock = threading.RLock()
        self._replaces = replaces
        self._is_abandoned = False
        self._file: BinaryIO | None = None
        self._digest = hashlib.sha256()
        self.size = 0
        """Bytes so far."""
        self.is_scan = False
        """Whether what was published is known to be a scan: a PDF of pictures without text."""
        with self._recording():
            self._category = refuse_by_head(archive, category, name, expected)
            self._filed_at = _own_date(filed_on)
            self.name = names.checked(name)
            self._title = names.checked_title(title)
            self._open(arrived)
            if arrived:
                self._count_arrived()

    def write(self, *chunks: bytes) -> None:
        """Append one or more chunks.

        Raises:
            refusals.TooLarge: more than the setting allows.
            refusals.StorageFull: the disk is full.
            refusals.StorageUnreachable: the disk reports another error.
            refusals.Interrupted: the upload was discarded.

        """
        with self._lock, self._recording():
            file = self._opened()
            _refuse_size(self.archive, self.size + sum(map(len, chunks)))
            with translating_errors():
                for chunk in chunks:
                    file.write(chunk)
                    self._digest.update(chunk)
                    self.size += len(chunk)

    def publish(self) -> Published:
        """Publish what arrived, and end the upload; an attempt that was published before is not published again.

        Raises:
            refusals.OutcomeUnknown: see `publish.publish`; or another request is working on the same attempt.
            refusals.Refusal: nothing was published.

        """
        with self._complete():
            if earlier := self._earlier():
                return earlier
            with ScanCheck(self._path) as check:
                document = publish(
                    self.archive,
                    self._category,
                    self._path,
                    name=self.name,
                    size=self.size,
                    sha256=self._digest.hexdigest(),
                    actor=self._actor,
                    is_abandoned=lambda: self._is_abandoned,
                    claim=self.claim,
                    filed_at=self._filed_at,
                    replaces=self._replaces,
                    pair=self._pair,
                    title=self._title,
                )
                self.is_scan = check.result()
            return document

    def discard(self) -> None:
        """End the upload without publishing; does nothing after the end."""
        self._is_abandoned = True
        with self._lock:
            self._end()

    def abandon(self) -> None:
        """Stop a publication that runs in another thread before it writes its record, if there is still time."""
        self._is_abandoned = True

    def __enter__(self) -> Self:
        """Return the upload."""
        return self

    def __exit__(self, *_problem: object) -> None:
        """Discard what was not published."""
        self.discard()

    def _open(self, arrived: Path | None) -> None:
        """Create the file, readable to nobody else and locked as long as this upload runs."""
        folder = self.archive.incoming
        with translating_errors():
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._path = folder / f"{secrets.token_hex(16)}.part"
            try:
                descriptor = locks.link_locked(arrived, self._path) if arrived else locks.create_locked(self._path)
            except BlockingIOError:
                raise refusals.OutcomeUnknown from None
            self._file = os.fdopen(descriptor, "rb" if arrived else "wb")

    def _count_arrived(self) -> None:
        """Read the file from its beginning: what is published is what stands on the disk now."""
        file = self._opened()
        try:
            with translating_errors():
                while chunk := file.read(storages.CHUNK):
                    self._digest.update(chunk)
                    self.size += len(chunk)
        except refusals.Refusal:
            self._end()
            raise

    @contextmanager
    def _complete(self) -> Iterator[None]:
        """Provide the file as a whole at its path, and end the upload afterwards."""
        with self._lock, self._recording():
            try:
                file = self._opened()
                if self._expected not in (None, self.size):
                    raise refusals.Interrupted
                with translating_errors():
                    file.flush()
                yield
            finally:
                self._end()

    def _earlier(self) -> Published | None:
        """Take the lease of the attempt; return what it published before, or raise its earlier refusal."""
        try:
            known = attempts.begin(self.archive, self.claim) if self.claim else None
        except SQLAlchemyError as error:
            raise refusals.DatabaseUnavailable from error
        if known is None or known.document:
            return known and known.document
        if known.code == attempts.RUNNING:
            raise refusals.OutcomeUnknown
        raise refusals.of_code(known.code, known.values)

    def _opened(self) -> BinaryIO:
        """Return the file of an upload that has not ended."""
        if self._file is None:
            raise refusals.Interrupted
        return self._file

    def _end(self) -> None:
        """Close the file and remove it, unless it was moved to the storage."""
        if self._file is None:
            return
        file, self._file = self._file, None
        try:
            self._path.unlink(missing_ok=True)
            file.close()
        except OSError:
            _log.exception("left_for_admin_check", file=self._path.name)

    def _audited(self, category: str, name: str) -> str:
        """Return the subject of the audit's entries."""
        return f"{category}/{name}"

    def _recording(self) -> AbstractContextManager[None]:
        """Record refusals in the audit."""
        return audit.recording_refusals(self.archive, self._actor, self.action, self._subject, self.claim)


def refuse_by_head(archive: Archive, category: str, name: str, size: int | None) -> Category:
    """Refuse what can be known before the first byte; return the category.

    Raises:
        refusals.Refusal: the category, the name, its extension or the announced size is refused.

    """
    known = _category(category)
    file_types.refuse_extension(names.checked(name))
    _refuse_size(archive, size or 0)
    if size == 0:
        raise refusals.EmptyFile
    return known


def _refuse_size(archive: Archive, size: int) -> None:
    """Refuse what is larger than the setting allows."""
    if size > archive.settings.max_upload_bytes:
        raise refusals.TooLarge(limit=archive.settings.max_upload_mb)


def _category(name: str) -> Category:
    """Return the category of a name."""
    try:
        return Category(name)
    except ValueError:
        raise refusals.CategoryUnknown from None


def _own_date(day: date | None) -> datetime | None:
    """Return the beginning of the day of a document that is entered later; None for today's and for none."""
    today = local_time.local_date(local_time.now())
    if day is None or day == today:
        return None
    if not day.year >= FIRST_YEAR or day > today:
        raise refusals.DateOutOfRange(first=FIRST_YEAR)
    return local_time.start_of(day)
