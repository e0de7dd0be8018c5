"""Searches names and text of the documents that are public."""

import html
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from sqlalchemy import and_, or_
from sqlmodel import Session, col, select

from starbond_site.documents import database, reading, text_index, tokens
from starbond_site.documents.archive import Archive
from starbond_site.documents.reading import Published
from starbond_site.documents.records import Document, Extraction
from starbond_site.documents.text_records import PageText

LIMIT = 8
"""Documents found by name, and as many found by text."""
SNIPPET = 160
"""Characters of the text around the words that were found."""
_MOST_LOOKED_AT = 64
"""Entries of the index that are compared with the text, so that an index that is not up to date costs little."""


@dataclass(frozen=True)
class Match:
    """A document that was found: by its name, or by the text of one of its pages."""

    document: Published
    page: int | None = None
    """Of the text, from 1; None for a name, and where a document has no fixed pages."""
    label: str = ""
    """Heading or sheet of the text, where that says more than a number."""
    snippet: str | None = None
    """HTML with the words in ``<mark>``; None for a name."""


def search(archive: Archive, query: str) -> list[Match]:
    """Return documents whose name, then those with a page that holds every word of a query; each newest first.

    The last word is taken as the beginning of one. A document is returned once.

    Args:
        archive: to read from.
        query: words in any order, at most `tokens.MAX_QUERY` characters of it.

    """
    named = _by_name(archive, query)
    wanted = tokens.query_tokens(query)
    # One letter begins too many words to say anything.
    if not wanted or (len(wanted) == 1 and len(wanted[0]) == 1):
        return named
    with database.reading(archive.engine) as session:
        found = _by_text(session, wanted)
    with_text = {match.document.id: match for match in found}
    return [with_text.pop(match.document.id, match) for match in named] + list(with_text.values())


def _by_name(archive: Archive, query: str) -> list[Match]:
    """Return the documents whose name holds the words of a query."""
    return [Match(document) for document in reading.search(archive, query, LIMIT)]


def _by_text(session: Session, wanted: tuple[str, ...]) -> list[Match]:
    """Return the newest documents with a page that holds all words; then those where the last only begins a word."""
    found: dict[int, Match] = {}
    for is_prefix in (False, True):
        pages = iter(text_index.search(session, wanted, is_prefix=is_prefix))
        looked_at = 0
        while len(found) < LIMIT and looked_at < _MOST_LOOKED_AT:
            candidates = [hit for hit in islice(pages, LIMIT) if hit[0] not in found]
            looked_at += LIMIT
            if not candidates:
                break
            for match in _matches(session, candidates, wanted, is_prefix=is_prefix):
                found.setdefault(match.document.id, match)
    return list(found.values())[:LIMIT]


def _matches(
    session: Session, candidates: Sequence[tuple[int, int]], wanted: tuple[str, ...], *, is_prefix: bool
) -> list[Match]:
    """Return what is shown of pages, in their order; without those that do not hold the words any more."""
    # SQLite finds no index for pairs in a list.
    one_of = (and_(col(PageText.document_id) == document, col(PageText.page) == page) for document, page in candidates)
    joined = (
        select(Document, PageText, Extraction.pages)
        .join(PageText, col(PageText.document_id) == Document.id)
        .join(Extraction, col(Extraction.document_id) == Document.id)
        .where(or_(*one_of))
    )
    found: dict[tuple[int, int], Match] = {}
    for document, page, pages in session.exec(joined):
        shown = snippet(page.text, wanted, is_prefix=is_prefix)
        if shown is not None:
            number = page.page if pages is not None and not page.label else None
            found[page.document_id, page.page] = Match(reading.published(document), number, page.label, shown)
    return [found[hit] for hit in candidates if hit in found]


def snippet(text: str, wanted: Sequence[str], *, is_prefix: bool = True) -> str | None:
    """Return the part of a text in which most words of a query stand, as HTML, each of them in ``<mark>``.

    None where the text does not hold every word.

    Args:
        text: of a page.
        wanted: the words.
        is_prefix: whether the last one is the beginning of a word.

    """
    last, whole = wanted[-1], frozenset(wanted)
    hits: list[tuple[int, int, str]] = []
    for start, end, words in tokens.spans(text):
        for word in words:
            if word in whole or (is_prefix and word.startswith(last)):
                hits.append((start, end, word if word in whole else last))
                break
    if {word for *_, word in hits} != whole:
        return None
    begin, end = _window(text, hits)
    made: list[str] = []
    at = begin
    for start, stop, _word in hits:
        if begin <= start and stop <= end:
            made += (_escaped(text[at:start]), f"<mark>{_escaped(text[start:stop])}</mark>")
            at = stop
    made.append(_escaped(text[at:end]))
    return f"{'… ' if begin else ''}{' '.join(''.join(made).split())}{' …' if end < len(text) else ''}"


def _escaped(text: str) -> str:
    return html.escape(text, quote=False)


def _window(text: str, hits: Sequence[tuple[int, int, str]]) -> tuple[int, int]:
    """Return beginning and end of the part with the most different words, between blanks."""
    best, first, last = 0, 0, 0
    for index, (start, _end, _word) in enumerate(hits):
        inside = [hit for hit in hits[index : index + 20] if hit[1] <= start + SNIPPET - 20]
        if len({word for *_, word in inside}) > best:
            best, first, last = len({word for *_, word in inside}), start, inside[-1][1]
    spare = max(0, SNIPPET - (last - first)) // 2
    begin, end = max(0, first - spare), min(len(text), last + spare)
    while 0 < begin < first and not text[begin - 1].isspace():
        begin += 1
    while last < end < len(text) and not text[end].isspace():
        end -= 1
    return begin, end
