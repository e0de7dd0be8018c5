"""HTML rendered from the Markdown of content files."""

import reflex as rx


def html(markup: str, class_name: str = "") -> rx.Component:
    """Return trusted markup; it comes from content files, whose Markdown allows no raw HTML."""
    return rx.el.div(class_name=class_name, custom_attrs={"dangerouslySetInnerHTML": {"__html": markup}})
