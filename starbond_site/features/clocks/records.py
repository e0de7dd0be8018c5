"""The table of disclosure clocks: the time that is left, who is still to be notified, and which notice was late."""

from datetime import datetime, timedelta
from enum import StrEnum
from types import SimpleNamespace

from sqlmodel import Field, Relationship

from starbond_site.documents.records import Document, NumberedRecord


class Recipient(StrEnum):
    """Who has to be notified of a decision in time."""

    EXCHANGE = "exchange"
    REGULATOR = "regulator"
    PUBLIC = "public"
    """Notified by the document, when it is published."""


class ClockState(StrEnum):
    """Of a clock."""

    RUNNING = "running"
    """Somebody is still to be notified."""
    DONE = "done"
    CLOSED = "closed"
    """Stopped by hand."""


class Clock(NumberedRecord, table=True):
    """The time between a decision and the notice to everybody; what was corrected stands in the audit."""

    __tablename__ = "disclosure_clock"

    label: str = Field(max_length=200)
    """What was decided, in the words of the desk."""
    duty: str = Field(max_length=60)
    """Id of the duty of ``duties.toml`` that sets the time."""
    minutes: int
    """The time that was set when the clock was started; a later change of the content does not move it."""
    source: str = Field(max_length=300)
    """The rule that set it, likewise."""
    decided_at: datetime
    exchange_told_at: datetime | None = None
    regulator_told_at: datetime | None = None
    document_id: int | None = Field(default=None, foreign_key="document.id", index=True)
    document: Document | None = Relationship(sa_relationship_kwargs={"lazy": "selectin"})
    """The document that discloses it; None until it is published and attached."""
    started_at: datetime
    started_by: str = Field(default="", max_length=200)
    """Name of the person; empty where nobody is named."""
    closed_at: datetime | None = None
    """When it was stopped by hand, such as one that was started by mistake."""
    closed_reason: str = Field(default="", max_length=500)

    @property
    def due_at(self) -> datetime:
        """Until when everybody has to be notified."""
        return self.decided_at + timedelta(minutes=self.minutes)

    def notified_at(self, recipient: Recipient) -> datetime | None:
        """Return when somebody was notified; None where that is still to come."""
        if recipient is Recipient.PUBLIC:
            return self.document.published_at if self.document else None
        return getattr(self, f"{recipient}_told_at")

    @property
    def state(self) -> ClockState:
        if self.closed_at:
            return ClockState.CLOSED
        return ClockState.DONE if all(self.notified_at(recipient) for recipient in Recipient) else ClockState.RUNNING

    def left(self, now: datetime) -> timedelta:
        """Return the time that is left; negative once it has passed."""
        return self.due_at - now

    def late_by(self, recipient: Recipient, now: datetime) -> timedelta:
        """Return by how much a notice was too late, or is late by now; zero where it is in time.

        A clock that was stopped counts up to then.
        """
        until = self.notified_at(recipient) or self.closed_at or now
        return max(until - self.due_at, timedelta())

    def longest_delay(self, now: datetime) -> timedelta:
        """Return the longest delay; zero where everybody was notified in time."""
        return max(self.late_by(recipient, now) for recipient in Recipient)

    def logged(self, now: datetime) -> SimpleNamespace:
        """Return all of it for the log of an evidence pack (`service.LOG`)."""
        found = SimpleNamespace(**self.model_dump(), due_at=self.due_at)
        for recipient in Recipient:
            setattr(found, f"{recipient}_told_at", self.notified_at(recipient))
            setattr(found, f"{recipient}_late_seconds", int(self.late_by(recipient, now).total_seconds()))
        return found
