"""A word of another script as an SVG outline: it is in the first paint and needs no typeface of that script."""

import reflex as rx

from starbond_site.content.word_outlines import UNITS, word_outlines


def outlined_word(word: str) -> rx.Component | str:
    """Return the outline of a word in the size and colour of text, or the word itself where there is no outline.

    The outline is hidden from assistive technology: the element around it needs an accessible name.
    """
    if not (shape := word_outlines().get(word)):
        return word
    _, _, width, height = shape.box
    return rx.el.svg(
        rx.el.path(d=shape.outline),
        custom_attrs={
            "viewBox": " ".join(map(str, shape.box)),
            "aria-hidden": "true",
            "style": {"width": f"{width / UNITS}em", "height": f"{height / UNITS}em", "fill": "currentColor"},
        },
    )
