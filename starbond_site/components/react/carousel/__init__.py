"""The carousel of which slider and multi-carousel are variants."""

from typing import Any

import reflex as rx

from starbond_site.components.react.local import library
from starbond_site.content import Site

for part in ("carousel.jsx", "autoplay.jsx", "track.jsx", "pictures.jsx", "parts.jsx"):
    library(part)


class Carousel(rx.Component):
    """A row of slides, its children, of which one or several are in view (WAI-ARIA carousel pattern)."""

    lib_dependencies: list[str] = ["embla-carousel@8.6.0"]  # noqa: RUF012  (a field of the component, not a shared list)

    label: rx.Var[str]
    """Accessible name."""

    words: rx.Var[dict[str, str]]
    """``interface.carousel``: the words of its controls."""

    digits: rx.Var[str]
    """The ten digits of the language, for the numbers in labels."""

    intervals: rx.Var[list[int]]
    """Milliseconds per slide before autoplay moves on; the last value applies to all further slides."""

    swipe: rx.Var[int]
    """A drag moves the carousel if it is longer than this many pixels, at any speed."""

    pause_on_hover: rx.Var[bool]
    """Whether autoplay pauses while the pointer is over the carousel. It always pauses while focus is inside."""

    wrap: rx.Var[bool]
    """Whether the first slide follows the last."""

    keyboard: rx.Var[bool]
    """Whether the arrow keys move it while the focus is inside and not in a field."""

    touch: rx.Var[bool]
    """Whether it can be dragged."""


def controls(site: Site) -> dict[str, Any]:
    """Return the props of its controls in the language of a page."""
    return {"words": site.interface.carousel.model_dump(), "digits": site.interface.dates.digits}
