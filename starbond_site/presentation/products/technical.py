"""What is known of a product as a table for its page: only facts that some text states, and one row of what to ask."""

from html import escape
from urllib.parse import quote

from starbond_site.content import Site
from starbond_site.content.models import Product
from starbond_site.presentation.products.facts import Row, rows

ID = "technical-data"
"""Id of its heading."""


def technical_table(site: Site, product: Product) -> str:
    """Return heading, table and note as HTML; the rows have the words of finder, comparison and data sheet.

    What no text states stands in the last row, each as a link that asks; print leaves that row out.
    """
    words = site.interface.product
    sizes = "".join(f"<li>{escape(size.label)}</li>" for size in product.sizes)
    lines = [
        _line(words.brand, escape(site.brand(product.brand).name)),
        _line(words.sizes_heading, f'<ul class="data__sizes">{sizes}</ul>'),
    ]
    found = rows(site, product)
    lines += [_line(row.label, "".join(f"<p>{escape(text)}</p>" for text in row.texts)) for row in found if row.texts]
    asked = "".join(f"<li>{_ask(site, product, row)}</li>" for row in found if row.open)
    if asked:
        asks = f'<ul class="data__sizes">{asked}</ul>'
        lines.append(_line(site.interface.facts.ask_link, asks, style="no-print"))
    note = f'<p class="muted small no-print">{escape(site.interface.facts.note)}</p>'
    return (
        f'<h2 id="{ID}" class="data__heading">{escape(words.technical)}</h2>'
        f'<table class="data" aria-labelledby="{ID}"><tbody>{"".join(lines)}</tbody></table>' + (note if asked else "")
    )


def _ask(site: Site, product: Product, row: Row) -> str:
    """Return the link to WhatsApp with the question already written."""
    words = site.interface.facts
    message = words.message.format(product=product.name, fact=row.open)
    # ASCII only: browsers encode Bangla themselves, and encoded it is three times as long.
    text = "".join(quote(letter) if letter.isascii() else letter for letter in message)
    name = words.ask_name.format(product=product.name, fact=row.open)
    return (
        f'<a href="https://wa.me/{site.company.whatsapp}?text={escape(text)}" target="_blank" rel="noopener"'
        f' aria-label="{escape(name)}">{escape(row.open)}</a>'
    )


def _line(label: str, cell: str, style: str = "") -> str:
    style = f' class="{style}"' if style else ""
    return f'<tr{style}><th scope="row">{escape(label)}</th><td>{cell}</td></tr>'
