"""The product page: one template for all products."""

import htpy as h
from htpy import Element, Node

from starbond_site.components.card import product_card
from starbond_site.components.elements import icon, outside_link, safety_link
from starbond_site.components.react import tabs
from starbond_site.components.react.image_zoom import GalleryPicture, gallery, size_select
from starbond_site.components.react.packs import packs
from starbond_site.content import Site
from starbond_site.content.addresses import data_sheet
from starbond_site.content.models import Product, Size
from starbond_site.content.pictures import picture
from starbond_site.content.sentences import filled
from starbond_site.pages import structured
from starbond_site.pages.page import Page, page_at
from starbond_site.presentation.html_parts import bullets, link
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


def _body(site: Site, product: Product) -> Node:
    brand = f"brand-{product.brand}"
    return [
        h.article(f".product.container.{brand}")[_gallery(site, product), _description(site, product)],
        h.div(f".product__more.container.section--tight.{brand}", id=DETAILS)[
            product.steps and h.div(".product__steps")[steps(site, product)],
            _tabs(site, product),
            h.div(".product__data")[technical_table(site, product)],
        ],
        _related(site, product),
        _call_to_action(site, product, is_sticky=True),
    ]


def _gallery(site: Site, product: Product) -> Element:
    sets = {size.id: _pictures(site, product, size) for size in product.sizes}
    label = site.interface.product.gallery_label.format(product=product.name)
    return h.div(".product__gallery")[gallery(site, sets, label=label, sizes=GALLERY_SIZES)]


def _breadcrumb(site: Site, product: Product) -> Element:
    brand = site.brand(product.brand)
    trail = ("/Products", site.page("/Products").title), (f"/Products#{brand.id}", brand.name)
    return h.nav(aria_label=site.interface.product.breadcrumb_label)[
        h.ol(".breadcrumb")[[h.li[link(site, *step)] for step in trail]]
    ]


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


def _description(site: Site, product: Product) -> Element:
    words = site.interface.product
    sizes = size_select({size.id: size.label for size in product.sizes}, id="size", class_="select")
    return h.div(".product__text.stack")[
        _breadcrumb(site, product),
        h.h1[product.name],
        h.p(".lead")[product.summary],
        h.div(".product__size")[h.label(".field__label", for_="size")[words.size], sizes],
        h.section[h.h2(".product__heading")[words.uses], h.p[product.uses]],
        packs(site, product),
        _call_to_action(site, product),
        _further_links(site, product),
    ]


def _call_to_action(site: Site, product: Product, *, is_sticky: bool = False) -> Element:
    """Return a note with the telephone number, and both links; the WhatsApp message names the product."""
    words, phone = site.interface.product, site.company.sales_phone
    chat = site.company.chat(site.company.whatsapp_greeting.format(product=product.name))
    call = words.call_short if is_sticky else words.call.format(phone=phone.shown)
    whatsapp = words.whatsapp_short if is_sticky else words.whatsapp
    return h.div(class_=["call", is_sticky and "call--sticky"])[
        not is_sticky and _call_note(site),
        h.div(".button-row")[
            h.a(".button.button--primary", href=f"tel:{phone.dial}")[icon("phone"), call],
            outside_link(site, [icon("whatsapp"), whatsapp], href=chat, style="button"),
        ],
    ]


def _call_note(site: Site) -> Element:
    """Return whom to ask; paper leaves out the chat."""
    words, phone = site.interface.product, site.company.sales_phone
    number = h.a(href=f"tel:{phone.dial}")[phone.shown]
    chat = site.company.messenger and h.span(".no-print")[f" {words.chat_note}"]
    return h.p(".muted")[filled(words.call_note, phone=number), chat]


def _further_links(site: Site, product: Product) -> Element:
    """Return the links to first aid and the comparison, where there are any, and to the data sheet."""
    compare = comparison_of(site, [product])
    return h.div(".product__further.no-print")[
        safety_link(site, FURTHER),
        # The server fills it with the link to the safety data sheet.
        site.sheets and h.span(data_live=f"{SHEET_OF}{product.id}"),
        link(site, data_sheet(product.path), site.interface.sheet.link, FURTHER),
        can_compare(site) and h.a(class_=FURTHER, href=compare)[site.interface.compare.link],
    ]


def _tabs(site: Site, product: Product) -> Element:
    words, texts = site.interface.product, (product.characteristics, product.cautions)
    panels = (bullets(text, "bullets") for text in texts)
    titles = [words.characteristics, words.caution]
    return h.section(".product__tabs")[tabs(*panels, titles=titles, label=words.tabs_label)]


def _related(site: Site, product: Product) -> Node:
    """Return up to three more products: of the same brand first, then others."""
    words, brand = site.interface.product, site.brand(product.brand)
    same = [other for other in site.products_of(product.brand) if other.id != product.id]
    others = [other for other in site.products if other.brand != product.brand]
    heading = words.related_heading.format(brand=brand.name) if len(same) >= RELATED else words.other_heading
    cards = [product_card(site, other) for other in (same + others)[:RELATED]]
    return (
        cards
        and h.section(".related.section.no-print")[
            h.div(".container")[h.div(".section-head")[h.h2[heading]], bullets(cards, "cards cards--three plain-list")]
        ]
    )
