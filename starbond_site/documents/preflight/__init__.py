"""The preflight check of a file before it is public: what visitors would get, and what its author may have overlooked.

Nothing here writes or refuses. `report` compares the name with what is published, runs the checks of a publication, and
lets a process of its own read the properties of the file, as `inspection` and `extraction` do.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from starbond_site.documents.extraction import bangla

Code = Literal[
    "scan",
    "unreadable",
    "not_tagged",
    "no_title",
    "no_language",
    "protected",
    "comments",
    "tracked_changes",
    "author",
    "linked_data",
    "linked_file",
    "other_list",
    "other_year",
    "same_name",
    "no_bangla",
    "no_english",
    "not_read",
]
"""Codes of remarks: names of sentences in content."""
NOTES: tuple[Code, ...] = ("no_bangla", "no_english", "not_read", "not_tagged")
"""Remarks on what is usual: the others are likely to be slips."""
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

    code: Code
    values: Mapping[str, Any] = field(default_factory=dict)
    """For the ``{places}`` of its sentence."""

    @property
    def is_note(self) -> bool:
        return self.code in NOTES


@dataclass(frozen=True, slots=True, kw_only=True)
class Properties:
    """What a file says of itself; the fields that its format does not have stay as they are here."""

    title: str | None = None
    """Empty where it is missing; None where the format has none that readers see."""
    language: str | None = None
    """Likewise."""
    authors: tuple[str, ...] = ()
    is_protected: bool = False
    """A password limits what readers may do with it."""
    comments: int = 0
    tracked_changes: int = 0
    linked_data: str = ""
    """Address of the workbook with the numbers of a chart, where that is elsewhere."""
    linked_file: tuple[int, str] = (0, "")
    """The first link to a file beside this one: its page and its target."""
    text_language: Literal["en", "bn"] | None = None
    """Of its text; None where there is too little."""
    is_scan: bool = False
    is_unreadable: bool = False
    """Whether the letters that programs find in it say nothing."""
    is_tagged: bool | None = None
    """Whether a PDF says what is a heading, a table or a picture; None for other files."""


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
