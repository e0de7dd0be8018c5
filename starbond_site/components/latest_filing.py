"""The quiet band of the home page with the latest filing and its date."""

import reflex as rx

from starbond_site.components import live_html
from starbond_site.components.link import link, localized
from starbond_site.components.react.live import latest_filing_line
from starbond_site.content import Site
from starbond_site.state.live import Live, view_of

TOPIC = "PriceSensitiveInformation"


def latest_filing(site: Site) -> rx.Component:
    """Return the band."""
    words = site.interface
    return rx.el.section(
        rx.el.div(
            rx.el.h2(words.home.latest_heading, class_name="latest-band__title"),
            latest_filing_line(
                topic=TOPIC,
                mark=live_html.LATEST,
                view=view_of(TOPIC),
                language=site.language,
                labels=live_html.latest_labels(site),
                on_stale=Live.stale,
            ),
            link(words.home.latest_all, href=localized(f"/{TOPIC}", site.language)),
            class_name="latest-band container",
        ),
        class_name="section--tight",
    )
