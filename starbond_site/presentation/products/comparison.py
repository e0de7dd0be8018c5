"""Products side by side: the form that chooses them, and the table, complete without scripts."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from urllib.parse import urlencode

import htpy as h
from htpy import Element, Node
from markupsafe import Markup

from starbond_site.content import Site
from starbond_site.content.addresses import COMPARE, data_sheet
from starbond_site.content.models import Product
from starbond_site.presentation.html_parts import bullets, link, paragraphs, small_picture
from starbond_site.presentation.products.facts import FactRow, ask, rows

MARK = "comparison"
"""The element of the page that the server fills (``data-live``)."""
PARAMETER = "product"
"""Of the address; it is repeated, as a form sends it: ``/compare?product=super-glue&product=pur-adhesive``."""
MAX_PRODUCTS = 3
"""As many as fit beside each other on a sheet of A4."""
MAX_NAME = 60
"""Characters that are shown of an unknown name."""
PICTURE_WIDTH = 480


@dataclass(frozen=True)
class ComparedProducts:
    """The products that an address names."""

    products: tuple[Product, ...]
    """At most `MAX_PRODUCTS`, in the order of the address, each once."""
    too_many: tuple[Product, ...] = ()
    unknown: tuple[str, ...] = ()

    @classmethod
    def of(cls, site: Site, names: Sequence[str]) -> "ComparedProducts":
        """Read the values of `PARAMETER`; empty ones, which a form sends too, count as none."""
        by_id = {product.id: product for product in site.products}
        asked = dict.fromkeys(name.strip() for name in names if name.strip())
        known = [by_id[name] for name in asked if name in by_id]
        unknown = tuple(name for name in asked if name not in by_id)
        return cls(tuple(known[:MAX_PRODUCTS]), tuple(known[MAX_PRODUCTS:]), unknown)


def can_compare(site: Site) -> bool:
    return site.has(COMPARE) and len(site.products) > 1


def address(site: Site, products: Sequence[Product]) -> str:
    query = urlencode([(PARAMETER, product.id) for product in products])
    return site.address(COMPARE) + (f"?{query}" if query else "")


def comparison(site: Site, choice: ComparedProducts) -> Markup:
    """Return the form, what is to be said of the choice, and the table where there is something to show."""
    table = bool(choice.products) and _table(site, choice.products)
    return h.fragment[_form(site, choice), _sentences(site, choice), table].__html__()


def _form(site: Site, choice: ComparedProducts) -> Element:
    """Return one select for each place; the browser itself sends the form, a search (`build.server`)."""
    words = site.interface.compare
    names = {"": words.none} | {product.id: product.name for product in site.products}
    options = {value: h.option(value=value)[name] for value, name in names.items()}
    chosen = [product.id for product in choice.products] + [""] * (MAX_PRODUCTS - len(choice.products))
    labels = [site.digits(words.product.format(number=place)) for place in range(1, MAX_PRODUCTS + 1)]
    action = site.address(COMPARE)
    return h.form(".compare__form.no-print", role="search", aria_label=words.form_label, method="get", action=action)[
        [
            h.div[
                h.label(".field__label", for_=f"product-{place}")[label],
                h.select(".select", id=f"product-{place}", name=PARAMETER, autocomplete="off")[
                    [*(options | {own: h.option(value=own, selected=True)[names[own]]}).values()]
                ],
            ]
            for place, (label, own) in enumerate(zip(labels, chosen, strict=True), 1)
        ],
        h.button(".button.button--primary")[words.submit],
    ]


def _sentences(site: Site, choice: ComparedProducts) -> Element:
    words, sentences = site.interface.compare, []
    if not choice.products:
        sentences.append(words.nothing)
    elif len(choice.products) == 1:
        sentences.append(words.one_more)
    if choice.too_many:
        names = ", ".join(product.name for product in choice.too_many)
        sentences.append(site.digits(words.too_many.format(count=MAX_PRODUCTS, names=names)))
    sentences += [words.unknown.format(name=_shortened(name)) for name in choice.unknown[:MAX_PRODUCTS]]
    return h.div(".compare__said.no-print", role="status")[paragraphs(sentences)]


def _shortened(name: str) -> str:
    return name if len(name) <= MAX_NAME else f"{name[:MAX_NAME]}…"


def _table(site: Site, products: Sequence[Product]) -> Node:
    """Return the table; one that is wider than the window is scrolled by itself, with its labels in place.

    The roles are those that its elements have anyway: browsers forget them where a style makes rows a grid, on phones.
    """
    words, product_words = site.interface.compare, site.interface.product
    # Aspects of which no text says anything are left out.
    known = [of_aspect for of_aspect in zip(*(rows(site, product) for product in products), strict=True)
             if any(row.texts for row in of_aspect)]  # fmt: skip
    body: list[tuple[str, Iterable[Node]]] = [
        (product_words.uses, [h.p[product.uses] for product in products]),
        (product_words.characteristics, [bullets(product.characteristics) for product in products]),
        *((of_aspect[0].label, map(partial(_fact, site), products, of_aspect)) for of_aspect in known),
        (product_words.sizes_heading, [h.p[", ".join(size.label for size in product.sizes)] for product in products]),
        (product_words.caution, [bullets(product.cautions) for product in products]),
    ]
    tr, td = h.tr(role="row"), h.td(role="cell")
    asks = any(row.open or not row.texts for of_aspect in known for row in of_aspect)
    return [
        h.div(".compare__scroll", role="region", aria_label=words.caption, tabindex="0")[
            h.table(".compare__table", role="table", style=f"--columns:{len(products)}")[
                h.caption(".visually-hidden")[words.caption],
                h.thead(role="rowgroup")[tr[td, [_head(site, product, products) for product in products]]],
                h.tbody(role="rowgroup")[
                    [
                        tr[h.th(scope="row", role="rowheader")[label], [td[cell] for cell in cells]]
                        for label, cells in body
                    ]
                ],
            ]
        ],
        asks and h.p(".compare__note.muted")[site.interface.facts.note],
    ]


def _head(site: Site, product: Product, products: Sequence[Product]) -> Element:
    words, sheet = site.interface.compare, site.interface.sheet.link
    rest = address(site, [other for other in products if other is not product])
    return h.th(scope="col", role="columnheader", class_=f"compare__product brand-{product.brand}")[
        small_picture(f"products/{product.id}/{product.sizes[0].id}-front", alt="", least=PICTURE_WIDTH),
        link(site, product.path, product.name, "compare__name"),
        h.span(".compare__brand")[site.brand(product.brand).name],
        h.span(".compare__ways.no-print")[
            h.a(href=site.address(data_sheet(product.path)), aria_label=f"{sheet}: {product.name}")[sheet],
            h.a(href=rest, aria_label=words.remove_name.format(product=product.name))[words.remove],
        ],
    ]


def _fact(site: Site, product: Product, row: FactRow) -> Node:
    """Return the texts on an aspect, and whom to ask for the rest."""
    needs_asking = row.open or not row.texts
    asked = needs_asking and ask(site, product, row.open or row.label, row.open if row.texts else "")
    return [paragraphs(row.texts), asked]
