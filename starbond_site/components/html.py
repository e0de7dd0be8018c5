"""HTML that is written as text."""

import reflex as rx


def html(markup: str, class_name: str = "") -> rx.Component:
    """Return trusted markup: of htpy, or of content files, whose Markdown allows no raw HTML."""
    return rx.el.div(class_name=class_name, custom_attrs={"dangerouslySetInnerHTML": {"__html": markup}})
