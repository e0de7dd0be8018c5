"""Which webhooks are due, who delivers them, and what became of it.

As with mail, a claim moves ``due_at`` to its own end: no two workers post to the same address, so that changes arrive
in order, and one that is killed between claim and confirmation loses nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, Engine, update
from sqlmodel import Session, col, func, select

from starbond_site import local_time
from starbond_site.documents import changes, database
from starbond_site.documents.records import Change, ListVersion
from starbond_site.webhooks import logbook
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


@dataclass(frozen=True)
class Claimed:
    """A webhook that this worker delivers to, until its claim ends."""

    webhook: Webhook
    changes: Sequence[Change]
    """After its cursor, in order; at least one."""


def is_due(engine: Engine, site: str) -> bool:
    """Return whether a webhook can be claimed; cheaper than `claim`, which locks."""
    with database.reading(engine) as session:
        return session.exec(select(Webhook.id).where(*_due(site, local_time.now())).limit(1)).first() is not None


def claim(engine: Engine, site: str) -> Claimed | None:
    """Claim the webhook that has been due for the longest time, with what it is to be told; None where none is due."""
    now = local_time.now()
    with database.writing(engine) as session:
        # Two workers of PostgreSQL claim different webhooks; SQLite has one writer at a time.
        first = select(Webhook).where(*_due(site, now)).order_by(col(Webhook.due_at), col(Webhook.id)).limit(1)
        webhook = session.exec(first.with_for_update(skip_locked=True)).first()
        if webhook is None:
            return None
        webhook.claims += 1
        webhook.due_at = now + CLAIM
        session.add(webhook)
        return Claimed(webhook, changes.after(session, webhook.cursor, BATCH))


def of_other_sites(engine: Engine, site: str) -> int:
    """Return how many webhooks belong to another public address and are not posted to from here."""
    with database.reading(engine) as session:
        return session.exec(select(func.count()).select_from(Webhook).where(col(Webhook.site) != site)).one()


def confirm(engine: Engine, claimed: Claimed) -> None:
    """Move the cursor behind what was delivered, and log it; the webhook is due again at once, if there is more."""
    with database.writing(engine) as session:
        logbook.add(session, claimed.webhook, claimed.changes[0].number, claimed.changes[-1].number)
        _settle(
            session,
            claimed.webhook,
            cursor=claimed.changes[-1].number,
            due_at=local_time.now(),
            failures=0,
            failing_since=None,
            problem="",
        )


def retry_later(engine: Engine, claimed: Claimed, problem: str) -> timedelta | None:
    """Record that an attempt was not confirmed; return the pause until the next one, or None where it is given up."""
    webhook, now = claimed.webhook, local_time.now()
    since = webhook.failing_since or now
    is_given_up = now - since >= GIVEN_UP_AFTER
    pause = min(FIRST_PAUSE * 4 ** min(webhook.failures, 10), LONGEST_PAUSE)
    with database.writing(engine) as session:
        _settle(
            session,
            webhook,
            failures=webhook.failures + 1,
            failing_since=since,
            problem=problem[:200],
            due_at=now + pause,
            stopped_at=now if is_given_up else None,
        )
    return None if is_given_up else pause


def _settle(session: Session, webhook: Webhook, **values: object) -> None:
    """Write the result of a claim, unless it has ended and the webhook is another worker's by now."""
    own = (col(Webhook.id) == webhook.id, col(Webhook.claims) == webhook.claims)
    session.connection().execute(update(Webhook).where(*own).values(values))


def _due(site: str, now: datetime) -> tuple[ColumnElement[bool], ...]:
    newest = select(ListVersion.version).where(ListVersion.name == changes.VERSION).scalar_subquery()
    return (
        col(Webhook.stopped_at).is_(None),
        col(Webhook.site) == site,
        col(Webhook.due_at) <= now,
        col(Webhook.cursor) < newest,
    )
