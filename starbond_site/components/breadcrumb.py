"""Breadcrumb of a product page: all products, then its brand."""

import reflex as rx

from starbond_site.components.link import link, localized
from starbond_site.content import Site
from starbond_site.content.models import Product


def breadcrumb(site: Site, product: Product) -> rx.Component:
    overview = localized("/Products", site.language)
    brand = site.brand(product.brand)
    return rx.el.nav(
        rx.el.ol(
            rx.el.li(link(site.page("/Products").title, href=overview)),
            rx.el.li(link(brand.name, href=f"{overview}#{brand.id}")),
            class_name="breadcrumb",
        ),
        aria_label=site.interface.product.breadcrumb_label,
    )
