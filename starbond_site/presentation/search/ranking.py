"""Ranks products, pages and documents by the words of a query: rare words and names count more than texts.

Nothing has to hold every word. A word also counts as the beginning of one, with a wrong letter, and by its sound. The
index has the words of both languages, since people type either. Documents are read by the words of a query, and are
ranked by their own names and by those of their list in both languages. A search that tells of an accident has first aid
first, whatever else was typed.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from math import log
from typing import Literal

from starbond_site import content
from starbond_site.content import LANGUAGES, Language, Site
from starbond_site.content.addresses import FINDER, NEWS, UNSEARCHED
from starbond_site.content.materials import AccidentWords, TradeWords
from starbond_site.content.models import Product
from starbond_site.documents import text_search
from starbond_site.documents.archive import Archive
from starbond_site.documents.names import heading
from starbond_site.documents.public_view import NO_NAMES, ByName, Word, named
from starbond_site.documents.text_index import MAX_QUERY, MAX_WORDS
from starbond_site.documents.text_search import Match
from starbond_site.presentation.search.spelling import Sounds, folded, is_misspelt, is_nearly, parts, stem
from starbond_site.shared.categories import Category

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


NAME, WORDS, PAGE, TEXT = 5, 4, 3, 1
"""Weight of a match by where the word stands; `PAGE` is a page of a document, which has every word of the query."""
SOUND, NEARLY = 0.8, 0.6
"""Share of it where the word is not the one that was typed."""
PHRASE, WHOLE_NAME = 2, 20
"""Added for every word of the longest name or phrase whose words the query holds, and for a name that is the query."""
LEAST_SHARE, LEAST_OF_DOCUMENTS = 0.4, 0.6
"""What is worth less than this share of the best one is left out: of documents more, since there are thousands."""
NO_ACCIDENT = 0.4
"""Share of what the page of first aid is worth where no accident is told: people type its words about products, too."""
YEAR, YEAR_WORTH = re.compile(r"(19|20)\d\d"), 0.5
_SIZE = re.compile(r"[\d.]+(?=[^\d.])")
CANDIDATES = 8
"""Documents that are ranked for each that is shown."""


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


Found = IndexEntry | Match


@dataclass(frozen=True, slots=True)
class _Held:
    """What an entry is found by."""

    values: Mapping[str, float]
    """Weight of each word."""
    phrases: frozenset[frozenset[str]]
    """The words of each of its names and phrases."""
    names: frozenset[str]


_NOTHING = _Held({}, frozenset(), frozenset())


class Index:
    """Products and pages, and by which words these and documents are found."""

    def __init__(self, entries: Sequence[IndexEntry], words: TradeWords, lists: Mapping[str, Sequence[str]]) -> None:
        """Take ``lists``, the names of lists of documents by their ids."""
        self._endings = [ending for ending in map(folded, words.endings) if ending]
        self._ignored = {*map(folded, words.ignored)}
        self._units = {folded(spelling): unit for unit, spellings in words.units.items() for spelling in spellings}
        self._entries = [(entry, self._of(entry.names, entry.words, entry.text)) for entry in entries]
        self._known = {word for _, held in self._entries for word in held.values}
        self._lists = {id: self._of((), names) for id, names in lists.items()}
        texts = (text for entry in entries for text in (*entry.names, *entry.words, entry.text))
        stems = {part: stem(part, self._endings) for text in texts for part in parts(text)}
        self._sounds = Sounds({word: word for word in (*stems.values(), *self._ignored)} | stems, self._endings)
        self._accidents = AccidentSearch(words.accidents, self._endings, self._known) if words.accidents else None

    def ranked(
        self, query: str, texts: Sequence[Match] = (), read: Callable[[Sequence[Word]], ByName] = lambda _: NO_NAMES
    ) -> list[Found]:
        """Return what holds words of a query, the best first.

        Where it tells of an accident, the page of first aid stands before everything that its other words find.

        Args:
            texts: documents with a page that holds every word.
            read: returns the documents whose names hold some of the words.
        """
        found = self._by_words(query[:MAX_QUERY], texts, read)
        if not self._accidents or not self._accidents.told_in(query):
            return found
        first = [entry for entry, _ in self._entries if entry.path == self._accidents.path]
        return [*first, *(each for each in found if each not in first)]

    def _by_words(self, query: str, texts: Sequence[Match], read: Callable[[Sequence[Word]], ByName]) -> list[Found]:
        """Return what holds words of a query, the best first.

        A word counts the more, the fewer entries hold it; an entry with a phrase that the query holds stands before
        those with its words apart, and before all of them the one of that name.
        """
        asked = {word: self._meant(word, self._known) for word in self._asked(query)}
        worths = {word: self._worth(word, meant) for word, meant in asked.items()}
        of_names = read([self._sought(word, meant, worths[word]) for word, meant in asked.items()])
        matches = {each.id: Match(each) for each in of_names.documents} | {each.document.id: each for each in texts}
        documents = [(match, self._of_document(match, asked)) for match in matches.values()]
        further = {word for _, held in documents for word in held.values} - self._known
        said = dict[str, float]()
        for word, rarity in zip(asked, of_names.rarities or [1] * len(asked), strict=True):
            # What documents hold changes nothing between products and pages.
            worths[word] *= 1 if asked[word] else rarity
            asked[word] |= self._meant(word, further)
            said |= {held: max(said.get(held, 0), close * worths[word]) for held, close in asked[word].items()}
        heard, typed = frozenset(said), folded(query.strip())
        scored = list[tuple[float, float, Found]]()
        for found, held in (*self._entries, *documents):
            score = sum(worths[word] * _value(held, meant) for word, meant in asked.items())
            if score or (isinstance(found, Match) and found.snippet is not None):
                phrases = (sum(said[word] for word in each) for each in held.phrases if each <= heard)
                score += PHRASE * max(phrases, default=0)
                is_safety = self._accidents and isinstance(found, IndexEntry) and found.path == self._accidents.path
                share = NO_ACCIDENT if is_safety else 1
                scored.append((share * (score + WHOLE_NAME * (typed in held.names)), share * score, found))
        scored.sort(key=lambda each: -each[0])
        return [found for _, score, found in scored if score >= _least(found) * scored[0][1]]

    def without_question(self, query: str) -> str:
        """Return a query without words such as "when": documents are found by those that name something."""
        return " ".join(word for word in query.split() if self._asked(word))

    def _asked(self, query: str) -> list[str]:
        """Return the words of a query that name something; "kobe" is left out as its Bangla word is."""
        words = (word for word in dict.fromkeys(self._words(query)) if len(word) > 1 or word.isdigit())
        known = (each for each in words if each in self._known or self._sounds.nearest(each) not in self._ignored)
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

    def _meant(self, word: str, held: Collection[str]) -> dict[str, float]:
        """Return the words of an index that may be meant, with how close each is."""
        is_known = word in self._known or word in held
        # "20" is not the beginning of 2026.
        words = (each for each in held if not (word.isdigit() and each.isdigit()))
        meant = {each: NEARLY for each in words if (each.startswith(word) if is_known else is_nearly(word, each))}
        heard = "" if is_known else self._sounds.nearest(word)
        return meant | ({word: 1} if word in held else {heard: SOUND} if heard in held else {})

    def _worth(self, word: str, meant: Mapping[str, float]) -> float:
        holding = sum(not held.values.keys().isdisjoint(meant) for _, held in self._entries)
        return YEAR_WORTH if YEAR.fullmatch(word) else log(1 + len(self._entries) / max(1, holding))

    def _sought(self, word: str, meant: Mapping[str, float], worth: float) -> Word:
        """Return by what documents that hold a word are read: by what it means (sizes by their number), or by list."""
        lists = [id for id, held in self._lists.items() if not held.values.keys().isdisjoint(meant)]
        spellings = {word, *(each for each in meant if word not in each)}
        return Word([size[0] if (size := _SIZE.match(each)) else each for each in spellings], lists, worth)

    def _of(self, names: Sequence[str], words: Sequence[str] = (), text: str = "", more: _Held = _NOTHING) -> _Held:
        values = dict(more.values)
        phrases = {*more.phrases}
        for texts, value in (((text,), TEXT), (words, WORDS), (names, NAME)):
            for held in map(self._words, texts):
                values |= {word: max(value, values.get(word, 0)) for word in held}
                if value > TEXT:
                    phrases.add(frozenset(held))
        return _Held(values, frozenset(phrases), frozenset(map(folded, names)))

    def _of_document(self, match: Match, asked: Collection[str]) -> _Held:
        document = match.document
        of_list = self._lists.get(document.category, _NOTHING)
        names = {heading(title, document.file_name) for title in (document.title, "")}
        held = self._of([*names], (), document.file_name, of_list)
        if match.snippet is None:
            return held
        return replace(held, values={word: max(PAGE, held.values.get(word, 0)) for word in {*asked, *held.values}})


def _value(held: _Held, meant: Mapping[str, float]) -> float:
    return max((held.values.get(word, 0) * closeness for word, closeness in meant.items()), default=0)


def _least(found: Found) -> float:
    """Return the share of the best one that a result has to be worth; the text of a document has every word."""
    return LEAST_SHARE if isinstance(found, IndexEntry) else LEAST_OF_DOCUMENTS if found.snippet is None else 0


@lru_cache(maxsize=len(LANGUAGES))
def index(language: Language) -> Index:
    """Return the index of a language, which is made once."""
    return made(content.read(language))


def made(site: Site) -> Index:
    pages = (_page(site, page.path) for page in site.texts if page.path not in UNSEARCHED)
    lists = {id.value: [content.read(language).title_of(id) for language in LANGUAGES] for id in Category}
    return Index([*(_product(site, product) for product in site.products), *pages], site.trade_words, lists)


def search(archive: Archive, language: Language, query: str, count: int) -> list[Found]:
    """Return what a query finds, the best first: of documents as many by their text as ``count``, by names some more.

    Raises:
        SQLAlchemyError: documents cannot be read.
    """
    made = index(language)
    asked = dict.fromkeys((query, made.without_question(query)))
    texts = next(filter(None, (text_search.search(archive, each, count) for each in asked)), [])
    return made.ranked(query, texts, lambda words: named(archive, words, CANDIDATES * count))


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
    sites = [content.read(language) for language in LANGUAGES]
    names = [read.page(path).title for read in sites]
    names += [read.title_of(id) for read in sites for id in Category if site.page_of(id) == path]
    words = [*site.trade_words.of_page(path)]
    if path == FINDER:
        joined = {join.material for facts in site.facts.by_product.values() for join in facts.joins}
        asked = [material for material in site.materials if material.id not in joined]
        words += [word for material in asked for word in (material.name, *material.words.all)]
    if path.startswith(f"{NEWS}/"):
        # Behind the page whose subject it is.
        names, words = [], names
    return IndexEntry("page", page.title, page.description, path, names, words)
