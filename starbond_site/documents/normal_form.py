"""Unicode normalisation of what anyone may send: `unicodedata.normalize` sorts marks in the square of their number."""

import re
import unicodedata
from typing import Literal

MOST_MARKS = 30
"""In a row on one letter (Unicode Standard Annex #15, "Stream-Safe Text Format"); no script needs more."""
_LONG_RUN = re.compile(rf"[^\w\s\x00-\u02ff]{{{MOST_MARKS + 1},}}")
"""Marks are no word characters; neither is punctuation, which `_without_excess` leaves alone."""


def normalized(form: Literal["NFC", "NFKC"], text: str) -> str:
    """Return text in a normal form, without the marks of a letter after the thirtieth."""
    return unicodedata.normalize(form, _LONG_RUN.sub(_without_excess, text))


def _without_excess(found: re.Match[str]) -> str:
    kept, marks = [], 0
    for sign in found[0]:
        marks = marks + 1 if unicodedata.combining(sign) else 0
        if marks <= MOST_MARKS:
            kept.append(sign)
    return "".join(kept)
