"""The results of a search as HTML, for the page ``/search`` and the search of the header."""

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
from starbond_site.presentation.search.ranking import SearchResult, index

MARK = "search"
"""The element of the page that the server fills (``data-live``)."""
PARAMETER, COUNT = "q", "count"
"""Of the address: what was typed, and how many documents of each kind are wanted."""
COUNTS = (LIMIT, 3 * LIMIT, MAX_LIMIT)
MAX_OF_A_KIND = 8
LEAST_LETTERS = 2
HALF = 0.5
"""Of a query that a product or page holds: with less, the text of documents stands first."""


@dataclass(frozen=True)
class Results:
    """The results as HTML, with a sentence about their number."""

    said: str
    html: str = ""


def results(site: Site, query: str, documents: Sequence[Match] | None, count: int = LIMIT) -> Results:
    """Return the results, the best first.

    Args:
        documents: at most ``count`` by their names and as many by their text; None where they cannot be read.
        count: one of `COUNTS`.
    """
    words = site.interface.search
    if len(query) < LEAST_LETTERS:
        return Results(words.hint)
    groups, total = _groups(site, index(site.language).ranked(query), documents or ())
    if documents is None:
        said = words.failed
    elif total > 1:
        said = site.digits(words.count.format(count=total))
    else:
        said = words.count_one if total else words.none.format(query=query)
    return Results(
        said, h.fragment[groups or _people(site, query), _more_link(site, query, documents or (), count)].__html__()
    )


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


def _groups(site: Site, found: Sequence[SearchResult], documents: Sequence[Match]) -> tuple[list[Element], int]:
    """Return the groups, that of the best result first, and how many results they hold.

    Documents hold all words of a query: those whose name does stand first where no product or page holds each, those
    whose text does where none holds more than half of what the words are worth.
    """
    words = site.interface.search
    kinds = {"product": words.products, "page": words.pages}
    of_site = [
        (name, [_entry(site, each) for each in found if each.entry.kind == kind][:MAX_OF_A_KIND])
        for kind, name in kinds.items()
    ]
    if found and found[0].entry.kind == "page":
        of_site.reverse()
    named = [_document(site, match) for match in documents if match.snippet is None]
    texts = [_document(site, match) for match in documents if match.snippet is not None]
    share = max((each.share for each in found), default=0)
    groups = [(words.documents, named), (words.texts, texts)]
    at = 0 if share >= 1 else 1 if share > HALF else 2
    groups[at:at] = of_site
    shown = [_group(name, links) for name, links in groups if links]
    return shown, sum(len(links) for _, links in groups)


def _group(name: str, links: Iterable[Element]) -> Element:
    return h.section(aria_label=name)[h.h2(".search__title")[name], h.ul(".plain-list")[[h.li[link] for link in links]]]


def _entry(site: Site, found: SearchResult) -> Element:
    return _link(site.address(found.entry.path), found.entry.title, found.entry.text)


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


def _more_link(site: Site, query: str, documents: Sequence[Match], count: int) -> Node:
    by_text = sum(match.snippet is not None for match in documents)
    following = next((each for each in COUNTS if each > count), 0)
    if not following or max(by_text, len(documents) - by_text) < count:
        return None
    address = f"{site.address(SEARCH)}?{urlencode({PARAMETER: query, COUNT: following})}"
    return h.p[h.a(".button", href=address)[site.interface.search.more]]
