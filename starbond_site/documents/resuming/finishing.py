"""Finishes an upload whose last byte has arrived: it is published, sealed, or gets a preflight check."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

from sqlalchemy.exc import SQLAlchemyError

from starbond_site.documents import attempts, audit
from starbond_site.documents.archive import Actor, Archive
from starbond_site.documents.publish import Submission, publish
from starbond_site.documents.records import Document, UnfinishedUpload
from starbond_site.documents.refusals import OF_FILE, Refusal, of_code
from starbond_site.documents.resuming import uploads
from starbond_site.documents.uploaded_file import UploadedFile
from starbond_site.shared import logs, threads

Done = TypeVar("Done")
_log = logs.get_logger(__name__)


def with_file(
    archive: Archive, upload: UnfinishedUpload, work: Callable[[UploadedFile], Done], *, is_check: bool = False
) -> Done:
    """Do something with the whole file of an upload, and forget the upload; blocks.

    Args:
        upload: whose file.
        work: what is done; when it raises, the upload is kept, unless its file itself is refused.
        is_check: whether this is a preflight check: others may have the file meanwhile, and the upload is kept.

    Raises:
        Refusal: interrupted: bytes are missing here: they did not arrive yet, or at another instance.
        Refusal: outcome_unknown: another request is at work with it.
        Refusal: of ``work``, or of the disk.
    """
    try:
        file = UploadedFile(archive, uploads.path_of(archive, upload), is_alone=not is_check)
    except FileNotFoundError:
        raise Refusal("interrupted") from None
    with file:
        if file.size != upload.size:
            raise Refusal("interrupted")
        try:
            done = work(file)
        except Refusal as refusal:
            if refusal.code in OF_FILE:
                _forget(archive, upload)
            raise
        if not is_check:
            # Before others may have the file.
            _forget(archive, upload)
        return done


def _forget(archive: Archive, upload: UnfinishedUpload) -> None:
    """Remove an upload that is settled; where that fails, its attempt says so all the same, and its day ends."""
    try:
        uploads.remove(archive, upload)
    except (SQLAlchemyError, Refusal):
        _log.exception("unfinished_upload_left")


async def finish(
    archive: Archive, upload: UnfinishedUpload, wanted: Submission, actor: Actor, attempt: str
) -> Document:
    """Publish the file of an upload; see `publish.publish`. Once begun it goes on, also when nobody waits any more.

    Raises:
        Refusal: interrupted: bytes are missing here: they did not arrive yet, or at another instance.
        Refusal: outcome_unknown: see `publish.publish`; or another request is publishing it.
        Refusal: nothing was published.
    """
    return await asyncio.shield(threads.UPLOADS.run(publish_upload, archive, upload, wanted, actor, attempt))


def publish_upload(
    archive: Archive, upload: UnfinishedUpload, wanted: Submission, actor: Actor, attempt: str = ""
) -> Document:
    """Do the same, blocking."""

    def work(file: UploadedFile) -> Document:
        with audit.recording_refusals(archive, actor, "publish", f"{wanted.category}/{wanted.name}", attempt):
            try:
                known = attempts.begin(archive, attempt) if attempt else None
            except SQLAlchemyError as error:
                raise Refusal("database_unavailable") from error
            if known is None:
                return publish(archive, wanted, file, actor, attempt=attempt)
            if known.document:
                return known.document
            raise of_code(known.outcome, known.details)

    return with_file(archive, upload, work)
