"""Products side by side: the form that chooses them, and the table, finished and escaped, complete without scripts."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from urllib.parse import urlencode

from starbond_site.content import Site
from starbond_site.content.addresses import COMPARE, data_sheet, localized
from starbond_site.content.formats import digits
from starbond_site.content.models import Product
from starbond_site.presentation.products.facts import ask, rows
from starbond_site.presentation.products.pictures import picture_html

MARK = "comparison"
"""The element of the page that the server fills (``data-live``)."""
PARAMETER = "product"
"""Of the address; it is repeated, as a form sends it: ``/compare?product=super-glue&product=pur-adhesive``."""
MOST = 3
"""As many as fit beside each other on a sheet of A4."""
MAX_NAME = 60
"""Characters that are shown of an unknown name."""
PICTURE_WIDTH = 480


@dataclass(frozen=True)
class Choice:
    """What an address asks for."""

    products: tuple[Product, ...]
    """At most `MOST`, in the order of the address, each once."""
    too_many: tuple[Product, ...] = ()
    unknown: tuple[str, ...] = ()

    @classmethod
    def of(cls, site: Site, names: Sequence[str]) -> "Choice":
        """Read the values of `PARAMETER`; empty ones, which a form sends too, count as none."""
        by_id = {product.id: product for product in site.products}
        asked = dict.fromkeys(name.strip() for name in names if name.strip())
        known = [by_id[name] for name in asked if name in by_id]
        return cls(tuple(known[:MOST]), tuple(known[MOST:]), tuple(name for name in asked if name not in by_id))


def can_compare(site: Site) -> bool:
    """Return whether the site has the comparison, and products to compare."""
    return site.has(COMPARE) and len(site.products) > 1


def address(site: Site, products: Sequence[Product]) -> str:
    """Return the address that shows products side by side."""
    query = urlencode([(PARAMETER, product.id) for product in products])
    return localized(COMPARE, site.language) + (f"?{query}" if query else "")


def comparison(site: Site, choice: Choice) -> str:
    """Return the form, what is to be said of the choice, and the table where there is something to show."""
    table = _table(site, choice.products) if choice.products else ""
    return _form(site, choice) + _sentences(site, choice) + table


def _form(site: Site, choice: Choice) -> str:
    """Return one select for each place; the browser itself sends the form, a search (`build.socket_on_demand`)."""
    words = site.interface.compare
    selects = []
    for place in range(MOST):
        chosen = choice.products[place] if place < len(choice.products) else None
        label = digits(words.product.format(number=place + 1), site.interface.dates)
        options = "".join(_option(product.id, product.name, product is chosen) for product in site.products)
        selects.append(
            f'<div><label class="field__label" for="product-{place + 1}">{escape(label)}</label>'
            f'<select class="select" id="product-{place + 1}" name="{PARAMETER}" autocomplete="off">'
            f"{_option('', words.none, chosen is None)}{options}</select></div>"
        )
    return (
        f'<form class="compare__form no-print" role="search" aria-label="{escape(words.form_label)}" method="get"'
        f' action="{localized(COMPARE, site.language)}">{"".join(selects)}'
        f'<button class="button button--primary">{escape(words.submit)}</button></form>'
    )


def _option(value: str, name: str, is_chosen: bool) -> str:
    return f'<option value="{value}"{" selected" if is_chosen else ""}>{escape(name)}</option>'


def _sentences(site: Site, choice: Choice) -> str:
    words, sentences = site.interface.compare, []
    if not choice.products:
        sentences.append(words.nothing)
    elif len(choice.products) == 1:
        sentences.append(words.one_more)
    if choice.too_many:
        names = ", ".join(product.name for product in choice.too_many)
        sentences.append(digits(words.too_many.format(count=MOST, names=names), site.interface.dates))
    sentences += [words.unknown.format(name=_shortened(name)) for name in choice.unknown[:MOST]]
    return f'<div role="status" class="compare__said no-print">{"".join(map(_paragraph, sentences))}</div>'


def _shortened(name: str) -> str:
    return name if len(name) <= MAX_NAME else f"{name[:MAX_NAME]}…"


def _paragraph(text: str) -> str:
    return f"<p>{escape(text)}</p>"


def _table(site: Site, products: Sequence[Product]) -> str:
    """Return the table; one that is wider than the window is scrolled by itself, with its labels in place.

    The roles are those that its elements have anyway: browsers forget them where a style makes rows a grid, on phones.
    """
    words, product_words = site.interface.compare, site.interface.product
    cells: Mapping[str, Callable[[Product], str]] = {
        product_words.uses: lambda product: _paragraph(product.uses),
        product_words.characteristics: lambda product: _list(product.characteristics),
    }
    body = [_row(label, [cell(product) for product in products]) for label, cell in cells.items()]
    body += _facts(site, products)
    body.append(_row(product_words.sizes_heading, [_sizes(product) for product in products]))
    body.append(_row(product_words.caution, [_list(product.cautions) for product in products]))
    asks = any('class="ask"' in row for row in body)
    caption = escape(words.caption)
    heads = "".join(_head(site, product, products) for product in products)
    return (
        f'<div class="compare__scroll" role="region" aria-label="{caption}" tabindex="0">'
        f'<table class="compare__table" role="table" style="--columns:{len(products)}">'
        f'<caption class="visually-hidden">{caption}</caption>'
        f'<thead role="rowgroup"><tr role="row"><td role="cell"></td>{heads}</tr></thead>'
        f'<tbody role="rowgroup">{"".join(body)}</tbody></table></div>'
        + f'<p class="compare__note muted">{escape(site.interface.facts.note)}</p>'
        * asks
    )


def _head(site: Site, product: Product, products: Sequence[Product]) -> str:
    """Return the head of a column: picture, name, brand, and what leads on."""
    words = site.interface.compare
    front = f"products/{product.id}/{product.sizes[0].id}-front"
    rest = address(site, [other for other in products if other is not product])
    remove = escape(words.remove_name.format(product=product.name))
    sheet = localized(data_sheet(product.path), site.language)
    return (
        f'<th scope="col" role="columnheader" class="compare__product brand-{product.brand}">'
        f"{picture_html(front, alt='', least_width=PICTURE_WIDTH)}"
        f'<a class="compare__name" href="{localized(product.path, site.language)}">{escape(product.name)}</a>'
        f'<span class="compare__brand">{escape(site.brand(product.brand).name)}</span>'
        f'<span class="compare__ways no-print"><a href="{sheet}">{escape(site.interface.sheet.link)}</a>'
        f'<a href="{escape(rest)}" aria-label="{remove}">{escape(words.remove)}</a></span></th>'
    )


def _facts(site: Site, products: Sequence[Product]) -> list[str]:
    """Return a row for each aspect of which some text says something, and whom to ask for the others."""
    table = []
    for of_aspect in zip(*(rows(site, product) for product in products), strict=True):
        if not any(row.texts for row in of_aspect):
            continue
        cells = []
        for product, row in zip(products, of_aspect, strict=True):
            told = "".join(map(_paragraph, row.texts))
            if row.open or not row.texts:
                told += ask(site, product, row.open or row.label, row.open if row.texts else "")
            cells.append(told)
        table.append(_row(of_aspect[0].label, cells))
    return table


def _row(label: str, cells: Sequence[str]) -> str:
    told = "".join(f'<td role="cell">{cell}</td>' for cell in cells)
    return f'<tr role="row"><th scope="row" role="rowheader">{escape(label)}</th>{told}</tr>'


def _list(texts: Sequence[str]) -> str:
    return f"<ul>{''.join(f'<li>{escape(text)}</li>' for text in texts)}</ul>"


def _sizes(product: Product) -> str:
    return _paragraph(", ".join(size.label for size in product.sizes))
