"""Deferred loading of the pictures in slides that are not in view.

The addresses are written to ``data-src`` and ``data-srcset``; ``pictures.jsx`` restores them shortly before a slide is
shown. ``loading="lazy"`` is not enough: browsers load lazy pictures of slides beside the visible one.
"""

from copy import copy
from typing import Any

import reflex as rx

_NAMES = {"srcSet": "data-srcset", "src_set": "data-srcset", "src": "data-src"}


def deferred(slide: rx.Component, *, lazy: bool = True) -> rx.Component:
    """Return the slide with every picture's address in ``data-src`` and ``data-srcset``.

    Readers without scripts get the picture from a ``noscript`` element beside it.

    Args:
        slide: Component that contains the pictures.
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
    return [deferred(child, lazy=lazy)]


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
