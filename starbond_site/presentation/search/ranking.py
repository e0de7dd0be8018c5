"""Ranks products and pages by the words of a query: rare words, names and words of the trade count more than texts.

Nothing has to hold every word. A word also counts as the beginning of one, with a wrong letter, and by its sound. The
index has the words of both languages, since people type either. A search that tells of an accident has first aid first,
whatever else was typed.
"""

import re
from collections import defaultdict
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from math import log
from typing import Literal

from starbond_site import content
from starbond_site.content import LANGUAGES, Language, Site
from starbond_site.content.addresses import FINDER, NEWS, UNSEARCHED
from starbond_site.content.materials import AccidentWords, TradeWords
from starbond_site.content.models import Product
from starbond_site.documents.text_index import MAX_QUERY, MAX_WORDS
from starbond_site.presentation.search.spelling import Sounds, folded, is_misspelt, is_nearly, parts, stem

LEAST_CORRECTED = 6
"""Letters of a word that is also understood with one wrong letter behind the first: "painted" is not "fainted"."""


class AccidentSearch:
    """The signs of an accident; further words never hide one."""

    def __init__(self, words: AccidentWords, endings: Sequence[str], known: Container[str]) -> None:
        """Take ``known``, the words that mean something else and are not corrected."""
        self.path = words.path
        self._endings, self._known = endings, known
        phrases = {name: [self._stems(phrase) for phrase in told.all] for name, told in words.words.items()}
        self._signs = [[[f" {' '.join(phrase)} " for phrase in phrases[name]] for name in sign] for sign in words.signs]
        self._words = {word for each in phrases.values() for phrase in each for word in phrase}
        self._longer: defaultdict[str, list[str]] = defaultdict(list)
        for word in sorted(self._words):
            if len(word) >= LEAST_CORRECTED:
                self._longer[word[0]].append(word)

    def told_in(self, query: str) -> bool:
        told = f" {' '.join(map(self._corrected, self._stems(query)))} "
        return any(all(any(phrase in told for phrase in phrases) for phrases in sign) for sign in self._signs)

    def _stems(self, text: str) -> list[str]:
        return [stem(part, self._endings) for part in parts(text)]

    def _corrected(self, word: str) -> str:
        if word in self._words or word in self._known:
            return word
        return next((meant for meant in self._longer.get(word[0], ()) if is_misspelt(word, meant)), word)


NAME, WORDS, TEXT = 5, 4, 1
"""Weight of a match by where the word stands."""
SOUND, NEARLY = 0.8, 0.6
"""Share of it where the word is not the one that was typed."""
PHRASE, WHOLE_NAME = 2, 20
"""Added for every word of the longest name or phrase whose words the query holds, and for a name that is the query."""
LEAST_SHARE = 0.4
"""Results worth less than this share of the best one are left out."""
NO_ACCIDENT = 0.4
"""Share of what the page of first aid is worth where no accident is told: people type its words about products, too."""
YEAR, YEAR_WORTH = re.compile(r"(19|20)\d\d"), 0.5


@dataclass(frozen=True, slots=True)
class IndexEntry:
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
class SearchResult:
    """A product or page that was found."""

    entry: IndexEntry
    share: float
    """How much of the query it holds as it was typed, by the worth of its words: 1 where it holds each."""


class Index:
    """Entries, and what each of their words is worth."""

    def __init__(self, entries: Sequence[IndexEntry], words: TradeWords) -> None:
        self._entries = entries
        self._endings = [ending for ending in map(folded, words.endings) if ending]
        self._ignored = {*map(folded, words.ignored)}
        self._units = {folded(spelling): unit for unit, spellings in words.units.items() for spelling in spellings}
        self._worth: defaultdict[str, dict[int, float]] = defaultdict(dict)
        """By word, what it is worth in each entry, by its place."""
        self._phrases = defaultdict[frozenset[str], set[int]](set)
        """By the words of a name or phrase, the entries that have it."""
        for place, entry in enumerate(entries):
            for texts, value in (((entry.text,), TEXT), (entry.words, WORDS), (entry.names, NAME)):
                for held in map(self._words, texts):
                    for word in held:
                        self._worth[word][place] = value
                    if value > TEXT:
                        self._phrases[frozenset(held)].add(place)
        texts = (text for entry in entries for text in (*entry.names, *entry.words, entry.text))
        stems = {part: stem(part, self._endings) for text in texts for part in parts(text)}
        self._sounds = Sounds({word: word for word in (*stems.values(), *self._ignored)} | stems, self._endings)
        self._names = [{*map(folded, entry.names)} for entry in entries]
        self._accidents = AccidentSearch(words.accidents, self._endings, self._worth) if words.accidents else None

    def ranked(self, query: str) -> list[SearchResult]:
        """Return what holds words of a query, the best first.

        Where it tells of an accident, the page of first aid stands before everything that its other words find.
        """
        found = self._by_words(query)
        if not self._accidents or not self._accidents.told_in(query):
            return found
        first = (SearchResult(entry, share=1) for entry in self._entries if entry.path == self._accidents.path)
        return [*first, *(each for each in found if each.entry.path != self._accidents.path)]

    def _by_words(self, query: str) -> list[SearchResult]:
        """Return what holds words of a query, the best first.

        A word counts the more, the fewer entries hold it; an entry with a phrase that the query holds stands before
        those with its words apart, and before all of them the one of that name.
        """
        query = query[:MAX_QUERY]
        scores, shares, said = defaultdict[int, float](float), defaultdict[int, float](float), dict[str, float]()
        total = 0.0
        for word, meant in ((word, self._meant(word)) for word in self._asked(query)):
            values: dict[int, float] = {}
            for held, closeness in meant.items():
                for place, value in self._worth[held].items():
                    values[place] = max(values.get(place, 0), value * closeness)
            worth = YEAR_WORTH if YEAR.fullmatch(word) else log(1 + len(self._entries) / max(1, len(values)))
            total += worth
            said |= {held: max(said.get(held, 0), closeness * worth) for held, closeness in meant.items()}
            for place, value in values.items():
                scores[place] += value * worth
            for place in self._worth.get(word, ()):
                shares[place] += worth
        more, heard, typed = defaultdict[int, float](float), frozenset(said), folded(query.strip())
        for phrase in (phrase for phrase in self._phrases if phrase <= heard):
            for place in self._phrases[phrase]:
                more[place] = max(more[place], PHRASE * sum(said[word] for word in phrase))
        scored: list[tuple[float, SearchResult]] = []
        for place in sorted(scores):
            score = scores[place] + more[place] + WHOLE_NAME * (typed in self._names[place])
            entry = self._entries[place]
            score *= NO_ACCIDENT if self._accidents and entry.path == self._accidents.path else 1
            scored.append((score, SearchResult(entry, shares[place] / total)))
        scored.sort(key=lambda each: -each[0])
        return [found for score, found in scored if score >= LEAST_SHARE * scored[0][0]]

    def without_question(self, query: str) -> str:
        """Return a query without words such as "when": documents are found by those that name something."""
        return " ".join(word for word in query.split() if self._asked(word))

    def _asked(self, query: str) -> list[str]:
        """Return the words of a query that name something; "kobe" is left out as its Bangla word is."""
        words = (word for word in dict.fromkeys(self._words(query)) if len(word) > 1 or word.isdigit())
        known = (each for each in words if each in self._worth or self._sounds.nearest(each) not in self._ignored)
        return [*islice(known, MAX_WORDS)]

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

    def _meant(self, word: str) -> dict[str, float]:
        """Return the words of the index that may be meant, with how close each is."""
        if word in self._worth:
            return {held: NEARLY for held in self._worth if held.startswith(word)} | {word: 1}
        heard = self._sounds.nearest(word)
        meant = {held: NEARLY for held in self._worth if is_nearly(word, held)}
        return meant | ({heard: SOUND} if heard in self._worth else {})


@lru_cache(maxsize=len(LANGUAGES))
def index(language: Language) -> Index:
    """Return the index of a language, which is made once."""
    return made(content.read(language))


def made(site: Site) -> Index:
    pages = (_page(site, page.path) for page in site.texts if page.path not in UNSEARCHED)
    return Index([*(_product(site, product) for product in site.products), *pages], site.trade_words)


def _product(site: Site, product: Product) -> IndexEntry:
    names: list[str] = []
    words = [*site.trade_words.of(product.id), *_materials(site, product)]
    for language in LANGUAGES:
        read = content.read(language)
        translated = read.product(product.path)
        names.append(translated.name)
        words += [read.brand(product.brand).name, *(size.label for size in translated.sizes)]
    return IndexEntry("product", product.name, product.summary, product.path, names, words)


def _materials(site: Site, product: Product) -> Iterator[str]:
    """Yield what people call the materials that a product joins."""
    facts = site.facts.by_product.get(product.id)
    joined = {join.material for join in facts.joins} if facts else set()
    for language in LANGUAGES:
        yield from (material.name for material in content.read(language).materials if material.id in joined)
    for material in site.materials:
        if material.id in joined:
            yield from material.words.all


def _page(site: Site, path: str) -> IndexEntry:
    page = site.page(path)
    names = [content.read(language).page(path).title for language in LANGUAGES]
    words = [*site.trade_words.of_page(path)]
    if path == FINDER:
        joined = {join.material for facts in site.facts.by_product.values() for join in facts.joins}
        asked = [material for material in site.materials if material.id not in joined]
        words += [word for material in asked for word in (material.name, *material.words.all)]
    if path.startswith(f"{NEWS}/"):
        # Behind the page whose subject it is.
        names, words = [], names
    return IndexEntry("page", page.title, page.description, path, names, words)
