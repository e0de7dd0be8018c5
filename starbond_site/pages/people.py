"""Board of Directors and Management Team."""

import reflex as rx

from starbond_site.components.heading import page_heading
from starbond_site.components.link import link, localized
from starbond_site.components.portrait import photographed, portrait
from starbond_site.content import Site
from starbond_site.content.models import Person
from starbond_site.pages.page import Page

PORTRAIT_SIZES = "(min-width: 64rem) 24rem, (min-width: 40rem) 45vw, 92vw"


def pages(site: Site) -> list[Page]:
    """Return the two pages of people."""
    return [
        Page(
            path=text.path,
            title=text.title,
            description=text.description,
            body=body,
            first_picture=photographed(people[0], PORTRAIT_SIZES) if people else None,
        )
        for path, body, people in (
            ("/Bod", _board, site.people.directors),
            ("/management", _management, site.people.managers),
        )
        for text in [site.page(path)]
    ]


def _board(site: Site) -> rx.Component:
    return _people(site, "/Bod", site.interface.people.board_lead, site.people.directors)


def _management(site: Site) -> rx.Component:
    return _people(site, "/management", site.interface.people.management_lead, site.people.managers)


def _people(site: Site, path: str, lead: str, people: tuple[Person, ...]) -> rx.Component:
    return rx.fragment(
        page_heading(site.page(path).title, lead),
        rx.el.section(
            rx.el.ul(
                *(_card(site, person, first=index < 2) for index, person in enumerate(people)),
                class_name=f"people container{' people--board' if path == '/Bod' else ''}",
            ),
            class_name="section--tight",
        ),
    )


def _card(site: Site, person: Person, *, first: bool) -> rx.Component:
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
            link(site.interface.people.message_link, href=localized(message.path, site.language)) if message else None,
            class_name="person__text stack",
        ),
        class_name="person" if photographed(person, PORTRAIT_SIZES) else "person person--monogram",
    )


def _biography(site: Site, person: Person) -> rx.Component:
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
