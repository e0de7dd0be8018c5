"""A page of one topic: its heading, its rows, which follow what is entered, and what leads on from it."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

import reflex as rx

from starbond_site.components.heading import heading_of
from starbond_site.components.link import link, localized
from starbond_site.components.print_button import print_button
from starbond_site.components.react.live import live_section
from starbond_site.content import Site
from starbond_site.pages.page import Page, optional_page

NO_LINKS: Mapping[str | None, str] = MappingProxyType({})


def live_pages(
    site: Site,
    path: str,
    topic: str,
    lead: str,
    *below: Callable[[], rx.Component],
    style: str,
    links: Mapping[str | None, str] = NO_LINKS,
    printing: str = "",
) -> list[Page]:
    """Return the page, where the site has it.

    Args:
        path: English.
        topic: of the rows.
        lead: stands below the title where ``pages.toml`` has none.
        below: makes what stands between the rows and the links.
        style: class of the rows.
        links: words of buttons by English path, empty for the title of the page; a page that the site does not have
            gets none.
        printing: its label, where it does not print a list.
    """

    def body(site: Site) -> rx.Component:
        ways = (
            link(words or site.page(to).title, href=localized(to, site.language), class_name="button")
            for to, words in links.items()
            if to and site.has(to)
        )
        return rx.fragment(
            heading_of(site, path, lead),
            rx.el.div(
                live_section(site, topic, site.interface.documents.loading, style),
                *(part() for part in below),
                rx.el.div(
                    *ways, print_button(printing or site.interface.print.list_button), class_name="button-row no-print"
                ),
                class_name="container section--tight stack",
            ),
        )

    return optional_page(site, path, body)
