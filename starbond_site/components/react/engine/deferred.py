"""Pictures of hidden slides: the browser meets their address only when their turn is near."""

from copy import copy

import reflex as rx
from reflex_base.components.component import BaseComponent

_NAMES = {"srcSet": "data-srcset", "src_set": "data-srcset", "src": "data-src"}


def deferred(slide: rx.Component, *, lazy: bool = True) -> rx.Component:
    """Return the slide with every picture's address set aside in ``data-src`` and ``data-srcset``.

    The engine puts it back in time. Readers without scripts get the picture from a ``noscript`` beside it.

    Args:
        slide: What shows the pictures.
        lazy: Whether a picture that has its address back may still wait until the visitor scrolls to it. In the first
            view it must not: a lazy picture two slides away would begin to load when it is already shown.
    """
    held = copy(slide)
    held.children = [part for child in slide.children for part in _beside(child, lazy=lazy)]
    return held


def _beside(child: BaseComponent, *, lazy: bool) -> list[BaseComponent]:
    """Return the child with its pictures held back, followed by what stands in without scripts."""
    if not isinstance(child, rx.Component):
        return [child]
    if child.tag in ("picture", "img"):
        return [_held_back(child, lazy=lazy), rx.el.noscript(child)]
    return [deferred(child, lazy=lazy)]


def _held_back(element: rx.Component, *, lazy: bool) -> rx.Component:
    """Return the element, and all inside it, with other names for the attributes that would load a file."""
    held = copy(element)
    held.custom_attrs = {
        _NAMES.get(name, name): value for name, value in element.custom_attrs.items() if lazy or name != "loading"
    }
    for prop in ("src", "src_set"):
        if (value := getattr(element, prop, None)) is not None:
            setattr(held, prop, None)
            held.custom_attrs[_NAMES[prop]] = value
    held.children = [
        _held_back(child, lazy=lazy) if isinstance(child, rx.Component) else child for child in element.children
    ]
    return held
