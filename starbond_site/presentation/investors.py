"""The HTML of the investor block on the home page: the newest filings of all lists, the next date, a key figure."""

from collections.abc import Sequence
from datetime import date

import htpy as h
from htpy import Element, Node

from starbond_site.content import Site
from starbond_site.content.addresses import CALENDAR_PAGE, FIGURES_PAGE
from starbond_site.content.formats import long_date
from starbond_site.documents import names
from starbond_site.documents.reading import Published
from starbond_site.documents.snapshot import Snapshot
from starbond_site.presentation.calendar_markup import anchor
from starbond_site.presentation.dates import events
from starbond_site.presentation.elements import bullets, link
from starbond_site.presentation.figures_markup import period
from starbond_site.presentation.numbers import decimal

FILINGS = 3


def investors(site: Site, snapshot: Snapshot, newest: Sequence[Published], today: date) -> str:
    """Return the block; what there is nothing of is left out."""
    filings = bullets(_filing(site, document) for document in newest[:FILINGS])
    parts = [
        newest and _part(site.interface.home.filings_heading, filings),
        _date(site, snapshot, today),
        _figure(site, snapshot),
    ]
    return str(h.fragment[parts])


def _filing(site: Site, document: Published) -> Node:
    title = document.title or document.file_name.removesuffix(names.date_and_ending(document.file_name))
    day = long_date(document.own_date, site.interface.dates)
    said = f"{site.title_of(document.category)} · {day}"
    return [link(site, f"/documents/{document.id}", title), h.span(".muted")[said]]


def _date(site: Site, snapshot: Snapshot, today: date) -> Node:
    coming = (event for event in events(site, snapshot) if event.day >= today and not event.is_cancelled)
    if not site.has(CALENDAR_PAGE) or not (event := next(coming, None)):
        return None
    sample = [" · ", site.interface.calendar.sample] if event.is_sample else None
    return _part(
        site.interface.home.date_heading,
        h.p[link(site, f"{CALENDAR_PAGE}#{anchor(event)}", event.title)],
        h.p(".muted")[long_date(event.day, site.interface.dates), sample],
    )


def _figure(site: Site, snapshot: Snapshot) -> Node:
    kinds = site.figures.kinds[:1] if site.has(FIGURES_PAGE) else ()
    found = [(kind, figure) for kind in kinds for figure in snapshot.figures.rows if figure.name == kind.id]
    if not found:
        return None
    kind, figure = found[0]
    value = decimal(site, figure.value_in(kind.units[0]), kind.decimals)
    return _part(
        kind.title, h.p(".investors__value")[link(site, FIGURES_PAGE, value)], h.p(".muted")[period(site, figure)]
    )


def _part(heading: str, *inside: Node) -> Element:
    return h.div[h.h3[heading], inside]
