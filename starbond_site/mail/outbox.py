"""The outbox: mails in the database, claimed before they are sent (`jobs`): no two workers send the same one."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Column, Engine, Integer, UniqueConstraint, delete, func
from sqlmodel import Field, Session, col, select

from starbond_site.documents import database, jobs
from starbond_site.documents.records import ClaimedRecord, NumberedRecord
from starbond_site.shared import local_time

CLAIM = timedelta(minutes=10)
"""Longer than the longest dialogue with a server that answers each step at the last moment."""
FIRST_PAUSE = timedelta(minutes=1)
LONGEST_PAUSE = timedelta(hours=12)


class OutgoingMail(ClaimedRecord, table=True):
    """One mail of the outbox; deleted when it was sent.

    It names what it is about, and is composed when it is sent: the outbox contains no address, no text and no working
    link.
    """

    __table_args__ = (UniqueConstraint("kind", "about"), {"sqlite_autoincrement": True})

    kind: str = Field(max_length=20)
    """Of its `delivery.Source`."""
    record_id: int = Field(sa_column=Column("about", Integer, nullable=False))
    """Id of the contact message, of the subscriber, or of the alert."""
    message_id: str = Field(max_length=255)
    """Header of all attempts, so that a mail program recognises a mail that arrives twice."""
    queued_at: datetime
    due_at: datetime = Field(index=True)
    claims: int = Field(default=0, sa_column=Column("attempts", Integer, nullable=False))


QUEUE = jobs.Queue(OutgoingMail, CLAIM)


@dataclass(frozen=True)
class WaitingMails:
    """How many mails wait to be sent, and for how long the oldest has been waiting; zero where none waits."""

    count: int
    oldest: timedelta
    overdue: timedelta = timedelta()
    """For how long a mail could have been sent: a refused one that waits for its next attempt does not count."""


def waiting(engine: Engine) -> WaitingMails:
    with database.reading(engine) as session:
        moments = select(func.count(), func.min(col(OutgoingMail.queued_at)), func.min(col(OutgoingMail.due_at)))
        number, first, due = session.exec(moments).one()
    now = local_time.now()
    return WaitingMails(number, *(max(now - moment, timedelta()) if moment else timedelta() for moment in (first, due)))


def add(session: Session, kind: str, record_id: int, message_id: str) -> None:
    """Queue a mail in the transaction of what it is about; nothing happens where the same mail waits already."""
    now = local_time.now()
    row = {"kind": kind, "about": record_id, "message_id": message_id, "queued_at": now, "due_at": now, "attempts": 0}
    session.connection().execute(database.insert(session, OutgoingMail).values(row).on_conflict_do_nothing())


def add_once(session: Session, kind: str, record: NumberedRecord, message_id: str) -> None:
    """Store a record and queue a mail about it, unless its unique constraint says that it was stored before."""
    table = type(record)
    new = database.insert(session, table).values(record.model_dump(exclude={"id"})).on_conflict_do_nothing()
    if number := session.connection().execute(new.returning(col(table.id))).scalar():
        add(session, kind, number, message_id)


def retry_later(engine: Engine, claimed: OutgoingMail) -> timedelta:
    """End a claim whose mail was not sent; return the pause until the next attempt."""
    pause = jobs.pause(FIRST_PAUSE, LONGEST_PAUSE, claimed.claims)
    with database.writing(engine) as session:
        QUEUE.settle(session, claimed, due_at=local_time.now() + pause)
    return pause


def remove(session: Session, claimed: OutgoingMail) -> None:
    session.connection().execute(delete(OutgoingMail).where(col(OutgoingMail.id) == claimed.id))
