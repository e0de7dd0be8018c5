"""The HTML of the calendar: coming dates first, past ones below by year, and the same for search engines (JSON-LD)."""

import json
from collections.abc import Iterable
from datetime import date, datetime, time
from html import escape
from itertools import groupby
from typing import Any

from starbond_site import local_time
from starbond_site.content import Site
from starbond_site.content.addresses import CALENDAR_PAGE, localized
from starbond_site.content.formats import digits, long_date
from starbond_site.documents.snapshot import Snapshot
from starbond_site.presentation.dates import CalendarEvent, events
from starbond_site.settings import settings


def calendar(site: Site, snapshot: Snapshot, today: date) -> str:
    """Return all dates; one of today is a coming one until its day ends."""
    words = site.interface.calendar
    found = events(site, snapshot)
    coming = [event for event in found if event.day >= today]
    past = [event for event in reversed(found) if event.day < today]
    none = f'<p class="document-list__empty">{escape(words.none_coming)}</p>'
    parts = [f"<h2>{escape(words.coming)}</h2>", _entries(site, coming, "h3") if coming else none]
    if past:
        parts.append(f"<h2>{escape(words.past)}</h2>")
    for year, of_year in groupby(past, key=lambda event: event.day.year):
        parts += [f"<h3>{digits(year, site.interface.dates)}</h3>", _entries(site, of_year, "h4")]
    return "".join(parts) + _structured(site, coming)


def hours(site: Site, event: CalendarEvent) -> str:
    """Return the time of day of a date; empty for a whole day."""
    words = site.interface.calendar
    if event.starts is None:
        return ""
    sentence = words.hours if event.ends else words.hours_from
    text = sentence.format(starts=f"{event.starts:%H:%M}", ends=f"{event.ends:%H:%M}" if event.ends else "")
    return digits(text, site.interface.dates)


def anchor(event: CalendarEvent) -> str:
    """Return the id of a date's element on the page."""
    return f"date-{event.id}"


def _entries(site: Site, found: Iterable[CalendarEvent], heading: str) -> str:
    return '<ol class="dates">' + "".join(_entry(site, event, heading) for event in found) + "</ol>"


def _entry(site: Site, event: CalendarEvent, heading: str) -> str:
    words = site.interface.calendar
    day = long_date(event.day, site.interface.dates)
    labels = [event.kind] if event.kind != event.title else []
    labels += [words.cancelled] if event.is_cancelled else []
    labels += [words.sample] if event.is_sample else []
    notes = [event.place, event.note, words.sample_note if event.is_sample else ""]
    name = escape(words.file_name.format(title=event.title, date=day))
    address = localized(f"{CALENDAR_PAGE}/{event.id}.ics", site.language)
    struck = " date--cancelled" if event.is_cancelled else ""
    return (
        f'<li class="date{struck}" id="{anchor(event)}">'
        f'<p class="date__day"><time datetime="{_iso(event.day, event.starts)}">'
        f"<b>{escape(day)}</b> {escape(words.weekdays[event.day.weekday()])}</time>"
        f"{_line('span', 'date__hours', hours(site, event))}</p>"
        f'<div class="date__what"><{heading} class="date__title">{escape(event.title)}</{heading}>'
        f"{_line('p', 'eyebrow', ' · '.join(labels))}"
        f"{''.join(_line('p', 'date__note', note) for note in notes)}</div>"
        f'<a class="button" href="{address}" aria-label="{name}">{escape(words.file)}</a></li>'
    )


def _line(element: str, name: str, text: str) -> str:
    return f'<{element} class="{name}">{escape(text)}</{element}>' if text else ""


def _structured(site: Site, coming: Iterable[CalendarEvent]) -> str:
    """Return the coming dates as schema.org events, without samples, which claim nothing."""
    items = [_event(site, event) for event in coming if not event.is_sample]
    if not items:
        return ""
    facts = {"@context": "https://schema.org", "@graph": items}
    # "<" is escaped, so that text cannot close the script element.
    text = json.dumps(facts, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return f'<script type="application/ld+json">{text}</script>'


def _event(site: Site, event: CalendarEvent) -> dict[str, Any]:
    home = settings().public_url
    status = "EventCancelled" if event.is_cancelled else "EventScheduled"
    facts: dict[str, Any] = {
        "@type": "Event",
        "name": event.title,
        "startDate": _iso(event.day, event.starts),
        "eventStatus": f"https://schema.org/{status}",
        "url": f"{home}{localized(CALENDAR_PAGE, site.language)}#{anchor(event)}",
        "organizer": {"@type": "Organization", "@id": f"{home}/#organization", "name": site.company.name},
    }
    if event.ends:
        facts["endDate"] = _iso(event.day, event.ends)
    if event.note:
        facts["description"] = event.note
    if event.place:
        facts["location"] = {"@type": "Place", "name": event.place, "address": event.place}
    return facts


def _iso(day: date, at: time | None) -> str:
    """Return a day, or a moment with the offset of the company's zone."""
    return datetime.combine(day, at, local_time.ZONE).isoformat(timespec="minutes") if at else day.isoformat()
