"""A page of one topic: its heading, its rows, which are updated live, and links to related pages."""

from collections.abc import Mapping
from types import MappingProxyType

import htpy as h
from htpy import Node

from starbond_site.components.elements import heading_of, print_button
from starbond_site.components.react.live import live_section
from starbond_site.content import Site
from starbond_site.presentation.html_parts import link

NO_LINKS: Mapping[str | None, str] = MappingProxyType({})


def live_page(
    site: Site,
    path: str,
    topic: str,
    lead: str,
    *below: Node,
    style: str,
    links: Mapping[str | None, str] = NO_LINKS,
    printing: str = "",
) -> Node:
    """Return what the page shows.

    Args:
        path: English.
        topic: of the rows.
        lead: below the title, unless ``pages.toml`` has one.
        below: between the rows and the links.
        style: class of the rows.
        links: labels of buttons by English path, empty for the title of the page; a page that the site does not have
            gets none.
        printing: label of the print button, where the page is no list.
    """
    buttons = [
        link(site, to, words or site.page(to).title, "button") for to, words in links.items() if to and site.has(to)
    ]
    return [
        heading_of(site, path, lead),
        h.div(".container.section--tight.stack")[
            live_section(site, topic, site.interface.documents.loading, style),
            below,
            h.div(".button-row.no-print")[buttons, print_button(printing or site.interface.print.list_button)],
        ],
    ]
