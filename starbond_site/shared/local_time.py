"""The company's time zone, to which all dates and times belong that people read (docs/requirements.md, "Identity").

``time_zone`` of ``content/company.toml`` names it; `content` reports a name that is none, for which UTC stands here.
"""

from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from starbond_site.shared.declarations import declared
from starbond_site.shared.digits import in_ascii

FIRST, LAST = datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)
AHEAD = timedelta(days=3 * 366)
"""How far ahead a change of the clocks counts for `in_browser`."""


def zone(name: Any) -> ZoneInfo:  # noqa: ANN401
    """Return a time zone; raise ValueError for a name that is none of the IANA time zone database."""
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, TypeError, AttributeError, OSError) as unknown:
        raise ValueError(f"{name!r} is no name of the IANA time zone database, such as Europe/Dublin") from unknown


def _declared_zone() -> ZoneInfo:
    try:
        return zone(declared("company.toml").get("time_zone"))
    except ValueError:
        return ZoneInfo("UTC")


ZONE = _declared_zone()


def now() -> datetime:
    """Return the present moment in UTC, in which moments are stored."""
    return datetime.now(UTC)


def in_utc(moment: datetime) -> str:
    """Return a moment in UTC to the second, as RFC 3339 writes it."""
    return moment.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def in_local_time(moment: datetime) -> datetime:
    return moment.astimezone(ZONE)


def written(moment: datetime) -> str:
    """Return a moment in the company's time to the minute, as commands and the audit write it."""
    return f"{in_local_time(moment):%d-%m-%Y %H:%M}"


def local_date(moment: datetime) -> date:
    return in_local_time(moment).date()


def today() -> date:
    return local_date(now())


def moment_of(clock: datetime) -> datetime:
    """Return the moment, in UTC, at which the company's clocks show a date and time that somebody typed.

    Where summer time ends, the clocks show an hour twice: the first one is meant. Where it begins they skip one:
    a time in it counts from before the change, so that 2:30 is 3:30 (PEP 495, ``fold=0``).

    Args:
        clock: date and time without a time zone; the first or the last moment of UTC stands for one outside its years,
            1 to 9999.
    """
    try:
        return clock.replace(tzinfo=ZONE, fold=0).astimezone(UTC)
    except OverflowError:
        return LAST if clock.year == LAST.year else FIRST


def parse(typed: str) -> datetime:
    """Return the moment, in UTC, of a text such as ``2026-11-23T18:00:00`` or ``2026-11-23 18:00``; see `moment_of`.

    Browsers send the first form for ``datetime-local`` (HTML, section 2.3.5.4), with seconds where there are some.

    Raises:
        ValueError: it is no date and time.
    """
    text = in_ascii(typed).strip().replace(" ", "T", 1)
    form = "%Y-%m-%dT%H:%M:%S" if text.count(":") > 1 else "%Y-%m-%dT%H:%M"
    return moment_of(datetime.strptime(text, form))  # noqa: DTZ007  of the company's clocks


def typed(moment: datetime | None) -> str:
    """Return a moment as `parse` reads it, and as ``<input type="datetime-local" step="1">`` does; empty for none."""
    return f"{in_local_time(moment):%Y-%m-%dT%H:%M:%S}" if moment else ""


def start_of(day: date) -> datetime:
    return moment_of(datetime.combine(day, time()))


def end_of(day: date) -> datetime:
    return start_of(day + timedelta(days=1)) if day < date.max else LAST


def changes(first: datetime, last: datetime) -> list[datetime]:
    """Return the moments between two others, in UTC, from which on the company's clocks have another offset."""
    found, day = [], timedelta(days=1)
    before = first
    while before < last:
        after = min(before + day, last)
        if offset(before) != offset(after):
            found.append(_change(before, after))
        before = after
    return found


def in_browser() -> int | str:
    """Return the zone as ``components/react/dates.jsx`` takes it.

    Minutes east of UTC where the clocks are not changed any more, otherwise the name: browsers know the rules of all
    zones, but their first answer is slow.
    """
    start = now()
    return ZONE.key if changes(start, start + AHEAD) else offset(start) // timedelta(minutes=1)


def offset(moment: datetime) -> timedelta:
    return in_local_time(moment).utcoffset() or timedelta()


def _change(before: datetime, after: datetime) -> datetime:
    """Return the moment of the one change between two others, to the second, by bisection."""
    old, second = offset(before), timedelta(seconds=1)
    while after - before > second:
        middle = before + (after - before) // second // 2 * second
        before, after = (middle, after) if offset(middle) == old else (before, middle)
    return after
