"""The sizes of a product as chips, each with its pack in its true proportion to the others."""

from typing import Any

import reflex as rx

from starbond_site.components.react.local import library


class SizeChips(rx.Component):
    """Radio buttons that choose the same size as a native drop-down elsewhere on the page, and follow it."""

    library = library("size_chips.jsx")
    tag = "SizeChips"

    sizes: rx.Var[list[dict[str, Any]]]
    """Per size ``id``, ``label`` and, where it can be compared with the others, the address of its ``picture`` and its
    ``height``: above 0, at most 1."""

    select: rx.Var[str]
    """Name of the drop-down."""

    label: rx.Var[str]
    """Accessible name of the group."""


size_chips = SizeChips.create
