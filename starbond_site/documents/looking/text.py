"""The language of a text, by its letters."""

import re
from typing import Literal

MIN_LETTERS = 25
"""Below, a text says nothing about its language."""
_BANGLA = re.compile("[\u0980-\u09ff]")
_LATIN = re.compile("[A-Za-z]")


def language_of(text: str) -> Literal["en", "bn"] | None:
    """Return whether most letters of a text are Bangla or Latin; None for too few letters."""
    bangla, latin = len(_BANGLA.findall(text)), len(_LATIN.findall(text))
    if bangla + latin < MIN_LETTERS:
        return None
    return "bn" if bangla > latin else "en"
