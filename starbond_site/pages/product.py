"""The product page: one template for all products."""

import reflex as rx

from starbond_site.components.card import product_card
from starbond_site.components.elements import html, icon, link, outside_link, plain_link, safety_link
from starbond_site.components.react import tabs
from starbond_site.components.react.image_zoom import GalleryPicture, gallery, size_select
from starbond_site.components.react.packs import packs
from starbond_site.components.react.prerendered import prerendered
from starbond_site.content import Site
from starbond_site.content.addresses import data_sheet
from starbond_site.content.models import Product, Size
from starbond_site.content.pictures import picture
from starbond_site.content.sentences import filled
from starbond_site.pages import structured
from starbond_site.pages.page import Page, page_at
from starbond_site.presentation.products.comparison import address as comparison_of
from starbond_site.presentation.products.comparison import can_compare
from starbond_site.presentation.products.facts import steps, technical_table
from starbond_site.presentation.topics import SHEET_OF

GALLERY_SIZES = "(min-width: 64rem) 36rem, 92vw"
RELATED = 3
FURTHER = "product__way"
"""Class of links that are no call to action."""
DETAILS = "details"
"""Id of the section below gallery, sizes and uses."""


def pages(site: Site) -> list[Page]:
    return [
        page_at(
            site,
            product.path,
            lambda site, path=product.path: _body(site, site.product(path)),
            first_picture=(f"products/{product.id}/{product.sizes[0].id}-front", GALLERY_SIZES),
            below=DETAILS,
            structured_data=structured.product(site, product),
        )
        for product in site.products
    ]


def _body(site: Site, product: Product) -> rx.Component:
    return rx.fragment(
        rx.el.article(
            _gallery(site, product),
            _description(site, product),
            class_name=f"product container brand-{product.brand}",
        ),
        rx.el.div(
            html(steps(site, product), class_name="product__steps") if product.steps else None,
            _tabs(site, product),
            html(technical_table(site, product), class_name="product__data"),
            id=DETAILS,
            class_name=f"product__more container section--tight brand-{product.brand}",
        ),
        _related(site, product),
        _call_to_action(site, product, class_name="call--sticky"),
    )


def _gallery(site: Site, product: Product) -> rx.Component:
    sets = {size.id: _pictures(site, product, size) for size in product.sizes}
    label = site.interface.product.gallery_label.format(product=product.name)
    return rx.el.div(gallery(site, sets, label=label, sizes=GALLERY_SIZES), class_name="product__gallery")


def _breadcrumb(site: Site, product: Product) -> rx.Component:
    overview = site.address("/Products")
    brand = site.brand(product.brand)
    return rx.el.nav(
        rx.el.ol(
            rx.el.li(link(site.page("/Products").title, href=overview)),
            rx.el.li(link(brand.name, href=f"{overview}#{brand.id}")),
            class_name="breadcrumb",
        ),
        aria_label=site.interface.product.breadcrumb_label,
    )


def _pictures(site: Site, product: Product, size: Size) -> list[GalleryPicture]:
    """Return the pictures of a size: its pack from two sides, then those that all sizes share.

    Drawings that stand in for a missing render, as for a new size, are left out after the front.
    """
    words, folder = site.interface.product, f"products/{product.id}"
    named = {"product": product.name, "size": size.label}
    front = GalleryPicture(name=f"{folder}/{size.id}-front", alt=words.pack_picture.format(**named))
    further = [
        GalleryPicture(name=f"{folder}/{size.id}-quarter", alt=words.quarter_picture.format(**named)),
        GalleryPicture(name=f"{folder}/family", alt=words.family_picture.format(product=product.name)),
        GalleryPicture(name=f"{folder}/use", alt=product.use_picture),
    ]
    return [front, *(item for item in further if not picture(item.name).drawn)]


def _description(site: Site, product: Product) -> rx.Component:
    words = site.interface.product
    return rx.el.div(
        _breadcrumb(site, product),
        rx.el.h1(product.name),
        rx.el.p(product.summary, class_name="lead"),
        rx.el.div(
            rx.el.label(words.size, html_for="size", class_name="field__label"),
            size_select({size.id: size.label for size in product.sizes}, id="size", class_name="select"),
            class_name="product__size",
        ),
        prerendered(rx.el.section(rx.el.h2(words.uses, class_name="product__heading"), rx.el.p(product.uses))),
        packs(site, product),
        _call_to_action(site, product),
        _further_links(site, product),
        class_name="product__text stack",
    )


def _call_to_action(site: Site, product: Product, class_name: str = "") -> rx.Component:
    """Return a note with the telephone number, and both links; the WhatsApp message names the product."""
    words, phone = site.interface.product, site.company.sales_phone
    sticky = bool(class_name)
    greeting = site.company.whatsapp_greeting.format(product=product.name)
    return rx.el.div(
        None if sticky else _call_note(site),
        rx.el.div(
            plain_link(
                icon("phone"),
                words.call_short if sticky else words.call.format(phone=phone.shown),
                href=f"tel:{phone.dial}",
                class_name="button button--primary",
            ),
            outside_link(
                site,
                icon("whatsapp"),
                words.whatsapp_short if sticky else words.whatsapp,
                href=site.company.chat(greeting),
                class_name="button",
            ),
            class_name="button-row",
        ),
        class_name=f"call {class_name}".strip(),
    )


def _call_note(site: Site) -> rx.Component:
    """Return whom to ask; paper leaves out the chat."""
    words, phone = site.interface.product, site.company.sales_phone
    number = plain_link(phone.shown, href=f"tel:{phone.dial}")
    chat = rx.el.span(f" {words.chat_note}", class_name="no-print") if site.company.messenger else None
    return rx.el.p(*filled(words.call_note, phone=number), chat, class_name="muted")


def _further_links(site: Site, product: Product) -> rx.Component:
    """Return the links to first aid and the comparison, where there are any, and to the data sheet."""
    sheet = site.address(data_sheet(product.path))
    links = rx.el.div(
        safety_link(site, FURTHER),
        _safety_sheet(site, product),
        plain_link(site.interface.sheet.link, href=sheet, class_name=FURTHER),
        plain_link(site.interface.compare.link, href=comparison_of(site, [product]), class_name=FURTHER)
        if can_compare(site)
        else None,
        class_name="product__further no-print",
    )
    return prerendered(links)


def _safety_sheet(site: Site, product: Product) -> rx.Component | None:
    """Return what the server fills with the link to its safety data sheet; None without a list of them."""
    return rx.el.span(custom_attrs={"data-live": f"{SHEET_OF}{product.id}"}) if site.sheets else None


def _tabs(site: Site, product: Product) -> rx.Component:
    words = site.interface.product
    return rx.el.section(
        tabs(
            _bullets(product.characteristics),
            _bullets(product.cautions),
            titles=[words.characteristics, words.caution],
            label=words.tabs_label,
        ),
        class_name="product__tabs",
    )


def _bullets(items: tuple[str, ...]) -> rx.Component:
    return rx.el.ul(*(rx.el.li(item) for item in items), class_name="bullets")


def _related(site: Site, product: Product) -> rx.Component | None:
    """Return up to three more products: of the same brand first, then others."""
    words, brand = site.interface.product, site.brand(product.brand)
    same = [other for other in site.products_of(product.brand) if other.id != product.id]
    others = [other for other in site.products if other.brand != product.brand]
    if not (shown := (same + others)[:RELATED]):
        return None
    heading = words.related_heading.format(brand=brand.name) if len(same) >= RELATED else words.other_heading
    return rx.el.section(
        rx.el.div(
            rx.el.div(rx.el.h2(heading), class_name="section-head"),
            rx.el.ul(
                *(rx.el.li(product_card(site, other)) for other in shown),
                class_name="cards cards--three plain-list",
            ),
            class_name="container",
        ),
        class_name="related section no-print",
    )
