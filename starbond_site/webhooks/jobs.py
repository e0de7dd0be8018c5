"""The thread that posts to webhooks."""

from starbond_site.documents.archive import Archive
from starbond_site.documents.jobs import JobThread
from starbond_site.webhooks.delivery import Delivery, WebhookThread


def jobs(archive: Archive) -> list[JobThread]:
    return [WebhookThread(Delivery(archive.engine, archive.settings.public_url), archive.listeners)]
