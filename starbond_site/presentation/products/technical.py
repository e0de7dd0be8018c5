"""What is known of a product as a table for its page: only facts that some text states, "Ask us" for the others."""

from html import escape
from urllib.parse import quote

from starbond_site.content import Site
from starbond_site.content.models import Product
from starbond_site.presentation.products.facts import Row, rows

ID = "technical-data"
"""Id of its heading."""


def technical_table(site: Site, product: Product) -> str:
    """Return heading, table and note as HTML; the rows have the words of finder, comparison and data sheet.

    Aspects that nobody would ask about are left out. Print leaves out what has to be asked.
    """
    words = site.interface.product
    sizes = "".join(f"<li>{escape(size.label)}</li>" for size in product.sizes)
    lines = [
        _line(words.brand, escape(site.brand(product.brand).name)),
        _line(words.sizes_heading, f'<ul class="data__sizes">{sizes}</ul>'),
    ]
    found = [row for row in rows(site, product) if row.texts or row.open]
    lines += [_fact(site, product, row) for row in found]
    note = f'<p class="muted small no-print">{escape(site.interface.facts.note)}</p>'
    return (
        f'<h2 id="{ID}" class="data__heading">{escape(words.technical)}</h2>'
        f'<table class="data" aria-labelledby="{ID}"><tbody>{"".join(lines)}</tbody></table>'
        + note
        * any(row.open for row in found)
    )


def _fact(site: Site, product: Product, row: Row) -> str:
    told = "".join(f"<p>{escape(text)}</p>" for text in row.texts)
    asked = f'<p class="no-print">{_ask(site, product, row)}</p>' if row.open else ""
    return _line(row.label, told + asked, style="" if row.texts else "no-print")


def _ask(site: Site, product: Product, row: Row) -> str:
    """Return the link to WhatsApp with the question already written; beside a known fact it names what is asked."""
    words = site.interface.facts
    message = words.message.format(product=product.name, fact=row.open)
    # ASCII only: browsers encode Bangla themselves, and encoded it is three times as long.
    text = "".join(quote(letter) if letter.isascii() else letter for letter in message)
    name = words.ask_name.format(product=product.name, fact=row.open)
    before = f"{escape(row.open)}: " if row.texts else ""
    return (
        f'{before}<a href="https://wa.me/{site.company.whatsapp}?text={escape(text)}" target="_blank" rel="noopener"'
        f' aria-label="{escape(name)}">{escape(words.ask_link)}</a>'
    )


def _line(label: str, cell: str, style: str = "") -> str:
    style = f' class="{style}"' if style else ""
    return f'<tr{style}><th scope="row">{escape(label)}</th><td>{cell}</td></tr>'
