"""Tabs without the server, which work before the scripts run; in print the panels follow one another."""

from collections.abc import Mapping

import reflex as rx

from starbond_site.components.react.local import library


class Tabs(rx.Component):
    """A row of two tabs and the panels, its children, of which the first is shown at the start."""

    library = library("tabs.jsx")
    tag = "Tabs"

    label: rx.Var[str]
    """Accessible name of the row of tabs."""

    titles: rx.Var[list[str]]
    """Title per panel."""


def tabs(panels: Mapping[str, rx.Component], *, label: str) -> rx.Component:
    return Tabs.create(*panels.values(), label=label, titles=list(panels))
