"""A page of one topic, as a feature describes it (`features.hooks.LivePage`)."""

from collections.abc import Callable

import htpy as h
from htpy import Node

from starbond_site.components.elements import heading_of, print_button
from starbond_site.components.react import countdown
from starbond_site.components.react.live import live_section
from starbond_site.content import Site
from starbond_site.features import Feature, LivePage
from starbond_site.presentation.html_parts import link


def live_page(feature: Feature, page_of: Callable[[Site], LivePage], site: Site) -> Node:
    page, path, topic = page_of(site), feature.page, feature.topic or feature.requested_topic
    buttons = [
        link(site, to, words or site.page(to).title, "button")
        for to, words in page.links.items()
        if to and site.has(to)
    ]
    printing = print_button(page.printing or site.interface.print.list_button)
    return [
        heading_of(site, path, page.lead),
        h.div(".container.section--tight.stack")[
            live_section(site, topic, site.interface.documents.loading, page.style),
            page.counts_down and countdown(),
            page.below,
            h.div(".button-row.no-print")[buttons, printing],
        ],
    ]
