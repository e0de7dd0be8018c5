"""Products side by side: the server writes what the address names (`web.pages_with_a_query`)."""

import reflex as rx

from starbond_site.components.heading import heading_of
from starbond_site.components.html import html
from starbond_site.components.print_button import print_button
from starbond_site.components.react import document_frame
from starbond_site.content import Site
from starbond_site.content.addresses import COMPARE
from starbond_site.content.formats import digits
from starbond_site.pages.page import Page, optional_page
from starbond_site.presentation.products.comparison import MARK, MAX_PRODUCTS, Choice, comparison


def pages(site: Site) -> list[Page]:
    return optional_page(site, COMPARE, _body)


def _body(site: Site) -> rx.Component:
    words = site.interface.compare
    lead = digits(words.lead.format(count=MAX_PRODUCTS), site.interface.dates)
    return rx.fragment(
        heading_of(site, COMPARE, lead),
        rx.el.div(
            document_frame(html(comparison(site, Choice(()))), mark=MARK, class_name="compare"),
            rx.el.div(print_button(words.print), class_name="compare__print"),
            class_name="container section--tight",
        ),
    )
