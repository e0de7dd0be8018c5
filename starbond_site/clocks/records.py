"""The table of disclosure clocks, and what a clock says: what is left, who is still to be told, and what was late."""

from datetime import datetime, timedelta
from enum import StrEnum

from sqlalchemy import Column, ForeignKey, Integer, String
from sqlmodel import Field, Relationship

from starbond_site.documents.records import Document, NumberedRecord, UtcDateTime


class Part(StrEnum):
    """Who has to be informed of a decision in time."""

    EXCHANGE = "exchange"
    REGULATOR = "regulator"
    PUBLIC = "public"
    """Told by the document; the moment is that of its publication."""


class State(StrEnum):
    """Of a clock."""

    RUNNING = "running"
    """Somebody is still to be told."""
    DONE = "done"
    CLOSED = "closed"
    """Stopped by hand."""


class Clock(NumberedRecord, table=True):
    """The time between a decision and those who have to be told of it; what was corrected stands in the audit."""

    __tablename__ = "disclosure_clock"

    label: str = Field(sa_column=Column(String(200), nullable=False))
    """What was decided, in the words of the desk."""
    duty: str = Field(sa_column=Column(String(60), nullable=False))
    """Id of the duty of ``duties.toml`` that sets the time."""
    minutes: int = Field(sa_column=Column(Integer, nullable=False))
    """The time that was set when the clock was started; a later change of the content does not move it."""
    source: str = Field(sa_column=Column(String(300), nullable=False))
    """The rule that set it, likewise."""
    decided_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False))
    exchange_told_at: datetime | None = Field(default=None, sa_column=Column(UtcDateTime))
    regulator_told_at: datetime | None = Field(default=None, sa_column=Column(UtcDateTime))
    document_id: int | None = Field(default=None, sa_column=Column(Integer, ForeignKey("document.id"), index=True))
    document: Document | None = Relationship(sa_relationship_kwargs={"lazy": "selectin"})
    """The document that discloses it; None until it is published and attached."""
    started_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False))
    started_by: str = Field(default="", sa_column=Column(String(200), nullable=False))
    """Name of the person; empty where nobody is named."""
    closed_at: datetime | None = Field(default=None, sa_column=Column(UtcDateTime))
    """When it was stopped by hand, such as one that was started by mistake."""
    closed_reason: str = Field(default="", sa_column=Column(String(500), nullable=False))

    @property
    def due_at(self) -> datetime:
        """Until when everybody has to be told."""
        return self.decided_at + timedelta(minutes=self.minutes)

    def told_at(self, part: Part) -> datetime | None:
        """Return when somebody was told; None where that is still to come."""
        if part is Part.PUBLIC:
            return self.document.published_at if self.document else None
        return self.exchange_told_at if part is Part.EXCHANGE else self.regulator_told_at

    @property
    def state(self) -> State:
        if self.closed_at:
            return State.CLOSED
        return State.DONE if all(self.told_at(part) for part in Part) else State.RUNNING

    def left(self, now: datetime) -> timedelta:
        """Return the time that is left; negative once it has passed."""
        return self.due_at - now

    def late_by(self, part: Part, now: datetime) -> timedelta:
        """Return by how much somebody was told too late, or is late by now; zero where it is in time.

        A clock that was stopped counts up to then.
        """
        until = self.told_at(part) or self.closed_at or now
        return max(until - self.due_at, timedelta())

    def latest(self, now: datetime) -> timedelta:
        """Return the longest delay; zero where everybody was told in time."""
        return max(self.late_by(part, now) for part in Part)
