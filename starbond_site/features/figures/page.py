"""The figures of financial statements: charts, tables, and the same for programs."""

import reflex as rx

from starbond_site.components.heading import titled_section
from starbond_site.components.react.live import live_section
from starbond_site.content import Site
from starbond_site.content.addresses import FIGURES_PAGE as PATH
from starbond_site.pages.page import Page, optional_page
from starbond_site.shared.categories import FIGURES


def pages(site: Site) -> list[Page]:
    return optional_page(site, PATH, _figures)


def _figures(site: Site) -> rx.Component:
    words = site.interface.figures
    return titled_section(site, PATH, words.lead, live_section(site, FIGURES, words.loading))
