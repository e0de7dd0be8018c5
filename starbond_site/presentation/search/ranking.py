"""Ranks products and pages by the words of a query: rare words, names and words of the trade count more than texts."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from typing import Literal

from starbond_site.content.materials import TradeWords
from starbond_site.documents.text_index import MAX_QUERY, MAX_WORDS
from starbond_site.presentation.search.accidents import Accidents
from starbond_site.presentation.search.spelling import folded, is_misspelt, parts, stem

NAME, WORDS, TEXT = 5, 4, 1
"""Weight of a match by where the word stands."""
BEGINNING, MISSPELT = 0.6, 0.4
"""Share of it where the word is not the one that was typed."""
WHOLE_NAME, WHOLE_PHRASE = 20, 6
LEAST_SHARE = 0.4
"""Results worth less than this share of the best one are left out."""


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
        self._endings = [ending for ending in map(folded, words.endings) if ending]
        self._ignored = {*map(folded, words.ignored)}
        self._units = {folded(spelling): unit for unit, spellings in words.units.items() for spelling in spellings}
        self._worth: defaultdict[str, dict[int, float]] = defaultdict(dict)
        """By word, what it is worth in each entry, by its place."""
        for place, entry in enumerate(entries):
            for texts, value in (((entry.text,), TEXT), (entry.words, WORDS), (entry.names, NAME)):
                for word in (word for text in texts for word in self._words(text)):
                    self._worth[word][place] = value
        self._phrases = [{self._phrase(text) for text in (*entry.names, *entry.words)} for entry in entries]
        self._names = [{*map(folded, entry.names)} for entry in entries]
        self._accidents = Accidents(words.accidents, self._endings, self._worth) if words.accidents else None

    def ranked(self, query: str) -> list[Found]:
        """Return the products that hold any word of a query and the pages that hold all, the best first.

        Where it tells of an accident, the page of first aid stands before everything that its other words find.
        """
        found = self._by_words(query)
        if not self._accidents or not self._accidents.told_in(query):
            return found
        first = (Found(entry, is_whole=True) for entry in self._entries if entry.path == self._accidents.path)
        return [*first, *(each for each in found if each.entry.path != self._accidents.path)]

    def _by_words(self, query: str) -> list[Found]:
        """Return what holds the words of a query, the best first.

        A word counts the more, the fewer entries hold it; an entry that has the whole query as one of its phrases
        stands before others, and before them the one of that name.
        """
        query = query[:MAX_QUERY]
        words = [word for word in dict.fromkeys(self._words(query)) if len(word) > 1 or word.isdigit()][:MAX_WORDS]
        by_word = [self._values(word) for word in words]
        typed, phrase = folded(query.strip()), self._phrase(query)
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
        left, words = iter(parts(text)), list[str]()
        part = next(left, "")
        while part:
            following = next(left, "")
            if part[0].isdigit() and following in self._units:
                words.append(part + self._units[following])
                following = next(left, "")
            elif part not in self._ignored:
                words.append(stem(part, self._endings))
            part = following
        return words

    def _values(self, word: str) -> dict[int, float]:
        """Return the weight of a word in each entry that has it, or one that begins with it or is misspelt."""
        values: dict[int, float] = {}
        for held, holders in self._worth.items():
            if closeness := BEGINNING if held.startswith(word) else MISSPELT * is_misspelt(word, held):
                for place, value in holders.items():
                    values[place] = max(values.get(place, 0), value * closeness)
        return values | self._worth.get(word, {})
