"""The head of a printed page: mark and name of the company, the day of printing, and the address of the page."""

import reflex as rx

from starbond_site.components.print_button import sheet_line
from starbond_site.components.react.prerendered import prerendered
from starbond_site.content import Site
from starbond_site.presentation.logo import logo_address


def letterhead(site: Site, path: str, *, is_asked: bool) -> rx.Component:
    """Return the head; a screen shows nothing of it."""
    mark = {"width": "40", "height": "40", "loading": "lazy"}
    return rx.el.div(
        prerendered(
            rx.el.span(
                rx.el.img(src=logo_address("company"), alt="", custom_attrs=mark), rx.el.strong(site.company.name)
            )
        ),
        sheet_line(site, path, is_asked=is_asked),
        class_name="letterhead print-only",
    )
