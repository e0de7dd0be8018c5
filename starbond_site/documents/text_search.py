"""Searches the text of the documents that are public."""

import html
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from sqlalchemy import and_, or_
from sqlmodel import Session, col, select

from starbond_site.documents import text_index
from starbond_site.documents.archive import Archive
from starbond_site.documents.records import Document, Extraction, PageText

LIMIT, MAX_LIMIT = 8, 64
"""Documents found by name, and as many found by text; and how many of each somebody may ask for."""
SNIPPET = 160
"""Characters of the text around the words that were found."""
_LOOKED_AT = 8
"""For each wanted document, so many are compared with their text at most: an outdated index costs little."""


@dataclass(frozen=True)
class Match:
    """A document that was found: by its name, or by the text of one of its pages."""

    document: Document
    page: int | None = None
    """Of the text, from 1; None for a name, and where a document has no fixed pages."""
    part: int | None = None
    """Of the text, from 1: where it stands when the document is read as text."""
    label: str = ""
    """Heading or sheet of the text, where that says more than a number."""
    snippet: str | None = None
    """HTML with the words in ``<mark>``; None for a name."""


def search(archive: Archive, query: str, limit: int = LIMIT) -> list[Match]:
    """Return the newest documents with a page that holds every word of a query, each once.

    The last word is taken as the beginning of one.
    """
    wanted = text_index.query_tokens(query)
    # One letter begins too many words to say anything.
    if not wanted or (len(wanted) == 1 and len(wanted[0]) == 1):
        return []
    return archive.read(lambda session: _by_text(session, wanted, limit))


def _by_text(session: Session, wanted: tuple[str, ...], limit: int) -> list[Match]:
    """Return the newest documents with a page that holds all words; then those where the last only begins a word."""
    found: dict[int, Match] = {}
    for is_prefix in (False, True):
        pages = iter(text_index.search(session, wanted, is_prefix=is_prefix))
        looked_at = 0
        while len(found) < limit and looked_at < _LOOKED_AT * limit:
            candidates = [hit for hit in islice(pages, limit) if hit[0] not in found]
            looked_at += limit
            if not candidates:
                break
            for match in _matches(session, candidates, wanted, is_prefix=is_prefix):
                found.setdefault(match.document.id, match)
    return list(found.values())[:limit]


def _matches(
    session: Session, candidates: Sequence[tuple[int, list[int]]], wanted: tuple[str, ...], *, is_prefix: bool
) -> Iterator[Match]:
    """Yield what is shown of documents, in their order; without those that do not hold the words any more.

    Of its pages the first is shown on which the words stand beside each other, else the first of all.
    """
    # SQLite finds no index for pairs in a list.
    one_of = (
        and_(col(PageText.document_id) == document, col(PageText.page) == page)
        for document, pages in candidates
        for page in pages
    )
    joined = (
        select(Document, PageText, Extraction.pages)
        .join(PageText, col(PageText.document_id) == Document.id)
        .join(Extraction, col(Extraction.document_id) == Document.id)
        .where(or_(*one_of))
    )
    rows = {(page.document_id, page.page): (document, page, pages) for document, page, pages in session.exec(joined)}
    for number, numbers in candidates:
        first: Match | None = None
        for document, page, pages in filter(None, (rows.get((number, one)) for one in numbers)):
            hits = _hits(page.text, wanted, is_prefix=is_prefix)
            if not hits or (first and not _are_adjacent(hits, len(wanted))):
                continue
            shown = page.page if pages is not None and not page.label else None
            first = Match(document, shown, page.page, page.label, _marked(page.text, hits))
            if _are_adjacent(hits, len(wanted)):
                break
        if first:
            yield first


_Hit = tuple[int, int, str, int]
"""Beginning and end of a word that was found, the word of the query, and how many words stand before it."""


def _hits(text: str, wanted: Sequence[str], *, is_prefix: bool) -> list[_Hit]:
    """Return where words stand; nothing where one of them is missing."""
    last, whole = wanted[-1], frozenset(wanted)
    hits: list[_Hit] = []
    for place, (start, end, words) in enumerate(text_index.spans(text)):
        for word in words:
            if word in whole or (is_prefix and word.startswith(last)):
                hits.append((start, end, word if word in whole else last, place))
                break
    return hits if {word for _, _, word, _ in hits} == whole else []


def _are_adjacent(hits: Sequence[_Hit], count: int) -> bool:
    """Return whether all words of a query stand beside each other once, in any order."""
    runs = (hits[at : at + count] for at in range(len(hits) - count + 1))
    return any(run[-1][3] - run[0][3] == count - 1 and len({word for _, _, word, _ in run}) == count for run in runs)


def _marked(text: str, hits: Sequence[_Hit]) -> str:
    """Return the part of a text with most of the words, as HTML."""
    begin, end = _window(text, hits)
    made: list[str] = []
    at = begin
    for start, stop, *_ in hits:
        if begin <= start and stop <= end:
            made += (_escaped(text[at:start]), f"<mark>{_escaped(text[start:stop])}</mark>")
            at = stop
    made.append(_escaped(text[at:end]))
    return f"{'… ' if begin else ''}{' '.join(''.join(made).split())}{' …' if end < len(text) else ''}"


def _escaped(text: str) -> str:
    return html.escape(text, quote=False)


def _window(text: str, hits: Sequence[_Hit]) -> tuple[int, int]:
    """Return beginning and end of the part with the most different words, between blanks."""
    best, first, last = 0, 0, 0
    for index, (start, *_) in enumerate(hits):
        inside = [hit for hit in hits[index : index + 20] if hit[1] <= start + SNIPPET - 20]
        if len({word for _, _, word, _ in inside}) > best:
            best, first, last = len({word for _, _, word, _ in inside}), start, inside[-1][1]
    spare = max(0, SNIPPET - (last - first)) // 2
    begin, end = max(0, first - spare), min(len(text), last + spare)
    while 0 < begin < first and not text[begin - 1].isspace():
        begin += 1
    while last < end < len(text) and not text[end].isspace():
        end -= 1
    return begin, end
