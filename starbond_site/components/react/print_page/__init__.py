"""A button that opens the browser's print dialog, and the line of a printed sheet with its date and address."""

from typing import Any

import reflex as rx

from starbond_site.components.react.local import library


class PrintPage(rx.Component):
    """Prints the page; its children are its label."""

    library = library("print_page.jsx")
    tag = "PrintPage"


class SheetLine(rx.Component):
    """What only paper shows: the day of printing, and where the page stands."""

    library = library("print_page.jsx")
    tag = "SheetLine"

    address: rx.Var[str]

    label: rx.Var[str]
    """Sentence with the ``{date}``."""

    dates: rx.Var[dict[str, Any]]
    """How a day is written: see `react.dates`."""


print_page = PrintPage.create
sheet_line = SheetLine.create
