"""The meeting or call near a statement, for the page of results."""

from datetime import date, timedelta

from htpy import Node

from starbond_site.content import Site
from starbond_site.content.addresses import CALENDAR_PAGE
from starbond_site.documents.snapshot import Snapshot
from starbond_site.features.calendar.dates import events
from starbond_site.features.calendar.topic import anchor
from starbond_site.presentation.elements import link


def near(site: Site, snapshot: Snapshot, day: date, most: timedelta) -> Node:
    """Return the link to the nearest date about results, of two equally near ones the earlier; None for none."""
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
