"""Which letters of a language no typeface of the site has: its readers see those of their device, or boxes."""

import unicodedata
from collections.abc import Iterator

from pydantic import BaseModel

from starbond_site import content
from starbond_site.content import LANGUAGES
from starbond_site.presentation import design

SHOWN = 5
"""Letters that a sentence names."""


def warnings() -> list[str]:
    """Return a sentence for each language that is written with other letters."""
    found = []
    for language in LANGUAGES:
        known = {*_letters(design.face(language).characters), *_letters(design.BANGLA_ALONE.characters)}
        used = {
            sign for text in _texts(content.read(language)) for sign in text if unicodedata.category(sign)[0] in "LM"
        }
        if missing := sorted(used - known):
            letters = " ".join([*missing[:SHOWN], *(["…"] if missing[SHOWN:] else [])])
            found.append(
                f"{language}: no typeface of this site has {letters}: readers see letters of their device, or boxes. "
                "FACES in design.py names the typeface of a language."
            )
    return found


def _letters(ranges: str) -> Iterator[str]:
    """Yield the characters of a ``unicode-range``."""
    for part in ranges.replace("U+", "").split(","):
        first, _, last = part.partition("-")
        yield from map(chr, range(int(first, 16), int(last or first, 16) + 1))


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, BaseModel):
        yield from _texts(vars(value))
    elif isinstance(value, dict):
        yield from (text for inner in value.values() for text in _texts(inner))
    elif isinstance(value, tuple | list):
        yield from (text for inner in value for text in _texts(inner))
