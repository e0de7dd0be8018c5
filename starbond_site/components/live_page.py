"""A page of one topic: its heading, its rows, which follow what is entered, and what leads on from it."""

from collections.abc import Mapping
from types import MappingProxyType

import reflex as rx

from starbond_site.components.heading import heading_of
from starbond_site.components.link import link, localized
from starbond_site.components.print_button import print_button
from starbond_site.components.react.live import live_section
from starbond_site.content import Site

NO_LINKS: Mapping[str, str] = MappingProxyType({})


def live_page(
    site: Site,
    path: str,
    topic: str,
    lead: str,
    *below: rx.Component,
    style: str,
    links: Mapping[str, str] = NO_LINKS,
    printing: str = "",
) -> rx.Component:
    """Return the page.

    Args:
        path: English.
        topic: of the rows.
        lead: stands below the title where ``pages.toml`` has none.
        below: what stands between the rows and the links.
        style: class of the rows.
        links: labels by English path, for buttons beside the one that prints the page.
        printing: its label, where it does not print a list.
    """
    return rx.fragment(
        heading_of(site, path, lead),
        rx.el.div(
            live_section(site, topic, site.interface.documents.loading, style),
            *below,
            rx.el.div(
                *(link(label, href=localized(to, site.language), class_name="button") for to, label in links.items()),
                print_button(printing or site.interface.print.list_button),
                class_name="button-row no-print",
            ),
            class_name="container section--tight stack",
        ),
    )
