"""The threads beside the server: mail, extraction, announcements that end, unfinished uploads, those of features."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial

from starbond_site import features, mail
from starbond_site.documents import checkpoints, nodes, witnesses
from starbond_site.documents.archive import Archive
from starbond_site.documents.extractor import Extractor
from starbond_site.documents.jobs import JobThread
from starbond_site.documents.resuming import uploads
from starbond_site.mail.contact import ContactService
from starbond_site.mail.delivery import MailDelivery, Source, mail_thread
from starbond_site.shared import logs

POLL_SECONDS = 10
"""How often a worker looks for documents that another process published; those of its own are read at once."""
NODE_SECONDS = 1
UPLOAD_SECONDS = 600
_log = logs.get_logger(__name__)


@asynccontextmanager
async def running(archive: Archive) -> AsyncIterator[None]:
    reader, woken = Extractor(archive), archive.listeners
    threads = (
        *_mail_threads(archive),
        *(thread for hooks in features.hooks() for thread in hooks.jobs(archive)),
        JobThread("extraction", reader.run, every=POLL_SECONDS, listeners=woken, ending=reader.stop),
        JobThread("node-ends", partial(nodes.clear_ended, archive), every=NODE_SECONDS),
        checkpoints.job(archive),
        witnesses.job(archive),
        JobThread("unfinished-uploads", partial(uploads.clean, archive), every=UPLOAD_SECONDS),
    )
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        await asyncio.gather(*(asyncio.to_thread(thread.stop) for thread in threads))


def _mail_threads(archive: Archive) -> tuple[JobThread, ...]:
    """Return the thread that sends mail, and the one for hourly housekeeping."""
    mailer = mail.default()
    sources: dict[str, Source] = {"contact": ContactService(archive, mailer)}
    for hooks in features.hooks():
        sources |= hooks.mails(archive, mailer)
    tasks = [source.housekeeping for source in sources.values()]
    return (
        JobThread("housekeeping", partial(housekeeping, *tasks), every=3600),
        mail_thread(MailDelivery(archive.engine, mailer, sources), mailer, archive.listeners),
    )


def housekeeping(*tasks: Callable[[], object]) -> None:
    """Do each task, whatever becomes of the others."""
    for task in tasks:
        try:
            task()
        except Exception:
            _log.exception("housekeeping_failed", repeated_in="an hour")
