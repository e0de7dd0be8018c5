"""Which duty was fulfilled by which document, which is due, and which is late.

A document fulfils a period if it belongs to the duty's list, has one of the duty's words in its name, and appeared
between the end of the period and the end of the next one; the earliest counts. What this rule does not find, such as a
statement that came after the next period's end, the administrator names (`service.DutyService.name_document`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum
from types import MappingProxyType

from starbond_site.content.duties import Duties, Duty
from starbond_site.documents import names
from starbond_site.duties.periods import Period, periods

NO_MEETINGS: Mapping[date, int] = MappingProxyType({})
STANDING = "standing"
"""Stands for the period of a duty that has none."""


class State(StrEnum):
    """Of a period."""

    FULFILLED = "fulfilled"
    DUE = "due"
    LATE = "late"
    RUNNING = "running"
    """Not over yet."""


@dataclass(frozen=True, slots=True)
class Filing:
    """What a duty looks at in a document."""

    id: int
    category: str
    shown_name: str
    search: str
    """See `documents.names.searchable`."""
    day: date
    """In the company's time."""
    moment: datetime


@dataclass(frozen=True, slots=True)
class DutyStatus:
    """How a duty stands for one period."""

    period: Period | None
    """None for a duty without periods."""
    state: State
    filing: Filing | None = None
    late_by: timedelta = timedelta()
    """Days between the due date and the document, or today where there is none; zero where it is in time."""
    is_named: bool = False
    """Whether the administrator named the document."""

    @property
    def period_id(self) -> str:
        return self.period.id if self.period else STANDING


@dataclass(frozen=True, slots=True)
class Overview:
    """One duty with its periods, newest first."""

    duty: Duty
    statuses: tuple[DutyStatus, ...]
    """One for a duty that stands, none for a duty that follows events and has no document yet."""

    @property
    def late(self) -> tuple[DutyStatus, ...]:
        return tuple(status for status in self.statuses if status.state is State.LATE)


def overview(
    duties: Duties,
    filings: Sequence[Filing],
    named: Mapping[tuple[str, str], int],
    today: date,
    meetings: Mapping[date, int] = NO_MEETINGS,
) -> list[Overview]:
    """Return how every duty stands.

    Args:
        meetings: numbers of the documents of their results, or 0, by their days.
    """
    by_id = {filing.id: filing for filing in filings}
    found = []
    for duty in duties.duties:
        fitting = sorted(
            (one for one in filings if _fits(duty, one) or (duty.rhythm == "meeting" and one.id in meetings.values())),
            key=lambda one: (one.moment, one.id),
        )
        chosen = {period: by_id.get(number) for (id, period), number in named.items() if id == duty.id}
        found.append(Overview(duty, _statuses(duty, fitting, chosen, today, periods(duties, duty, today, meetings))))
    return found


def _statuses(
    duty: Duty,
    fitting: Sequence[Filing],
    chosen: Mapping[str, Filing | None],
    today: date,
    recurring: Sequence[Period],
) -> tuple[DutyStatus, ...]:
    if duty.rhythm not in ("event", "standing"):
        return tuple(_period_status(period, fitting, chosen, today) for period in recurring)
    named = chosen.get(STANDING)
    if newest := named or (fitting[-1] if fitting else None):
        return (DutyStatus(None, State.FULFILLED, newest, is_named=named is not None),)
    return () if duty.rhythm == "event" else (DutyStatus(None, State.LATE),)


def _period_status(
    period: Period, fitting: Sequence[Filing], chosen: Mapping[str, Filing | None], today: date
) -> DutyStatus:
    appeared = (filing for filing in fitting if period.first <= filing.day <= period.next_end)
    named = chosen.get(period.id)
    filing = named or next(appeared, None)
    late_by = max((filing.day if filing else today) - period.due, timedelta())
    if filing:
        return DutyStatus(period, State.FULFILLED, filing, late_by, named is not None)
    if late_by:
        return DutyStatus(period, State.LATE, None, late_by)
    return DutyStatus(period, State.RUNNING if today <= period.end else State.DUE)


def _fits(duty: Duty, filing: Filing) -> bool:
    words = [names.searchable(words) for words in duty.words]
    return filing.category == duty.list and (not words or any(word in filing.search for word in words))
