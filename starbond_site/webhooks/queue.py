"""Which webhooks are due, who delivers them (`jobs`), and what became of it.

No two workers post to the same address at once, so that changes arrive in order.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy import ColumnElement, Engine
from sqlmodel import col, func, select

from starbond_site import local_time
from starbond_site.documents import changes, database, jobs
from starbond_site.documents.records import Change, ListVersion
from starbond_site.webhooks import delivery_log
from starbond_site.webhooks.records import Webhook
from starbond_site.webhooks.sending import SECONDS

CLAIM = timedelta(seconds=2 * SECONDS)
"""Longer than an attempt; this is also how long a killed worker delays a webhook that it was posting to."""
BATCH = 100
"""Most changes in one message."""
FIRST_PAUSE = timedelta(seconds=15)
LONGEST_PAUSE = timedelta(hours=12)
GIVEN_UP_AFTER = timedelta(days=7)
"""Without a confirmation for so long, a webhook is stopped."""
QUEUE = jobs.Queue(Webhook, "claims", CLAIM)


@dataclass(frozen=True)
class Claimed:
    """A webhook that this worker delivers to, until its claim ends."""

    webhook: Webhook
    changes: Sequence[Change]
    """After its cursor, in order; at least one."""


def claim(engine: Engine, site: str) -> Claimed | None:
    """Claim the webhook that has been due for the longest time, with what it is to be told; None where none is due."""
    wanted = _waiting(site)
    if not QUEUE.is_due(engine, *wanted) or (webhook := QUEUE.claim(engine, *wanted)) is None:
        return None
    with database.reading(engine) as session:
        return Claimed(webhook, changes.after(session, webhook.cursor, BATCH))


def of_other_sites(engine: Engine, site: str) -> int:
    """Return how many webhooks belong to another public address and are not posted to from here."""
    with database.reading(engine) as session:
        return session.exec(select(func.count()).select_from(Webhook).where(col(Webhook.site) != site)).one()


def confirm(engine: Engine, claimed: Claimed) -> None:
    """Move the cursor behind what was delivered, and log it; the webhook is due again at once, if there is more."""
    with database.writing(engine) as session:
        delivery_log.add(session, claimed.webhook, claimed.changes[0].number, claimed.changes[-1].number)
        last, now = claimed.changes[-1].number, local_time.now()
        QUEUE.settle(session, claimed.webhook, cursor=last, due_at=now, failures=0, failing_since=None, problem="")


def retry_later(engine: Engine, claimed: Claimed, problem: str) -> timedelta | None:
    """Record that an attempt was not confirmed; return the pause until the next one, or None where it is given up."""
    webhook, now = claimed.webhook, local_time.now()
    since = webhook.failing_since or now
    is_given_up = now - since >= GIVEN_UP_AFTER
    pause = jobs.pause(FIRST_PAUSE, LONGEST_PAUSE, webhook.failures + 1)
    with database.writing(engine) as session:
        QUEUE.settle(
            session,
            webhook,
            failures=webhook.failures + 1,
            failing_since=since,
            problem=problem[:200],
            due_at=now + pause,
            stopped_at=now if is_given_up else None,
        )
    return None if is_given_up else pause


def _waiting(site: str) -> tuple[ColumnElement[bool], ...]:
    newest = select(ListVersion.version).where(ListVersion.name == changes.VERSION).scalar_subquery()
    return col(Webhook.stopped_at).is_(None), col(Webhook.site) == site, col(Webhook.cursor) < newest
