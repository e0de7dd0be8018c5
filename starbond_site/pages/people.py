"""The pages of the board and of the management."""

import htpy as h
from htpy import Element, Node

from starbond_site.components.elements import heading_of, more_link
from starbond_site.components.picture import photographed, portrait
from starbond_site.content import Site
from starbond_site.content.addresses import BOARD, MANAGEMENT
from starbond_site.content.models import Officer
from starbond_site.pages.page import Page, optional_page
from starbond_site.presentation.html_parts import paragraphs

PORTRAIT_SIZES = "(min-width: 64rem) 24rem, (min-width: 40rem) 45vw, 92vw"


def pages(site: Site) -> list[Page]:
    """Return the pages of people that the site has."""
    return [
        page
        for path, people in ((BOARD, site.people.directors), (MANAGEMENT, site.people.managers))
        for page in optional_page(
            site,
            path,
            lambda site, path=path: _people(site, path),
            first_picture=photographed(people[0], PORTRAIT_SIZES) if people else None,
        )
    ]


def _people(site: Site, path: str) -> Node:
    is_board = path == BOARD
    people = site.people.directors if is_board else site.people.managers
    has_pictures = any(photographed(person, PORTRAIT_SIZES) for person in people)
    # Rows have room for biographies, and without any would be half empty.
    is_told = any(person.biography for person in people)
    style = "people--board" if has_pictures and is_board else "people--rows" if is_told and not has_pictures else ""
    cards = [_card(site, person, first=index < 2) for index, person in enumerate(people)]
    return heading_of(site, path), h.section(".section--tight")[h.ul(class_=["people container", style])[cards]]


def _card(site: Site, person: Officer, *, first: bool) -> Element:
    words = site.interface.people
    message = next((message for message in site.letters if message.person == person.id), None)
    alt, is_drawn = words.portrait.format(name=person.name), not photographed(person, PORTRAIT_SIZES)
    return h.li(class_=["person", is_drawn and "person--monogram"])[
        portrait(person, alt=alt, sizes=PORTRAIT_SIZES, first=first, style="person__portrait"),
        h.div(".person__text.stack")[
            h.p(".eyebrow")[person.role],
            h.h2(".person__name")[person.name],
            person.biography and _biography(site, person),
            # No other link of the page has its name.
            message and more_link(words.message_link, person.name, site.address(message.path)),
        ],
    ]


def _biography(site: Site, person: Officer) -> Node:
    """Return the first paragraph, and the others in a native disclosure."""
    words = site.interface.people
    first, *more = person.biography
    summary = h.summary[
        h.span(".disclosure__show")[words.biography_show],
        h.span(".disclosure__hide")[words.biography_hide],
        h.span(".visually-hidden")[f": {person.name}"],
    ]
    return h.p[first], more and h.details(".disclosure.stack")[summary, paragraphs(more)]
