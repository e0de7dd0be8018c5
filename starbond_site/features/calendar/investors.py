"""The next date in the investor block of the home page."""

from datetime import date

import htpy as h
from htpy import Node

from starbond_site.content import Site
from starbond_site.content.addresses import CALENDAR_PAGE
from starbond_site.content.formats import long_date
from starbond_site.documents.snapshot import Snapshot
from starbond_site.features.calendar.dates import events
from starbond_site.features.calendar.topic import anchor
from starbond_site.presentation.elements import link


def part(site: Site, snapshot: Snapshot, today: date) -> tuple[str, Node] | None:
    """Return heading and content; None where no date comes."""
    coming = (event for event in events(site, snapshot) if event.day >= today and not event.cancelled)
    if not site.has(CALENDAR_PAGE) or not (event := next(coming, None)):
        return None
    sample = [" · ", site.interface.calendar.sample] if event.sample else None
    return site.interface.home.date_heading, [
        h.p[link(site, f"{CALENDAR_PAGE}#{anchor(event)}", event.title)],
        h.p(".muted")[long_date(event.day, site.interface.dates), sample],
    ]
