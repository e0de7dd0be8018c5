"""The pages of the board and of the management."""

import reflex as rx

from starbond_site.components.elements import heading_of, more_link
from starbond_site.components.picture import photographed, portrait
from starbond_site.content import Site
from starbond_site.content.addresses import BOARD, MANAGEMENT
from starbond_site.content.models import Officer
from starbond_site.pages.page import Page, optional_page

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


def _people(site: Site, path: str) -> rx.Component:
    is_board = path == BOARD
    people = site.people.directors if is_board else site.people.managers
    has_pictures = any(photographed(person, PORTRAIT_SIZES) for person in people)
    # Rows have room for biographies, and without any would be half empty.
    is_told = any(person.biography for person in people)
    style = "people--board" if has_pictures and is_board else "people--rows" if is_told and not has_pictures else ""
    return rx.fragment(
        heading_of(site, path),
        rx.el.section(
            rx.el.ul(
                *(_card(site, person, first=index < 2) for index, person in enumerate(people)),
                class_name=f"people container {style}",
            ),
            class_name="section--tight",
        ),
    )


def _card(site: Site, person: Officer, *, first: bool) -> rx.Component:
    message = next((message for message in site.letters if message.person == person.id), None)
    return rx.el.li(
        portrait(
            person,
            alt=site.interface.people.portrait.format(name=person.name),
            sizes=PORTRAIT_SIZES,
            first=first,
            class_name="person__portrait",
        ),
        rx.el.div(
            rx.el.p(person.role, class_name="eyebrow"),
            rx.el.h2(person.name, class_name="person__name"),
            _biography(site, person) if person.biography else None,
            # No other link of the page has its name.
            more_link(site.interface.people.message_link, person.name, site.address(message.path)) if message else None,
            class_name="person__text stack",
        ),
        class_name="person" if photographed(person, PORTRAIT_SIZES) else "person person--monogram",
    )


def _biography(site: Site, person: Officer) -> rx.Component:
    """Return the first paragraph, and the others in a native disclosure."""
    words = site.interface.people
    first, *more = person.biography
    return rx.fragment(
        rx.el.p(first),
        rx.el.details(
            rx.el.summary(
                rx.el.span(words.biography_show, class_name="disclosure__show"),
                rx.el.span(words.biography_hide, class_name="disclosure__hide"),
                rx.el.span(f": {person.name}", class_name="visually-hidden"),
            ),
            *(rx.el.p(paragraph) for paragraph in more),
            class_name="disclosure stack",
        )
        if more
        else None,
    )
