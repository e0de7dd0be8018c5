"""The answers on all pairs as a table of plain HTML, for readers without scripts."""

import htpy as h
from htpy import Node

from starbond_site.content import Site
from starbond_site.content.addresses import localized
from starbond_site.content.models import Product
from starbond_site.features.finder.rules import UNKNOWN, verdicts
from starbond_site.presentation.elements import column_heads


def all_pairs(site: Site) -> str:
    """Return the table. Products whose text names no material at all could be asked about for every pair: left out."""
    words = site.interface.finder
    none = words.table_none.format(phone=site.company.sales_phone.shown)
    rows = []
    for j, second in enumerate(site.materials):
        for first in site.materials[: j + 1]:
            found = verdicts(site, first.id, second.id)
            suits = [verdict.product for verdict in found if verdict.level == "suits"]
            ask = [verdict.product for verdict in found if verdict.level == "ask" and verdict.rank < UNKNOWN]
            cells = (_links(site, suits), _links(site, ask)) if suits or ask else (none, None)
            rows.append(h.tr[h.th(scope="row")[f"{first.name} + {second.name}"], [h.td[cell] for cell in cells]])
    heads = (words.table_pair, words.table_suitable, words.table_ask)
    return str(
        h.table(".pairs")[
            h.caption(".visually-hidden")[words.table_caption],
            column_heads(heads),
            h.tbody[rows],
        ]
    )


def _links(site: Site, products: list[Product]) -> Node:
    links = [h.a(href=localized(product.path, site.language))[product.name] for product in products]
    return [[place > 0 and h.br, link] for place, link in enumerate(links)]
