"""Posts changes that are due, in each worker: one thread that polls, and one for each webhook that is being posted to.

A receiver that does not answer thus holds up nobody else. Threads are few: there are at most `service.MAX_WEBHOOKS`
webhooks. Each is claimed (`documents.jobs`) by one worker at a time, so that its changes arrive in order.
"""

import json
import threading
from collections.abc import Callable, Sequence
from datetime import timedelta
from time import monotonic

from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import col, func, select

from starbond_site import mail
from starbond_site.documents import changes, database
from starbond_site.documents.archive import Archive
from starbond_site.documents.jobs import STOP_SECONDS, JobThread, Queue, pause
from starbond_site.documents.records import Change, ListVersion
from starbond_site.features.webhooks import service
from starbond_site.features.webhooks.sending import NO_WAIT, SECONDS, SendingFailed
from starbond_site.features.webhooks.service import Webhook
from starbond_site.mail import outbox
from starbond_site.shared import local_time, logs, metrics

POLL_SECONDS = 2.0
"""How often a worker looks for changes of other processes; what was committed in its own is posted at once."""
CLAIM = timedelta(seconds=2 * SECONDS)
"""Longer than an attempt; this is also how long a killed worker delays a webhook that it was posting to."""
BATCH = 100
"""Most changes in one message."""
FIRST_PAUSE = timedelta(seconds=15)
LONGEST_PAUSE = timedelta(hours=12)
GIVEN_UP_AFTER = timedelta(days=7)
"""Without a confirmation for so long, a webhook is stopped."""
QUEUE = Queue(Webhook, CLAIM)
_log = logs.get_logger(__name__)


def jobs(archive: Archive) -> list[JobThread]:
    return [WebhookThread(WebhookDelivery(archive.engine, archive.settings.public_url), archive.listeners)]


def message_of(webhook: Webhook, found: Sequence[Change], site: str) -> tuple[str, bytes]:
    """Return id and body of the message with some changes; the same changes have the same id."""
    body = {"type": "changes", "data": changes.as_page(found, webhook.cursor, site)}
    message = f"changes_{webhook.id}_{found[0].number}_{found[-1].number}"
    return message, json.dumps(body, separators=(",", ":")).encode()


class WebhookDelivery:
    """Posts the changes of one database to its webhooks."""

    def __init__(self, engine: Engine, site: str) -> None:
        self._engine = engine
        self._site = site

    def warn_of_other_sites(self) -> None:
        """Log that there are webhooks of another public address: of the site that this is a copy of, or has been."""
        others = select(func.count()).select_from(Webhook).where(col(Webhook.site) != self._site)
        with database.reading(self._engine) as session:
            count = session.exec(others).one()
        if count:
            _log.warning("webhooks_of_another_address", count=count, this=self._site)

    def claim(self) -> Webhook | None:
        """Claim the webhook that has been due for the longest time, and has changes to get; None where none is due."""
        newest = select(ListVersion.version).where(ListVersion.name == changes.VERSION).scalar_subquery()
        wanted = (col(Webhook.stopped_at).is_(None), col(Webhook.site) == self._site, col(Webhook.cursor) < newest)
        return QUEUE.claim(self._engine, *wanted) if QUEUE.is_due(self._engine, *wanted) else None

    def deliver(self, webhook: Webhook) -> None:
        """Post the changes after the cursor of a webhook that is claimed, and record what became of it; blocks.

        Raises:
            SQLAlchemyError: the database does not answer: what was posted is posted again.
        """
        with database.reading(self._engine) as session:
            found = changes.after(session, webhook.cursor, BATCH)
        if local_time.now() >= webhook.due_at:
            # This process was stopped for longer than its claim lasted: another worker may be posting the same.
            return
        try:
            service.send(webhook, *message_of(webhook, found, self._site))
        except SendingFailed as failure:
            self.retry_later(webhook, str(failure), failure.wait, is_gone=failure.is_gone)
        except Exception as error:
            _log.exception("webhook_failed", webhook=webhook.id)
            self.retry_later(webhook, type(error).__name__)
        else:
            self.confirm(webhook, found[0].number, found[-1].number)

    def confirm(self, webhook: Webhook, first: int, last: int) -> None:
        """Move the cursor behind what was delivered, and log it; the webhook is due again at once, if there is more."""
        now = local_time.now()
        with database.writing(self._engine) as session:
            service.log_confirmed(session, webhook, first, last)
            QUEUE.settle(session, webhook, cursor=last, due_at=now, failures=0, failing_since=None, problem="")
        metrics.WEBHOOK_ATTEMPTS.labels("confirmed").inc()

    def retry_later(self, webhook: Webhook, problem: str, wait: timedelta = NO_WAIT, *, is_gone: bool = False) -> None:
        """Record that an attempt was not confirmed: another one follows after a pause, unless it is given up."""
        now = local_time.now()
        since, failures = webhook.failing_since or now, webhook.failures + 1
        is_given_up = is_gone or now - since >= GIVEN_UP_AFTER
        until_next = max(pause(FIRST_PAUSE, LONGEST_PAUSE, failures), wait)
        with database.writing(self._engine) as session:
            QUEUE.settle(
                session,
                webhook,
                failures=failures,
                failing_since=since,
                problem=problem[:200],
                due_at=now + until_next,
                stopped_at=now if is_given_up else None,
            )
            mailer = mail.default()
            if is_given_up and mailer.is_configured and mailer.recipient:
                outbox.add(session, "webhook", webhook.id, mailer.new_message_id())
        told = {"webhook": webhook.id, "problem": problem, "attempt": failures}
        if is_given_up:
            metrics.WEBHOOK_ATTEMPTS.labels("stopped").inc()
            _log.error("webhook_stopped", **told, resume=f"starbond webhooks resume {webhook.id}")
        else:
            metrics.WEBHOOK_ATTEMPTS.labels("failed").inc()
            _log.warning("webhook_retried_later", **told, pause=str(until_next))


class WebhookThread(JobThread):
    """Delivers in threads of its own until it is stopped."""

    def __init__(self, delivery: WebhookDelivery, listeners: list[Callable[[str], None]]) -> None:
        self._delivery = delivery
        self._posting: set[threading.Thread] = set()
        self._has_warned = False
        super().__init__("webhooks", self._post_due, listeners=listeners)

    def stop(self) -> None:
        """End after what is being posted, or after `STOP_SECONDS`; blocks."""
        deadline = monotonic() + STOP_SECONDS
        super().stop()
        for thread in tuple(self._posting):
            thread.join(max(0.0, deadline - monotonic()))

    def _post_due(self) -> float:
        if not self._has_warned:
            self._delivery.warn_of_other_sites()
            self._has_warned = True
        while not self._stopped.is_set() and (claimed := self._delivery.claim()):
            # Daemons, so that a receiver that does not answer cannot keep the process alive.
            thread = threading.Thread(target=self._post, args=(claimed,), name="webhook", daemon=True)
            self._posting.add(thread)
            thread.start()
        return POLL_SECONDS

    def _post(self, webhook: Webhook) -> None:
        try:
            self._delivery.deliver(webhook)
        except Exception as error:
            is_known = isinstance(error, SQLAlchemyError)
            _log.error("webhook_not_recorded", webhook=webhook.id, exc_info=None if is_known else error)
        finally:
            self._posting.discard(threading.current_thread())
            # There may be more for the same receiver.
            self.notify()
