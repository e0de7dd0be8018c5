"""The HTML of document lists, the latest filing, Shared Information and the lines above the header.

Every function returns finished, escaped HTML in the language of the given content.
"""

from html import escape
from urllib.parse import quote

from starbond_site.categories import SINGLES, NodeName
from starbond_site.content import Site
from starbond_site.content.formats import digits, file_size, long_date
from starbond_site.documents.nodes import headline
from starbond_site.documents.reading import Page, Published
from starbond_site.documents.snapshot import Snapshot

PLACEHOLDERS = ("{name}", "{details}", "{url}")
"""What a template has in place of a document's name, details and address."""


def document_list(site: Site, page: Page) -> str:
    """Return a page of a list or the result of a search, with its search box, summary, table and pager."""
    if not page.documents and not page.query:
        return f'<p class="document-list__empty">{escape(site.category(page.category).empty)}</p>'
    words = site.interface.documents
    heads = "".join(f'<th scope="col">{escape(head)}</th>' for head in (words.serial, words.file_name, words.action))
    rows = "".join(document_row(site, document, page.first + index) for index, document in enumerate(page.documents))
    table = f'<table class="documents"><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>' if rows else ""
    text = f'<p class="document-list__summary">{escape(summary(site, page))}</p>'
    return _search_box(site, page) + text + table + _pager(site, page)


def document_row(site: Site, document: Published, number: int) -> str:
    """Return the row of a document."""
    return _document_row(site, number, document.file_name, details(site, document), document.download_url)


def row_template(site: Site) -> str:
    """Return `document_row` with `PLACEHOLDERS` in place of values: a page fills it with a row that is published."""
    return _document_row(site, 0, *PLACEHOLDERS)


def summary(site: Site, page: Page) -> str:
    """Return how many documents there are or were found, and on the first page the day of the newest."""
    words, dates = site.interface.documents, site.interface.dates
    count = digits(page.total, dates)
    if page.query:
        sentence = {0: words.search_none, 1: words.search_one}.get(page.total, words.search_count)
        return sentence.format(count=count, query=page.query)
    text = (words.count_one if page.total == 1 else words.count).format(count=count)
    if page.number > 1 or not page.documents:
        return text
    return f"{text} · {words.last_change.format(date=long_date(page.documents[0].published_at, dates))}"


def details(site: Site, document: Published) -> str:
    """Return type, size and day of a document in one line."""
    words = site.interface.dates
    kind = document.file_name.rpartition(".")[2].upper() if "." in document.file_name else document.media_type
    return " · ".join((kind, file_size(document.size, words), long_date(document.published_at, words)))


def latest_filing(site: Site, newest: Published | None) -> str:
    """Return the newest document of a list in one line."""
    if newest is None:
        return f'<span class="latest__empty">{escape(site.interface.home.latest_empty)}</span>'
    return _filing(site, newest.file_name, details(site, newest), newest.download_url)


def filing_template(site: Site) -> str:
    """Return `latest_filing` with `PLACEHOLDERS` in place of values."""
    return _filing(site, *PLACEHOLDERS)


def shared_rows(site: Site, snapshot: Snapshot) -> str:
    """Return the fixed rows of Shared Information."""
    titles = {row.node: row.title for row in site.investors.shared}
    return "".join(
        _shared_row(site, number, titles[name], snapshot.nodes[name].document) for number, name in enumerate(SINGLES, 1)
    )


def header_lines(site: Site, snapshot: Snapshot) -> str:
    """Return the lines above the header; nothing where no node has a text."""
    shown = [line for name in NodeName if (line := headline(snapshot.nodes[name].value))]
    if not shown:
        return ""
    lines = (
        f'<a href="{escape(line.url)}">{escape(line.text)}</a>' if line.url else escape(line.text) for line in shown
    )
    label = escape(site.interface.live.figures_label)
    paragraphs = "".join(f"<p>{line}</p>" for line in lines)
    return f'<div class="live-line__inner container" role="region" aria-label="{label}">{paragraphs}</div>'


def _document_row(site: Site, number: int, name: str, details: str, url: str) -> str:
    return _row(site, number, name, details, _download(site, url, _download_label(site, name)))


def _filing(site: Site, name: str, details: str, url: str) -> str:
    shown = f'<span class="latest__name">{escape(name)}</span><span class="latest__details">{escape(details)}</span>'
    return shown + _download(site, url, _download_label(site, name))


def _download_label(site: Site, name: str) -> str:
    return site.interface.documents.download_name.format(name=name)


def _shared_row(site: Site, number: int, title: str, document: Published | None) -> str:
    words = site.interface.shared
    if document is None:
        return _row(site, number, title, "", f'<span class="muted">{escape(words.not_yet_available)}</span>')
    label = words.download_row.format(title=title)
    return _row(site, number, title, details(site, document), _download(site, document.download_url, label))


def _row(site: Site, number: int, name: str, details: str, action: str) -> str:
    shown = f'<span class="document__details">{escape(details)}</span>' if details else ""
    return (
        f"<tr><td>{digits(number, site.interface.dates)}</td>"
        f'<td><span class="document__file">{escape(name)}</span>{shown}</td><td>{action}</td></tr>'
    )


def _download(site: Site, url: str, label: str) -> str:
    return (
        f'<a class="button" href="{escape(url)}" target="_blank" rel="noopener"'
        f' aria-label="{escape(label)}">{escape(site.interface.documents.download)}</a>'
    )


def _search_box(site: Site, page: Page) -> str:
    """Return the search box; a list of one page is searched faster by reading."""
    if page.pages < 2 and not page.query:
        return ""
    words, query = site.interface.documents, escape(page.query)
    name = escape(words.search_label)
    clear = f'<a href="?">{escape(words.search_clear)}</a>' if query else ""
    return (
        f'<form class="list-search" role="search" aria-label="{name}">'
        f'<input type="hidden" name="list" value="{page.category}">'
        f'<input class="input" type="search" name="q" aria-label="{name}"'
        f' placeholder="{escape(words.search_placeholder)}" value="{query}">'
        f'<button class="button">{escape(words.search_button)}</button>{clear}</form>'
    )


def _pager(site: Site, page: Page) -> str:
    if page.pages < 2:
        return ""
    words = site.interface.documents
    query = f"&q={quote(page.query)}" if page.query else ""

    def link(number: int, relation: str, label: str) -> str:
        address = escape(f"?list={page.category}&page={number}{query}")
        return f'<a class="button" href="{address}" rel="{relation}">{escape(label)}</a>'

    before = link(page.number - 1, "prev", words.previous_page) if page.number > 1 else ""
    after = link(page.number + 1, "next", words.next_page) if page.number < page.pages else ""
    position = digits(words.page_of.format(number=page.number, count=page.pages), site.interface.dates)
    label = escape(words.pages_label)
    return f'<nav class="pager" aria-label="{label}">{before}<span>{escape(position)}</span>{after}</nav>'
