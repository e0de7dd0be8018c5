"""Dates as iCalendar (RFC 5545, with the properties of RFC 7986 that name a calendar)."""

from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta

from icalendar import STATUS, TRANSP, Calendar, Event, Timezone, TimezoneDaylight, TimezoneStandard

from starbond_site.content import Site
from starbond_site.content.addresses import CALENDAR_PAGE, localized
from starbond_site.features.calendar.topic import CalendarEvent, anchor
from starbond_site.shared import local_time
from starbond_site.shared.settings import settings

REFRESH = timedelta(hours=6)
"""How often calendar programs should ask."""


def calendar_file(site: Site, events: Iterable[CalendarEvent]) -> bytes:
    """Return dates as one file: whole days as dates, times of day with the definition of the company's zone.

    Without ``METHOD``, which would make it an invitation with an organizer (RFC 5546): ``DTSTAMP`` then is the time of
    the last change (RFC 5545, section 3.8.7.2).
    """
    file = Calendar()
    name = site.interface.calendar.name.format(company=site.company.name)
    file.add("PRODID", f"-//{site.company.name}//Investor calendar//{site.language.upper()}")
    file.add("VERSION", "2.0")
    file.add("NAME", name)
    file.add("X-WR-CALNAME", name)
    file.add("REFRESH-INTERVAL", REFRESH, parameters={"VALUE": "DURATION"})
    file.add("X-PUBLISHED-TTL", "PT6H")
    shown = list(events)
    # A time of UTC names no zone, nor does a whole day.
    if local_time.ZONE.key != "UTC" and (days := [event.day for event in shown if event.starts]):
        file.add_component(time_zone(min(days), max(days)))
    for event in shown:
        file.add_component(_event(site, event))
    return file.to_ical()


def _event(site: Site, event: CalendarEvent) -> Event:
    words = site.interface.calendar
    notes = [event.note, words.sample_note if event.sample else ""]
    return Event.new(
        uid=event.uid,
        stamp=event.changed,
        last_modified=event.changed,
        sequence=event.sequence,
        summary=f"{event.title} ({words.sample})" if event.sample else event.title,
        start=datetime.combine(event.day, event.starts, local_time.ZONE) if event.starts else event.day,
        end=datetime.combine(event.day, event.ends, local_time.ZONE) if event.ends else None,
        transparency=None if event.starts else TRANSP.TRANSPARENT,
        status=_status(event),
        categories=[event.kind],
        location=event.place or None,
        description="\n".join(filter(None, notes)) or None,
        url=f"{settings().public_url}{localized(CALENDAR_PAGE, site.language)}#{anchor(event)}",
    )


def _status(event: CalendarEvent) -> STATUS:
    if event.cancelled:
        return STATUS.CANCELLED
    return STATUS.TENTATIVE if event.sample else STATUS.CONFIRMED


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
