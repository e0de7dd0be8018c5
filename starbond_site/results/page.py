"""The page of results."""

import reflex as rx

from starbond_site.categories import RESULTS
from starbond_site.components.heading import heading_of
from starbond_site.components.link import link, localized
from starbond_site.components.print_button import print_button
from starbond_site.components.react.live import live_section
from starbond_site.content import Site
from starbond_site.content.addresses import FIGURES_PAGE
from starbond_site.content.addresses import RESULTS_PAGE as PATH
from starbond_site.pages.page import Page, optional_page


def pages(site: Site) -> list[Page]:
    """Return the page, where the site has it."""
    return optional_page(site, PATH, _body)


def _body(site: Site) -> rx.Component:
    figures = link(site.interface.figures.link, href=localized(FIGURES_PAGE, site.language), class_name="button")
    return rx.fragment(
        heading_of(site, PATH, site.interface.results.lead),
        rx.el.div(
            live_section(site, RESULTS, site.interface.documents.loading, "results figures"),
            rx.el.div(
                figures if site.has(FIGURES_PAGE) else None,
                print_button(site.interface.print.list_button),
                class_name="button-row no-print",
            ),
            class_name="container section--tight stack",
        ),
    )
