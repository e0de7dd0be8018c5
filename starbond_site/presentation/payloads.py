"""Updates for open pages when a topic changes: the whole HTML of the topic, or only the rows that changed.

A page applies a change only where it shows the version that the change is based on; otherwise it asks for the whole.
A row is sent as its fields, once for both languages; the page fills the template that `markup` wrote into it.

Pages of an earlier release read updates too: of the websocket their version alone, by EventSource all of it. So fields
are added and never get another meaning; ``version`` and ``html`` are also what they ask for over HTTP.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import NotRequired, TypedDict

from starbond_site import content
from starbond_site.content import LANGUAGES, Language, Site
from starbond_site.documents import names
from starbond_site.documents.reading import FILINGS, Page, Published
from starbond_site.documents.snapshot import Snapshot
from starbond_site.presentation import markup
from starbond_site.presentation.controls import has_controls
from starbond_site.presentation.fragments import first_page
from starbond_site.presentation.topics import INVESTORS, LATEST, LATEST_CATEGORY, OF_FEATURES, version
from starbond_site.shared.categories import LISTS

Texts = dict[Language, str]
"""A text or HTML by language."""


class Row(TypedDict):
    """A document; its addresses follow from id and name (`Published.download_url`)."""

    id: str
    name: str
    """Of the file."""
    title: NotRequired[str]
    """Typed, where there is one."""
    ending: NotRequired[str]
    """Date and extension of a name without a title (`names.date_and_ending`)."""
    details: Texts


class AddedRow(Row):
    """A document that was not on the first page before."""

    place: NotRequired[int]
    """In the new first page, from 0, which is left out: its own date decides."""
    year: int
    """Of its own date: the table that it belongs to."""


class VersionOnly(TypedDict):
    """Says only which version is the newest: a page that shows an older one asks for it."""

    version: int


class Change(VersionOnly):
    """The difference between two versions of the first page of a list."""

    base: int
    """The version that the page must show."""
    added: list[AddedRow]
    """In the order of the page."""
    newest: int
    """Greatest id of the list now; greater ones than before were published since."""
    withdrawn: NotRequired[list[str]]
    """Ids of documents that are no longer published."""
    moved: NotRequired[list[str]]
    """Ids of documents that are on the second page now."""
    summary: Texts


class FullUpdate(VersionOnly):
    """All of a topic."""

    html: Texts


class Filing(VersionOnly):
    """The latest filing, as the fields of its document."""

    row: Row


class FilingOf(VersionOnly):
    """The latest filing, where it is the first of the rows that the same update adds to a list."""

    of: str
    """The list."""


Payload = Change | FullUpdate | Filing | FilingOf | VersionOnly


def update(old: Snapshot, new: Snapshot, topic: str, html: Callable[[str, Language], str]) -> Payload:
    """Return the update that every open page gets after a change."""
    if topic == LATEST and (documents := new.lists[LATEST_CATEGORY].documents):
        added = update(old, new, LATEST_CATEGORY, html).get("added", [])
        if added and added[0]["id"] == str(documents[0].id):
            return {"version": version(new, topic), "of": LATEST_CATEGORY}
        return {"version": version(new, topic), "row": _row(documents[0])}
    if topic in (INVESTORS, FILINGS, *OF_FEATURES):
        # Large, and few pages show them.
        return {"version": version(new, topic)}
    if topic not in LISTS:
        return {"version": version(new, topic), "html": {language: html(topic, language) for language in LANGUAGES}}
    before, after = first_page(old, topic), first_page(new, topic)
    if not before.documents or not after.documents or _frame(before) != _frame(after) or _is_rewritten(before, after):
        return {"version": version(new, topic)}
    return _change(before, after, version(new, topic), version(old, topic))


def _frame(page: Page) -> tuple[object, ...]:
    """Return the values that decide on the controls around the rows."""
    return page.pages, has_controls(page), page.years, page.kinds


def _is_rewritten(before: Page, after: Page) -> bool:
    """Return whether a row says something else than before, or needs more than the template: a pair, a new year."""
    known = {document.id: document for document in before.documents}
    if {document.year for document in after.documents} - {document.year for document in before.documents}:
        # A page makes no tables.
        return True
    return any(known.get(document.id, replace(document, pair=None)) != document for document in after.documents)


def _change(before: Page, after: Page, version: int, base: int) -> Change:
    known = {document.id for document in before.documents}
    shown = {document.id for document in after.documents}
    gone = [document for document in before.documents if document.id not in shown]
    # Older than the last row of a full page: on the next page now. Everything else was withdrawn.
    last = after.documents[-1].order
    moved = [document for document in gone if after.pages > 1 and document.order < last]
    change: Change = {
        "version": version,
        "base": base,
        "added": [
            _added(document, place) for place, document in enumerate(after.documents) if document.id not in known
        ],
        "newest": after.newest_id,
        "summary": _texts(lambda site: markup.summary(site, after)),
    }
    if withdrawn := [str(document.id) for document in gone if document not in moved]:
        change["withdrawn"] = withdrawn
    if moved:
        change["moved"] = [str(document.id) for document in moved]
    return change


def _added(document: Published, place: int) -> AddedRow:
    row: AddedRow = {**_row(document), "year": document.year}
    if place:
        row["place"] = place
    return row


def _row(document: Published) -> Row:
    details = _texts(lambda site: markup.details(site, document))
    row: Row = {"id": str(document.id), "name": document.file_name, "details": details}
    if document.title:
        row["title"] = document.title
    elif ending := names.date_and_ending(document.file_name):
        row["ending"] = ending
    return row


def _texts(write: Callable[[Site], str]) -> Texts:
    return {language: write(content.read(language)) for language in LANGUAGES}
