"""The page of general meetings."""

import reflex as rx

from starbond_site.categories import MEETINGS
from starbond_site.components.heading import heading_of
from starbond_site.components.print_button import print_button
from starbond_site.components.react import countdown
from starbond_site.components.react.live import live_section
from starbond_site.content import Site
from starbond_site.content.addresses import MEETINGS_PAGE as PATH
from starbond_site.pages.page import Page, optional_page


def pages(site: Site) -> list[Page]:
    """Return the page, where the site has it."""
    return optional_page(site, PATH, _body)


def _body(site: Site) -> rx.Component:
    return rx.fragment(
        heading_of(site, PATH, site.interface.meetings.lead),
        rx.el.div(
            live_section(site, MEETINGS, site.interface.documents.loading, "meetings figures"),
            countdown(),
            rx.el.div(print_button(site.interface.meetings.print), class_name="button-row no-print"),
            class_name="container section--tight stack",
        ),
    )
