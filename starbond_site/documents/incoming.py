"""A file on its way in: written to a private place, counted and hashed while it arrives, then published."""

import asyncio
import hashlib
import logging
import os
import secrets
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from functools import partial
from typing import Any, ParamSpec, Self, TypeVar

from starbond_site.documents import audit, file_types, names, refusals
from starbond_site.documents.archive import Archive
from starbond_site.documents.audit import Actor
from starbond_site.documents.blocks import runs, write
from starbond_site.documents.publish import Receipt, Received, publish
from starbond_site.documents.records import Category
from starbond_site.documents.storage import locks
from starbond_site.documents.storage.local import refusing

Given = ParamSpec("Given")
Result = TypeVar("Result")
GATHERED = 2 * 1024 * 1024
"""How much is gathered before a thread is troubled, in bytes."""
FORCED = 32 * 1024 * 1024
"""How much arrives before it is forced to the disk, in bytes: the disk works while the rest is on its way."""
PIECES = 256
"""How many pieces are gathered at most; the system takes 1,024 at once."""
_THREADS = ThreadPoolExecutor(max_workers=16, thread_name_prefix="upload")
_FORCING = ThreadPoolExecutor(max_workers=4, thread_name_prefix="force-to-disk")
_log = logging.getLogger(__name__)


class Upload:
    """The blocking side; one thread at a time may use it, which its lock sees to.

    Use it as a context manager: what was not published is gone at its end.
    """

    def __init__(self, archive: Archive, category: str, name: str, who: Actor, expected: int | None = None) -> None:
        """Begin an upload.

        Args:
            archive: where it is to be published.
            category: a `Category`; any other word is refused.
            name: the file's name as the uploader has it.
            who: for the audit.
            expected: announced size in bytes; fewer or more is refused.

        Raises:
            refusals.Refusal: the name, the category or the announced size is refused; nothing was written.

        """
        self._archive = archive
        self._who = who
        self._subject = f"{category}/{name}"
        self._expected = expected
        self._lock = threading.RLock()
        self._abandoned = False
        self._descriptor: int | None = None
        self._digest = hashlib.sha256()
        self._forced = 0
        self._forcing: Future[None] = Future()
        self._forcing.set_result(None)
        self.size = 0
        """Bytes so far."""
        with self._noted():
            self._category = _category(category)
            self.name = names.checked(name)
            file_types.refuse_extension(self.name)
            self._refuse_size(expected or 0)
            if expected == 0:
                raise refusals.EmptyFile
            self._open()

    def write(self, *pieces: bytes) -> None:
        """Take the next bytes, in one or more pieces, and read them back.

        Raises:
            refusals.TooLarge: more than the setting allows.
            refusals.StorageFull: the disk is.
            refusals.Interrupted: the upload was discarded.

        """
        with self._lock, self._noted():
            if self._descriptor is None:
                raise refusals.Interrupted
            self._refuse_size(self.size + sum(map(len, pieces)))
            for run in runs(pieces):
                with refusing():
                    write(self._descriptor, run)
                    self._read_back(self._descriptor, run)
                    self._force(self._descriptor)

    def publish(self) -> Receipt:
        """Publish what arrived, and end the upload.

        Raises:
            refusals.Refusal: nothing was published.

        """
        with self._lock, self._noted():
            try:
                if self._descriptor is None:
                    raise refusals.Interrupted
                if self._expected is not None and self.size != self._expected:
                    raise refusals.Interrupted
                with refusing():
                    self._force(self._descriptor, is_whole=True)
                    facts = os.fstat(self._descriptor)
                digest = self._digest.hexdigest()
                received = Received(self._path, self.name, self.size, digest, facts, self._forcing)
                return publish(self._archive, self._category, received, self._who, lambda: self._abandoned)
            finally:
                self._end()

    def discard(self) -> None:
        """End the upload without publishing; does nothing after the end."""
        self._abandoned = True
        with self._lock:
            self._end()

    def abandon(self) -> None:
        """Say that the uploader went away: a publication at work stops before its record, if it still can."""
        self._abandoned = True

    def __enter__(self) -> Self:
        """Begin."""
        return self

    def __exit__(self, *_problem: object) -> None:
        """Leave nothing behind."""
        self.discard()

    def _open(self) -> None:
        """Create the file, readable to nobody else and locked while this upload lives."""
        folder = self._archive.incoming
        with refusing():
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._path = folder / f"{secrets.token_hex(16)}.part"
            self._descriptor = locks.create_locked(self._path)

    def _read_back(self, descriptor: int, pieces: Sequence[bytes]) -> None:
        """Count and hash what the disk has, and refuse it where that is not what arrived."""
        for piece in pieces:
            found = os.pread(descriptor, len(piece), self.size)
            if found != piece:
                _log.error("The disk gave back other bytes than were written to %s", self._path)
                raise refusals.StorageUnreachable
            self._digest.update(found)
            self.size += len(found)

    def _force(self, descriptor: int, *, is_whole: bool = False) -> None:
        """Force what is there to the disk, without waiting; what failed before is said now."""
        if is_whole or (self.size - self._forced >= FORCED and self._forcing.done()):
            self._forcing.result()
            self._forced = self.size
            self._forcing = _FORCING.submit(os.fsync, descriptor)

    def _end(self) -> None:
        """Let go of the file; what was not moved to the storage is removed."""
        if self._descriptor is None:
            return
        wait([self._forcing])
        try:
            self._path.unlink(missing_ok=True)
        except OSError:
            _log.exception("Left for the administrator's check: %s", self._path)
        os.close(self._descriptor)
        self._descriptor = None

    def _refuse_size(self, size: int) -> None:
        """Refuse what is larger than the setting allows."""
        if size > self._archive.settings.max_upload_bytes:
            raise refusals.TooLarge(limit=self._archive.settings.max_upload_mb)

    def _noted(self):  # noqa: ANN202  a context manager
        """Note refusals in the audit."""
        return audit.recording_refusals(self._archive, self._who, "publish", self._subject)


class Incoming:
    """The same for asynchronous code: the disk, the storage and the database never block the other visitors.

    ::

        async with await Incoming.open(archive, category, name, who) as incoming:
            async for chunk in chunks:
                await incoming.write(chunk)
            receipt = await incoming.publish()
    """

    def __init__(self, upload: Upload) -> None:
        """Wrap a blocking upload; use `open`."""
        self._upload = upload
        self._gathered: list[bytes] = []
        self._gathered_bytes = 0
        self._writing: asyncio.Future[None] | None = None
        self.size = 0
        """Bytes so far."""

    @classmethod
    async def open(cls, archive: Archive, category: str, name: str, who: Actor, expected: int | None = None) -> Self:
        """Begin an upload; see `Upload`."""
        opening = _in_thread(Upload, archive, category, name, who, expected)
        try:
            return cls(await asyncio.shield(opening))
        except asyncio.CancelledError:
            opening.add_done_callback(_discard_opened)
            raise

    async def write(self, chunk: bytes) -> None:
        """Take the next bytes; see `Upload.write`, whose refusals may come with a later chunk.

        Small chunks are gathered before a thread is troubled; while it writes, the next are gathered.
        """
        self._gathered.append(chunk)
        self._gathered_bytes += len(chunk)
        self.size += len(chunk)
        if self._gathered_bytes >= GATHERED or len(self._gathered) >= PIECES:
            await self._flush()

    async def publish(self) -> Receipt:
        """Publish what arrived; see `Upload.publish`.

        Cancelled before the record is written, it publishes nothing; afterwards the publication stands.
        """
        await self._flush()
        await self._written()
        work = _in_thread(self._upload.publish)
        try:
            return await asyncio.shield(work)
        except asyncio.CancelledError:
            self._upload.abandon()
            work.add_done_callback(_forget)
            raise

    def discard(self) -> None:
        """End without publishing. Returns at once; a thread at work on the file cleans up when it is done."""
        self._gathered.clear()
        self._upload.abandon()
        threading.Thread(target=self._upload.discard, name="discard-upload").start()

    async def __aenter__(self) -> Self:
        """Begin."""
        return self

    async def __aexit__(self, *_problem: object) -> None:
        """Leave nothing behind, also when cancelled."""
        self._upload.abandon()
        await asyncio.shield(_in_thread(self._upload.discard))

    async def _flush(self) -> None:
        """Let a thread write what was gathered, once what was gathered before is written."""
        await self._written()
        gathered, self._gathered = self._gathered, []
        self._gathered_bytes = 0
        if gathered:
            self._writing = _in_thread(self._upload.write, *gathered)
            self._writing.add_done_callback(_forget)

    async def _written(self) -> None:
        """Wait until nothing is being written."""
        if self._writing:
            writing, self._writing = self._writing, None
            await asyncio.shield(writing)


def _in_thread(work: Callable[Given, Result], *given: Given.args, **named: Given.kwargs) -> asyncio.Future[Result]:
    """Do blocking work in a thread of uploads, so that slow uploads keep no reader waiting."""
    return asyncio.get_running_loop().run_in_executor(_THREADS, partial(work, *given, **named))


def _category(name: str) -> Category:
    """Return the category of a name."""
    try:
        return Category(name)
    except ValueError:
        raise refusals.CategoryUnknown from None


def _discard_opened(opening: asyncio.Future[Upload]) -> None:
    """End an upload that was opened for somebody who had already gone."""
    if not opening.cancelled() and not opening.exception():
        threading.Thread(target=opening.result().discard, name="discard-upload").start()


def _forget(work: asyncio.Future[Any]) -> None:
    """Take the outcome that nobody may be waiting for; the audit has it."""
    if not work.cancelled():
        work.exception()
