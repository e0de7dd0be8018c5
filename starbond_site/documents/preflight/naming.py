"""What the name of a file says: the list and the year that it speaks of."""

import re
from collections.abc import Iterator
from functools import cache

from starbond_site import content
from starbond_site.categories import WITH_FIGURES, Category
from starbond_site.documents import names
from starbond_site.documents.names import normalized

_BANGLA_DIGITS = str.maketrans("০১২৩৪৫৬৭৮৯", "0123456789")
_DAY = re.compile(
    r"(?<!\d)(?:(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])|(?:[0-2]\d|3[01])(?:0[1-9]|1[0-2])(?:19|20)\d\d)(?!\d)"
)
"""A day without separators: 20261123 or 23112026."""
_YEAR = re.compile(r"(?<!\d)((?:19|20)\d\d)(?:\s?[-\N{EN DASH}/_ ]\s?(\d\d))?(?!\d)")
"""A year, and the end of a financial year such as 2025-26."""


def other_list(name: str, category: Category) -> Category | None:
    """Return the list that a name speaks of, where it says nothing of its own one, nor its own has words."""
    speaks_of, words = _speaks_of(), _spaced(name)
    if category not in speaks_of or speaks_of[category].search(words):
        return None
    return next((other for other in _sought() if other != category and speaks_of[other].search(words)), None)


def other_year(name: str, category: Category, year: int) -> int | None:
    """Return the newest year that a name speaks of, where it is not that of the document."""
    said = set(_years(name))
    right = {year, year - 1} if category in WITH_FIGURES else {year}
    return max(said) if said and not said & right else None


@cache
def _speaks_of() -> dict[Category, re.Pattern[str]]:
    """Return what finds the words of a list or single record in a name; Bangla ones are found with any ending."""
    return {
        Category(id): re.compile(rf"(?<![^\W_])(?:{words})(?![^\W_\u0980-\u09ff])|(?:{words})(?<=[\u0980-\u09ff])")
        for id, words in content.read().investors.words.items()
    }


@cache
def _sought() -> tuple[Category, ...]:
    """Return the lists and single records whose words are sought in names of documents of other lists."""
    common = content.read().investors.expected_elsewhere
    return tuple(category for category in _speaks_of() if category not in common)


def _spaced(name: str) -> str:
    """Return a name in small letters with one blank between words, also where only a capital parts them."""
    stem = normalized("NFC", name).removesuffix(names.extension(name))
    parted = re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Za-z])(?=\d)|(?<=\d)(?=[A-Za-z])", " ", stem)
    return re.sub(r"[^\w\u0980-\u09ff]+|_", " ", parted).casefold()


def _years(name: str) -> Iterator[int]:
    stem = name.removesuffix(names.extension(name)).translate(_BANGLA_DIGITS)
    for day in _DAY.findall(stem):
        yield int(day[:4] if day.startswith(("19", "20")) and not 19 <= int(day[4:6]) <= 20 else day[4:])
    for first, end in _YEAR.findall(_DAY.sub(" ", stem)):
        yield int(first)
        if end and int(end) == (int(first) + 1) % 100:
            yield int(first) + 1
