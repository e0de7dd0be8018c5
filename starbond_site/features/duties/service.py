"""Reads how the duties stand, lets the administrator name documents, and reminds of dates by mail."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime
from email.message import EmailMessage
from typing import cast

from sqlalchemy import ColumnElement, UniqueConstraint, and_, delete, null, or_, true
from sqlalchemy import select as columns
from sqlmodel import Field, Session, col, select

from starbond_site import content, features, mail
from starbond_site.content.addresses import DESK, DISCLOSURES_PAGE
from starbond_site.content.reporting import Duties, Duty
from starbond_site.documents import audit, database, names
from starbond_site.documents.archive import Actor, Archive
from starbond_site.documents.records import IS_PUBLIC, OWN_DATE, Document, NumberedRecord, Record
from starbond_site.documents.refusals import Refusal
from starbond_site.features.duties import overview as overviews
from starbond_site.features.duties.overview import DutyStatus, PeriodState
from starbond_site.mail import Mailer, outbox
from starbond_site.mail.delivery import Source
from starbond_site.shared import local_time

JUDGED = (
    col(Document.id),
    col(Document.category),
    col(Document.search),
    null().label("filed_at"),
    OWN_DATE.label("published_at"),
)
"""What the rule reads of a document (`overview`); of its two moments, which cost most to read, the one that counts."""
STAGES = (1, 7, 14)
"""Days before a date at which a mail reminds of it."""
PASSED = -1
"""The stage of the mail that says that a date has passed."""


class DutyFulfilment(Record, table=True):
    """A document that the administrator named for a period, instead of the one that would be found."""

    duty: str = Field(max_length=60, primary_key=True)
    period: str = Field(max_length=20, primary_key=True)
    """`overview.DutyStatus.period_id`."""
    document_id: int = Field(foreign_key="document.id")
    at: datetime


class DutyReminder(NumberedRecord, table=True):
    """A mail that reminds of a date, queued once for each of `STAGES`."""

    __table_args__ = (UniqueConstraint("duty", "period", "stage"), {"sqlite_autoincrement": True})

    duty: str = Field(max_length=60)
    period: str = Field(max_length=20)
    """`overview.DutyStatus.reminder_id`."""
    stage: int
    """Days before the date; -1 for one that has passed."""
    at: datetime


class DutyService(Source):
    """Of one site."""

    def __init__(self, archive: Archive, mailer: Mailer | None = None, duties: Duties | None = None) -> None:
        self._archive = archive
        self._mailer = mailer or mail.default()
        self.duties = duties or content.read().duties

    def overview(self, today: date | None = None) -> list[DutyStatus]:
        """Return how every duty stands, today where no day is given; blocks."""
        today = today or local_time.today()
        with database.reading(self._archive.engine) as session:
            meetings = [held for hooks in features.hooks() for held in hooks.meetings(session)]
            named = {(row.duty, row.period): row.document_id for row in session.exec(select(DutyFulfilment))}
            known = {*named.values(), *(number for *_, number in meetings if number)}
            fitting = (_may_fulfil(duty, self.duties.since) for duty in self.duties.duties)
            wanted = or_(col(Document.id).in_(known), *fitting)
            # Rows alone, of thousands of documents: objects cost ten times as much, and few are shown.
            rows = session.connection().execute(columns(*JUDGED).where(wanted, *IS_PUBLIC)).all()
            filings = cast("Sequence[Document]", rows)
            found = overviews.overview(self.duties, filings, named, today, meetings)
            chosen = {status.filing.id for status in found if status.filing}
            shown = {one.id: one for one in session.exec(select(Document).where(col(Document.id).in_(chosen)))}
        return [replace(status, filing=shown[status.filing.id] if status.filing else None) for status in found]

    def name_document(self, duty: str, period: str, document: int, actor: Actor) -> None:
        """Name the document that fulfils a period; blocks.

        Raises:
            Refusal: there is no such duty, period or public document.
        """
        period = self._find(duty, period)
        with database.writing(self._archive.engine) as session:
            found = session.get(Document, document)
            if found is None or not found.is_public:
                raise Refusal("document_not_public", number=document)
            now = local_time.now()
            session.merge(DutyFulfilment(duty=duty, period=period, document_id=document, at=now))
            audit.add(session, actor, "name document of duty", f"{duty}/{period}/{document}", audit.DONE)

    def forget_document(self, duty: str, period: str, actor: Actor) -> None:
        """Let the rule decide about a period again; blocks.

        Raises:
            Refusal: there is no such duty or period.
        """
        period = self._find(duty, period)
        with database.writing(self._archive.engine) as session:
            own = (col(DutyFulfilment.duty) == duty) & (col(DutyFulfilment.period) == period)
            session.connection().execute(delete(DutyFulfilment).where(own))
            audit.add(session, actor, "forget document of duty", f"{duty}/{period}", audit.DONE)

    def housekeeping(self, today: date | None = None) -> None:
        """Queue a mail for every date that is near or has passed, once for each stage; blocks."""
        if not (self._mailer.is_configured and self._mailer.recipient):
            return
        today = today or local_time.today()
        for status in self.overview(today):
            if (stage := _stage(status, today)) is not None:
                at = local_time.now()
                reminder = DutyReminder(duty=status.duty.id, period=status.reminder_id, stage=stage, at=at)
                with database.writing(self._archive.engine) as session:
                    outbox.add_once(session, "duty", reminder, self._mailer.new_message_id())

    def compose(self, record_id: int) -> EmailMessage | None:
        """Return a reminder; None where its duty is fulfilled, no longer there, or due on another day. Blocks."""
        reminder = self._archive.read(lambda session: session.get(DutyReminder, record_id))
        if reminder is None or not self._mailer.recipient:
            return None
        own = (status for status in self.overview() if status.duty.id == reminder.duty)
        status = next((status for status in own if status.reminder_id == reminder.period), None)
        if status is None or status.state is PeriodState.FULFILLED or status.period is None:
            return None
        site = content.read()
        words = site.interface.disclosures
        values = {
            "duty": status.duty.title,
            "period": status.period.shown(site),
            "due": site.long_date(status.period.due),
            "rule": status.duty.rule,
            "list": site.category(status.duty.list).title,
            "url": self._archive.settings.public_url + (DISCLOSURES_PAGE if site.has(DISCLOSURES_PAGE) else DESK),
        }
        late = status.state is PeriodState.LATE
        subject = (words.mail_subject_late if late else words.mail_subject).format(**values)
        return self._mailer.compose(self._mailer.recipient, subject, words.mail_body.format(**values))

    def record_refused(self, _session: Session, _record_id: int) -> bool:
        """Go on trying: it is the company's own mailbox."""
        return False

    def _find(self, duty: str, period: str) -> str:
        """Return the id of a period, also by the day of the only meeting of that day."""
        if self.duties.duty(duty) is None:
            raise Refusal("duty_unknown", duty=duty, known=", ".join(duty.id for duty in self.duties.duties))
        known = [(one.period_id, one.period and f"{one.period.end}") for one in self.overview() if one.duty.id == duty]
        found = [id for id, _ in known if id == period] or [id for id, day in known if day == period]
        if len(found) != 1:
            shown = ", ".join(id if day in (id, None) else f"{id} ({day})" for id, day in known)
            raise Refusal("duty_period_unknown", duty=duty, period=period, known=shown or "–")
        return found[0]


def _may_fulfil(duty: Duty, since: date) -> ColumnElement[bool]:
    """Return the condition for documents that can decide, so that others are not read: without periods the newest."""
    words = (col(Document.search).contains(names.searchable(words), autoescape=True) for words in duty.words)
    fitting = and_(col(Document.category) == duty.list, or_(*words) if duty.words else true())
    if duty.days is not None:
        return and_(fitting, local_time.start_of(since) <= OWN_DATE)
    newest = columns(col(Document.id)).where(fitting, *IS_PUBLIC).order_by(OWN_DATE.desc(), col(Document.id).desc())
    return col(Document.id) == newest.limit(1).correlate(None).scalar_subquery()


def _stage(status: DutyStatus, today: date) -> int | None:
    """Return which reminder a period is at; None for none."""
    if status.period is None or status.state is PeriodState.FULFILLED:
        return None
    left = (status.period.due - today).days
    return PASSED if left < 0 else next((stage for stage in STAGES if left <= stage), None)
