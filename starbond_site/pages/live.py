"""A page of one topic: its heading, its rows, which are updated live, and links to related pages."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

import reflex as rx

from starbond_site.components.elements import heading_of, link, print_button
from starbond_site.components.react.live import live_section
from starbond_site.content import Site

NO_LINKS: Mapping[str | None, str] = MappingProxyType({})


def live_page(
    site: Site,
    path: str,
    topic: str,
    lead: str,
    *below: Callable[[], rx.Component],
    style: str,
    links: Mapping[str | None, str] = NO_LINKS,
    printing: str = "",
) -> rx.Component:
    """Return what the page shows.

    Args:
        path: English.
        topic: of the rows.
        lead: below the title, unless ``pages.toml`` has one.
        below: functions that create the components between the rows and the links.
        style: class of the rows.
        links: labels of buttons by English path, empty for the title of the page; a page that the site does not have
            gets none.
        printing: label of the print button, where the page is no list.
    """
    buttons = (
        link(words or site.page(to).title, href=site.address(to), class_name="button")
        for to, words in links.items()
        if to and site.has(to)
    )
    return rx.fragment(
        heading_of(site, path, lead),
        rx.el.div(
            live_section(site, topic, site.interface.documents.loading, style),
            *(part() for part in below),
            rx.el.div(
                *buttons,
                print_button(printing or site.interface.print.list_button),
                class_name="button-row no-print",
            ),
            class_name="container section--tight stack",
        ),
    )
