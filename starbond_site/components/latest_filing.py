"""The quiet band of the home page with the latest filing and its date, and what else investors look for."""

import reflex as rx

from starbond_site.components.link import link, localized
from starbond_site.components.react.live import live_filing, live_section
from starbond_site.content import Site
from starbond_site.presentation.topics import INVESTORS, LATEST_CATEGORY

LATEST = "latest-filing"
"""Its id."""


def latest_filing(site: Site) -> rx.Component:
    words = site.interface
    return rx.el.section(
        rx.el.div(
            rx.el.h2(words.home.latest_heading, class_name="latest-band__title"),
            live_filing(site),
            link(
                site.home.latest_all or site.title_of(LATEST_CATEGORY),
                href=localized(site.page_of(LATEST_CATEGORY), site.language),
            ),
            class_name="latest-band container",
        ),
        live_section(site, INVESTORS, ""),
        id=LATEST,
        class_name="section--tight",
    )
