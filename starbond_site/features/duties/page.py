"""The page that lists what has to be disclosed, by when, and the document that does it."""

import reflex as rx

from starbond_site.components.heading import heading_of
from starbond_site.components.print_button import print_button
from starbond_site.components.react.live import live_section
from starbond_site.content import Site
from starbond_site.content.addresses import DISCLOSURES_PAGE as PATH
from starbond_site.features.duties import FEATURE
from starbond_site.pages.page import Page, optional_page


def pages(site: Site) -> list[Page]:
    return optional_page(site, PATH, _body)


def _body(site: Site) -> rx.Component:
    live = live_section(site, FEATURE.requested_topic, site.interface.documents.loading, "duties stack")
    return rx.fragment(
        heading_of(site, PATH, site.interface.disclosures.lead),
        rx.el.div(
            live,
            rx.el.div(print_button(site.interface.print.list_button), class_name="button-row"),
            class_name="container section--tight stack",
        ),
    )
