"""The time zone of the company: every date that people read is a date in Dhaka (docs/requirements.md, "Identity")."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

DHAKA = ZoneInfo("Asia/Dhaka")


def now() -> datetime:
    """Return the present moment in UTC, in which moments are stored."""
    return datetime.now(UTC)


def in_dhaka(moment: datetime) -> datetime:
    """Return a moment in the time of Dhaka.

    Args:
        moment: with its time zone.
    """
    return moment.astimezone(DHAKA)


def local_date(moment: datetime) -> date:
    """Return the date in Dhaka at a moment, which has a time zone."""
    return in_dhaka(moment).date()


def today() -> date:
    """Return the present date in Dhaka."""
    return local_date(now())


def start_of(day: date) -> datetime:
    """Return the moment at which a day begins in Dhaka, in UTC."""
    return datetime.combine(day, time(), DHAKA).astimezone(UTC)


def end_of(day: date) -> datetime:
    """Return the moment at which a day ends in Dhaka, in UTC."""
    return start_of(day + timedelta(days=1)) if day < date.max else datetime.max.replace(tzinfo=UTC)
