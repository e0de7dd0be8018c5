"""What an open page gets when a topic changes: the whole HTML of the topic, or only the rows that changed.

A page applies a change only where it shows the version that the change is based on; otherwise it asks for the whole.
"""

import re
from collections.abc import Callable
from difflib import SequenceMatcher
from typing import NotRequired, TypedDict

from starbond_site import content
from starbond_site.categories import LISTS
from starbond_site.content import LANGUAGES, Language, Site
from starbond_site.documents.reading import Page, Published
from starbond_site.documents.snapshot import Snapshot
from starbond_site.presentation import markup
from starbond_site.presentation.fragments import first_page
from starbond_site.presentation.topics import version

Texts = dict[Language, str]
"""A text or HTML by language."""
Parts = list[str | Texts]
"""The same: parts that do not depend on the language are sent once."""
MIN_COMMON_CHARACTERS = 20
"""Below this length, splitting off a common part costs more bytes than it saves."""
_TOKENS = re.compile(r"\w+|\W")


class Row(TypedDict):
    """A row that appears on the first page of a list."""

    id: str
    html: Parts


class Difference(TypedDict):
    """What changed on the first page of a list."""

    added: list[Row]
    """Newest first; rows of a list are in descending order of their ids."""
    withdrawn: NotRequired[list[str]]
    """Ids of documents that are no longer published."""
    moved: NotRequired[list[str]]
    """Ids of documents that are on the second page now."""
    summary: Texts


class Change(Difference):
    """The difference between two versions of the first page of a list."""

    version: int
    base: int
    """The version that the page must show."""


class Whole(TypedDict):
    """All of a topic."""

    version: int
    html: Texts


class Outdated(TypedDict):
    """Says only that there is a newer version: a page that shows the topic asks for it."""

    version: int


Payload = Change | Whole | Outdated


def update(old: Snapshot, new: Snapshot, topic: str, html: Callable[[str, Language], str]) -> Payload:
    """Return what every open page gets after a change.

    Args:
        old: the snapshot of the previous update.
        new: the snapshot that includes the change.
        topic: one of `topics.TOPICS`.
        html: returns the whole HTML of a topic in a language.

    """
    if topic not in LISTS:
        return {"version": version(new, topic), "html": {language: html(topic, language) for language in LANGUAGES}}
    before, after = first_page(old, topic), first_page(new, topic)
    if not before.documents or not after.documents or before.pages != after.pages:
        return {"version": version(new, topic)}
    return {"version": version(new, topic), "base": version(old, topic), **_difference(before, after)}


def _difference(before: Page, after: Page) -> Difference:
    known = {document.id for document in before.documents}
    shown = {document.id for document in after.documents}
    gone = [document.id for document in before.documents if document.id not in shown]
    # Older than the last row of a full page: on the next page now. Everything else was withdrawn.
    moved = [number for number in gone if after.pages > 1 and number < min(shown)]
    difference: Difference = {
        "added": [
            _row(document, number) for number, document in enumerate(after.documents, 1) if document.id not in known
        ],
        "summary": _texts(lambda site: markup.summary(site, after)),
    }
    if withdrawn := [str(number) for number in gone if number not in moved]:
        difference["withdrawn"] = withdrawn
    if moved:
        difference["moved"] = [str(number) for number in moved]
    return difference


def _row(document: Published, number: int) -> Row:
    html = _texts(lambda site: markup.document_row(site, document, number))
    return {"id": str(document.id), "html": parts(html["en"], html["bn"])}


def parts(english: str, bangla: str) -> Parts:
    """Return two texts as their common and their different parts, in order."""
    first, second = _TOKENS.findall(english), _TOKENS.findall(bangla)
    found: Parts = []
    at_first = at_second = 0
    for block in SequenceMatcher(None, first, second, autojunk=False).get_matching_blocks():
        common = "".join(first[block.a : block.a + block.size])
        if block.size and len(common) < MIN_COMMON_CHARACTERS:
            continue
        different = "".join(first[at_first : block.a]), "".join(second[at_second : block.b])
        if any(different):
            found.append({"en": different[0], "bn": different[1]})
        if common:
            found.append(common)
        at_first, at_second = block.a + block.size, block.b + block.size
    return found


def _texts(write: Callable[[Site], str]) -> Texts:
    return {language: write(content.read(language)) for language in LANGUAGES}
