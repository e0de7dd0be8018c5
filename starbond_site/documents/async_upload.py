"""Runs an `Upload` in threads, so that disk, storage and database never block other visitors."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from starbond_site import threads
from starbond_site.documents import attempts
from starbond_site.documents.reading import Published
from starbond_site.documents.upload import Upload


@asynccontextmanager
async def opened(begin: Callable[[], Upload]) -> AsyncIterator[Upload]:
    """Begin an upload; afterwards, also when cancelled, discard what was not published."""
    opening = threads.UPLOADS.run(begin)
    try:
        upload = await asyncio.shield(opening)
    except asyncio.CancelledError:
        opening.add_done_callback(_discard_opened)
        raise
    try:
        yield upload
    finally:
        upload.abandon()
        await asyncio.shield(threads.UPLOADS.run(upload.discard))


async def publish(upload: Upload) -> Published:
    """Publish what arrived; see `Upload.publish`.

    Cancelled before the record is written, it publishes nothing; afterwards the publication stands.
    """
    work = threads.UPLOADS.run(upload.publish)
    renewing = asyncio.create_task(_renew_lease(upload))
    try:
        return await asyncio.shield(work)
    except asyncio.CancelledError:
        upload.abandon()
        work.add_done_callback(_ignore_result)
        raise
    finally:
        renewing.cancel()


async def _renew_lease(upload: Upload) -> None:
    """Renew the lease of the attempt while it is being published; a lease that ends costs only the attempt."""
    while claim := upload.claim:
        await asyncio.sleep(attempts.RENEW_SECONDS)
        with suppress(SQLAlchemyError):
            await threads.ATTEMPTS.run(attempts.renew, upload.archive, claim)


def _discard_opened(opening: asyncio.Future[Upload]) -> None:
    """End an upload that was cancelled while it was opened."""
    if not opening.cancelled() and not opening.exception():
        threading.Thread(target=opening.result().discard, name="discard-upload").start()


def _ignore_result(work: asyncio.Future[Any]) -> None:
    """Retrieve the exception of work that nobody may wait for; the audit has it."""
    if not work.cancelled():
        work.exception()
