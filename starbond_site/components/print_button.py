"""A button that prints the page."""

import reflex as rx

from starbond_site.components.icon import icon
from starbond_site.components.react.print_page import print_page


def print_button(label: str) -> rx.Component:
    """Return the button; print hides it."""
    return print_page(icon("print"), label)
