"""The HTML of document lists, the latest filing, Shared Information, the lines above the header and the investor block.

Every function returns finished, escaped HTML in the language of the given content.
Text, not htpy, whose elements take six times as long: 11 ms of the event loop for a list of 50 rows.
"""

import re
from collections.abc import Iterable, Sequence
from datetime import date
from html import escape
from itertools import groupby
from urllib.parse import unquote

import htpy as h
from htpy import Node

from starbond_site import content, features
from starbond_site.content import Site
from starbond_site.content.addresses import FILINGS as FILINGS_PAGE
from starbond_site.content.addresses import latest_sheet, localized
from starbond_site.documents import names
from starbond_site.documents.public_view import FILINGS, ListPage
from starbond_site.documents.records import Document, OtherLanguage
from starbond_site.documents.selection import WHOLE
from starbond_site.documents.snapshot import Snapshot
from starbond_site.presentation.controls import controls, csv_link, pages_of_list
from starbond_site.presentation.html_parts import bullets, link
from starbond_site.shared.categories import SHEETS, NodeName

NEWEST_FILINGS, ON_HOME = 5, 3
_QUOTED_LETTERS = re.compile("(?:%[89A-F][0-9A-F])+")
"""Of an address, in UTF-8: a letter of Bangla takes nine bytes there, and three as it is."""


def document_list(site: Site, page: ListPage) -> str:
    """Return a page of a list or of what is selected of it, with its controls, summary, tables, pager and CSV.

    There is a table for each year, newest first or last; one for all where names decide on the order.
    """
    lists = site.interface.lists
    if not page.documents and not page.selection.is_filtered:
        empty = lists.filings_empty if page.category == FILINGS else site.category(page.category).empty
        return f'<div class="document-list__empty"><p>{escape(empty)}</p><p>{escape(lists.empty_hint)}</p></div>'
    # The first row of the whole list is the lead.
    lead = " data-lead" if page.number == 1 and page.selection == WHOLE else ""
    text = f'<p class="document-list__summary" data-newest="{page.newest_id}"{lead}>{escape(summary(site, page))}</p>'
    if not page.documents:
        return f"{h.fragment[controls(site, page)]}{text}"
    indexes = range(len(page.documents))
    if page.selection.sort == "name":
        tables = _table(site, page, indexes, None)
    else:
        years = groupby(indexes, key=lambda index: page.documents[index].own_day.year)
        tables = "".join(_table(site, page, group, year) for year, group in years)
    below = h.fragment[pages_of_list(site, page), csv_link(site, page)]
    return f"{h.fragment[controls(site, page)]}{text}{tables}{below}"


def _table(site: Site, page: ListPage, indexes: Iterable[int], year: int | None) -> str:
    words = site.interface.documents
    heads = "".join(f'<th scope="col">{escape(head)}</th>' for head in (words.serial, words.file_name, words.action))
    rows = "".join(document_row(site, page, index) for index in indexes)
    named, caption = "", ""
    if year is not None:
        named = f' data-year="{year}"'
        caption = f"<caption><h2>{site.digits(year)}</h2></caption>"
    return f'<table class="documents"{named}>{caption}<thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>'


def document_row(site: Site, page: ListPage, index: int) -> str:
    """Return the row of a document of a page; among all filings it names the list."""
    document = page.documents[index]
    name = _name_link(site, document, "document__file") + pair_link(document.pair)
    said = _details(site, document, with_list=page.category == FILINGS)
    return _row(site, page.first + index, name, said, _named_download(site, document))


def summary(site: Site, page: ListPage) -> str:
    """Return how many documents there are or were found, and on the first page the day of the newest."""
    words, selection = site.interface.documents, page.selection
    count = site.digits(page.total)
    if selection.query:
        sentence = {0: words.search_none, 1: words.search_one}.get(page.total, words.search_count)
        return sentence.format(count=count, query=selection.query)
    if selection.is_filtered:
        chosen = site.interface.lists
        return {0: chosen.chosen_none, 1: chosen.chosen_one}.get(page.total, chosen.chosen_count).format(count=count)
    text = (words.count_one if page.total == 1 else words.count).format(count=count)
    if page.number > 1 or not page.documents or selection.sort != "newest":
        return text
    return f"{text} · {words.last_change.format(date=site.long_date(page.documents[0].own_date))}"


def type_size_and_day(site: Site, document: Document) -> str:
    """Return type, size and moment of a document in one line; one that was entered later shows its own day."""
    lists = site.interface.lists
    if document.filed_at:
        published = site.long_date(document.published_at)
        dated = (site.long_date(document.filed_at), lists.entered_later.format(date=published))
    else:
        dated = (site.date_and_time(document.published_at),)
    return " · ".join((document.file_type, site.file_size(document.size), *dated))


def pair_link(pair: OtherLanguage | None) -> str:
    """Return the link to the same filing in the other language, by the name of that language; empty for none."""
    if pair is None:
        return ""
    language = content.read(pair.language).interface.language.name
    return (
        f'<a class="document__pair" href="{localized(f"/documents/{pair.id}", pair.language)}" lang="{pair.language}"'
        f' hreflang="{pair.language}" aria-label="{escape(f"{language}: {pair.shown_name}")}">{escape(language)}</a>'
    )


def latest_filing(site: Site, newest: Document | None) -> str:
    if newest is None:
        return f'<span class="latest__empty">{escape(site.interface.home.latest_empty)}</span>'
    name = _name_link(site, newest, "latest__name")
    line = f'{name}<span class="latest__details">{escape(_details(site, newest))}</span>'
    return line + _named_download(site, newest, "button")


def shared_rows(site: Site, snapshot: Snapshot) -> str:
    return "".join(
        _shared_row(site, number, row.title, snapshot.nodes[row.node].document)
        for number, row in enumerate(site.investors.shared, 1)
    )


def header_lines(site: Site, snapshot: Snapshot) -> str:
    """Return the lines above the header; nothing where no node has a text."""
    shown = [line for name in NodeName if (line := snapshot.nodes[name].line)]
    texts = [(line.url, line.translations.get(site.language, line.text)) for line in shown]
    lines = [h.p[h.a(href=url)[text] if url else text] for url, text in texts]
    label = site.interface.live.announcements_label
    return str(h.div(".live-line__inner.container", role="region", aria_label=label)[lines]) if lines else ""


def _details(site: Site, document: Document, *, with_list: bool = False) -> str:
    """Return `details` after the name of the file, where a typed title stands in its place, and after the list."""
    file = f"{document.file_name} · " if document.title else ""
    of_list = f"{site.title_of(document.category)} · " if with_list else ""
    return file + of_list + type_size_and_day(site, document)


def _name_link(site: Site, document: Document, style: str) -> str:
    """Return the link to the page of a document by its title, else by its file's name with a small ending."""
    ending = "" if document.title else names.date_and_ending(document.file_name)
    title = document.title or document.file_name.removesuffix(ending)
    return _page_link(site, document.id, title, style, f"<small>{escape(ending)}</small>" if ending else "")


def _named_download(site: Site, document: Document, style: str = "") -> str:
    label = site.interface.documents.download_name.format(name=document.shown_name)
    return _download(site, document.download_url, label, style)


def _page_link(site: Site, id: int, text: str, style: str, ending: str = "") -> str:
    return f'<a class="{style}" href="{site.address(f"/documents/{id}")}">{escape(text)}{ending}</a>'


def _shared_row(site: Site, number: int, title: str, document: Document | None) -> str:
    words = site.interface.shared
    if document is None:
        name = f'<span class="document__file">{escape(title)}</span>'
        return _row(site, number, name, "", f'<span class="muted">{escape(words.not_yet_available)}</span>')
    name = _page_link(site, document.id, title, "document__file")
    said = type_size_and_day(site, document)
    if document.title:
        said = f"{document.title} · {said}"
    label = words.download_row.format(title=title)
    return _row(site, number, name, said, _download(site, document.download_url, label))


def _row(site: Site, number: int, name: str, details: str, action: str) -> str:
    shown = f'<span class="document__details">{escape(details)}</span>' if details else ""
    return f"<tr><td>{site.digits(number)}</td><td>{name}{shown}</td><td>{action}</td></tr>"


def _download(site: Site, url: str, label: str, style: str = "") -> str:
    """Return the link to a file; without a style it is a quiet one. A browser quotes what is not ASCII by itself."""
    styled = f' class="{style}"' if style else ""
    readable = _QUOTED_LETTERS.sub(lambda found: unquote(found[0]), url)
    return (
        f'<a{styled} href="{escape(readable)}" target="_blank" rel="noopener"'
        f' aria-label="{escape(label)}">{escape(site.interface.documents.download)}</a>'
    )


def sheet_link(site: Site, snapshot: Snapshot, product: str) -> str:
    """Return the link to the newest safety data sheet of a product; empty where it has none."""
    view = snapshot.lists[SHEETS[0]]
    # A list that is longer than what the snapshot holds may have the sheet further down: the link asks the database.
    if view.total == len(view.documents) and not any(
        one.sheet and one.sheet.product == product for one in view.documents
    ):
        return ""
    path = latest_sheet(site.page_of(SHEETS[0]), product)
    return str(link(site, path, site.interface.safety_sheets.link, "product__way"))


def investors(
    site: Site, snapshot: Snapshot, newest: Sequence[Document], today: date, *, is_whole: bool = False
) -> str:
    """Return what the page of investors shows, or the home page of it: the newest filings, and what features add."""
    words, heading = site.interface.home, h.h2 if is_whole else h.h3
    filings = bullets(_newest_filing(site, document) for document in newest[: NEWEST_FILINGS if is_whole else ON_HOME])
    filings = filings if newest else h.p(".investors__none")[words.latest_empty]
    parts = [features.InvestorPart(FILINGS_PAGE, words.filings_heading, filings, 1)] if newest or is_whole else []
    parts += [part for each in features.offered() for part in each.hooks.investors(site, snapshot, today)]
    shown = sorted((part for part in parts if is_whole or part.rank < 2), key=lambda part: part.rank)
    return str(h.fragment[[h.div[heading[link(site, part.path, part.heading)], part.content] for part in shown]])


def _newest_filing(site: Site, document: Document) -> Node:
    title = names.heading(document.title, document.file_name)
    day = site.long_date(document.own_date)
    said = f"{site.title_of(document.category)} · {day}"
    return [link(site, f"/documents/{document.id}", title), h.span(".muted")[said]]
