"""Posts what is due, in each worker: one thread that looks, and one for each webhook that is being posted to.

A receiver that does not answer thus holds up nobody else. Threads are few: there are at most `service.MOST` webhooks,
and each is claimed by one worker at a time.
"""

import json
import threading
from collections.abc import Callable
from time import monotonic, time

from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from starbond_site import local_time, logs, metrics
from starbond_site.documents import changes
from starbond_site.documents.jobs import STOP_SECONDS, JobThread
from starbond_site.webhooks import queue, sending, signing
from starbond_site.webhooks.queue import Claimed
from starbond_site.webhooks.records import Webhook
from starbond_site.webhooks.sending import SendingFailed

POLL_SECONDS = 2.0
"""How often a worker looks for changes of other processes; what was committed in its own is posted at once."""
_log = logs.get_logger(__name__)


def message_of(claimed: Claimed, site: str) -> tuple[str, bytes]:
    """Return id and body of the message with the changes of a claim; the same changes have the same id."""
    found, webhook = claimed.changes, claimed.webhook
    body = {"type": "changes", "data": changes.as_page(found, webhook.cursor, site)}
    message = f"changes_{webhook.id}_{found[0].number}_{found[-1].number}"
    return message, json.dumps(body, separators=(",", ":")).encode()


def send(webhook: Webhook, message: str, body: bytes) -> int:
    """Post a signed message and return the status; blocks.

    Raises:
        SendingFailed: it was not confirmed.
    """
    headers = signing.headers(webhook.secret, message, int(time()), body)
    return sending.post(webhook.url, headers, body, is_private=webhook.is_private)


class Delivery:
    """Posts the changes of one database to its webhooks."""

    def __init__(self, engine: Engine, site: str) -> None:
        self._engine = engine
        self._site = site

    def warn_of_other_sites(self) -> None:
        """Log that there are webhooks of another public address: of the site that this is a copy of, or has been."""
        if count := queue.of_other_sites(self._engine, self._site):
            _log.warning("webhooks_of_another_address", count=count, this=self._site)

    def claim(self) -> Claimed | None:
        """Claim a webhook that is due; None where none is."""
        return queue.claim(self._engine, self._site)

    def deliver(self, claimed: Claimed) -> None:
        """Post the changes of a claim, and record what became of it; blocks.

        Raises:
            SQLAlchemyError: the database does not answer: what was posted is posted again.
        """
        if local_time.now() >= claimed.webhook.due_at:
            # This process was stopped for longer than its claim lasted: another worker may be posting the same.
            return
        try:
            send(claimed.webhook, *message_of(claimed, self._site))
        except SendingFailed as failure:
            self._retry_later(claimed, str(failure))
        except Exception as error:
            _log.exception("webhook_failed", webhook=claimed.webhook.id)
            self._retry_later(claimed, type(error).__name__)
        else:
            queue.confirm(self._engine, claimed)
            metrics.WEBHOOK_ATTEMPTS.labels("confirmed").inc()

    def _retry_later(self, claimed: Claimed, problem: str) -> None:
        pause, webhook = queue.retry_later(self._engine, claimed, problem), claimed.webhook
        told = {"webhook": webhook.id, "problem": problem, "attempt": webhook.failures + 1}
        if pause is None:
            metrics.WEBHOOK_ATTEMPTS.labels("stopped").inc()
            _log.error("webhook_stopped", **told, resume=f"starbond webhooks resume {webhook.id}")
        else:
            metrics.WEBHOOK_ATTEMPTS.labels("failed").inc()
            _log.warning("webhook_retried_later", **told, pause=str(pause))


class WebhookThread(JobThread):
    """Delivers in threads of its own until it is stopped."""

    def __init__(self, delivery: Delivery, listeners: list[Callable[[str], None]]) -> None:
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

    def _post(self, claimed: Claimed) -> None:
        try:
            self._delivery.deliver(claimed)
        except Exception as error:
            is_known = isinstance(error, SQLAlchemyError)
            _log.error("webhook_not_recorded", webhook=claimed.webhook.id, exc_info=None if is_known else error)
        finally:
            self._posting.discard(threading.current_thread())
            # There may be more for the same receiver.
            self.notify()
