"""The vocabulary of the finder and of the search: materials that people join, and what they call products and pages."""

from typing import Annotated

from pydantic import ConfigDict, Field, RootModel

from starbond_site.content.models import Content, Identifier, KnownLanguage, Path, Text
from starbond_site.shared.mistakes import matching


class Words(RootModel[dict[KnownLanguage, tuple[str, ...]]]):
    """What people say, by language."""

    model_config = ConfigDict(frozen=True)

    @property
    def all(self) -> tuple[str, ...]:
        """The words of every language, also of those that the site is not in: people type them all the same."""
        return tuple(word for words in self.root.values() for word in words)


class Material(Content):
    """A material that can be chosen in the finder."""

    id: Identifier
    """Its value in the address of the finder, such as ``?a=wood``."""
    name: Text
    words: Words
    """Other words for it, misspellings, and things made of it."""
    drawing: Annotated[str, matching("M[MLHVAQCSTZmlhvaqcstz0-9 .,-]+", "this must be a path of SVG, such as M3 8h18")]
    """Path of its line drawing on a grid of 24 by 24 (SVG 2, 9.3)."""
    entry: bool = False
    """Whether other pages lead into the finder with it."""
    facing: bool = False
    """Whether it is glued onto other materials as a rule: then what is made for it comes first."""
    note: Text | None = None
    """What to ask further about it."""

    @property
    def short(self) -> str:
        """Its name without what stands in brackets, for sentences."""
        return self.name.partition(" (")[0]


class ProductWords(Content):
    """The words for one product."""

    product: Identifier
    words: Words


class PageWords(Content):
    """The words for one page that is not a product's."""

    path: Path
    words: Words


class AccidentWords(Content):
    """The words of accidents, and the page that a search with them leads to first."""

    path: Path
    signs: tuple[tuple[str, ...], ...]
    """Each the names of sets: a search that holds one word or phrase of every set tells of an accident."""
    words: dict[str, Words]


class TradeWords(Content):
    """All of ``trade_words.toml``."""

    endings: tuple[str, ...] = ()
    """Endings of words that a search takes off, longest first: of Bangla nouns, and the English plural."""
    ignored: tuple[str, ...] = ()
    """Words of a question that name nothing."""
    units: dict[Annotated[str, Field(min_length=1)], tuple[str, ...]] = {}  # noqa: RUF012  (pydantic copies defaults)
    """How units are written, by the spelling that sizes are compared in."""
    products: tuple[ProductWords, ...] = ()
    pages: tuple[PageWords, ...] = ()
    accidents: AccidentWords | None = None

    def of(self, product: str) -> tuple[str, ...]:
        return tuple(word for entry in self.products if entry.product == product for word in entry.words.all)

    def of_page(self, path: str) -> tuple[str, ...]:
        return tuple(word for entry in self.pages if entry.path == path for word in entry.words.all)
