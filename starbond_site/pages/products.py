"""All products, by brand."""

import reflex as rx

from starbond_site.components.card import product_card
from starbond_site.components.elements import fragment_link, heading_of, plain_link
from starbond_site.components.finder_entry import finder_entry
from starbond_site.components.footer import FOOTER
from starbond_site.components.react.offline import keep_offer
from starbond_site.content import Site
from starbond_site.content.addresses import FINDER
from starbond_site.content.models import Brand, Product
from starbond_site.content.pictures import has_mark
from starbond_site.pages.page import Page, page_at
from starbond_site.presentation.products.comparison import address as comparison_of
from starbond_site.presentation.products.comparison import can_compare


def pages(site: Site) -> list[Page]:
    below = site.brands[1].id if len(site.brands) > 1 else FOOTER
    return [page_at(site, "/Products", _body, below=below)]


def _body(site: Site) -> rx.Component:
    words = site.interface.products
    return rx.fragment(
        heading_of(site, "/Products"),
        rx.el.div(finder_entry(site), class_name="container") if site.has(FINDER) else None,
        _chips(site) if len(site.brands) > 1 else None,
        *(_brand(site, brand) for brand in site.brands),
        None if site.brands else rx.el.p(words.none, class_name="container section--tight"),
        keep_offer(site) if site.products else None,
    )


def _chips(site: Site) -> rx.Component:
    return rx.el.nav(
        *(fragment_link(brand.name, fragment=brand.id, class_name=f"chip brand-{brand.id}") for brand in site.brands),
        class_name="chips container",
        aria_label=site.interface.products.brands_label,
    )


def _brand(site: Site, brand: Brand) -> rx.Component:
    words, products = site.interface.products, site.products_of(brand.id)
    count = words.count_one if len(products) == 1 else words.count.format(count=len(products))
    return rx.el.section(
        rx.el.div(
            rx.el.div(
                rx.el.img(src=f"/marks/{brand.id}.svg", alt="", custom_attrs={"width": "56", "height": "56"})
                if has_mark(brand.id)
                else None,
                rx.el.h2(brand.name),
                rx.el.p(brand.description, class_name="muted"),
                rx.el.p(site.digits(count), class_name="eyebrow") if products else None,
                class_name="brand-head",
            ),
            rx.el.ul(*(rx.el.li(_card(site, product)) for product in products), class_name="cards plain-list")
            if products
            else rx.el.p(words.empty),
            class_name="brand-section container",
        ),
        class_name=f"section--tight brand-{brand.id}",
        id=brand.id,
    )


def _card(site: Site, product: Product) -> rx.Component:
    """Return the card of a product, with the way to its comparison with others where there is any."""
    if not can_compare(site):
        return product_card(site, product)
    words = site.interface.compare
    name = words.link_name.format(product=product.name)
    return product_card(
        site,
        product,
        plain_link(words.link_short, href=comparison_of(site, [product]), aria_label=name, class_name="card__further"),
    )
