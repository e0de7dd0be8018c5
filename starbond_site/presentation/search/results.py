"""The results of a search as HTML, for the page ``/search`` and the search of the header."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

import htpy as h
from htpy import Element, Node
from markupsafe import Markup

from starbond_site.content import Site
from starbond_site.content.addresses import SEARCH
from starbond_site.documents.text_search import LIMIT, MAX_LIMIT, Match
from starbond_site.presentation.html_parts import document_name
from starbond_site.presentation.search.ranking import Found

MARK = "search"
"""The element of the page that the server fills (``data-live``)."""
PARAMETER, COUNT = "q", "count"
"""Of the address: what was typed, and how many documents of each kind are wanted."""
COUNTS = (LIMIT, 3 * LIMIT, MAX_LIMIT)
MAX_OF_A_KIND = 8
LEAST_LETTERS = 2


@dataclass(frozen=True)
class Results:
    """The results as HTML, with a sentence about their number."""

    said: str
    html: str = ""


def results(site: Site, query: str, found: Sequence[Found], count: int = LIMIT, said: str = "") -> Results:
    """Return the results.

    Args:
        found: the best first.
        count: one of `COUNTS`: documents that are shown by their names, and as many by their text.
        said: in place of their number, where documents cannot be read.
    """
    words = site.interface.search
    if len(query) < LEAST_LETTERS:
        return Results(words.hint)
    groups = _groups(site, found)
    most = {words.products: MAX_OF_A_KIND, words.pages: MAX_OF_A_KIND}
    shown = {name: links[: most.get(name, count)] for name, links in groups.items()}
    total = sum(map(len, shown.values()))
    if total > 1:
        said = said or site.digits(words.count.format(count=total))
    said = said or (words.count_one if total else words.none.format(query=query))
    html = [_group(name, links) for name, links in shown.items()] or _people(site, query)
    has_more = len(groups.get(words.documents, ())) > count or len(groups.get(words.texts, ())) >= count
    return Results(said, h.fragment[html, has_more and _more_link(site, query, count)].__html__())


def search(site: Site, query: str = "", found: Results | None = None) -> Markup:
    words = site.interface.search
    found = found or Results(words.hint)
    named = {"aria_label": words.label, "placeholder": words.placeholder}
    action = site.address(SEARCH)
    form = h.form(".search__form.no-print", role="search", aria_label=words.label, method="get", action=action)[
        h.input(".input", type="search", name=PARAMETER, value=query, **named),
        h.button(".button.button--primary")[words.submit],
    ]
    results = Markup(found.html)  # noqa: S704  (of `results`)
    return h.fragment[form, h.p(".muted", role="status")[found.said], results].__html__()


def _groups(site: Site, found: Sequence[Found]) -> dict[str, list[Element]]:
    """Return the results by the names of their groups, that of the best one first."""
    words, groups = site.interface.search, defaultdict[str, list[Element]](list)
    kinds = {"product": words.products, "page": words.pages}
    for each in found:
        if isinstance(each, Match):
            groups[words.documents if each.snippet is None else words.texts].append(_document(site, each))
        else:
            groups[kinds[each.kind]].append(_link(site.address(each.path), each.title, each.text))
    return groups


def _group(name: str, links: Iterable[Element]) -> Element:
    return h.section(aria_label=name)[h.h2(".search__title")[name], h.ul(".plain-list")[[h.li[link] for link in links]]]


def _document(site: Site, match: Match) -> Element:
    """Return the link to a document's page; of one found by its text to the page of the PDF, or of the text."""
    document, name = match.document, document_name(match.document.shown_name)
    if match.snippet is None:
        return _link(site.address(f"/documents/{document.id}"), name)
    address = site.address(f"/documents/{document.id}/text#page-{match.part}")
    if match.page and document.download_url.casefold().endswith(".pdf"):
        address = f"{document.download_url}#page={match.page}"
    page = match.page and site.digits(site.interface.search.page.format(number=match.page))
    place = match.label or page
    snippet = Markup(match.snippet)  # noqa: S704  (escaped by `text_search`)
    return _link(address, name, [place and h.span(".search__page")[place], snippet])


def _link(address: str, title: Node, text: Node = None) -> Element:
    return h.a(".search__link", href=address)[title, text and h.span(".search__text")[text]]


def _people(site: Site, query: str) -> Element:
    """Return whom to ask where nothing is found."""
    words, phone = site.interface.search, site.company.sales_phone
    chat = site.company.chat(words.question.format(query=query))
    return h.p(".button-row")[
        h.a(".button", href=f"tel:{phone.dial}")[words.call.format(phone=phone.shown)],
        h.a(".button", href=chat, target="_blank", rel="noopener")[words.whatsapp],
    ]


def _more_link(site: Site, query: str, count: int) -> Node:
    following = next((each for each in COUNTS if each > count), 0)
    address = f"{site.address(SEARCH)}?{urlencode({PARAMETER: query, COUNT: following})}"
    return h.p[h.a(".button", href=address)[site.interface.search.more]] if following else None
