"""Words as the search compares them: folded, without endings, and nearly the same."""

import re
import unicodedata
from collections.abc import Iterable

from starbond_site.documents.names import searchable

LEAST_MISSPELT, LEAST_STEM = 4, 2
"""Letters of words that are compared by letter, and of what is left without an ending."""
SAME_LETTERS = str.maketrans("\u09c0\u09c2\u09a3\u09b6\u09b7", "\u09bf\u09c1\u09a8\u09b8\u09b8", "\u0981")
"""Letters of Bangla that are often taken for each other, as one of them, and without the sign of nasal vowels."""
DIGIT = re.compile(r"\d")
PARTS = re.compile(r"\d+(?:\.\d+)?|[^\d\s.]+")


def folded(text: str) -> str:
    """Return a text in the spelling that is compared, with blanks for what separates words."""
    text = searchable(text).translate(SAME_LETTERS)
    return "".join(each if each == "." or unicodedata.category(each)[0] in "LMN" else " " for each in text)


def parts(text: str) -> list[str]:
    """Return the numbers and words of a text."""
    return PARTS.findall(folded(text))


def stem(word: str, endings: Iterable[str]) -> str:
    for ending in endings:
        if word.endswith(ending) and len(word) - len(ending) >= LEAST_STEM:
            return word[: -len(ending)]
    return word


def is_misspelt(one: str, other: str) -> bool:
    """Return whether two words differ by one letter: another one, one more, one less, or two exchanged."""
    if min(len(one), len(other)) < LEAST_MISSPELT or abs(len(one) - len(other)) > 1 or DIGIT.search(one + other):
        return False
    start = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    left, right = one[start:], other[start:]
    while left and right and left[-1] == right[-1]:
        left, right = left[:-1], right[:-1]
    return len(left) <= 1 >= len(right) or (len(left) == 2 == len(right) and left == right[::-1])
