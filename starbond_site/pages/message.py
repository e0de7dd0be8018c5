"""The pages of messages, such as the chairman's."""

import reflex as rx

from starbond_site.components.heading import page_heading
from starbond_site.components.html import html
from starbond_site.components.link import link, localized
from starbond_site.components.picture import responsive_picture
from starbond_site.components.print_button import print_button
from starbond_site.content import Site
from starbond_site.content.models import Message
from starbond_site.pages.page import Page

PORTRAIT_SIZES = "(min-width: 64rem) 22rem, 60vw"


def pages(site: Site) -> list[Page]:
    """Return one page per message."""
    return [
        Page(
            path=message.path,
            title=site.page(message.path).title,
            description=site.page(message.path).description,
            body=lambda site, id=message.id: _body(site, site.message(id)),
            first_picture=(f"people/{message.person}", PORTRAIT_SIZES),
        )
        for message in site.messages
    ]


def _body(site: Site, message: Message) -> rx.Component:
    return rx.fragment(
        page_heading(site.page(message.path).title, ""),
        rx.el.article(_portrait(site, message), _text(site, message), class_name="message container"),
        _related(site, message),
    )


def _portrait(site: Site, message: Message) -> rx.Component:
    person = site.person(message.person)
    return rx.el.div(
        responsive_picture(
            f"people/{person.id}",
            alt=site.interface.message.portrait.format(name=person.name),
            sizes=PORTRAIT_SIZES,
            first=True,
        ),
        rx.el.blockquote(rx.el.p(message.quote), class_name="quote"),
        class_name="message__aside stack",
    )


def _text(site: Site, message: Message) -> rx.Component:
    person, words = site.person(message.person), site.interface.message
    return rx.el.div(
        rx.el.p(message.salutation, class_name="message__salutation"),
        html(message.body, class_name="prose"),
        rx.el.div(
            rx.el.p(words.closing),
            rx.el.p(person.name, class_name="message__signature"),
            rx.el.p(person.role, class_name="muted"),
            rx.el.p(site.company.legal_name, class_name="muted"),
            class_name="message__end",
        ),
        print_button(site.interface.print.message_button),
        class_name="message__text stack",
    )


def _related(site: Site, message: Message) -> rx.Component:
    others = [other for other in site.messages if other.id != message.id]
    return rx.el.nav(
        rx.el.h2(site.interface.message.other_heading, class_name="site-footer__title"),
        rx.el.ul(
            *(rx.el.li(link(other.title, href=localized(other.path, site.language))) for other in others),
            rx.el.li(link(site.interface.message.board_link, href=localized("/Bod", site.language))),
            class_name="plain-list",
        ),
        class_name="container section--tight no-print",
        aria_label=site.interface.message.other_heading,
    )
