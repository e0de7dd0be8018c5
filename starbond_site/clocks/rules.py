"""What a disclosure clock says: what is left, who is still to be told, and what was late by how much. Pure."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from starbond_site import local_time

FIRST_YEAR = 2000
"""A moment before it is a slip of the fingers."""


class Part(StrEnum):
    """Who has to learn of a decision in time."""

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


@dataclass(frozen=True, slots=True)
class Attached:
    """The document of a clock."""

    id: int
    shown_name: str
    published_at: datetime


@dataclass(frozen=True, slots=True)
class Clock:
    """A clock as the desk shows it."""

    id: int
    label: str
    duty: str
    minutes: int
    source: str
    decided_at: datetime
    exchange_told_at: datetime | None
    regulator_told_at: datetime | None
    document: Attached | None
    started_at: datetime
    started_by: str
    closed_at: datetime | None
    closed_reason: str

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


def read_moment(text: str) -> datetime | None:
    """Return a moment that a person typed (`local_time.parse`); None for anything else, and before `FIRST_YEAR`."""
    try:
        moment = local_time.parse(text)
    except ValueError:
        return None
    return moment if moment.year >= FIRST_YEAR else None
