"""A file that arrives in chunks: written to a private file, counted and hashed, then published.

`Upload` blocks; `AsyncUpload` runs one in threads, for asynchronous code.
"""

import asyncio
import hashlib
import os
import secrets
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from functools import partial
from typing import Any, BinaryIO, ParamSpec, Self, TypeVar

from starbond_site import logs
from starbond_site.categories import Category
from starbond_site.documents import audit, file_types, names, refusals
from starbond_site.documents.archive import Archive
from starbond_site.documents.audit import Actor
from starbond_site.documents.publish import publish
from starbond_site.documents.reading import Published
from starbond_site.documents.storage import locks
from starbond_site.documents.storage.local import translating_errors

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")
BATCH_BYTES = 2 * 1024 * 1024
"""Chunks are collected up to this size before a thread writes them."""
_THREADS = ThreadPoolExecutor(max_workers=16, thread_name_prefix="upload")
_log = logs.get_logger(__name__)


class Upload:
    """One upload. One thread at a time uses it: methods hold its lock.

    Use it as a context manager, which removes the file of an upload that was not published.
    """

    def __init__(self, archive: Archive, category: str, name: str, actor: Actor, expected: int | None = None) -> None:
        """Begin an upload.

        Args:
            archive: where it is to be published.
            category: a `Category`; any other word is refused.
            name: the file's name as the uploader has it.
            actor: for the audit.
            expected: announced size in bytes; fewer or more is refused.

        Raises:
            refusals.Refusal: the name, the category or the announced size is refused; nothing was written.

        """
        self._archive = archive
        self._actor = actor
        self._subject = f"{category}/{name}"
        self._expected = expected
        self._lock = threading.RLock()
        self._is_abandoned = False
        self._file: BinaryIO | None = None
        self._digest = hashlib.sha256()
        self.size = 0
        """Bytes so far."""
        with self._recording():
            self._category = _category(category)
            self.name = names.checked(name)
            file_types.refuse_extension(self.name)
            self._refuse_size(expected or 0)
            if expected == 0:
                raise refusals.EmptyFile
            self._open()

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
            self._refuse_size(self.size + sum(map(len, chunks)))
            with translating_errors():
                for chunk in chunks:
                    file.write(chunk)
                    self._digest.update(chunk)
                    self.size += len(chunk)

    def publish(self) -> Published:
        """Publish what arrived, and end the upload.

        Raises:
            refusals.Refusal: nothing was published.

        """
        with self._lock, self._recording():
            try:
                file = self._opened()
                if self._expected not in (None, self.size):
                    raise refusals.Interrupted
                with translating_errors():
                    file.flush()
                return publish(
                    self._archive,
                    self._category,
                    self._path,
                    name=self.name,
                    size=self.size,
                    sha256=self._digest.hexdigest(),
                    actor=self._actor,
                    is_abandoned=lambda: self._is_abandoned,
                )
            finally:
                self._end()

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

    def _open(self) -> None:
        """Create the file, readable to nobody else and locked as long as this upload runs."""
        folder = self._archive.incoming
        with translating_errors():
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._path = folder / f"{secrets.token_hex(16)}.part"
            self._file = os.fdopen(locks.create_locked(self._path), "wb")

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

    def _refuse_size(self, size: int) -> None:
        """Refuse what is larger than the setting allows."""
        if size > self._archive.settings.max_upload_bytes:
            raise refusals.TooLarge(limit=self._archive.settings.max_upload_mb)

    def _recording(self) -> AbstractContextManager[None]:
        """Record refusals in the audit."""
        return audit.recording_refusals(self._archive, self._actor, "publish", self._subject)


class AsyncUpload:
    """Runs an `Upload` in threads, so that disk, storage and database never block other visitors.

    ::

        async with await AsyncUpload.open(archive, category, name, actor) as upload:
            async for chunk in chunks:
                await upload.write(chunk)
            document = await upload.publish()
    """

    def __init__(self, upload: Upload) -> None:
        """Wrap a blocking upload; use `open`."""
        self._upload = upload
        self._batch: list[bytes] = []
        self._batch_bytes = 0
        self._writing: asyncio.Future[None] | None = None
        self.size = 0
        """Bytes so far."""

    @classmethod
    async def open(cls, archive: Archive, category: str, name: str, actor: Actor, expected: int | None = None) -> Self:
        """Begin an upload; see `Upload`."""
        opening = _in_thread(Upload, archive, category, name, actor, expected)
        try:
            return cls(await asyncio.shield(opening))
        except asyncio.CancelledError:
            opening.add_done_callback(_discard_opened)
            raise

    async def write(self, chunk: bytes) -> None:
        """Append a chunk; see `Upload.write`, whose refusals may be raised with a later chunk.

        Chunks are collected into batches of `BATCH_BYTES`; while a thread writes one, the next is collected.
        """
        self._batch.append(chunk)
        self._batch_bytes += len(chunk)
        self.size += len(chunk)
        if self._batch_bytes >= BATCH_BYTES:
            await self._flush()

    async def publish(self) -> Published:
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
            work.add_done_callback(_ignore_result)
            raise

    async def __aenter__(self) -> Self:
        """Return the upload."""
        return self

    async def __aexit__(self, *_problem: object) -> None:
        """Discard what was not published, also when cancelled."""
        self._upload.abandon()
        await asyncio.shield(_in_thread(self._upload.discard))

    async def _flush(self) -> None:
        """Let a thread write the batch, once the batch before it is written."""
        await self._written()
        batch, self._batch, self._batch_bytes = self._batch, [], 0
        if batch:
            self._writing = _in_thread(self._upload.write, *batch)
            self._writing.add_done_callback(_ignore_result)

    async def _written(self) -> None:
        """Wait until nothing is being written."""
        if self._writing:
            writing, self._writing = self._writing, None
            await asyncio.shield(writing)


def _in_thread(
    work: Callable[Parameters, Result], *given: Parameters.args, **named: Parameters.kwargs
) -> asyncio.Future[Result]:
    """Run blocking work in the threads of uploads, which are apart from those that serve readers."""
    return asyncio.get_running_loop().run_in_executor(_THREADS, partial(work, *given, **named))


def _category(name: str) -> Category:
    """Return the category of a name."""
    try:
        return Category(name)
    except ValueError:
        raise refusals.CategoryUnknown from None


def _discard_opened(opening: asyncio.Future[Upload]) -> None:
    """End an upload that was cancelled while it was opened."""
    if not opening.cancelled() and not opening.exception():
        threading.Thread(target=opening.result().discard, name="discard-upload").start()


def _ignore_result(work: asyncio.Future[Any]) -> None:
    """Retrieve the exception of work that nobody may wait for; the audit has it."""
    if not work.cancelled():
        work.exception()
