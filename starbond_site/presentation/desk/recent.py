"""What was published recently, the newest first, with its state."""

import htpy as h
from htpy import Element, Node

from starbond_site.content import Site
from starbond_site.content.addresses import DESK, localized
from starbond_site.documents.reading import Published, State
from starbond_site.documents.recent import Page
from starbond_site.presentation.desk.parts import moment, pager, section, table

PARAMETER = "page"
"""Of the query: number of a page of the table."""


def section_of(site: Site, found: Page) -> Element:
    """Return the section."""
    words = site.interface.desk
    if not found.documents:
        return section(words.recent, "recent", h.p[words.no_recent])
    heads = (words.document, words.list, words.published, words.state)
    shown = table(words.recent, heads, [_row(site, document) for document in found.documents])
    return section(words.recent, "recent", shown, pager(site, DESK, {}, PARAMETER, found.number, found.pages))


def document_link(site: Site, number: int, name: str) -> Element:
    """Return the link to a document's page of the desk."""
    return h.a(href=localized(f"{DESK}/documents/{number}", site.language))[name]


def _row(site: Site, document: Published) -> tuple[Node, ...]:
    link = document_link(site, document.id, document.shown_name)
    return link, site.title_of(document.category), moment(site, document.published_at), state(site, document.state)


def state(site: Site, value: State) -> Element:
    """Return the state of a document as a label."""
    return h.span(class_=f"desk__state desk__state--{value}")[site.interface.desk.states[value]]
