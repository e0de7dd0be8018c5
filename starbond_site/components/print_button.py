"""A button that prints the page, and a line that only paper has."""

import reflex as rx

from starbond_site.components.icon import icon
from starbond_site.components.link import localized
from starbond_site.components.react import dates, print_page
from starbond_site.components.react import sheet_line as _sheet_line
from starbond_site.content import Site
from starbond_site.settings import settings


def print_button(label: str) -> rx.Component:
    return print_page(icon("print"), label)


def sheet_line(site: Site, path: str, *, is_asked: bool = False) -> rx.Component:
    """Return the day of printing and the address of a page, for paper; where it ``is_asked``, that of the browser."""
    return _sheet_line(
        address="" if is_asked else settings().public_url + localized(path, site.language),
        label=site.interface.print.sheet_date,
        dates=dates(site),
    )
