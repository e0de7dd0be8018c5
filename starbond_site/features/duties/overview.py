"""The periods of duties, by which day each is due, which document fulfils it, and which is late.

A document fulfils a period if it belongs to the duty's list, has one of the duty's words in its name, and appeared
between the end of the period and the end of the next one; the earliest counts. What this rule does not find, such as a
statement that came after the next period's end, the administrator names (`service.DutyService.name_document`); it
counts for that period alone.
"""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum
from itertools import islice

from dateutil.relativedelta import relativedelta

from starbond_site.content import Site
from starbond_site.content.reporting import Duties, Duty
from starbond_site.documents import names
from starbond_site.documents.records import Document
from starbond_site.shared import local_time

PERIODS = {name: relativedelta(months=count, day=31) for name, count in (("year", 12), ("quarter", 3), ("month", 1))}
"""What leads from the last day of a period to that of the next, by the rhythm of a duty; 31 is a month's last day."""
STANDING = "standing"
"""Stands for the period of a duty that has none."""
MEETING = "meeting"
"""The rhythm of what each general meeting asks for."""


class PeriodState(StrEnum):
    """Of a period."""

    FULFILLED = "fulfilled"
    DUE = "due"
    LATE = "late"
    RUNNING = "running"
    """Not over yet."""
    COMING = "coming"
    """Not begun yet."""


@dataclass(frozen=True, slots=True)
class DutyPeriod:
    """A year, quarter or month of one duty."""

    id: str
    """Its last day, such as ``2026-09-30``; of a general meeting ``meeting-7``, on whichever day it is."""
    end: date
    first: date
    """The first day on which a document counts: after its end, or the day of the meeting itself."""
    next_end: date
    """Last day of the period after it: documents that appear from then on belong to that one."""
    due: date
    """The last day on which its document is in time."""
    begins: date
    document: int = 0
    """Number of the document that is known to fulfil it; 0 where one has to be found."""
    place: int = 1
    """Of a meeting among those of one day."""

    def shown(self, site: Site) -> str:
        """Return its last day in words, by which people tell it from others."""
        day = site.long_date(self.end)
        return day if self.place == 1 else f"{day} ({site.digits(self.place)})"


@dataclass(frozen=True, slots=True)
class DutyStatus:
    """How a duty stands for one period."""

    duty: Duty
    period: DutyPeriod | None
    """None for a duty without periods."""
    state: PeriodState
    filing: Document | None = None
    late_by: timedelta = timedelta()
    """Days between the due date and the document, or today where there is none; zero where it is in time."""
    is_named: bool = False
    """Whether the administrator named the document."""

    @property
    def period_id(self) -> str:
        return self.period.id if self.period else STANDING

    @property
    def reminder_id(self) -> str:
        """The same with its day: of a meeting that gets another one people are reminded anew."""
        return self.period.id.replace(MEETING, f"{self.period.end}") if self.period else STANDING


def overview(
    duties: Duties,
    filings: Sequence[Document],
    named: Mapping[tuple[str, str], int],
    today: date,
    meetings: Iterable[tuple[int, date, int | None]] = (),
) -> list[DutyStatus]:
    """Return how every duty stands: for each of its periods, the newest first.

    There is one status for a duty that stands, and none for a duty that follows events and has no document yet.

    Args:
        meetings: as `periods` has them.
    """
    by_id = {filing.id: filing for filing in filings}
    of_list = defaultdict[str, list[Document]](list)
    for filing in sorted(filings, key=lambda one: (moment_of(one), one.id)):
        of_list[filing.category].append(filing)
    found: list[DutyStatus] = []
    for duty in duties.duties:
        recurring, fitting = periods(duties, duty, today, meetings), of_list[duty.list]
        if words := [names.searchable(words) for words in duty.words]:
            fitting = [one for one in fitting if any(word in one.search for word in words)]
        chosen = {period: by_id.get(number) for (id, period), number in named.items() if id == duty.id}
        if duty.rhythm in ("event", "standing"):
            found += _standing(duty, chosen.get(STANDING), fitting)
            continue
        taken = {*named.values(), *(period.document for period in recurring)}
        statuses: list[DutyStatus] = []
        for period in reversed(recurring):
            filing = by_id.get(period.document) or _first_of(period, fitting, taken)
            status = _of_period(duty, period, chosen.get(period.id), filing, today)
            # Of two meetings of one day, each has a document of its own.
            taken |= {status.filing.id} if status.filing else set()
            statuses.append(status)
        found += reversed(statuses)
    return found


def _standing(duty: Duty, named: Document | None, fitting: Sequence[Document]) -> tuple[DutyStatus, ...]:
    if newest := named or (fitting[-1] if fitting else None):
        return (DutyStatus(duty, None, PeriodState.FULFILLED, newest, is_named=named is not None),)
    return () if duty.rhythm == "event" else (DutyStatus(duty, None, PeriodState.LATE),)


def _first_of(period: DutyPeriod, fitting: Sequence[Document], taken: Container[int]) -> Document | None:
    since = islice(fitting, bisect_left(fitting, period.first, key=day_of), None)
    found = next((one for one in since if one.id not in taken), None)
    return found if found and day_of(found) <= period.next_end else None


def _of_period(
    duty: Duty, period: DutyPeriod, named: Document | None, found: Document | None, today: date
) -> DutyStatus:
    filing = named or found
    late_by = max((day_of(filing) if filing else today) - period.due, timedelta())
    if filing:
        return DutyStatus(duty, period, PeriodState.FULFILLED, filing, late_by, named is not None)
    if late_by:
        return DutyStatus(duty, period, PeriodState.LATE, None, late_by)
    if today < period.begins:
        return DutyStatus(duty, period, PeriodState.COMING)
    return DutyStatus(duty, period, PeriodState.RUNNING if today <= period.end else PeriodState.DUE)


def moment_of(filing: Document) -> datetime:
    return filing.filed_at or filing.published_at


def day_of(filing: Document) -> date:
    return local_time.local_date(moment_of(filing))


def periods(
    duties: Duties, duty: Duty, today: date, meetings: Iterable[tuple[int, date, int | None]] = ()
) -> list[DutyPeriod]:
    """Return the periods of a duty that ended since `Duties.since`, and the one that runs, the newest first.

    A duty that does not recur with a period has none; that of meetings has one for each, also for those to come.

    Args:
        meetings: number and day of general meetings, each with the number of the document of its results: 0 before it
            is there, None for a meeting that is cancelled.
    """
    if duty.days is None:
        return []
    day = timedelta(days=1)
    if duty.rhythm == MEETING:
        return _of_meetings(duties, timedelta(days=duty.days), meetings)
    found: list[DutyPeriod] = []
    for end in _ends(duties, duty):
        if end >= duties.since:
            due, step = end + timedelta(days=duty.days), PERIODS[duty.rhythm]
            found.append(DutyPeriod(end.isoformat(), end, end + day, end + step, due, end - step + day))
        if end >= today:
            break
    return found[::-1]


def _of_meetings(
    duties: Duties, limit: timedelta, meetings: Iterable[tuple[int, date, int | None]]
) -> list[DutyPeriod]:
    held = sorted((day, number, document) for number, day, document in meetings if document is not None)
    found, places = list[DutyPeriod](), Counter[date]()
    for day, number, document in held:
        places[day] += 1
        until = min((later - timedelta(days=1) for later, *_ in held if later > day), default=date.max)
        period = DutyPeriod(f"{MEETING}-{number}", day, day, until, day + limit, day, document, places[day])
        found += [period] if day >= duties.since else []
    return found[::-1]


def _ends(duties: Duties, duty: Duty) -> Iterator[date]:
    """Yield the ends of a duty's periods for ever, from the year before `Duties.since`."""
    end = date(duties.since.year - 1, duties.end_month, 1)
    while True:
        # The next quarter, also where that belongs to another duty.
        end += PERIODS[duty.rhythm]
        if duty.rhythm != "quarter" or _quarter(duties, end.month) in duty.quarters:
            yield end


def _quarter(duties: Duties, month: int) -> int:
    return ((month - duties.end_month - 1) % 12 + 1) // 3
