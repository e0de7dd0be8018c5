"""The outbox: mails in the database, claimed before they are sent, so that no two workers send the same one.

A claim moves ``due_at`` to its own end. A worker that is killed between claim and sending thus loses nothing: the mail
is due again when the claim has ended.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from sqlalchemy import ColumnElement, Engine, delete, func, update
from sqlmodel import Session, col, select

from starbond_site import local_time
from starbond_site.documents import database
from starbond_site.mail.records import OutgoingMail

Kind = Literal["contact", "confirmation", "alert-request", "alert", "duty"]
CLAIM = timedelta(minutes=10)
"""Longer than the longest dialogue with a server that answers each step at the last moment."""
FIRST_PAUSE = timedelta(minutes=1)
LONGEST_PAUSE = timedelta(hours=12)


@dataclass(frozen=True)
class Waiting:
    """How many mails wait to be sent, and for how long the oldest has been waiting; zero where none waits."""

    count: int
    oldest: timedelta
    overdue: timedelta = timedelta()
    """For how long a mail could have been sent: a refused one that waits for its next attempt does not count."""


def waiting(engine: Engine) -> Waiting:
    """Return what waits in the outbox; blocks.

    Raises:
        SQLAlchemyError: the database does not answer.

    """
    with database.reading(engine) as session:
        moments = select(func.count(), func.min(col(OutgoingMail.queued_at)), func.min(col(OutgoingMail.due_at)))
        number, first, due = session.exec(moments).one()
    now = local_time.now()
    return Waiting(number, *(max(now - moment, timedelta()) if moment else timedelta() for moment in (first, due)))


def add(session: Session, kind: Kind, about: int, message_id: str) -> None:
    """Queue a mail in the transaction of what it is about; nothing happens where the same mail waits already."""
    now = local_time.now()
    row = {"kind": kind, "about": about, "message_id": message_id, "queued_at": now, "due_at": now, "attempts": 0}
    session.connection().execute(database.insert(session, OutgoingMail).values(row).on_conflict_do_nothing())


def is_due(engine: Engine) -> bool:
    """Return whether a mail can be claimed; cheaper than `claim`, which locks."""
    with database.reading(engine) as session:
        return session.exec(select(OutgoingMail.id).where(_due(local_time.now())).limit(1)).first() is not None


def claim(engine: Engine) -> OutgoingMail | None:
    """Claim the mail that has been due for the longest time, and return it; None where none is due."""
    now = local_time.now()
    with database.writing(engine) as session:
        # Two workers of PostgreSQL claim different mails; SQLite has one writer at a time.
        first = select(OutgoingMail).where(_due(now)).order_by(col(OutgoingMail.due_at), col(OutgoingMail.id)).limit(1)
        mail = session.exec(first.with_for_update(skip_locked=True)).first()
        if mail is not None:
            mail.attempts += 1
            mail.due_at = now + CLAIM
            session.add(mail)
        return mail


def retry_later(engine: Engine, claimed: OutgoingMail) -> timedelta:
    """End a claim whose mail was not sent; return the pause until the next attempt, four times the one before."""
    pause = min(FIRST_PAUSE * 4 ** min(claimed.attempts - 1, 10), LONGEST_PAUSE)
    # A claim that has ended already may be another worker's by now.
    own = (col(OutgoingMail.id) == claimed.id) & (col(OutgoingMail.attempts) == claimed.attempts)
    with database.writing(engine) as session:
        session.connection().execute(update(OutgoingMail).where(own).values(due_at=local_time.now() + pause))
    return pause


def remove(session: Session, claimed: OutgoingMail) -> None:
    """Remove a mail that was sent, or will not be."""
    session.connection().execute(delete(OutgoingMail).where(col(OutgoingMail.id) == claimed.id))


def _due(now: datetime) -> ColumnElement[bool]:
    return col(OutgoingMail.due_at) <= now
