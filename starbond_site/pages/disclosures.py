"""The page that lists what has to be disclosed, by when, and the document that does it."""

import reflex as rx

from starbond_site.components.heading import page_heading
from starbond_site.components.print_button import print_button
from starbond_site.components.react.live import live_disclosures
from starbond_site.content import Site
from starbond_site.pages.page import Page

PATH = "/disclosures"


def pages(site: Site) -> list[Page]:
    """Return the page."""
    text = site.page(PATH)
    return [Page(path=PATH, title=text.title, description=text.description, body=_body)]


def _body(site: Site) -> rx.Component:
    return rx.fragment(
        page_heading(site.page(PATH).title, site.interface.disclosures.lead),
        rx.el.div(live_disclosures(site), class_name="container section--tight"),
        rx.el.div(print_button(site.interface.print.list_button), class_name="list-end container no-print"),
    )
