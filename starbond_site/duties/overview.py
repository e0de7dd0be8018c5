"""The periods of duties, by which day each is due, which document fulfils it, and which is late.

A document fulfils a period if it belongs to the duty's list, has one of the duty's words in its name, and appeared
between the end of the period and the end of the next one; the earliest counts. What this rule does not find, such as a
statement that came after the next period's end, the administrator names (`service.DutyService.name_document`).
"""

import calendar
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum
from types import MappingProxyType

from starbond_site import local_time
from starbond_site.content.duties import Duties, Duty
from starbond_site.documents import names
from starbond_site.documents.records import Document

PERIOD_MONTHS = {"year": 12, "quarter": 3, "month": 1}
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
class Period:
    """A year, quarter or month of one duty."""

    id: str
    """Its last day, such as ``2026-09-30``."""
    end: date
    first: date
    """The first day on which a document counts: after its end, or the day of the meeting itself."""
    next_end: date
    """Last day of the period after it: documents that appear from then on belong to that one."""
    due: date
    """The last day on which its document is in time."""


@dataclass(frozen=True, slots=True)
class DutyStatus:
    """How a duty stands for one period."""

    period: Period | None
    """None for a duty without periods."""
    state: State
    filing: Document | None = None
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
    filings: Sequence[Document],
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
            key=lambda one: (moment_of(one), one.id),
        )
        chosen = {period: by_id.get(number) for (id, period), number in named.items() if id == duty.id}
        found.append(Overview(duty, _statuses(duty, fitting, chosen, today, periods(duties, duty, today, meetings))))
    return found


def _statuses(
    duty: Duty,
    fitting: Sequence[Document],
    chosen: Mapping[str, Document | None],
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
    period: Period, fitting: Sequence[Document], chosen: Mapping[str, Document | None], today: date
) -> DutyStatus:
    appeared = (filing for filing in fitting if period.first <= day_of(filing) <= period.next_end)
    named = chosen.get(period.id)
    filing = named or next(appeared, None)
    late_by = max((day_of(filing) if filing else today) - period.due, timedelta())
    if filing:
        return DutyStatus(period, State.FULFILLED, filing, late_by, named is not None)
    if late_by:
        return DutyStatus(period, State.LATE, None, late_by)
    return DutyStatus(period, State.RUNNING if today <= period.end else State.DUE)


def _fits(duty: Duty, filing: Document) -> bool:
    words = [names.searchable(words) for words in duty.words]
    return filing.category == duty.list and (not words or any(word in filing.search for word in words))


def moment_of(filing: Document) -> datetime:
    return filing.filed_at or filing.published_at


def day_of(filing: Document) -> date:
    return local_time.local_date(moment_of(filing))


def periods(duties: Duties, duty: Duty, today: date, meetings: Iterable[date] = ()) -> list[Period]:
    """Return the periods of a duty that ended since `Duties.since`, and the one that runs, the newest first.

    A duty that does not recur with a period has none; that of meetings has one for each, also for those to come.

    Args:
        meetings: days of general meetings.
    """
    if duty.days is None:
        return []
    day = timedelta(days=1)
    if duty.rhythm == "meeting":
        held = sorted({held for held in meetings if held >= duties.since}, reverse=True)
        until = [date.max, *(later - day for later in held)]
        limit = timedelta(days=duty.days)
        return [Period(of.isoformat(), of, of, end, of + limit) for of, end in zip(held, until, strict=False)]
    found: list[Period] = []
    for end in _ends(duties, duty):
        if end >= duties.since:
            after = _next(duty, end)
            found.append(Period(end.isoformat(), end, end + day, after, end + timedelta(days=duty.days)))
        if end >= today:
            break
    return found[::-1]


def _ends(duties: Duties, duty: Duty) -> Iterator[date]:
    """Yield the ends of a duty's periods for ever, from the year before `Duties.since`."""
    months = PERIOD_MONTHS[duty.rhythm]
    year, month = duties.since.year - 1, duties.end_month
    while True:
        month += months
        year, month = year + (month - 1) // 12, (month - 1) % 12 + 1
        if duty.rhythm != "quarter" or _quarter(duties, month) in duty.quarters:
            yield date(year, month, calendar.monthrange(year, month)[1])


def _next(duty: Duty, end: date) -> date:
    """Return the end of the period after one: the next quarter, also where that belongs to another duty."""
    month = end.month + PERIOD_MONTHS[duty.rhythm]
    year, month = end.year + (month - 1) // 12, (month - 1) % 12 + 1
    return date(year, month, calendar.monthrange(year, month)[1])


def _quarter(duties: Duties, month: int) -> int:
    return ((month - duties.end_month - 1) % 12 + 1) // 3
