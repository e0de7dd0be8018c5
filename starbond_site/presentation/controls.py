"""The controls of document lists: search, year, type and order above the table, pages and CSV below it.

All are plain links and one form that is sent by GET: the address holds the whole state, and none needs scripts.
"""

from collections.abc import Iterable
from urllib.parse import urlencode

import htpy as h
from htpy import Element, Node

from starbond_site.content import Site
from starbond_site.content.addresses import DEFAULT
from starbond_site.documents.public_view import FILINGS, ListPage
from starbond_site.presentation.html_parts import pager
from starbond_site.shared.categories import FILED

CONTROLS_FROM = 20
"""Documents of a list; a shorter one is searched faster by reading."""
ALL_PAGES = "all"
"""In place of a page number: every row on one page, which the print button of a long list opens."""


def has_controls(page: ListPage) -> bool:
    """Return whether there is something to select from, or something was selected."""
    return page.total > CONTROLS_FROM or page.selection.is_filtered


def controls(site: Site, page: ListPage) -> Node:
    """Return the search box with year, type and order, and for all filings the list; nothing for a short list."""
    if not has_controls(page):
        return None
    words, lists, chosen = site.interface.documents, site.interface.lists, page.selection
    # Years and types that no document has any more stay in the drop-down of an address that selects them.
    years = sorted({*page.years, chosen.year} - {0}, reverse=True)
    kinds = [*page.kinds, *([chosen.kind] if chosen.kind and chosen.kind not in page.kinds else [])]
    if page.category == FILINGS:
        titles = [(category.value, site.category(category).title) for category in FILED]
        scope = _select("list", lists.category, chosen.category, [("", lists.all_categories), *titles])
    else:
        scope = h.input(type="hidden", name="list", value=page.category)
    of_kinds = [("", lists.all_kinds), *((kind, lists.kinds[kind]) for kind in kinds)]
    of_years = [("", lists.all_years), *((year, site.digits(year)) for year in years)]
    is_changed = chosen.is_filtered or chosen.sort != "newest"
    return h.form(".list-search", role="search", aria_label=words.search_label, action=f"#{page.category}")[
        h.input(
            ".input",
            type="search",
            name="q",
            aria_label=words.search_label,
            placeholder=words.search_placeholder,
            value=chosen.query,
        ),
        h.button(".button")[words.search_button],
        h.span(".list-search__selects")[
            scope,
            _select("year", lists.year, chosen.year, of_years),
            _select("type", lists.kind, chosen.kind, of_kinds),
            _select("sort", lists.sort, chosen.sort, lists.sorts.items()),
        ],
        is_changed and h.a(href=f"?#{page.category}")[words.search_clear],
    ]


def pages_of_list(site: Site, page: ListPage) -> Node:
    """Return the links to the previous and the next page, and to every row on one; nothing for one page."""
    listed = page.selection.category if page.category == FILINGS else page.category

    def address(number: object) -> str:
        query = {**({"list": listed} if listed else {}), "page": number, **page.selection.parameters}
        return f"?{urlencode(query)}#{page.category}"

    every = h.a(".button", href=address(ALL_PAGES), rel="alternate")[site.interface.documents.all_rows]
    return pager(site, page.number, page.pages, address, every)


def csv_link(site: Site, page: ListPage) -> Element:
    asked = dict(page.selection.parameters)
    if site.language != DEFAULT:
        asked["language"] = site.language
    if page.selection.category:
        asked["list"] = page.selection.category
    address = f"/api/documents/{page.category}.csv" + (f"?{urlencode(asked)}" if asked else "")
    text, of = site.interface.lists.csv, site.page(site.page_of(page.category)).title
    return h.p(".document-list__csv.no-print")[h.a(href=address, download=True, aria_label=f"{text}: {of}")[text]]


def _select(name: str, label: str, chosen: object, options: Iterable[tuple[object, str]]) -> Element:
    return h.select(".input", name=name, aria_label=label)[
        [h.option(value=str(value), selected=bool(chosen) and value == chosen)[text] for value, text in options]
    ]
