"""The dates of the calendar: as readers of a language see them, in the snapshot and on open pages.

And as iCalendar (RFC 5545, with the properties of RFC 7986 that name a calendar). They are those of the content, of
other features, and of the desk. Coming ones stand first, also for search engines; past ones below by year.
"""

import uuid
from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, time, timedelta
from itertools import groupby
from typing import Any

import htpy as h
from htpy import Element, Node
from icalendar import STATUS, TRANSP, Calendar, Event, Timezone, TimezoneDaylight, TimezoneStandard

from starbond_site import features
from starbond_site.content import Language, Site
from starbond_site.content.addresses import CALENDAR_PAGE, text_of_record
from starbond_site.content.reporting import CalendarDate
from starbond_site.documents.snapshot import Snapshot
from starbond_site.features.calendar.service import CalendarEntry
from starbond_site.features.hooks import InvestorPart
from starbond_site.presentation.html_parts import link, structured_data
from starbond_site.shared import local_time
from starbond_site.shared.categories import CALENDAR
from starbond_site.shared.settings import settings


class CalendarEvent(CalendarDate):
    """A date as readers of one language see it: ``kind`` is the name of its kind, ``title`` too where it has none."""

    uid: str
    """For calendar programs; the same in all languages and for ever."""


def events(site: Site, snapshot: Snapshot) -> tuple[CalendarEvent, ...]:
    """Return all dates, the earliest first; those of whole days before the others of their day.

    A sample never stands beside a date that is none.
    """
    fixed = [*site.calendar.dates, *(each for hooks in features.hooks() for each in hooks.dates(site, snapshot))]
    found = [
        *(_event(site, each, str(uuid.uuid5(site.calendar.namespace, each.id))) for each in fixed),
        *(_event(site, _announced(site.language, entry), entry.uid) for entry in snapshot.rows(CALENDAR)),
    ]
    found = [event for event in found if not event.sample] or found
    return tuple(sorted(found, key=lambda event: (event.day, event.starts or time.min, event.id)))


def _event(site: Site, each: CalendarDate, uid: str) -> CalendarEvent:
    kind = site.calendar.kind(each.kind).title
    values: dict[str, Any] = dict(each) | {"uid": uid, "kind": kind, "title": each.title or kind}
    return CalendarEvent.model_construct(**values)


def _announced(language: Language, entry: CalendarEntry) -> CalendarDate:
    """Return an announced date as those of the content; what was entered was checked then."""
    own = entry.model_dump(include={"kind", "day", "starts", "ends", "sequence"})
    return CalendarDate.model_construct(
        id=str(entry.id),
        title=text_of_record(language, entry.title, entry.title_bn),
        place=text_of_record(language, entry.place, entry.place_bn),
        note=text_of_record(language, entry.note, entry.note_bn),
        changed=entry.changed_at,
        cancelled=entry.cancelled_at is not None,
        **own,
    )


def html(site: Site, snapshot: Snapshot) -> str:
    """Return the calendar as it is today."""
    return calendar(site, snapshot, local_time.today())


def calendar(site: Site, snapshot: Snapshot, today: date) -> str:
    """Return all dates; one of today counts as coming until its day ends."""
    words, found = site.interface.calendar, events(site, snapshot)
    coming = [event for event in found if event.day >= today]
    past = groupby((event for event in reversed(found) if event.day < today), key=lambda event: event.day.year)
    years = [[h.h3[site.digits(year)], _entries(site, of_year, h.h4)] for year, of_year in past]
    return str(
        h.fragment[
            h.h2[words.coming],
            _entries(site, coming, h.h3) if coming else h.p(".document-list__empty")[words.none_coming],
            years and [h.h2[words.past], years],
            _structured(site, coming),
        ]
    )


def hours(site: Site, event: CalendarEvent) -> str:
    """Return the time of day of a date; empty for a whole day."""
    words = site.interface.calendar
    if event.starts is None:
        return ""
    sentence = words.hours if event.ends else words.hours_from
    text = sentence.format(starts=f"{event.starts:%H:%M}", ends=f"{event.ends:%H:%M}" if event.ends else "")
    return site.digits(text)


def anchor(event: CalendarEvent) -> str:
    return f"date-{event.id}"


def _address(site: Site, event: CalendarEvent) -> str:
    return f"{settings().public_url}{site.address(CALENDAR_PAGE)}#{anchor(event)}"


def next_date(site: Site, snapshot: Snapshot, today: date) -> Iterator[InvestorPart]:
    """Yield the next date for the page of investors."""
    coming = (event for event in events(site, snapshot) if event.day >= today and not event.cancelled)
    if site.has(CALENDAR_PAGE) and (event := next(coming, None)):
        sample = [" · ", site.interface.calendar.sample] if event.sample else None
        content = [
            h.p(".investors__value")[site.long_date(event.day)],
            h.p[link(site, f"{CALENDAR_PAGE}#{anchor(event)}", event.title), sample],
        ]
        yield InvestorPart(CALENDAR_PAGE, site.interface.home.date_heading, content, 1)


def date_near(site: Site, snapshot: Snapshot, day: date, most: timedelta) -> Node:
    """Return the link to the date about results that is nearest to a day, of two the earlier; None for none."""
    kinds = {kind.title for kind in site.calendar.kinds if kind.is_of_results}
    found = [
        event
        for event in events(site, snapshot)
        if event.kind in kinds and not event.cancelled and abs(event.day - day) <= most
    ]
    if not found or not site.has(CALENDAR_PAGE):
        return None
    event = min(found, key=lambda event: abs(event.day - day))
    return link(site, f"{CALENDAR_PAGE}#{anchor(event)}", event.title)


def _entries(site: Site, found: Iterable[CalendarEvent], heading: Element) -> Element:
    """Return a list of dates; those of one kind and day that say nothing else are one, such as record dates."""
    alike: dict[tuple[object, ...], list[CalendarEvent]] = {}
    for event in found:
        is_named = event.starts is None and event.title.startswith(f"{event.kind}: ")
        said = (event.day, event.kind, event.cancelled, event.place, event.note, event.moved_from, event.sample)
        alike.setdefault(said if is_named else (event.id,), []).append(event)
    return h.ol(".dates")[[_entry(site, *group, heading=heading) for group in alike.values()]]


def _entry(site: Site, event: CalendarEvent, *others: CalendarEvent, heading: Element) -> Element:
    title = " · ".join([event.title, *(other.title.removeprefix(f"{event.kind}: ") for other in others)])
    words = site.interface.calendar
    day = site.long_date(event.day)
    labels = [event.kind] if event.kind != event.title else []
    labels += [words.cancelled] if event.cancelled else []
    labels += [words.moved.format(date=site.long_date(event.moved_from))] if event.moved_from else []
    labels += [words.sample] if event.sample else []
    notes = [event.place, event.note, words.sample_note if event.sample else ""]
    name = words.file_name.format(title=event.title, date=day)
    address = site.address(f"{CALENDAR_PAGE}/{event.id}.ics")
    time = hours(site, event)
    return h.li(class_=["date", event.cancelled and "date--cancelled"], id=anchor(event))[
        h.p(".date__day")[
            h.time(datetime=_iso(event.day, event.starts))[h.b[day], f" {words.weekdays[event.day.weekday()]}"],
            time and h.span(".date__hours")[time],
        ],
        h.div(".date__what")[
            [h.span(id=anchor(other)) for other in others],
            heading(".date__title")[title],
            labels and h.p(".eyebrow")[" · ".join(labels)],
            [h.p(".date__note")[note] for note in notes if note],
        ],
        h.a(".button", href=address, aria_label=name)[words.file],
    ]


def _structured(site: Site, coming: Iterable[CalendarEvent]) -> Node:
    """Return the coming dates as schema.org events, without samples."""
    items = [_structured_event(site, event) for event in coming if not event.sample]
    return items and structured_data({"@graph": items})


def _structured_event(site: Site, event: CalendarEvent) -> dict[str, Any]:
    home = settings().public_url
    moved = event.moved_from and local_time.in_local_time(event.moved_from).isoformat(timespec="minutes")
    status = "EventCancelled" if event.cancelled else "EventRescheduled" if moved else "EventScheduled"
    facts: dict[str, Any] = {
        "@type": "Event",
        "name": event.title,
        "startDate": _iso(event.day, event.starts),
        "eventStatus": f"https://schema.org/{status}",
        "url": _address(site, event),
        "organizer": {"@type": "Organization", "@id": f"{home}/#organization", "name": site.company.name},
    }
    if moved:
        facts["previousStartDate"] = moved
    if event.ends:
        facts["endDate"] = _iso(event.day, event.ends)
    if event.note:
        facts["description"] = event.note
    if event.place:
        facts["location"] = {"@type": "Place", "name": event.place, "address": event.place}
    return facts


def _iso(day: date, at: time | None) -> str:
    return datetime.combine(day, at, local_time.ZONE).isoformat(timespec="minutes") if at else day.isoformat()


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
        file.add_component(_calendar_event(site, event))
    return file.to_ical()


def _calendar_event(site: Site, event: CalendarEvent) -> Event:
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
        url=_address(site, event),
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
    least = min(local_time.offset(onset) for onset in onsets)
    zone = Timezone()
    zone.add("TZID", local_time.ZONE.key)
    for onset in onsets:
        before, after = local_time.offset(onset - timedelta(seconds=1)), local_time.offset(onset)
        # By the clocks, not by law: in Ireland winter is the exception, which some programs do not know.
        observance = TimezoneDaylight() if after > least else TimezoneStandard()
        observance.add("DTSTART", (onset + before).replace(tzinfo=None))
        observance.add("TZOFFSETFROM", before)
        observance.add("TZOFFSETTO", after)
        observance.add("TZNAME", local_time.in_local_time(onset).tzname())
        zone.add_component(observance)
    return zone
