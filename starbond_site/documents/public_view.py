"""Queries for what the public may read: lists, pages of them, searches and single documents."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import log
from typing import NamedTuple

from sqlalchemy import ColumnElement, SQLColumnExpression, case, false, func, or_, union_all
from sqlalchemy import select as sql_select
from sqlmodel import Session, col, literal, select

from starbond_site.content.addresses import BANGLA, ENGLISH, HAS_PAIRS
from starbond_site.documents import database, versions
from starbond_site.documents.archive import Archive
from starbond_site.documents.names import SAME_LETTERS
from starbond_site.documents.records import IS_PUBLIC, OWN_DATE, Document, LanguagePair, OtherLanguage
from starbond_site.documents.selection import WHOLE, FileKind, Selection
from starbond_site.shared.categories import FILED, SHEETS, SINGLES, Category

ROWS = 50
"""Number of documents on one page of a list."""
EVERY_ROW = 2000
"""On the one page that is asked for by "all", for print; no list of the site comes near it."""
FILINGS = "filings"
"""In place of a category: the documents of all lists of filings."""


@dataclass(frozen=True, slots=True)
class ListPage:
    """One page of a list, or of what is selected of it."""

    category: str
    """A category, or `FILINGS`; empty for the documents of all, whatever has become of them."""
    version: int
    selection: Selection = WHOLE
    number: int = 1
    """Of this page, from 1."""
    pages: int = 1
    total: int = 0
    """Documents on all pages."""
    documents: tuple[Document, ...] = ()
    years: tuple[int, ...] = ()
    """Of the whole list, newest first: what can be selected."""
    kinds: tuple[FileKind, ...] = ()
    newest_id: int = 0
    """Greatest id of the whole list: a later document has a greater one, wherever its date puts it."""

    @property
    def first(self) -> int:
        """The number of the first row; the newest document of a list is number 1."""
        return (self.number - 1) * ROWS + 1


def shown(session: Session, rows: Iterable[Document]) -> tuple[Document, ...]:
    """Give each document its version in the other language."""
    found = tuple(rows)
    others = _other_languages(session, [document.id for document in found])
    for document in found:
        document.pair = others.get(document.id)
    return found


def _other_languages(session: Session, ids: list[int]) -> dict[int, OtherLanguage]:
    """Return the versions in the other language of some documents, by their ids, as far as these are public.

    There are none on a site that has not both languages; pairs that were made before it lost one are kept.
    """
    if not (ids and HAS_PAIRS):
        return {}
    english, bangla = col(LanguagePair.english), col(LanguagePair.bangla)
    sides = [
        sql_select(own, other, literal(language), col(Document.title), col(Document.file_name))
        .join(Document, col(Document.id) == other)
        .where(own.in_(ids), *IS_PUBLIC)
        for own, other, language in ((english, bangla, BANGLA), (bangla, english, ENGLISH))
    ]
    return {
        own: OtherLanguage(other, language, title or file_name)
        for own, other, language, title, file_name in session.execute(union_all(*sides))
    }


def current(category: str) -> tuple[ColumnElement[bool], ...]:
    """Return the conditions that select the documents a list shows; for `FILINGS` those of all lists."""
    if category == FILINGS:
        # "Not in" keeps the databases from reading each list whole: they follow the index of all dates.
        among = col(Document.category).not_in([other.value for other in (*SINGLES, *SHEETS)])
    else:
        among = col(Document.category) == category
    return (among, *IS_PUBLIC)


def page(
    archive: Archive, category: str, number: int = 1, selection: Selection = WHOLE, *, rows: int = ROWS
) -> ListPage:
    with database.reading(archive.engine) as session:
        return page_in(session, category, number, selection, rows)


def page_in(
    session: Session, category: str, number: int = 1, selection: Selection = WHOLE, rows: int = ROWS
) -> ListPage:
    version = sum(versions.version_of(session, source) for source in _sources(category))
    ordered = select(Document).where(*_matching(category, selection)).order_by(*selection.order)
    found, number, pages, total = database.page_of(session, ordered, number, rows)
    return ListPage(category, version, selection, number, pages, total, shown(session, found))


def every(archive: Archive, category: str, selection: Selection, limit: int) -> Iterator[Document]:
    """Yield what is selected of a list, all pages, up to a number of documents; read it in one thread.

    Args:
        category: as in `page`.
    """
    _sources(category)
    ordered = select(Document).where(*_matching(category, selection)).order_by(*selection.order).limit(limit)
    with database.reading(archive.engine) as session:
        yield from session.exec(ordered.execution_options(yield_per=ROWS))


def _sources(category: str) -> tuple[str, ...]:
    """Return the names of the lists that are shown; an unknown name raises ``ValueError``."""
    return tuple(listed.value for listed in FILED) if category == FILINGS else (Category(category).value,)


def _matching(category: str, selection: Selection) -> tuple[ColumnElement[bool], ...]:
    chosen = selection.category if category == FILINGS and selection.category else category
    return *current(chosen), *selection.conditions


class Word(NamedTuple):
    """A word of a search: what names may hold for it, with `SAME_LETTERS`, or lists, and what it is worth."""

    spellings: Sequence[str]
    lists: Sequence[str]
    worth: float


class ByName(NamedTuple):
    """Documents whose names or lists hold words, and how rare each word is among all: 1 where one at most holds it."""

    documents: tuple[Document, ...]
    rarities: Sequence[float]


NO_NAMES = ByName((), ())


def named(archive: Archive, words: Sequence[Word], limit: int) -> ByName:
    """Return the documents of all lists that hold most of some words, by their worth and rarity; newest first."""
    if not words:
        return NO_NAMES
    # By its ids SQLite reads the table in its order: four times as fast as by an index.
    public = (*IS_PUBLIC, col(Document.id) > 0)
    begins = [_has(word, "", "% ") for word in words]
    holds = [or_(col(Document.category).in_(word.lists), _has(word, "%")) for word in words]
    counted = sql_select(func.count(), *(func.count(case((held, 1))) for held in holds)).where(*public)
    with database.reading(archive.engine) as session:
        total, *counts = session.execute(counted).one()
        rarities = [log(1 + max(1, total) / max(1, count)) / log(1 + max(1, total)) for count in counts]
        # "Proxy form" before all that have it within "information", in their date, or as a word of their list.
        weights = [(word.worth * rarity, word.worth * rarity / 2) for word, rarity in zip(words, rarities, strict=True)]
        weighed = zip(begins, holds, weights, strict=True)
        worths = (case((begun, most), (held, less), else_=0.0) for begun, held, (most, less) in weighed)
        worth = sum(worths, literal(0.0))
        newest = (OWN_DATE.desc(), col(Document.id).desc())
        best = select(Document).where(*public, or_(*holds)).order_by(worth.desc(), *newest)
        return ByName(tuple(session.exec(best.limit(limit))), rarities)


def _has(word: Word, *before: str) -> ColumnElement[bool]:
    """Return whether a name has a spelling of a word behind one of these (as ``LIKE`` has it)."""
    found: list[ColumnElement[bool]] = [false()]
    for spelling in word.spellings:
        name: SQLColumnExpression[str] = col(Document.search)
        for letter, same in SAME_LETTERS.items():
            if same in spelling and not spelling.isascii():
                name = func.replace(name, letter, same)
        found += [name.like(f"{each}{spelling}%") for each in before]
    return or_(*found)


def older(
    archive: Archive, category: Category | str, before: int | None = None
) -> tuple[int, tuple[Document, ...], bool] | None:
    """Return the version of a list, `ROWS` documents after one of them, and whether there are still older ones.

    Args:
        category: a list; another name raises ``ValueError``.
        before: id of a document, public or not: all returned ones are older than it. None for the newest.

    Returns:
        None where there was never a document with that id.
    """
    category = Category(category)
    with database.reading(archive.engine) as session:
        version = versions.version_of(session, category)
        wanted = list(current(category))
        if before is not None:
            date = session.exec(select(OWN_DATE).where(col(Document.id) == before)).first()
            if date is None:
                return None
            wanted += [date >= OWN_DATE, or_(date > OWN_DATE, col(Document.id) < before)]
        newest = select(Document).where(*wanted).order_by(*WHOLE.order)
        rows = session.exec(newest.limit(ROWS + 1)).all()
        documents = shown(session, rows[:ROWS])
    return version, documents, len(rows) > ROWS


def find(archive: Archive, number: int) -> Document | None:
    """Return the document of ``/files/ID``; None where there is none or it was withdrawn."""
    document = archive.read(lambda session: session.get(Document, number))
    return document if document and not document.is_withdrawn else None
