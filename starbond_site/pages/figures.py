"""The figures of financial statements: charts, tables, and the same for programs."""

import reflex as rx

from starbond_site.categories import FIGURES
from starbond_site.components.heading import page_heading
from starbond_site.components.link import plain_link
from starbond_site.components.react.live import live_section
from starbond_site.content import Site
from starbond_site.pages.page import Page

PATH = "/figures"


def pages(site: Site) -> list[Page]:
    """Return the page."""
    text = site.page(PATH)
    return [Page(path=PATH, title=text.title, description=text.description, body=_figures)]


def _figures(site: Site) -> rx.Component:
    words = site.interface.figures
    return rx.fragment(
        page_heading(site.page(PATH).title, words.lead),
        rx.el.section(
            live_section(site, FIGURES, words.loading),
            rx.el.div(
                plain_link(words.as_csv, href="/api/figures.csv", class_name="button"),
                plain_link(words.as_json, href="/api/figures", class_name="button"),
                class_name="button-row no-print",
            ),
            rx.el.p(words.data_note, class_name="muted no-print"),
            class_name="container section--tight stack",
            aria_label=site.page(PATH).title,
        ),
    )
