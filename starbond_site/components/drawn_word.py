"""A word of another script, drawn: readers see it with the first paint, without a typeface for it."""

import reflex as rx

from starbond_site.content.drawn_words import UNITS, drawn_words


def drawn_word(word: str) -> rx.Component | str:
    """Return the drawing of a word, as large as text and in its colour, or the word itself where nobody has drawn it.

    The element around it must have a name of its own: screen readers are told nothing.
    """
    if not (drawing := drawn_words().get(word)):
        return word
    _, _, width, height = drawing.box
    return rx.el.svg(
        rx.el.path(d=drawing.outline),
        custom_attrs={
            "viewBox": " ".join(map(str, drawing.box)),
            "aria-hidden": "true",
            "style": {"width": f"{width / UNITS}em", "height": f"{height / UNITS}em", "fill": "currentColor"},
        },
    )
