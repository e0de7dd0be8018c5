"""The letters of persons, such as a chairman's: one page each."""

import htpy as h
from htpy import Element, Node

from starbond_site.components.elements import heading_of, html, print_button
from starbond_site.components.picture import photographed, portrait
from starbond_site.content import Site
from starbond_site.content.addresses import BOARD
from starbond_site.content.models import Letter
from starbond_site.pages.page import Page, page_at
from starbond_site.presentation.html_parts import bullets, link

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


def _body(site: Site, letter: Letter) -> Node:
    text = h.article(".message.container")[_portrait(site, letter), _text(site, letter)]
    return heading_of(site, letter.path), text, _related(site, letter)


def _portrait(site: Site, letter: Letter) -> Element:
    person = site.person(letter.person)
    alt = site.interface.message.portrait.format(name=person.name)
    return h.div(".message__aside.stack")[
        portrait(person, alt=alt, sizes=PORTRAIT_SIZES, first=True),
        h.blockquote(".quote")[h.p[letter.quote]],
    ]


def _text(site: Site, letter: Letter) -> Element:
    person, words = site.person(letter.person), site.interface.message
    return h.div(".message__text.stack")[
        h.p(".message__salutation")[letter.salutation],
        html(letter.body, "prose"),
        h.div(".message__end")[
            h.p[words.closing],
            h.p(".message__signature")[person.name],
            h.p(".muted")[person.role],
            h.p(".muted")[site.company.legal_name],
        ],
        print_button(site.interface.print.message_button),
    ]


def _related(site: Site, letter: Letter) -> Node:
    """Return the other letters and the board, where there are any."""
    words = site.interface.message
    links = [link(site, other.path, other.title) for other in site.letters if other.id != letter.id]
    if site.has(BOARD):
        links.append(link(site, BOARD, words.board_link))
    return (
        links
        and h.nav(".container.section--tight.no-print", aria_label=words.other_heading)[
            h.h2(".site-footer__title")[words.other_heading], bullets(links, "plain-list")
        ]
    )
