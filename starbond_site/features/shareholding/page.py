"""The page that says who owns the company, with the facts of the share."""

import htpy as h
from htpy import Node

from starbond_site.components.elements import html
from starbond_site.content import Site
from starbond_site.content.addresses import DISCLOSURES_PAGE, SHAREHOLDING_PAGE
from starbond_site.features.shareholding.topic import facts
from starbond_site.pages.live import live_page
from starbond_site.shared.categories import SHAREHOLDING


def body(site: Site) -> Node:
    words, links = site.interface.shareholding, {DISCLOSURES_PAGE: "", site.shareholding.governance: ""}
    heading, shown = h.h2("#share")[words.share], h.div[html(facts(site), "stack")]
    share = h.section(".stack", aria_labelledby="share")[heading, shown]
    style = "shareholding figures"
    return live_page(site, SHAREHOLDING_PAGE, SHAREHOLDING, words.lead, share, links=links, style=style)
