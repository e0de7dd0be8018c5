"""Tabs without the server, which work before the scripts run; in print the panels follow one another."""

from collections.abc import Mapping

import reflex as rx

from starbond_site.components.react import component

_tabs = component("tabs/tabs.jsx", "Tabs")


def tabs(panels: Mapping[str, rx.Component], *, label: str) -> rx.Component:
    """Return a row of tabs and the panels by their titles; ``label`` is the accessible name of the row."""
    return _tabs(*panels.values(), label=label, titles=list(panels))
