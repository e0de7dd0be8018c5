"""The threads beside the server: mail, webhooks, reading, and what ends or is released at its time."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

from starbond_site import alerts, contact, duties, mail, newsletter
from starbond_site.alerts.mails import AlertMails, AlertRequests
from starbond_site.alerts.queueing import AlertQueue
from starbond_site.documents.archive import Archive
from starbond_site.documents.extractor import ExtractionThread
from starbond_site.documents.node_ends import NodeEndThread
from starbond_site.documents.resuming.cleaning import CleaningThread
from starbond_site.documents.sealed.thread import ReleaseThread
from starbond_site.mail.delivery import Delivery, MailThread, Source
from starbond_site.mail.outbox import Kind
from starbond_site.webhooks.delivery import Delivery as WebhookDelivery
from starbond_site.webhooks.delivery import WebhookThread


@asynccontextmanager
async def running(archive: Archive) -> AsyncIterator[None]:
    """Run all threads of a site meanwhile."""
    threads = (
        _mail_thread(archive),
        _webhook_thread(archive),
        ExtractionThread(archive),
        NodeEndThread(archive),
        CleaningThread(archive),
        ReleaseThread(archive),
    )
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        await asyncio.gather(*(asyncio.to_thread(thread.stop) for thread in threads))


def _mail_thread(archive: Archive) -> MailThread:
    """Return the thread that sends mail, deletes what the forms promise to delete, and reminds of duties."""
    mailer = mail.default()
    messages, subscriptions = contact.default(), newsletter.default()
    subscribers, disclosures = alerts.default(), duties.default()
    sources: Mapping[Kind, Source] = {
        "contact": messages,
        "confirmation": subscriptions,
        "alert-request": AlertRequests(subscribers),
        "alert": AlertMails(subscribers),
        "duty": disclosures,
    }
    delivery = Delivery(archive.engine, mailer, sources, AlertQueue(archive, mailer).queue)
    # Other processes publish too; the thread looks for their documents every few seconds.
    archive.listeners.append(lambda _name: mailer.queued.set())
    housekeeping = [messages.queue_unmailed, messages.delete_old, subscriptions.delete_old, subscribers.delete_old]
    return MailThread(delivery, mailer.queued, [*housekeeping, disclosures.queue_reminders])


def _webhook_thread(archive: Archive) -> WebhookThread:
    """Return the thread that posts changes to webhooks, at once after a commit of this process."""
    thread = WebhookThread(WebhookDelivery(archive.engine, archive.settings.public_url))
    archive.listeners.append(thread.notify)
    return thread
