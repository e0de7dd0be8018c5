"""The answers on all pairs as a table of plain HTML, for readers without scripts."""

from html import escape

from starbond_site.content import Site
from starbond_site.content.addresses import localized
from starbond_site.content.models import Product
from starbond_site.finder.rules import UNKNOWN, verdicts


def all_pairs(site: Site) -> str:
    """Return the table. Products whose text names no material at all could be asked about for every pair: left out."""
    words = site.interface.finder
    heads = "".join(f'<th scope="col">{escape(head)}</th>' for head in _heads(site))
    rows = []
    for j, second in enumerate(site.materials):
        for first in site.materials[: j + 1]:
            found = verdicts(site, first.id, second.id)
            suits = [verdict.product for verdict in found if verdict.level == "suits"]
            ask = [verdict.product for verdict in found if verdict.level == "ask" and verdict.rank < UNKNOWN]
            none = words.table_none.format(phone=site.company.sales_phone.shown)
            cells = (_links(site, suits), _links(site, ask)) if suits or ask else (escape(none), "")
            names = escape(f"{first.name} + {second.name}")
            rows.append(f'<tr><th scope="row">{names}</th>' + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>")
    return (
        f'<table class="pairs"><caption class="visually-hidden">{escape(words.table_caption)}</caption>'
        f"<thead><tr>{heads}</tr></thead><tbody>{''.join(rows)}</tbody></table>"
    )


def _heads(site: Site) -> tuple[str, str, str]:
    words = site.interface.finder
    return words.table_pair, words.table_suitable, words.table_ask


def _links(site: Site, products: list[Product]) -> str:
    return "<br>".join(
        f'<a href="{localized(product.path, site.language)}">{escape(product.name)}</a>' for product in products
    )
