"""Publishes an upload whose last byte has arrived, by the same checks as every other."""

from functools import partial

from sqlalchemy.exc import SQLAlchemyError

from starbond_site import logs, threads
from starbond_site.documents import async_upload, refusals
from starbond_site.documents.archive import Archive
from starbond_site.documents.audit import Actor
from starbond_site.documents.reading import Published
from starbond_site.documents.resuming import uploads
from starbond_site.documents.resuming.parts import Part
from starbond_site.documents.resuming.records import UnfinishedUpload
from starbond_site.documents.upload import Upload

PASSING = (
    refusals.DatabaseUnavailable,
    refusals.MachineBusy,
    refusals.NotPublished,
    refusals.OutcomeUnknown,
    refusals.ScannerUnavailable,
    refusals.StorageUnreachable,
)
"""Reasons that lie not in the file: it is kept, and another attempt needs no second transfer."""
_log = logs.get_logger(__name__)


async def finish(
    archive: Archive, upload: UnfinishedUpload, part: Part, actor: Actor, attempt: str
) -> tuple[Published, bool]:
    """Check the whole file and publish it; return the document, and whether it is known to be a scan.

    Args:
        archive: where.
        upload: whose bytes have all arrived here.
        part: its file.
        actor: for the audit.
        attempt: name that the page gave to its attempt; an attempt that was published is not published again.

    Raises:
        refusals.OutcomeUnknown: see `publish.publish`; or another request is publishing it.
        refusals.Refusal: nothing was published.
        uploads.UploadEnded: another request has published it, or it was cancelled.

    """
    begin = partial(
        Upload,
        archive,
        upload.category,
        upload.name,
        actor,
        upload.size,
        attempt=attempt,
        arrived=part.path,
        pair=upload.pair,
        title=upload.title,
    )
    try:
        async with async_upload.opened(begin) as running:
            document, is_scan = await async_upload.publish(running), running.is_scan
    except FileNotFoundError:
        raise uploads.UploadEnded from None
    except PASSING:
        raise
    except refusals.Refusal:
        await _remove(archive, upload)
        raise
    await _remove(archive, upload)
    return document, is_scan


async def _remove(archive: Archive, upload: UnfinishedUpload) -> None:
    """Forget an upload that is settled; where that fails, its attempt still says so, and its day ends."""
    try:
        await threads.UPLOADS.run(uploads.remove, archive, upload)
    except (SQLAlchemyError, refusals.Refusal):
        _log.exception("unfinished_upload_left")
