"""Queues alerts: one mail for each subscriber who wants to hear of what was published since the last one.

A publication writes a change in its own transaction (`documents.changes`). From there, one transaction here queues all
mails that are due and moves the number up to which each of their recipients has been served. A process that is killed
at any moment has done both or neither, so that each subscriber gets each filing queued exactly once.

A subscriber to whom nothing was queued for `WINDOW` gets a filing at once. Whatever comes within that time after a mail
waits for its end, and becomes one mail.

The log counts for each change how many mails told of it, and when: numbers alone, for evidence (docs/evidence.md).
"""

import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, TypeVar

from sqlalchemy import BigInteger, ColumnElement, Select, String, and_, case, cast, exists, insert, literal, or_, update
from sqlalchemy import select as sql_select
from sqlalchemy.orm import aliased
from sqlmodel import Session, UTCDateTime, col, func, select

from starbond_site.documents import changes, database
from starbond_site.documents.archive import Archive
from starbond_site.documents.records import IS_PUBLIC, Change, Document
from starbond_site.features.alerts.records import AlertChoice, AlertCursor, AlertLog, AlertMail, AlertSubscriber
from starbond_site.features.hooks import Log
from starbond_site.mail import Mailer
from starbond_site.mail.outbox import OutgoingMail
from starbond_site.shared import local_time
from starbond_site.shared.categories import SHEETS

Query = TypeVar("Query", bound=Select[*tuple[Any, ...]])
WINDOW = timedelta(minutes=10)
"""Filings that come within this time after a mail become one further mail."""
TOPIC = case(
    (col(Document.category).in_(SHEETS), col(Document.category) + "/" + col(Document.product)),
    else_=col(Document.category),
)
"""The topic of a document (`Site.topics`): its list, and of a safety data sheet also its product."""
CURSOR = 1
"""Id of the only row of `AlertCursor`."""


def announced() -> tuple[ColumnElement[bool], ...]:
    """Return the conditions for a change that is mailed: published or moved, still public, and not entered later.

    Subscribers of the list that a document was moved to have not heard of it yet.
    """
    return (col(Change.kind).in_(("published", "moved")), *IS_PUBLIC, col(Document.filed_at).is_(None))


def queue(archive: Archive, mailer: Mailer, window: timedelta = WINDOW) -> int:
    """Queue what is due, and return the number of mails; blocks.

    Raises:
        SQLAlchemyError: the database does not answer; nothing was queued.
    """
    with database.reading(archive.engine) as session:
        newest, cursor = changes.newest(session), session.get(AlertCursor, CURSOR)
        if newest <= (cursor.change if cursor else 0):
            return 0
    with database.writing(archive.engine) as session:
        cursor = _locked(session)
        newest = changes.newest(session)
        wanted = _wanted(cursor.change, newest)
        number = _queue(session, mailer, window, wanted, newest, cursor.change)
        if not session.scalar(sql_select(exists().where(wanted))):
            cursor.change = newest
    return number


def _queue(
    session: Session, mailer: Mailer, window: timedelta, wanted: ColumnElement[bool], newest: int, after: int
) -> int:
    """Queue a mail for every subscriber who wants one and has had none for the window."""
    now, batch = local_time.now(), secrets.token_hex(8)
    queued_at = col(AlertSubscriber.queued_at)
    is_ready = or_(queued_at.is_(None), queued_at <= now - window)
    known = cast(literal(newest), BigInteger)
    due = sql_select(
        col(AlertSubscriber.id), literal(batch), col(AlertSubscriber.queued_change), known
    ).where(wanted, is_ready).order_by(col(AlertSubscriber.id))  # fmt: skip
    columns = ["subscriber_id", "batch", "after_change", "last_change"]
    connection = session.connection()
    connection.execute(insert(AlertMail).from_select(columns, due))
    mails = sql_select(*_outgoing(mailer, now)).where(col(AlertMail.batch) == batch).order_by(col(AlertMail.id))
    columns = ["kind", "about", "message_id", "queued_at", "due_at", "attempts"]
    connection.execute(insert(OutgoingMail).from_select(columns, mails))
    add_queued(session, batch, after, now)
    served = sql_select(col(AlertMail.subscriber_id)).where(col(AlertMail.batch) == batch)
    moved = update(AlertSubscriber).where(col(AlertSubscriber.id).in_(served))
    return connection.execute(moved.values(queued_change=newest, queued_at=now)).rowcount


def _outgoing(mailer: Mailer, now: datetime) -> tuple[ColumnElement[object], ...]:
    """Return the columns of the outbox for a mail; each has a ``Message-ID`` of its own."""
    left, _, domain = mailer.new_message_id().rpartition("@")
    message_id = literal(f"{left}.") + cast(col(AlertMail.id), String) + literal(f"@{domain}")
    moment = literal(now, UTCDateTime())
    return literal("alert"), col(AlertMail.id), message_id, moment, moment, literal(0)  # pyright: ignore[reportReturnType]


def _locked(session: Session) -> AlertCursor:
    """Return the cursor, locked until the transaction ends: one worker at a time queues."""
    row = database.insert(session, AlertCursor).values(id=CURSOR, change=0).on_conflict_do_nothing()
    session.connection().execute(row)
    return session.get_one(AlertCursor, CURSOR, with_for_update=True)


def _wanted(after: int, newest: int) -> ColumnElement[bool]:
    """Return the condition for a subscriber who chose a topic of some changes, and has not been served with them.

    The newest change of each topic is found once, not for each subscriber.
    """
    number = col(Change.number)
    of_topics = (
        sql_select(TOPIC.label("topic"), func.max(number).label("last"))
        .join_from(Change, Document, col(Change.document_id) == col(Document.id))
        .where(number > after, number <= newest, *announced())
        .group_by("topic")
        .cte("newest_of_topics")
    )
    last, reader = of_topics.c.last, aliased(AlertSubscriber)
    found = (
        sql_select(col(AlertChoice.subscriber_id))
        .join(of_topics, col(AlertChoice.category) == of_topics.c.topic)
        .join(reader, col(reader.id) == col(AlertChoice.subscriber_id))
        .where(last > col(AlertChoice.since_change), last > col(reader.queued_change))
    )
    is_served = and_(col(AlertSubscriber.confirmed_at).is_not(None), col(AlertSubscriber.suspended_at).is_(None))
    return and_(is_served, col(AlertSubscriber.id).in_(found))


def told(wanted: Query) -> Query:
    """Return a query for what mails tell: of each the filings in its range, of the lists that its reader wants now."""
    number = col(Change.number)
    return (
        wanted.select_from(AlertMail)
        .join(AlertChoice, col(AlertChoice.subscriber_id) == col(AlertMail.subscriber_id))
        .join(Document, col(AlertChoice.category) == TOPIC)
        .join(Change, col(Change.document_id) == col(Document.id))
        .where(number > col(AlertChoice.since_change), *announced())
        .where(number > col(AlertMail.after_change), number <= col(AlertMail.last_change))
    )


def add_queued(session: Session, batch: str, after: int, now: datetime) -> None:
    """Count the mails of a batch for each change that they tell, in the transaction that queues them."""
    number = col(Change.number)
    counted = told(sql_select(number, func.count())).where(col(AlertMail.batch) == batch, number > after)
    for change, count in session.execute(counted.group_by(number).order_by(number)).all():
        row = database.insert(session, AlertLog).values(
            change=change, queued=count, first_queued_at=now, last_queued_at=now, sent=0
        )
        more = {"queued": AlertLog.queued + row.excluded.queued, "last_queued_at": row.excluded.last_queued_at}
        session.connection().execute(row.on_conflict_do_update(index_elements=["change"], set_=more))


def add_sent(session: Session, numbers: Sequence[int]) -> None:
    """Count a mail that the server took, for each change that it told, in the transaction that removes it."""
    now = local_time.now()
    # In one order, so that two workers that count for the same changes never wait for each other.
    rows = select(AlertLog).where(col(AlertLog.change).in_(numbers)).order_by(col(AlertLog.change)).with_for_update()
    for row in session.exec(rows):
        row.sent += 1
        row.first_sent_at, row.last_sent_at = row.first_sent_at or now, now


def of_changes(session: Session, numbers: Sequence[int]) -> list[AlertLog]:
    """Return the counts of some changes; none for a change that no mail told of."""
    rows = select(AlertLog).where(col(AlertLog.change).in_(numbers)).order_by(col(AlertLog.change))
    return list(session.exec(rows))


LOG = Log(
    file="log/mail.csv",
    columns=[*AlertLog.model_fields],
    meaning=lambda site: site.interface.evidence.file_mail,
    records=lambda session, _document, changes, _now: of_changes(session, changes),
)
