"""A button that opens the browser's print dialog."""

import reflex as rx

from starbond_site.components.react.local import library


class PrintPage(rx.Component):
    """Prints the page; its children are its label."""

    library = library("print_page.jsx")
    tag = "PrintPage"


print_page = PrintPage.create
