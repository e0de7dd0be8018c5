"""What the slider and the strips share: the carousel's engine and the words of its controls."""

import reflex as rx

from starbond_site.components.react.local import library
from starbond_site.content.interface import CarouselWords

for part in ("carousel.jsx", "autoplay.jsx", "track.jsx", "pictures.jsx", "parts.jsx"):
    library(part)


_SPOKEN = ("role", "slide_role", "previous", "next", "pause", "play", "indicators", "go_to", "position")


class Carousel(rx.Component):
    """A row of slides, its children, of which one or several are in view. Base of the slider and of the strips."""

    lib_dependencies: list[str] = ["embla-carousel@8.6.0"]  # noqa: RUF012  (a field of the component, not a shared list)

    label: rx.Var[str]
    """What the carousel shows; its accessible name."""

    words: rx.Var[dict[str, str]]
    """The words of its controls, see ``spoken``."""

    language: rx.Var[str]
    """Language whose digits the labels use, ``en`` or ``bn``."""

    intervals: rx.Var[list[int]]
    """Milliseconds that the first slide stays, the second, ...; the last value holds for all further ones."""

    swipe: rx.Var[int]
    """A drag of more than this many pixels moves, however slow; one of exactly this many does not."""

    pause_on_hover: rx.Var[bool]
    """Whether the carousel waits while the pointer is over it. While the focus is inside it always waits."""

    wrap: rx.Var[bool]
    """Whether the first slide follows the last."""

    keyboard: rx.Var[bool]
    """Whether the arrow keys move it while the focus is inside and not in a field."""

    touch: rx.Var[bool]
    """Whether it can be dragged."""


def spoken(words: CarouselWords) -> dict[str, str]:
    """Return the words that the frontend needs, and no others."""
    return {name: getattr(words, name) for name in _SPOKEN}
