"""The quiet band of the home page with the latest filing and its date."""

import reflex as rx

from starbond_site.components.link import link, localized
from starbond_site.components.react.live import live_filing
from starbond_site.content import Site
from starbond_site.presentation.document_page import list_of
from starbond_site.presentation.topics import LATEST_CATEGORY


def latest_filing(site: Site) -> rx.Component:
    """Return the band."""
    words, (_, path) = site.interface, list_of(site, LATEST_CATEGORY)
    return rx.el.section(
        rx.el.div(
            rx.el.h2(words.home.latest_heading, class_name="latest-band__title"),
            live_filing(site),
            link(words.home.latest_all, href=localized(path, site.language)),
            class_name="latest-band container",
        ),
        class_name="section--tight",
    )
