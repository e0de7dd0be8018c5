"""The page of investors: what is newest of every room, whom to ask, alerts, and the ways into all rooms."""

import reflex as rx

from starbond_site import features
from starbond_site.components.elements import heading_of, plain_link
from starbond_site.components.react.live import live_section
from starbond_site.components.react.prerendered import prerendered
from starbond_site.content import Site
from starbond_site.content.addresses import ALERTS
from starbond_site.content.addresses import INVESTORS as PATH
from starbond_site.content.shareholders import Contact
from starbond_site.pages.investor_list import alerts, place
from starbond_site.pages.page import Page, optional_page
from starbond_site.presentation.topics import INVESTORS


def pages(site: Site) -> list[Page]:
    return optional_page(site, PATH, _investors)


def _investors(site: Site) -> rx.Component:
    words = site.interface.investors
    contacts = [_contact(contact) for hooks in features.hooks() for contact in hooks.contacts(site)]
    return rx.fragment(
        heading_of(site, PATH, words.lead),
        live_section(site, INVESTORS, site.interface.documents.loading, "investors investors--whole"),
        prerendered(
            rx.el.div(
                rx.el.section(
                    rx.el.h2(words.ask),
                    rx.el.div(*contacts, class_name="investors__ask"),
                    rx.el.ul(place(site, site.page("/contact").title, "/contact")),
                    class_name="stack",
                ),
                # A frame that styles hide with what is in it.
                rx.el.div(alerts(site)) if site.has(ALERTS) else None,
                class_name="list-end container",
            )
        ),
        prerendered(
            rx.el.nav(*_rooms(site), class_name="list-end list-end--rooms container", aria_label=site.page(PATH).title)
        ),
    )


def _contact(contact: Contact) -> rx.Component:
    return rx.el.p(
        rx.el.strong(contact.name),
        rx.el.br(),
        plain_link(contact.phone.shown, href=f"tel:{contact.phone.dial}"),
        rx.el.br(),
        plain_link(contact.email, href=f"mailto:{contact.email}"),
        rx.el.br() if contact.note else None,
        rx.el.small(contact.note, class_name="muted") if contact.note else None,
    )


def _rooms(site: Site) -> list[rx.Component]:
    """Return the groups of the menu that leads here; alerts stand above them."""
    return [
        rx.el.div(
            rx.el.h2(rooms.title),
            rx.el.ul(*(place(site, link.label, link.path) for link in rooms.links if link.path != ALERTS)),
            class_name="stack",
        )
        for group in site.navigation
        if any(link.path == PATH for link in group.links)
        for rooms in group.subgroups
    ]
