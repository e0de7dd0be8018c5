"""A carousel with several cards side by side, by window width; it loops and plays by itself."""

from typing import Any

import reflex as rx

from starbond_site.components.react.carousel import Carousel, controls
from starbond_site.components.react.carousel.deferred import deferred
from starbond_site.components.react.local import library
from starbond_site.content import Site

NEWS = (1, 1, 2, 2)
"""Cards side by side below 464 px, from 464, from 1,024 and from 3,000 px of window width."""
BRANDS = (1, 2, 3, 5)


class MultiCarousel(Carousel):
    """Several slides at a time."""

    library = library("multi_carousel.jsx")
    tag = "MultiCarousel"

    shown: rx.Var[list[int]]
    """Slides in view below 464 px, from 464, from 1,024 and from 3,000 px of window width."""


def multi_carousel(
    site: Site,
    *cards: rx.Component,
    label: str,
    shown: tuple[int, int, int, int],
    interval: int = 2000,
    **options: Any,  # noqa: ANN401  (passed on to Reflex)
) -> rx.Component:
    """Return a carousel of the given cards with deferred pictures.

    Args:
        cards: Components without an ``id`` inside: where all but one are in view, they are rendered twice.
        label: Accessible name.
        shown: Cards side by side in the four bands of window width, such as ``NEWS`` or ``BRANDS``. Fewer cards share
            the row: none is in view twice, and where all are in view the carousel rests.
        interval: Milliseconds between two moves.
        options: Further props of ``Carousel``.
    """
    # All pictures are deferred: below the fold they would compete with the first picture for bandwidth.
    places = [min(place, len(cards)) for place in shown]
    return MultiCarousel.create(
        *map(deferred, cards), label=label, shown=places, intervals=[interval], **controls(site), **options
    )
