"""The home page's slider: one slide at a time, with arrows, indicators and a pause button."""

from typing import Any

import reflex as rx

from starbond_site.components.react.carousel import Carousel, controls
from starbond_site.components.react.carousel.deferred import deferred
from starbond_site.components.react.local import library
from starbond_site.content import Site


class Slider(Carousel):
    """One slide at a time."""

    library = library("slider.jsx")
    tag = "Slider"


def slider(
    site: Site,
    *slides: rx.Component,
    label: str,
    intervals: tuple[int, ...] = (5000,),
    **options: Any,  # noqa: ANN401  (passed on to Reflex)
) -> rx.Component:
    """Return a slider of the given slides; pictures of all but the first are deferred.

    Args:
        slides: Components of the same size, without an ``id`` inside.
        label: Accessible name.
        intervals: Milliseconds per slide; the last value applies to the rest.
        options: Further props of ``Carousel``.
    """
    later = (deferred(slide, lazy=False) for slide in slides[1:])
    return Slider.create(*slides[:1], *later, label=label, intervals=list(intervals), **controls(site), **options)
