"""What was published recently, the newest first, with its state, and the search over all documents."""

import htpy as h
from htpy import Element, Node

from starbond_site.content import Site
from starbond_site.content.addresses import DESK, UPLOAD_PAGES, localized
from starbond_site.content.formats import digits
from starbond_site.documents.reading import Published, State
from starbond_site.documents.recent import Page
from starbond_site.documents.selection import Selection
from starbond_site.presentation.desk.parts import moment, pager, section, table, way
from starbond_site.presentation.forms import Field, Given

PARAMETER = "page"
"""Of the query: number of a page of the table."""


def section_of(site: Site, found: Page, wanted: Selection) -> Element:
    """Return the section.

    Args:
        wanted: what was searched for.
    """
    words, search = site.interface.desk, _search(site, wanted)
    if not found.documents and not wanted.query:
        return section(words.recent, "recent", h.p[words.no_recent])
    if wanted.query:
        search = [search, h.p(role="status")[_found(site, found.total, wanted.query)]]
    if not found.documents:
        return section(words.recent, "recent", search)
    heads = (words.document, words.list, words.published, words.state)
    shown = table(words.recent, heads, [_row(site, document) for document in found.documents])
    ways = pager(site, DESK, wanted.parameters, PARAMETER, found.number, found.pages)
    return section(words.recent, "recent", search, shown, ways)


def publish(site: Site) -> Element:
    """Return the link to the page that publishes, the primary button of the overview."""
    path = UPLOAD_PAGES[0]
    return h.p[way(site, path, site.page(path).title, is_primary=True)]


def _search(site: Site, wanted: Selection) -> Node:
    words, address = site.interface.documents, localized(DESK, site.language)
    given = Field(name="q", label=site.interface.desk.search, kind="search", hint=site.interface.desk.search_hint)
    return h.form(
        ".desk__form.desk__form--line",
        role="search",
        method="get",
        action=address,
        aria_label=site.interface.desk.search,
    )[
        given.written(Given(typed={"q": wanted.query})),
        h.div(".button-row")[
            h.button(".button")[words.search_button],
            wanted.query and h.a(".button", href=address)[site.interface.desk_audit.everything],
        ],
    ]


def _found(site: Site, count: int, query: str) -> str:
    words = site.interface.documents
    text = words.search_none if not count else words.search_one if count == 1 else words.search_count
    return text.format(count=digits(count, site.interface.dates), query=query)


def document_link(site: Site, number: int, name: str) -> Element:
    return h.a(href=localized(f"{DESK}/documents/{number}", site.language))[name]


def _row(site: Site, document: Published) -> tuple[Node, ...]:
    link = document_link(site, document.id, document.shown_name)
    return link, site.title_of(document.category), moment(site, document.published_at), state(site, document.state)


def state(site: Site, value: State) -> Element:
    return h.span(class_=f"desk__state desk__state--{value}")[site.interface.desk.states[value]]
