"""The letters of persons, such as a chairman's: one page each."""

import reflex as rx

from starbond_site.components.elements import heading_of, html, link, print_button
from starbond_site.components.picture import photographed, portrait
from starbond_site.content import Site
from starbond_site.content.addresses import BOARD
from starbond_site.content.models import Letter
from starbond_site.pages.page import Page, page_at

PORTRAIT_SIZES = "(min-width: 64rem) 22rem, 60vw"


def pages(site: Site) -> list[Page]:
    return [
        page_at(
            site,
            letter.path,
            lambda site, id=letter.id: _body(site, site.letter(id)),
            first_picture=photographed(site.person(letter.person), PORTRAIT_SIZES),
        )
        for letter in site.letters
    ]


def _body(site: Site, letter: Letter) -> rx.Component:
    return rx.fragment(
        heading_of(site, letter.path),
        rx.el.article(_portrait(site, letter), _text(site, letter), class_name="message container"),
        _related(site, letter),
    )


def _portrait(site: Site, letter: Letter) -> rx.Component:
    person = site.person(letter.person)
    return rx.el.div(
        portrait(
            person,
            alt=site.interface.message.portrait.format(name=person.name),
            sizes=PORTRAIT_SIZES,
            first=True,
        ),
        rx.el.blockquote(rx.el.p(letter.quote), class_name="quote"),
        class_name="message__aside stack",
    )


def _text(site: Site, letter: Letter) -> rx.Component:
    person, words = site.person(letter.person), site.interface.message
    return rx.el.div(
        rx.el.p(letter.salutation, class_name="message__salutation"),
        html(letter.body, class_name="prose"),
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


def _related(site: Site, letter: Letter) -> rx.Component | None:
    """Return the other letters and the board, where there are any."""
    words = site.interface.message
    links = [(other.title, other.path) for other in site.letters if other.id != letter.id]
    if site.has(BOARD):
        links.append((words.board_link, BOARD))
    if not links:
        return None
    return rx.el.nav(
        rx.el.h2(words.other_heading, class_name="site-footer__title"),
        rx.el.ul(
            *(rx.el.li(link(title, href=site.address(path))) for title, path in links),
            class_name="plain-list",
        ),
        class_name="container section--tight no-print",
        aria_label=words.other_heading,
    )
