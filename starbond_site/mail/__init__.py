"""Mail: an outbox in the database, and the thread of each worker that sends it through one SMTP server (RFC 5321).

What is to be mailed is queued in the transaction that stores what it is about (`outbox.add`), so that neither exists
without the other. `delivery.MailDelivery` claims one mail after the other and sends it; without a configured server
nothing is queued. Imports no Reflex.
"""

from functools import cache

from starbond_site.mail.outbox import WaitingMails, waiting
from starbond_site.mail.smtp import Mailer
from starbond_site.shared.settings import settings

__all__ = ["Mailer", "WaitingMails", "default", "waiting"]


@cache
def default() -> Mailer:
    given = settings()
    url = given.smtp_url.get_secret_value() if given.smtp_url else ""
    return Mailer(url, given.mail_from, given.mail_to, given.mail_bounces)
