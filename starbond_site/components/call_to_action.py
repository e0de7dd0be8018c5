"""Telephone and WhatsApp links of a product page."""

import reflex as rx

from starbond_site.components.icon import icon
from starbond_site.components.link import outside_link, plain_link
from starbond_site.content import Site
from starbond_site.content.models import Product
from starbond_site.content.sentences import filled


def call_to_action(site: Site, product: Product, class_name: str = "") -> rx.Component:
    """Return a note with the telephone number, and both links; the WhatsApp message names the product."""
    words, phone = site.interface.product, site.company.sales_phone
    sticky = bool(class_name)
    greeting = site.company.whatsapp_greeting.format(product=product.name)
    return rx.el.div(
        None if sticky else _note(site),
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


def _note(site: Site) -> rx.Component:
    """Return whom to ask; paper leaves out the chat."""
    words, phone = site.interface.product, site.company.sales_phone
    number = plain_link(phone.shown, href=f"tel:{phone.dial}")
    chat = rx.el.span(f" {words.chat_note}", class_name="no-print") if site.company.messenger else None
    return rx.el.p(*filled(words.call_note, phone=number), chat, class_name="muted")


def call_links(site: Site) -> rx.Component:
    words, phone = site.interface.finder_form, site.company.sales_phone
    return rx.el.div(
        plain_link(words.call.format(phone=phone.shown), href=f"tel:{phone.dial}", class_name="button button--primary"),
        outside_link(site, words.whatsapp, href=site.company.chat(), class_name="button"),
        class_name="button-row",
    )
