"""The page of results."""

import reflex as rx

from starbond_site.categories import RESULTS
from starbond_site.components.live_page import live_page
from starbond_site.content import Site
from starbond_site.content.addresses import FIGURES_PAGE
from starbond_site.content.addresses import RESULTS_PAGE as PATH
from starbond_site.pages.page import Page, optional_page


def pages(site: Site) -> list[Page]:
    """Return the page, where the site has it."""
    return optional_page(site, PATH, _body)


def _body(site: Site) -> rx.Component:
    links = {FIGURES_PAGE: site.interface.figures.link} if site.has(FIGURES_PAGE) else {}
    return live_page(site, PATH, RESULTS, site.interface.results.lead, links=links, style="results figures")
