"""The selection of a reader in a list: words of names, a year, a kind of file, an order, and for all filings one list.

A selection is read from the query of an address, where every wrong value counts as none.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Literal, cast, get_args

from sqlalchemy import ColumnElement, false
from sqlmodel import col

from starbond_site.documents import names
from starbond_site.documents.file_types import FILE_TYPES, FileKind
from starbond_site.documents.records import OWN_DATE, Document
from starbond_site.shared import local_time
from starbond_site.shared.categories import LISTS

Sort = Literal["newest", "oldest", "name"]
KINDS: tuple[FileKind, ...] = get_args(FileKind)
FIRST_YEAR = 1900
"""No document is dated earlier."""


@dataclass(frozen=True, slots=True)
class Selection:
    """Which documents of a list are shown, and in which order."""

    query: str = ""
    """Words that the name holds, in any order; case does not count. Cut to the length of a name."""
    year: int = 0
    """Of the document's own date in the company's time; 0 for all."""
    kind: FileKind | Literal[""] = ""
    sort: Sort = "newest"
    category: str = ""
    """Of all filings, only this list."""

    @property
    def is_filtered(self) -> bool:
        return bool(self.query or self.year or self.kind or self.category)

    @property
    def parameters(self) -> dict[str, str]:
        """The query parameters that select the same, without those that select everything."""
        given = {
            "q": self.query,
            "year": str(self.year or ""),
            "type": self.kind,
            "sort": "" if self.sort == "newest" else self.sort,
        }
        return {name: value for name, value in given.items() if value}

    @property
    def conditions(self) -> tuple[ColumnElement[bool], ...]:
        words = names.search_words(self.query)
        if words is None:
            # No name can hold them.
            return (false(),)
        wanted = [col(Document.search).contains(word, autoescape=True) for word in words]
        if self.year:
            wanted += in_year(self.year)
        if self.kind:
            wanted.append(of_kind(self.kind))
        return tuple(wanted)

    @property
    def order(self) -> tuple[ColumnElement[Any], ...]:
        """The order in SQL; ids decide between equals."""
        if self.sort == "oldest":
            return OWN_DATE.asc(), col(Document.id).asc()
        if self.sort == "name":
            return col(Document.sort_key).asc(), col(Document.id).asc()
        return OWN_DATE.desc(), col(Document.id).desc()


WHOLE = Selection()
"""All documents, newest first."""


def selected(query: Mapping[str, str]) -> Selection:
    year, kind, sort, category = (query.get(name, "") for name in ("year", "type", "sort", "list"))
    words = query.get("q", "").strip()[: names.MAX_CHARACTERS]
    return Selection(
        query=words.encode(errors="replace").decode(),
        year=int(year) if len(year) == 4 and year.isascii() and year.isdecimal() and int(year) >= FIRST_YEAR else 0,
        kind=cast("FileKind", kind) if kind in KINDS else "",
        sort=cast("Sort", sort) if sort in get_args(Sort) else "newest",
        category=category if category in LISTS else "",
    )


def in_year(year: int) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    """Return the conditions that the own date of a document is in a year of the company's time, of four digits."""
    return local_time.start_of(date(year, 1, 1)) <= OWN_DATE, local_time.end_of(date(year, 12, 31)) > OWN_DATE


def of_kind(kind: FileKind) -> ColumnElement[bool]:
    return col(Document.media_type).in_([found.media_type for found in FILE_TYPES.values() if found.kind == kind])
