"""A strip of cards: as many side by side as the window's width allows, endless, moving by itself."""

from typing import Any

import reflex as rx

from starbond_site.components.react.engine import Carousel, spoken
from starbond_site.components.react.engine.deferred import deferred
from starbond_site.components.react.local import library
from starbond_site.content.interface import CarouselWords

NEWS = (1, 1, 2, 2)
"""Cards shown below 464 px, from 464, from 1,024 and from 3,000 px (specification, section 4)."""
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
    language: str = "en",
    interval: int = 2000,
    **options: Any,  # noqa: ANN401  (passed on to Reflex)
) -> rx.Component:
    """Return a strip of the given cards, whose pictures load when a reader comes near.

    Args:
        cards: Components; they must hold no ``id``, since few cards are shown twice in wide windows.
        label: Accessible name.
        words: Words of the controls.
        shown: Cards side by side in the four bands of window width, such as ``NEWS`` or ``BRANDS``.
        language: Whose digits the labels use.
        interval: Milliseconds between two moves.
        options: Further props of ``Carousel``.
    """
    # A strip stands below the fold: what it shows would take the line from the picture of the first view.
    return MultiCarousel.create(
        *map(deferred, cards),
        label=label,
        words=spoken(words),
        language=language,
        shown=list(shown),
        intervals=[interval],
        **options,
    )
