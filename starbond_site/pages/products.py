"""All products, by brand."""

import htpy as h
from htpy import Element, Node

from starbond_site.components.card import product_card
from starbond_site.components.elements import heading_of
from starbond_site.components.finder_entry import finder_entry
from starbond_site.components.footer import FOOTER
from starbond_site.components.react.offline import keep_offer
from starbond_site.content import Site
from starbond_site.content.addresses import FINDER
from starbond_site.content.models import Brand, Product
from starbond_site.content.pictures import has_mark
from starbond_site.pages.page import Page, page_at
from starbond_site.presentation.html_parts import bullets
from starbond_site.presentation.products.comparison import address as comparison_of
from starbond_site.presentation.products.comparison import can_compare


def pages(site: Site) -> list[Page]:
    below = site.brands[1].id if len(site.brands) > 1 else FOOTER
    return [page_at(site, "/Products", _body, below=below)]


def _body(site: Site) -> Node:
    words = site.interface.products
    return [
        heading_of(site, "/Products"),
        site.has(FINDER) and h.div(".container")[finder_entry(site)],
        len(site.brands) > 1 and _chips(site),
        [_brand(site, brand) for brand in site.brands] or h.p(".container.section--tight")[words.none],
        site.products and keep_offer(site),
    ]


def _chips(site: Site) -> Element:
    return h.nav(".chips.container", aria_label=site.interface.products.brands_label)[
        [h.a(f".chip.brand-{brand.id}", href=f"#{brand.id}")[brand.name] for brand in site.brands]
    ]


def _brand(site: Site, brand: Brand) -> Element:
    words, cards = site.interface.products, [_card(site, product) for product in site.products_of(brand.id)]
    count = words.count_one if len(cards) == 1 else words.count.format(count=len(cards))
    return h.section(f".section--tight.brand-{brand.id}", id=brand.id)[
        h.div(".brand-section.container")[
            h.div(".brand-head")[
                has_mark(brand.id) and h.img(src=f"/marks/{brand.id}.svg", alt="", width=56, height=56),
                h.h2[brand.name],
                h.p(".muted")[brand.description],
                cards and h.p(".eyebrow")[site.digits(count)],
            ],
            bullets(cards, "cards plain-list") if cards else h.p[words.empty],
        ]
    ]


def _card(site: Site, product: Product) -> Element:
    """Return the card of a product, with the way to its comparison with others where there is any."""
    words, address = site.interface.compare, comparison_of(site, [product])
    name = words.link_name.format(product=product.name)
    compare = can_compare(site) and h.a(".card__further", href=address, aria_label=name)[words.link_short]
    return product_card(site, product, compare)
