"""Elements that pages of several kinds share."""

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any
from urllib.parse import quote

import htpy as h
from htpy import Element, Node
from markupsafe import Markup

from starbond_site.content import Site
from starbond_site.content.pictures import ASSETS, picture
from starbond_site.documents import names

DASH = "–"
"""Stands in a table for what there is not."""
SMALL = 1500
"""Largest SVG in bytes that is inlined: on a phone, a request before the first picture costs more."""


def link(site: Site, path: str, text: Node, style: str | None = None) -> Element:
    return h.a(class_=style, href=site.address(path))[text]


def bullets(items: Iterable[Node], style: str | None = None) -> Element:
    return h.ul(class_=style)[[h.li[item] for item in items]]


def paragraphs(texts: Iterable[str]) -> Node:
    return [h.p[text] for text in texts]


def column_heads(names: Iterable[str]) -> Element:
    return h.thead[h.tr[[h.th(scope="col")[name] for name in names]]]


def scrolled_table(
    caption: str, heads: Sequence[str], rows: Iterable[Sequence[Node]], *, has_cards: bool = True
) -> Element:
    """Return a table whose rows begin with their heading; the keyboard scrolls it where it is wider than the page.

    Args:
        has_cards: whether rows are cards on phones, instead of being scrolled.
    """
    return h.div(
        class_=["wide-table", has_cards and "wide-table--cards"], role="region", tabindex="0", aria_label=caption
    )[
        h.table(".figure-table")[
            h.caption[caption],
            column_heads(heads),
            h.tbody[
                [
                    h.tr[
                        h.th(scope="row")[first],
                        [
                            h.td(class_=cell == DASH and "wide-table__none", data_head=head)[h.div[cell]]
                            for head, cell in zip(heads[1:], cells, strict=True)
                        ],
                    ]
                    for first, *cells in rows
                ]
            ],
        ]
    ]


def pager(site: Site, number: int, pages: int, address: Callable[[int], str], *further: Node) -> Node:
    """Return the links to the pages before and after, by what returns their addresses; nothing where there is one."""
    words = site.interface.documents
    ways = ((number - 1, "prev", words.previous_page), (number + 1, "next", words.next_page))
    before, after = (1 <= to <= pages and h.a(".button", href=address(to), rel=rel)[label] for to, rel, label in ways)
    position = h.span[site.digits(words.page_of.format(number=number, count=pages))]
    return pages > 1 and h.nav(".pager", aria_label=words.pages_label)[before, position, after, further]


def downloads(*files: tuple[str, str]) -> Element:
    """Return links that look like buttons to files of what is shown, each with its label and address."""
    return h.p(".button-row.no-print")[[h.a(".button", href=address)[label] for label, address in files]]


def small_picture(name: str, *, alt: str, least: int, style: str | None = None, loading: str | None = None) -> Element:
    """Return a picture for paper and narrow columns: the smallest file of at least that many pixels of width."""
    shown = picture(name)
    avif = "avif" in shown.formats and h.source(type="image/avif", srcset=shown.file(least, "avif").path)
    src = shown.file(least, "webp", "jpeg").path
    size = {"width": shown.width, "height": shown.height}
    return h.picture[avif, h.img(class_=style, src=src, alt=alt, loading=loading, **size)]


def json_ld(facts: Mapping[str, Any]) -> str:
    """Return structured data for search engines (schema.org); no text in it can close the script element."""
    named = {"@context": "https://schema.org", **facts}
    return json.dumps(named, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def structured_data(facts: Mapping[str, Any]) -> Element:
    return h.script(type="application/ld+json")[Markup(json_ld(facts))]  # noqa: S704


def document_name(name: str) -> Node:
    """Return the shown name of a document, whose date stays on one line in the styles of the page."""
    ending = names.date_and_ending(name)
    return [name.removesuffix(ending), ending and h.small[ending]]


def drawing_address(path: str) -> str:
    """Return the address of an SVG of ``assets`` that every page shows: a ``data:`` URL if it is small, or its path."""
    drawing = _small_drawing(path)
    return "data:image/svg+xml," + quote(drawing, safe=" /:=,;().-") if drawing else path


def inline_drawing(path: str, name: str) -> str:
    """Return the elements of a small SVG of ``assets``, without its title; empty if it is large or cannot be inlined.

    Its own styles would reach the whole page, and a quoted reference would keep the old id.

    ``name`` begins its ids, because a page may show several. A ``data:`` URL would be one more request in flight
    while the font and the first picture come, and those would need a further round trip
    (`benchmarks lighthouse`, November 2026: 150 ms of the largest paint of the home page).
    """
    drawing = re.sub(r"<title>.*?</title>", "", _small_drawing(path), flags=re.DOTALL)
    if re.search(r"<style|url\((?!#)", drawing):
        return ""
    return re.sub(r'(\bid="|url\(#|href="#)', rf"\g<1>{name}-", drawing)


def _small_drawing(path: str) -> str:
    drawing = (ASSETS / path.lstrip("/")).read_text(encoding="utf-8").strip()
    return drawing if len(drawing.encode()) <= SMALL else ""
