"""Which receiver confirmed which changes, and when: for the evidence of a document (docs/evidence.md)."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session, col, select

from starbond_site.features.hooks import Log
from starbond_site.features.webhooks.records import Webhook, WebhookLog
from starbond_site.shared import local_time

COLUMNS = ("change", "webhook_id", "receiver", "state", "confirmed_at")


@dataclass(frozen=True, slots=True)
class Delivery:
    """A change and a receiver; ``state`` is ``confirmed``, ``waiting`` or ``stopped``."""

    change: int
    webhook_id: int
    receiver: str
    state: str
    confirmed_at: datetime | None


def add(session: Session, webhook: Webhook, first: int, last: int) -> None:
    """Log a confirmed message within the transaction that moves the cursor."""
    line = WebhookLog(
        webhook_id=webhook.id,
        receiver=_receiver(webhook),
        first_change=first,
        last_change=last,
        confirmed_at=local_time.now(),
    )
    session.add(line)


def of_changes(session: Session, numbers: Sequence[int]) -> list[Delivery]:
    """Return to whom some changes were delivered, and who still has to confirm them; in their order."""
    found: list[Delivery] = []
    webhooks = session.exec(select(Webhook).order_by(col(Webhook.id))).all()
    for number in numbers:
        holding = select(WebhookLog).where(
            col(WebhookLog.first_change) <= number, col(WebhookLog.last_change) >= number
        )
        found += [
            Delivery(number, line.webhook_id, line.receiver, "confirmed", line.confirmed_at)
            for line in session.exec(holding.order_by(col(WebhookLog.id)))
        ]
        for webhook in webhooks:
            if webhook.cursor < number:
                state = "stopped" if webhook.stopped_at else "waiting"
                found.append(Delivery(number, webhook.id, _receiver(webhook), state, None))
    return found


def _receiver(webhook: Webhook) -> str:
    return hashlib.sha256(webhook.url.encode()).hexdigest()


LOG = Log(
    file="log/webhooks.csv",
    columns=COLUMNS,
    meaning=lambda site: site.interface.evidence.file_webhooks,
    records=lambda session, _document, changes, _now: of_changes(session, changes),
)
