"""Mail alerts: who wants to hear of new filings in which list, and the mails that tell them. Imports no Reflex.

`service.AlertService` keeps the subscribers, `queueing.AlertQueue` queues one mail for each of them when something is
published, `mails` composes what is sent. The thread of `mail.delivery` runs the last two.
"""

from functools import cache

from starbond_site import mail
from starbond_site.alerts.service import AlertService
from starbond_site.documents import archive


@cache
def default() -> AlertService:
    """Return the service of this process."""
    return AlertService(archive.default(), mail.default())
