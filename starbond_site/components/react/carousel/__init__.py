"""The carousels (WAI-ARIA carousel pattern): the home page's slider, and rows of cards; both play by themselves."""

import re
from itertools import groupby
from typing import Any

import htpy as h
from htpy import Node
from markupsafe import Markup

from starbond_site.components.react.component import ReactComponent, component
from starbond_site.content import Site

NEWS = (1, 1, 2, 2)
"""Cards side by side below 464 px, from 464, from 1,024 and from 3,000 px of window width."""
BRANDS = (1, 2, 3, 5)
ENGINE = "embla-carousel@8.6.0"
_PICTURES = re.compile("<picture.*?</picture>|<img[^>]*>", re.DOTALL)

_slider = component("slider/slider.jsx", "Slider", ENGINE)
_multi_carousel = component("multi_carousel/multi_carousel.jsx", "MultiCarousel", ENGINE)


def slider(site: Site, *slides: Node, label: str, intervals: tuple[int, ...] = (5000,)) -> ReactComponent:
    """Return one slide at a time, with arrows, indicators and a pause button; pictures but the first are deferred.

    Args:
        slides: Elements of the same size, without an ``id`` inside.
        intervals: Milliseconds per slide; the last value applies to the rest.
    """
    later = (_deferred(slide, lazy=False) for slide in slides[1:])
    return _slider(*slides[:1], *later, label=label, intervals=list(intervals), **_controls(site))


def multi_carousel(
    site: Site, *cards: Node, label: str, shown: tuple[int, int, int, int], interval: int = 2000
) -> ReactComponent:
    """Return several cards side by side, by window width, with deferred pictures.

    Args:
        cards: Elements without an ``id`` inside: where all but one are in view, they are rendered twice.
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


def _deferred(slide: Node, *, lazy: bool = True) -> Node:
    """Return the slide with every picture's address in ``data-src`` and ``data-srcset``, and itself in ``noscript``.

    ``pictures.jsx`` restores the addresses shortly before a slide is shown. ``loading="lazy"`` is not enough: browsers
    load lazy pictures of slides beside the visible one.

    Args:
        lazy: Whether pictures keep ``loading="lazy"``. Above the fold they must not: a lazy picture two slides away
            would begin to load when it is already shown.
    """

    def deferred(found: re.Match[str]) -> str:
        kept = found[0] if lazy else found[0].replace(' loading="lazy"', "")
        return f"{re.sub(' (?=(src|srcset)=)', ' data-', kept)}<noscript>{found[0]}</noscript>"

    chunks = groupby(h.fragment[slide].iter_chunks(), key=lambda chunk: isinstance(chunk, str))
    return [Markup(_PICTURES.sub(deferred, "".join(part))) if is_html else [*part] for is_html, part in chunks]  # noqa: S704
