"""Periods of the financial year, and the day by which each has to be disclosed. Dates are the company's."""

import calendar
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from starbond_site.content.duties import Duties, Duty

PERIOD_MONTHS = {"year": 12, "quarter": 3, "month": 1}


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
