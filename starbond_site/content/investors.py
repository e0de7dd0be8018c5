"""Models of ``investors.toml``: lists, the pages that show them, and the rows of Shared Information."""

import re
from typing import Annotated

from pydantic import AfterValidator, Field

from starbond_site.content.models import Content, Identifier, Path, Text
from starbond_site.shared.categories import ID, NOT_FOR_LISTS
from starbond_site.shared.mistakes import matching


def _usable_id(id: str) -> str:
    if id.casefold() in NOT_FOR_LISTS:
        raise ValueError(f"{id!r} is a name of the site itself; no list or single record can have it")
    return id


def _regular_expression(words: str) -> str:
    try:
        re.compile(words)
    except re.error as mistake:
        raise ValueError(f"this is not a regular expression: {mistake}") from mistake
    return words


ListId = Annotated[
    str,
    matching(
        ID, "this must be at most 40 letters and digits, begin with a letter, and have no blank, such as AllNotice"
    ),
    AfterValidator(_usable_id),
]
NamePattern = Annotated[str, AfterValidator(_regular_expression)]
"""Words that name a list in the name of a file, as a regular expression of small letters."""


class DocumentCategory(Content):
    """A list of documents that investors download."""

    id: ListId
    """Part of addresses and of every record: a list that has documents keeps it."""
    title: Text
    """Title of its table."""
    form: Text
    """Title of its upload form."""
    note: Text
    empty: Text
    figures: bool = False
    """Whether its documents report on a period and can have figures."""
    of_products: bool = False
    """Whether its documents are the safety data sheets of products (`categories.SHEETS`)."""
    words: NamePattern = ""
    """Without any, nobody is told that a file may belong elsewhere."""
    expected_elsewhere: bool = False
    """Whether files of other lists have these words too, so that nobody is warned of them."""


class InvestorPage(Content):
    """A page that shows one or more document lists."""

    path: Path
    title: Text
    lead: Text
    banner: Identifier | None = None
    categories: tuple[str, ...]


class SharedRow(Content):
    """A row of Shared Information: a single record, which publishing replaces."""

    node: ListId
    title: Text
    words: NamePattern = ""
    expected_elsewhere: bool = False


class Investors(Content):
    """Everything the investor pages say."""

    categories: Annotated[tuple[DocumentCategory, ...], Field(min_length=1)]
    """In the order of all overviews; the newest document of the first is the latest filing of the home page."""
    pages: tuple[InvestorPage, ...]
    shared: tuple[SharedRow, ...] = ()

    @property
    def words(self) -> dict[str, str]:
        return {id: entry.words for id, entry in self._entries() if entry.words}

    @property
    def expected_elsewhere(self) -> frozenset[str]:
        """Ids of those whose words are no reason for a warning."""
        return frozenset(id for id, entry in self._entries() if entry.expected_elsewhere)

    def _entries(self) -> list[tuple[str, DocumentCategory | SharedRow]]:
        return [*((listed.id, listed) for listed in self.categories), *((row.node, row) for row in self.shared)]
