"""Updates for open pages when a topic changes: the rows that changed, the whole HTML of a small topic, or a version.

The websocket, Nchan and ``GET /api/live`` carry them in the same form: a version, and HTML by language. A page inserts
rows only where it shows the version that they follow; otherwise it asks for the whole.

Pages of an earlier release read them too: of the websocket the version alone, by EventSource all of it. So fields are
added and never get another meaning. ``base`` and ``added`` were those of the release that sent rows as fields.
"""

from collections import Counter
from collections.abc import Callable
from typing import NotRequired, TypedDict

from starbond_site import content
from starbond_site.content import LANGUAGES, Language, Site
from starbond_site.documents.public_view import ListPage
from starbond_site.documents.snapshot import Snapshot
from starbond_site.presentation import markup
from starbond_site.presentation.controls import has_controls
from starbond_site.presentation.spoken import spoken
from starbond_site.presentation.topics import NODES, SHARED, first_page, version
from starbond_site.shared.categories import LISTS

Texts = dict[Language, str]
"""A text or HTML by language."""
MOST_ROWS = 5
"""More, as after an import, cost less where pages ask for them: that answer is kept and compressed."""


class Update(TypedDict):
    """Says which version is the newest: a page that shows an older one and cannot apply the rest asks for it."""

    version: int
    html: NotRequired[Texts]
    """All of the topic."""


class PushedRow(TypedDict):
    """A row of the first page that is new or says something else, and where it goes."""

    html: Texts
    year: int
    """The table that it belongs to."""
    place: int
    """In that table, from 0: its own date decides."""


class ListUpdate(TypedDict):
    """The difference between two versions of the first page of a list."""

    version: int
    follows: int
    """The version that the page must show."""
    rows: list[PushedRow]
    """In the order of the page."""
    gone: list[int]
    """Ids of documents whose rows go: they were withdrawn, are on the second page now, or are in `rows`."""
    withdrawn: list[int]
    """Of these, no longer published."""
    newest: int
    """Greatest id of the list now; greater ones than before were published since."""
    summary: Texts


def update(old: Snapshot, new: Snapshot, topic: str, html: Callable[[str, Language], str]) -> ListUpdate | Update:
    """Return the update that every open page gets after a change."""
    newest = version(new, topic)
    if topic in (SHARED, NODES):
        return {"version": newest, "html": {language: html(topic, language) for language in LANGUAGES}}
    if topic in LISTS:
        before, after = first_page(old, topic), first_page(new, topic)
        others = set(after.documents).difference(before.documents)
        if after.documents and len(others) <= MOST_ROWS and _frame(before) == _frame(after):
            return _change(before, after, newest, version(old, topic))
    # Large, or shown by few pages.
    return {"version": newest}


def _frame(page: ListPage) -> tuple[object, ...]:
    """Return the values that decide on what stands around the rows: controls, pages, and a table for each year."""
    return (
        page.pages,
        has_controls(page),
        page.years,
        page.kinds,
        {each.own_day.year for each in page.documents},
    )


def _change(before: ListPage, after: ListPage, version: int, follows: int) -> ListUpdate:
    shown, known = {document.id for document in after.documents}, set(before.documents)
    places: Counter[int] = Counter()
    rows = list[PushedRow]()
    for index, document in enumerate(after.documents):
        if document not in known:
            html = _texts(lambda site, index=index: spoken(site.language, markup.document_row(site, after, index)))
            rows.append({"html": html, "year": document.own_day.year, "place": places[document.own_day.year]})
        places[document.own_day.year] += 1
    gone = known.difference(after.documents)
    # Older than the last row of a full page: on the next page now. Everything else was withdrawn.
    last = after.documents[-1].order
    moved = {document for document in gone if document.id in shown or (after.pages > 1 and document.order < last)}
    return {
        "version": version,
        "follows": follows,
        "rows": rows,
        "gone": sorted(document.id for document in gone),
        "withdrawn": sorted(document.id for document in gone - moved),
        "newest": after.newest_id,
        "summary": _texts(lambda site: markup.summary(site, after)),
    }


def _texts(write: Callable[[Site], str]) -> Texts:
    return {language: write(content.read(language)) for language in LANGUAGES}
