"""The page that says who owns the company, with the facts of the share."""

import reflex as rx

from starbond_site.components.elements import html
from starbond_site.components.react.prerendered import prerendered
from starbond_site.content import Site
from starbond_site.content.addresses import DISCLOSURES_PAGE, SHAREHOLDING_PAGE
from starbond_site.features.shareholding.topic import facts
from starbond_site.pages.live import live_page
from starbond_site.shared.categories import SHAREHOLDING


def body(site: Site) -> rx.Component:
    words, links = site.interface.shareholding, {DISCLOSURES_PAGE: "", site.shareholding.governance: ""}

    def share() -> rx.Component:
        return rx.el.section(
            prerendered(rx.el.h2(words.share, id="share")),
            prerendered(rx.el.div(html(facts(site), class_name="stack"))),
            class_name="stack",
            aria_labelledby="share",
        )

    style = "shareholding figures"
    return live_page(site, SHAREHOLDING_PAGE, SHAREHOLDING, words.lead, share, links=links, style=style)
