"""What is known of a product as a table for its page: only facts that some text states, and one row of what to ask."""

import htpy as h
from htpy import Node

from starbond_site.content import Site
from starbond_site.content.models import Product
from starbond_site.presentation.elements import bullets, paragraphs
from starbond_site.presentation.products.facts import chat_link, rows

ID = "technical-data"
"""Id of its heading."""


def technical_table(site: Site, product: Product) -> str:
    """Return heading, table and note as HTML; the rows have the words of finder, comparison and data sheet.

    What no text states stands in the last row, each as a link that asks; print leaves that row out.
    """
    words, found = site.interface.product, rows(site, product)
    asks = [chat_link(site, product, row.open, row.open) for row in found if row.open]
    lines: list[tuple[str | None, str, Node]] = [
        (None, words.brand, site.brand(product.brand).name),
        (None, words.sizes_heading, bullets((size.label for size in product.sizes), "data__sizes")),
        *((None, row.label, paragraphs(row.texts)) for row in found if row.texts),
        *([("no-print", site.interface.facts.ask_link, bullets(asks, "data__sizes"))] if asks else []),
    ]
    table = h.table(".data", aria_labelledby=ID)[
        h.tbody[[h.tr(class_=style)[h.th(scope="row")[label], h.td[cell]] for style, label, cell in lines]]
    ]
    note = asks and h.p(".muted.small.no-print")[site.interface.facts.note]
    return str(h.fragment[h.h2(".data__heading", id=ID)[words.technical], table, note])
