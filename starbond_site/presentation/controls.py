"""The controls of document lists: search, year, type and order above the table, pages and CSV below it.

All are plain links and one form that is sent by GET: the address holds the whole state, and none needs scripts.
"""

from collections.abc import Iterable
from html import escape
from urllib.parse import urlencode

from starbond_site.categories import LISTS
from starbond_site.content import Site
from starbond_site.content.formats import digits
from starbond_site.content.interface import ListsWords
from starbond_site.content.languages import DEFAULT
from starbond_site.documents.reading import FILINGS, Page

CONTROLS_FROM = 20
"""Documents of a list; a shorter one is searched faster by reading."""


ALL_PAGES = "all"
"""In place of a page number: every row on one page, which the print button of a long list opens."""


def has_controls(page: Page) -> bool:
    """Return whether there is something to select from, or something was selected."""
    return page.total > CONTROLS_FROM or page.selection.is_filtered


def controls(site: Site, page: Page) -> str:
    """Return the search box with year, type and order, and for all filings the list; empty for a short list."""
    if not has_controls(page):
        return ""
    words, lists, chosen = site.interface.documents, site.interface.lists, page.selection
    query, name = escape(chosen.query), escape(words.search_label)
    # Years and types that no document has any more stay in the drop-down of an address that selects them.
    years = sorted({*page.years, chosen.year} - {0}, reverse=True)
    kinds = [*page.kinds, *([chosen.kind] if chosen.kind and chosen.kind not in page.kinds else [])]
    selects = (
        _select(
            "year", lists.year, chosen.year, [("", lists.all_years), *((year, _year(site, year)) for year in years)]
        ),
        _select("type", lists.kind, chosen.kind, [("", lists.all_kinds), *_named(lists, *kinds)]),
        _select("sort", lists.sort, chosen.sort, _named(lists, "newest", "oldest", "name")),
    )
    if page.category == FILINGS:
        titles = [(category.value, site.category(category).title) for category in LISTS]
        scope = _select("list", lists.category, chosen.category, [("", lists.all_categories), *titles])
    else:
        scope = f'<input type="hidden" name="list" value="{page.category}">'
    changed = chosen.is_filtered or chosen.sort != "newest"
    clear = f'<a href="?#{page.category}">{escape(words.search_clear)}</a>' if changed else ""
    return (
        f'<form class="list-search" role="search" aria-label="{name}" action="#{page.category}">'
        f'<input class="input" type="search" name="q" aria-label="{name}"'
        f' placeholder="{escape(words.search_placeholder)}" value="{query}">'
        f'<button class="button">{escape(words.search_button)}</button>'
        f'<span class="list-search__selects">{scope}{"".join(selects)}</span>{clear}</form>'
    )


def pager(site: Site, page: Page) -> str:
    """Return the links to the previous and the next page; empty for one page."""
    if page.pages < 2:
        return ""
    words = site.interface.documents

    def link(number: object, relation: str, label: str) -> str:
        address = escape(f"?{_address(page, number)}#{page.category}")
        return f'<a class="button" href="{address}" rel="{relation}">{escape(label)}</a>'

    before = link(page.number - 1, "prev", words.previous_page) if page.number > 1 else ""
    after = link(page.number + 1, "next", words.next_page) if page.number < page.pages else ""
    position = digits(words.page_of.format(number=page.number, count=page.pages), site.interface.dates)
    every = link(ALL_PAGES, "alternate", words.all_rows)
    label = escape(words.pages_label)
    return f'<nav class="pager" aria-label="{label}">{before}<span>{escape(position)}</span>{after}{every}</nav>'


def csv_link(site: Site, page: Page) -> str:
    """Return the link to all pages of what is shown, as CSV."""
    asked = dict(page.selection.parameters)
    if site.language != DEFAULT:
        asked["language"] = site.language
    if page.selection.category:
        asked["list"] = page.selection.category
    address = f"/api/documents/{page.category}.csv"
    return (
        '<p class="document-list__csv no-print">'
        f'<a href="{escape(f"{address}?{urlencode(asked)}" if asked else address)}" download>'
        f"{escape(site.interface.lists.csv)}</a></p>"
    )


def _address(page: Page, number: object) -> str:
    """Return the query of another page of the same selection."""
    listed = page.selection.category if page.category == FILINGS else page.category
    return urlencode({**({"list": listed} if listed else {}), "page": number, **page.selection.parameters})


def _year(site: Site, year: int) -> str:
    return digits(year, site.interface.dates)


def _named(lists: ListsWords, *names: str) -> list[tuple[object, str]]:
    """Return options whose names are words of lists."""
    return [(name, getattr(lists, name)) for name in names]


def _select(name: str, label: str, chosen: object, options: Iterable[tuple[object, str]]) -> str:
    """Return a drop-down of values and their texts."""
    given = "".join(
        f'<option value="{value}"{" selected" if chosen and value == chosen else ""}>{escape(text)}</option>'
        for value, text in options
    )
    return f'<select class="input" name="{name}" aria-label="{escape(label)}">{given}</select>'
