"""The carousels (WAI-ARIA carousel pattern): the home page's slider, and rows of cards; both play by themselves."""

from copy import copy
from typing import Any

import reflex as rx

from starbond_site.components.react import component
from starbond_site.content import Site

NEWS = (1, 1, 2, 2)
"""Cards side by side below 464 px, from 464, from 1,024 and from 3,000 px of window width."""
BRANDS = (1, 2, 3, 5)
ENGINE = "embla-carousel@8.6.0"
_NAMES = {"srcSet": "data-srcset", "src_set": "data-srcset", "src": "data-src"}

_slider = component("slider/slider.jsx", "Slider", ENGINE)
_multi_carousel = component("multi_carousel/multi_carousel.jsx", "MultiCarousel", ENGINE)


def slider(site: Site, *slides: rx.Component, label: str, intervals: tuple[int, ...] = (5000,)) -> rx.Component:
    """Return one slide at a time, with arrows, indicators and a pause button; pictures but the first are deferred.

    Args:
        slides: Components of the same size, without an ``id`` inside.
        intervals: Milliseconds per slide; the last value applies to the rest.
    """
    later = (_deferred(slide, lazy=False) for slide in slides[1:])
    return _slider(*slides[:1], *later, label=label, intervals=list(intervals), **_controls(site))


def multi_carousel(
    site: Site, *cards: rx.Component, label: str, shown: tuple[int, int, int, int], interval: int = 2000
) -> rx.Component:
    """Return several cards side by side, by window width, with deferred pictures.

    Args:
        cards: Components without an ``id`` inside: where all but one are in view, they are rendered twice.
        shown: Cards side by side in the four bands of window width, such as ``NEWS`` or ``BRANDS``. Fewer cards share
            the row: none is in view twice, and where all are in view the carousel rests.
        interval: Milliseconds between two moves.
    """
    # All pictures are deferred: below the fold they would compete with the first picture for bandwidth.
    places = [min(place, len(cards)) for place in shown]
    return _multi_carousel(*map(_deferred, cards), label=label, shown=places, intervals=[interval], **_controls(site))


def _controls(site: Site) -> dict[str, Any]:
    """Return the props of its controls in the language of a page."""
    return {"words": site.interface.carousel.model_dump(), "digits": site.interface.dates.digits}


def _deferred(slide: rx.Component, *, lazy: bool = True) -> rx.Component:
    """Return the slide with every picture's address in ``data-src`` and ``data-srcset``, and itself in ``noscript``.

    ``pictures.jsx`` restores the addresses shortly before a slide is shown. ``loading="lazy"`` is not enough: browsers
    load lazy pictures of slides beside the visible one.

    Args:
        lazy: Whether pictures keep ``loading="lazy"``. Above the fold they must not: a lazy picture two slides away
            would begin to load when it is already shown.
    """
    copied = copy(slide)
    copied.children = [part for child in slide.children for part in _with_fallback(child, lazy=lazy)]
    return copied


def _with_fallback(child: Any, *, lazy: bool) -> list[Any]:  # noqa: ANN401  (a component or a text of Reflex)
    """Return the child with its pictures deferred, each followed by its ``noscript`` element."""
    if not isinstance(child, rx.Component):
        return [child]
    if child.tag in ("picture", "img"):
        return [_without_address(child, lazy=lazy), rx.el.noscript(child)]
    return [_deferred(child, lazy=lazy)]


def _without_address(element: rx.Component, *, lazy: bool) -> rx.Component:
    """Return the element, and all inside it, with the attributes renamed that would load a file."""
    copied = copy(element)
    copied.custom_attrs = {
        _NAMES.get(name, name): value for name, value in element.custom_attrs.items() if lazy or name != "loading"
    }
    for prop in ("src", "src_set"):
        if (value := getattr(element, prop, None)) is not None:
            setattr(copied, prop, None)
            copied.custom_attrs[_NAMES[prop]] = value
    copied.children = [
        _without_address(child, lazy=lazy) if isinstance(child, rx.Component) else child for child in element.children
    ]
    return copied
