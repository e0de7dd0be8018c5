"""The HTML of the investor block on the home page: the newest filings of all lists, and what features add to it."""

from collections.abc import Sequence
from datetime import date

import htpy as h
from htpy import Node

from starbond_site import features
from starbond_site.content import Site
from starbond_site.content.formats import long_date
from starbond_site.documents import names
from starbond_site.documents.reading import Published
from starbond_site.documents.snapshot import Snapshot
from starbond_site.presentation.elements import bullets, link

FILINGS = 3


def investors(site: Site, snapshot: Snapshot, newest: Sequence[Published], today: date) -> str:
    """Return the block; what there is nothing of is left out."""
    filings = bullets(_filing(site, document) for document in newest[:FILINGS])
    parts = [(site.interface.home.filings_heading, filings)] if newest else []
    parts += [part for module in features.modules("investors") if (part := module.part(site, snapshot, today))]
    return str(h.fragment[[h.div[h.h3[heading], inside] for heading, inside in parts]])


def _filing(site: Site, document: Published) -> Node:
    title = names.heading(document.title, document.file_name)
    day = long_date(document.own_date, site.interface.dates)
    said = f"{site.title_of(document.category)} · {day}"
    return [link(site, f"/documents/{document.id}", title), h.span(".muted")[said]]
