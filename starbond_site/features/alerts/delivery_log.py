"""How many mails told of a change, and when: numbers alone, for the evidence of a document (docs/evidence.md)."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import ColumnElement
from sqlmodel import Session, col, func, select

from starbond_site.documents import database
from starbond_site.documents.records import Change, Document
from starbond_site.features.alerts.records import AlertChoice, AlertLog, AlertMail
from starbond_site.features.hooks import Log
from starbond_site.shared import local_time

COLUMNS = ("change", "queued", "first_queued_at", "last_queued_at", "sent", "first_sent_at", "last_sent_at")


def add_queued(
    session: Session, batch: str, announced: Sequence[ColumnElement[bool]], after: int, now: datetime
) -> None:
    """Count the mails of a batch for each change that they tell, in the transaction that queues them."""
    number = col(Change.number)
    told = (
        select(number, func.count(col(AlertMail.id)))
        .join(Document, col(Document.id) == col(Change.document_id))
        .join(AlertChoice, col(AlertChoice.category) == col(Document.category))
        .join(AlertMail, col(AlertMail.subscriber_id) == col(AlertChoice.subscriber_id))
        .where(col(AlertMail.batch) == batch, number > after, *announced)
        .where(number > col(AlertChoice.since_change))
        .where(number > col(AlertMail.after_change), number <= col(AlertMail.last_change))
        .group_by(number)
        .order_by(number)
    )
    for change, count in session.execute(told).all():
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
    columns=COLUMNS,
    meaning=lambda site: site.interface.evidence.file_mail,
    records=lambda session, _document, changes, _now: of_changes(session, changes),
)
