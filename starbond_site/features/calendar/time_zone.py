"""The company's time zone as ``VTIMEZONE`` (RFC 5545, section 3.6.5), for the years of the dates that need it.

One observance for each change of the clocks, with no rule of recurrence: the database of time zones says what is known,
also where a country changes its mind. The one that icalendar writes begins an hour late where clocks go forward.
"""

from datetime import UTC, date, datetime, timedelta

from icalendar import Timezone, TimezoneDaylight, TimezoneStandard

from starbond_site.shared import local_time


def time_zone(first: date, last: date) -> Timezone:
    """Return the definition of the zone from the year of a day to that of another."""
    # A change lies before every date, so that programs need not guess what held before the first one.
    start, end = datetime(first.year - 1, 1, 1, tzinfo=UTC), datetime(last.year + 1, 1, 2, tzinfo=UTC)
    onsets = [start, *local_time.changes(start, end)]
    least = min(_offset(onset) for onset in onsets)
    zone = Timezone()
    zone.add("TZID", local_time.ZONE.key)
    for onset in onsets:
        before, after = _offset(onset - timedelta(seconds=1)), _offset(onset)
        # By the clocks, not by law: in Ireland winter is the exception, which some programs do not know.
        observance = TimezoneDaylight() if after > least else TimezoneStandard()
        observance.add("DTSTART", (onset + before).replace(tzinfo=None))
        observance.add("TZOFFSETFROM", before)
        observance.add("TZOFFSETTO", after)
        observance.add("TZNAME", local_time.in_local_time(onset).tzname())
        zone.add_component(observance)
    return zone


def _offset(moment: datetime) -> timedelta:
    return local_time.in_local_time(moment).utcoffset() or timedelta()
