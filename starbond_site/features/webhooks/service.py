"""Operations on webhooks: add, list, remove, resume and test them; an unknown number is refused.

The log says which receiver confirmed which changes, and when: for the evidence of a document (docs/evidence.md).
"""

import hashlib
import json
import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta
from email.message import EmailMessage
from time import time
from typing import NamedTuple

import httpx2
from sqlalchemy import BigInteger
from sqlmodel import Field, Session, col, func, select

from starbond_site import content
from starbond_site.documents import audit, changes, database
from starbond_site.documents.archive import COMMAND_LINE, Archive
from starbond_site.documents.audit import DONE
from starbond_site.documents.records import ClaimedRecord, NumberedRecord
from starbond_site.documents.refusals import Refusal
from starbond_site.features.hooks import Log
from starbond_site.features.webhooks import sending
from starbond_site.mail import Mailer
from starbond_site.mail.delivery import Source
from starbond_site.shared import local_time

BOTH_SIGN = timedelta(days=1)
"""After a rotation."""
MAX_WEBHOOKS = 20
"""Each may need a thread; those who want to mirror beyond that number follow a feed."""


class Webhook(ClaimedRecord, table=True):
    """An address to which every change is posted, and how far it has confirmed them."""

    url: str = Field(max_length=500, unique=True)
    secret: str = Field(max_length=100)
    """Signs what is posted, and must therefore be readable."""
    old_secret: str = Field(default="", max_length=100)
    """Signs too, until `old_until`."""
    old_until: datetime | None = None
    site: str = Field(max_length=300)
    """Public address of the site that posts: a copy at another address, such as a restored backup, does not."""
    is_private: bool = False
    """Whether the address may be one of a private network or of this machine."""
    cursor: int = Field(sa_type=BigInteger)
    """Number of the last change that the receiver has confirmed."""
    created_at: datetime
    failures: int = 0
    """Attempts in a row that were not confirmed."""
    failing_since: datetime | None = None
    """Time of the first of these attempts."""
    problem: str = Field(default="", max_length=200)
    """What was wrong with the last one."""
    stopped_at: datetime | None = None
    """When it was given up; the operator can resume it."""


class WebhookLog(NumberedRecord, table=True):
    """One message that a receiver confirmed; kept when the webhook is removed."""

    webhook_id: int
    receiver: str = Field(max_length=64)
    """SHA-256 of its address, in hexadecimal: an address may hold a secret, and its owner can still recognise it."""
    first_change: int = Field(sa_type=BigInteger)
    last_change: int = Field(sa_type=BigInteger, index=True)
    confirmed_at: datetime


def add(archive: Archive, url: str, after: int | None = None, *, is_private: bool = False) -> Webhook:
    """Add a webhook and return it, with its secret.

    Raises:
        Refusal: no webhook may have this address, there is one with it, there are too many, or no such change.
    """
    url = sending.checked(url, is_private=is_private)
    now = local_time.now()
    with database.writing(archive.engine) as session:
        if session.exec(select(Webhook).where(Webhook.url == url)).first():
            raise Refusal("webhook_known")
        if session.exec(select(func.count()).select_from(Webhook)).one() >= MAX_WEBHOOKS:
            raise Refusal("too_many_webhooks", limit=MAX_WEBHOOKS)
        newest = changes.newest(session)
        if after is not None and not 0 <= after <= newest:
            raise Refusal("change_unknown", number=after, newest=newest)
        webhook = Webhook(
            url=url,
            secret=sending.new_secret(),
            site=archive.settings.public_url,
            is_private=is_private,
            cursor=newest if after is None else after,
            created_at=now,
            due_at=now,
        )
        session.add(webhook)
        session.flush()
        _audit(session, "add webhook", webhook)
    return webhook


def webhooks_and_newest_change(archive: Archive) -> tuple[Sequence[Webhook], int]:
    every = select(Webhook).order_by(col(Webhook.id))
    return archive.read(lambda session: (session.exec(every).all(), changes.newest(session)))


def remove(archive: Archive, number: int) -> Webhook:
    with database.writing(archive.engine) as session:
        webhook = _found(session, number)
        session.delete(webhook)
        _audit(session, "remove webhook", webhook)
    return webhook


def resume(archive: Archive, number: int) -> Webhook:
    """Let a webhook go on after its cursor, at once and from this site: one that was stopped, failed or moved here."""
    with database.writing(archive.engine) as session:
        webhook = _found(session, number)
        webhook.stopped_at = webhook.failing_since = None
        webhook.failures, webhook.problem = 0, ""
        webhook.due_at, webhook.site = local_time.now(), archive.settings.public_url
        _audit(session, "resume webhook", webhook)
    return webhook


def rotate(archive: Archive, number: int) -> Webhook:
    """Give a webhook a new secret; for a day the one before signs too, so that its receiver can change in between.

    After a second rotation within the day it is the first one's: the receiver may have no other yet.
    """
    with database.writing(archive.engine) as session:
        webhook = _found(session, number)
        now = local_time.now()
        if not (webhook.old_until and webhook.old_until > now):
            webhook.old_secret = webhook.secret
        webhook.old_until = now + BOTH_SIGN
        webhook.secret = sending.new_secret()
        _audit(session, "rotate webhook", webhook)
    return webhook


def test(archive: Archive, number: int) -> int:
    """Post a message without changes and return the status; blocks.

    Raises:
        sending.SendingFailed: it was not confirmed.
    """
    webhook = archive.read(lambda session: _found(session, number))
    body = json.dumps({"type": "test", "data": {"changes": [], "next": webhook.cursor}}, separators=(",", ":"))
    return send(webhook, f"test_{secrets.token_hex(8)}", body.encode())


def send(webhook: Webhook, message: str, body: bytes) -> int:
    """Post a signed message, as `sending.post`; blocks."""
    own = [webhook.secret]
    if webhook.old_until and webhook.old_until > local_time.now():
        own.append(webhook.old_secret)
    headers = sending.signed(own, message, int(time()), body)
    return sending.post(webhook.url, headers, body, is_private=webhook.is_private)


class EndedMails(Source):
    """The mails to the company that say that a webhook was stopped."""

    def __init__(self, archive: Archive, mailer: Mailer) -> None:
        self._archive, self._mailer = archive, mailer

    def compose(self, record_id: int) -> EmailMessage | None:
        """Return the mail; None where the webhook goes on, or is gone."""
        webhook = self._archive.read(lambda session: session.get(Webhook, record_id))
        if webhook is None or webhook.stopped_at is None or not self._mailer.recipient:
            return None
        words = content.read().interface.webhooks
        # Not the whole address, which may hold a secret.
        values = {"number": webhook.id, "host": httpx2.URL(webhook.url).host, "problem": webhook.problem}
        subject, body = words.mail_subject.format(**values), words.mail_body.format(**values)
        return self._mailer.compose(self._mailer.recipient, subject, body)


def _found(session: Session, number: int) -> Webhook:
    webhook = session.get(Webhook, number)
    if webhook is None:
        raise Refusal("webhook_unknown", number=number)
    return webhook


def _audit(session: Session, action: str, webhook: Webhook) -> None:
    audit.add(session, COMMAND_LINE, action, f"webhook/{webhook.id}/{webhook.url}", DONE)


class LoggedDelivery(NamedTuple):
    """A change and a receiver; ``state`` is ``confirmed``, ``waiting`` or ``stopped``."""

    change: int
    webhook_id: int
    receiver: str
    state: str
    confirmed_at: datetime | None


def log_confirmed(session: Session, webhook: Webhook, first: int, last: int) -> None:
    """Log a confirmed message within the transaction that moves the cursor."""
    line = WebhookLog(
        webhook_id=webhook.id,
        receiver=_receiver(webhook),
        first_change=first,
        last_change=last,
        confirmed_at=local_time.now(),
    )
    session.add(line)


def of_changes(session: Session, numbers: Sequence[int]) -> list[LoggedDelivery]:
    """Return to whom some changes were delivered, and who still has to confirm them; in their order."""
    found: list[LoggedDelivery] = []
    webhooks = session.exec(select(Webhook).order_by(col(Webhook.id))).all()
    for number in numbers:
        holding = select(WebhookLog).where(
            col(WebhookLog.first_change) <= number, col(WebhookLog.last_change) >= number
        )
        found += [
            LoggedDelivery(number, line.webhook_id, line.receiver, "confirmed", line.confirmed_at)
            for line in session.exec(holding.order_by(col(WebhookLog.id)))
        ]
        for webhook in webhooks:
            if webhook.cursor < number:
                state = "stopped" if webhook.stopped_at else "waiting"
                found.append(LoggedDelivery(number, webhook.id, _receiver(webhook), state, None))
    return found


def _receiver(webhook: Webhook) -> str:
    return hashlib.sha256(webhook.url.encode()).hexdigest()


LOG = Log(
    file="log/webhooks.csv",
    columns=LoggedDelivery._fields,
    meaning=lambda site: site.interface.evidence.file_webhooks,
    records=lambda session, _document, changes, _now: of_changes(session, changes),
)
