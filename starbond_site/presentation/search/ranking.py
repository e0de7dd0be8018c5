"""Ranks products and pages by the words of a query: rare words, names and words of the trade count more than texts."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from typing import Literal

from starbond_site.content.materials import TradeWords
from starbond_site.documents.names import searchable
from starbond_site.documents.text_index import MAX_QUERY, MAX_WORDS

NAME, WORDS, TEXT = 5, 4, 1
"""Weight of a match by where the word stands."""
BEGINNING, MISSPELT = 0.6, 0.4
"""Share of it where the word is not the one that was typed."""
WHOLE_NAME, WHOLE_PHRASE = 20, 6
LEAST_SHARE = 0.4
"""Results worth less than this share of the best one are left out."""
LEAST_MISSPELT, LEAST_STEM = 4, 2
"""Letters of words that are compared by letter, and of what is left without an ending."""
SAME_LETTERS = str.maketrans("\u09c0\u09c2\u09a3\u09b6\u09b7", "\u09bf\u09c1\u09a8\u09b8\u09b8", "\u0981")
"""Letters of Bangla that are often taken for each other, as one of them, and without the sign of nasal vowels."""
DIGIT = re.compile(r"\d")
PARTS = re.compile(r"\d+(?:\.\d+)?|[^\d\s.]+")


@dataclass(frozen=True, slots=True)
class Entry:
    """A product or page that can be found."""

    kind: Literal["product", "page"]
    title: str
    text: str
    path: str
    """English."""
    names: Sequence[str]
    words: Sequence[str]
    """Further names that people use."""


@dataclass(frozen=True, slots=True)
class Found:
    """A product or page that was found."""

    entry: Entry
    is_whole: bool
    """Whether it holds every word of the query as it was typed."""


class Index:
    """Entries, and what each of their words is worth."""

    def __init__(self, entries: Sequence[Entry], words: TradeWords) -> None:
        self._entries = entries
        self._endings = [ending for ending in map(_folded, words.endings) if ending]
        self._ignored = {*map(_folded, words.ignored)}
        self._units = {_folded(spelling): unit for unit, spellings in words.units.items() for spelling in spellings}
        self._worth: defaultdict[str, dict[int, float]] = defaultdict(dict)
        """By word, what it is worth in each entry, by its place."""
        for place, entry in enumerate(entries):
            for texts, value in (((entry.text,), TEXT), (entry.words, WORDS), (entry.names, NAME)):
                for word in (word for text in texts for word in self._words(text)):
                    self._worth[word][place] = value
        self._phrases = [{self._phrase(text) for text in (*entry.names, *entry.words)} for entry in entries]
        self._names = [{*map(_folded, entry.names)} for entry in entries]

    def ranked(self, query: str) -> list[Found]:
        """Return the products that hold any word of a query and the pages that hold all, the best first.

        A word counts the more, the fewer entries hold it; an entry that has the whole query as one of its phrases
        stands before others, and before them the one of that name.
        """
        query = query[:MAX_QUERY]
        words = [word for word in dict.fromkeys(self._words(query)) if len(word) > 1 or word.isdigit()][:MAX_WORDS]
        by_word = [self._values(word) for word in words]
        typed, phrase = _folded(query.strip()), self._phrase(query)
        scored: list[tuple[float, Found]] = []
        for place, entry in enumerate(self._entries):
            held = [values[place] * log(1 + len(self._entries) / len(values)) for values in by_word if place in values]
            if not held or (entry.kind == "page" and len(held) < len(words)):
                continue
            more = WHOLE_NAME if typed in self._names[place] else WHOLE_PHRASE if phrase in self._phrases[place] else 0
            is_whole = all(place in self._worth.get(word, ()) for word in words)
            scored.append((sum(held) + more, Found(entry, is_whole)))
        scored.sort(key=lambda each: -each[0])
        return [found for score, found in scored if score >= LEAST_SHARE * scored[0][0]]

    def _phrase(self, text: str) -> str:
        return " ".join(self._words(text))

    def _words(self, text: str) -> list[str]:
        """Return the words of a text: a number and the unit after it are one word, and endings are taken off."""
        parts, words = iter(PARTS.findall(_folded(text))), list[str]()
        part = next(parts, "")
        while part:
            following = next(parts, "")
            if part[0].isdigit() and following in self._units:
                words.append(part + self._units[following])
                following = next(parts, "")
            elif part not in self._ignored:
                words.append(self._stem(part))
            part = following
        return words

    def _stem(self, word: str) -> str:
        for ending in self._endings:
            if word.endswith(ending) and len(word) - len(ending) >= LEAST_STEM:
                return word[: -len(ending)]
        return word

    def _values(self, word: str) -> dict[int, float]:
        """Return the weight of a word in each entry that has it, or one that begins with it or is misspelt."""
        values: dict[int, float] = {}
        for held, holders in self._worth.items():
            if closeness := BEGINNING if held.startswith(word) else MISSPELT * _is_misspelt(word, held):
                for place, value in holders.items():
                    values[place] = max(values.get(place, 0), value * closeness)
        return values | self._worth.get(word, {})


def _folded(text: str) -> str:
    """Return a text in the spelling that is compared, with blanks for what separates words."""
    folded = searchable(text).translate(SAME_LETTERS)
    return "".join(each if each == "." or unicodedata.category(each)[0] in "LMN" else " " for each in folded)


def _is_misspelt(one: str, other: str) -> bool:
    """Return whether two words differ by one letter: another one, one more, one less, or two exchanged."""
    if min(len(one), len(other)) < LEAST_MISSPELT or abs(len(one) - len(other)) > 1 or DIGIT.search(one + other):
        return False
    start = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    left, right = one[start:], other[start:]
    while left and right and left[-1] == right[-1]:
        left, right = left[:-1], right[:-1]
    return len(left) <= 1 >= len(right) or (len(left) == 2 == len(right) and left == right[::-1])
