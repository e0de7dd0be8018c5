"""The home page's slider: one slide at a time, with arrows, indicators and a pause button."""

from typing import Any

import reflex as rx

from starbond_site.components.react.carousel import Carousel
from starbond_site.components.react.carousel.deferred import deferred
from starbond_site.components.react.local import LATIN_DIGITS, library
from starbond_site.content.interface import CarouselWords


class Slider(Carousel):
    """One slide at a time."""

    library = library("slider.jsx")
    tag = "Slider"


def slider(
    *slides: rx.Component,
    label: str,
    words: CarouselWords,
    digits: str = LATIN_DIGITS,
    intervals: tuple[int, ...] = (5000,),
    **options: Any,  # noqa: ANN401  (passed on to Reflex)
) -> rx.Component:
    """Return a slider of the given slides; pictures of all but the first are deferred.

    Args:
        slides: Components of the same size, without an ``id`` inside.
        label: Accessible name.
        words: Words of the controls.
        digits: The ten digits of the language, for the numbers in labels.
        intervals: Milliseconds per slide; the last value applies to the rest.
        options: Further props of ``Carousel``.
    """
    return Slider.create(
        *slides[:1],
        *(deferred(slide, lazy=False) for slide in slides[1:]),
        label=label,
        words=words.model_dump(),
        digits=digits,
        intervals=list(intervals),
        **options,
    )
