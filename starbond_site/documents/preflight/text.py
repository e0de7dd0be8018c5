"""The language of a text, by its letters."""

import re
from typing import Literal

from starbond_site.documents.extraction import bangla

MIN_LETTERS = 25
"""Below, a text says nothing about its language."""
_BANGLA = re.compile("[\u0980-\u09ff]")
_LATIN = re.compile("[A-Za-z]")

_MIN_WORDS = 100
"""Below, a text says nothing about its letters."""
_COMMON = frozenset("the of and to in for is on by with at as from de la le der die und".split())  # noqa: SIM905


def is_unreadable(text: str) -> bool:
    """Return whether the letters of a text say nothing: none of its words is known (fonts with a wrong ToUnicode)."""
    words = re.findall(r"[^\s\d.,;:()/-]{2,}", text.casefold())
    return len(words) >= _MIN_WORDS and not any(word in _COMMON or word in bangla.KNOWN for word in words)


def language_of(text: str) -> Literal["en", "bn"] | None:
    """Return whether most letters of a text are Bangla or Latin; None for too few letters."""
    bangla, latin = len(_BANGLA.findall(text)), len(_LATIN.findall(text))
    if bangla + latin < MIN_LETTERS:
        return None
    return "bn" if bangla > latin else "en"
