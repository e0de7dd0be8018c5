"""What people call products and pages, for the search of the header."""

from typing import Annotated

from pydantic import Field

from starbond_site.content.materials import Words
from starbond_site.content.models import Content, Identifier, Path


class ProductWords(Content):
    """The words for one product."""

    product: Identifier
    words: Words


class PageWords(Content):
    """The words for one page that is not a product's."""

    path: Path
    words: Words


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

    def of(self, product: str) -> tuple[str, ...]:
        return tuple(word for entry in self.products if entry.product == product for word in entry.words.all)

    def of_page(self, path: str) -> tuple[str, ...]:
        return tuple(word for entry in self.pages if entry.path == path for word in entry.words.all)
