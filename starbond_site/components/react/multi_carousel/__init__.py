"""A carousel with several cards side by side, by window width; it loops and plays by itself."""

from typing import Any

import reflex as rx

from starbond_site.components.react.carousel import Carousel
from starbond_site.components.react.carousel.deferred import deferred
from starbond_site.components.react.local import LATIN_DIGITS, library
from starbond_site.content.interface import CarouselWords

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
    *cards: rx.Component,
    label: str,
    words: CarouselWords,
    shown: tuple[int, int, int, int],
    digits: str = LATIN_DIGITS,
    interval: int = 2000,
    **options: Any,  # noqa: ANN401  (passed on to Reflex)
) -> rx.Component:
    """Return a carousel of the given cards with deferred pictures.

    Args:
        cards: Components without an ``id`` inside: where all but one are in view, they are rendered twice.
        label: Accessible name.
        words: Words of the controls.
        shown: Cards side by side in the four bands of window width, such as ``NEWS`` or ``BRANDS``. Fewer cards share
            the row: none is in view twice, and where all are in view the carousel rests.
        digits: The ten digits of the language, for the numbers in labels.
        interval: Milliseconds between two moves.
        options: Further props of ``Carousel``.
    """
    # All pictures are deferred: below the fold they would compete with the first picture for bandwidth.
    return MultiCarousel.create(
        *map(deferred, cards),
        label=label,
        words=words.model_dump(),
        digits=digits,
        shown=[min(place, len(cards)) for place in shown],
        intervals=[interval],
        **options,
    )
