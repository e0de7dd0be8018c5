"""The preflight check of a file before it is public: what visitors would get, and what its author may have overlooked.

Nothing here writes or refuses. `report` compares the name with what is published, runs the checks of a publication, and
takes the properties of the file from the look at it.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from starbond_site.documents.extraction import bangla

if TYPE_CHECKING:
    from starbond_site.content.interface import RemarkCode

NOTES: "tuple[RemarkCode, ...]" = (
    "no_bangla",
    "no_english",
    "not_read",
    "not_tagged",
    "untold_pictures",
    "headless_tables",
)
"""Remarks on what is usual: the others are likely to be slips."""
ACCESSIBILITY: "tuple[RemarkCode, ...]" = (
    *("scan", "unreadable", "not_tagged", "no_title", "no_language", "untold_pictures", "headless_tables"),
)
"""Remarks on what screen readers miss: the page of a document says them, each in its own words."""
MAX_TEXT = 200
"""Characters of a property that are kept."""
MIN_LETTERS = 25
"""In a shorter text the language cannot be told."""
_LATIN = re.compile("[A-Za-z]")
_MIN_WORDS = 100
"""In a shorter text unreadable letters cannot be told."""
_COMMON = frozenset("the of and to in for is on by with at as from de la le der die und".split())  # noqa: SIM905


@dataclass(frozen=True, slots=True)
class Remark:
    """Something that may be a slip; it forbids nothing."""

    code: "RemarkCode"
    """Name of its sentence in the table ``remarks`` of ``content/interface.toml``."""
    values: Mapping[str, Any] = field(default_factory=dict)
    """For the ``{places}`` of its sentence."""

    @property
    def is_note(self) -> bool:
        return self.code in NOTES


def is_unreadable(text: str) -> bool:
    """Return whether the letters of a text say nothing: none of its words is known (fonts with a wrong ToUnicode)."""
    words = re.findall(r"[^\s\d.,;:()/-]{2,}", text.casefold())
    return len(words) >= _MIN_WORDS and not any(word in _COMMON or word in bangla.KNOWN for word in words)


def language_of(text: str) -> Literal["en", "bn"] | None:
    """Return whether most letters of a text are Bangla or Latin; None for too few letters."""
    of_bangla, latin = len(bangla.LETTER.findall(text)), len(_LATIN.findall(text))
    if of_bangla + latin < MIN_LETTERS:
        return None
    return "bn" if of_bangla > latin else "en"
