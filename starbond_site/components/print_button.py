"""A button that prints the page, and the head of a printed one."""

import reflex as rx

from starbond_site.components.icon import icon
from starbond_site.components.react import dates, print_page, sheet_line
from starbond_site.components.react.prerendered import prerendered
from starbond_site.content import Site
from starbond_site.presentation.html_parts import logo_address
from starbond_site.shared.settings import settings


def print_button(label: str) -> rx.Component:
    return print_page(icon("print"), label)


def letterhead(site: Site, path: str, *, is_asked: bool) -> rx.Component:
    """Return what only paper shows: logo, name and telephone of the company, day of printing, address of the page.

    Where the page shows what its address asks for (``is_asked``), the address is that of the browser.
    """
    mark = {"width": "40", "height": "40", "loading": "lazy"}
    return rx.el.div(
        prerendered(
            rx.el.span(
                rx.el.img(src=logo_address("company"), alt="", custom_attrs=mark),
                rx.el.strong(site.company.name, rx.el.br(), rx.el.small(site.company.sales_phone.shown)),
            )
        ),
        sheet_line(
            address="" if is_asked else settings().public_url + site.address(path),
            label=site.interface.print.sheet_date,
            dates=dates(site),
        ),
        class_name="letterhead print-only",
    )
