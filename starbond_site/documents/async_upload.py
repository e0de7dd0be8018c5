"""Runs an upload in threads, for asynchronous code."""

import asyncio
import threading
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Any, Self

from sqlalchemy.exc import SQLAlchemyError

from starbond_site import threads
from starbond_site.documents import attempts
from starbond_site.documents.archive import Archive
from starbond_site.documents.audit import Actor
from starbond_site.documents.reading import Published
from starbond_site.documents.upload import Upload

BATCH_BYTES = 2 * 1024 * 1024
"""Chunks are collected up to this size before a thread writes them."""


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
    async def open(
        cls,
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
    ) -> Self:
        """Begin an upload; see `Upload`."""
        opening = threads.UPLOADS.run(
            Upload,
            archive,
            category,
            name,
            actor,
            expected,
            attempt=attempt,
            filed_on=filed_on,
            replaces=replaces,
            pair=pair,
            title=title,
            arrived=arrived,
        )
        try:
            return cls(await asyncio.shield(opening))
        except asyncio.CancelledError:
            opening.add_done_callback(_discard_opened)
            raise

    @property
    def is_scan(self) -> bool:
        """See `Upload.is_scan`."""
        return self._upload.is_scan

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
        work = threads.UPLOADS.run(self._upload.publish)
        renewing = asyncio.create_task(self._renew_lease())
        try:
            return await asyncio.shield(work)
        except asyncio.CancelledError:
            self._upload.abandon()
            work.add_done_callback(_ignore_result)
            raise
        finally:
            renewing.cancel()

    async def __aenter__(self) -> Self:
        """Return the upload."""
        return self

    async def __aexit__(self, *_problem: object) -> None:
        """Discard what was not published, also when cancelled."""
        self._upload.abandon()
        await asyncio.shield(threads.UPLOADS.run(self._upload.discard))

    async def _renew_lease(self) -> None:
        """Renew the lease of the attempt while it is being published; a lease that ends costs only the attempt."""
        while claim := self._upload.claim:
            await asyncio.sleep(attempts.RENEW_SECONDS)
            with suppress(SQLAlchemyError):
                await threads.ATTEMPTS.run(attempts.renew, self._upload.archive, claim)

    async def _flush(self) -> None:
        """Let a thread write the batch, once the batch before it is written."""
        await self._written()
        batch, self._batch, self._batch_bytes = self._batch, [], 0
        if batch:
            self._writing = threads.UPLOADS.run(self._upload.write, *batch)
            self._writing.add_done_callback(_ignore_result)

    async def _written(self) -> None:
        """Wait until nothing is being written."""
        if self._writing:
            writing, self._writing = self._writing, None
            await asyncio.shield(writing)


def _discard_opened(opening: asyncio.Future[Upload]) -> None:
    """End an upload that was cancelled while it was opened."""
    if not opening.cancelled() and not opening.exception():
        threading.Thread(target=opening.result().discard, name="discard-upload").start()


def _ignore_result(work: asyncio.Future[Any]) -> None:
    """Retrieve the exception of work that nobody may wait for; the audit has it."""
    if not work.cancelled():
        work.exception()
