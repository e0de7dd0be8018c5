"""The page of investors: what is newest of every room, whom to ask, alerts, and the ways into all rooms."""

import htpy as h
from htpy import Element, Node

from starbond_site import features
from starbond_site.components.elements import heading_of
from starbond_site.components.react.live import live_section
from starbond_site.content import Site
from starbond_site.content.addresses import ALERTS
from starbond_site.content.addresses import INVESTORS as PATH
from starbond_site.content.shareholders import Contact
from starbond_site.pages.investor_list import alerts
from starbond_site.presentation.html_parts import bullets, link
from starbond_site.presentation.topics import INVESTORS


def body(site: Site) -> Node:
    words = site.interface.investors
    contacts = [_contact(contact) for hooks in features.hooks() for contact in hooks.contacts(site)]
    return [
        heading_of(site, PATH, words.lead),
        live_section(site, INVESTORS, site.interface.documents.loading, "investors investors--whole"),
        h.div(".list-end.container")[
            h.section(".stack")[
                h.h2[words.ask],
                h.div(".investors__ask")[contacts],
                bullets([link(site, "/contact", site.page("/contact").title)]),
            ],
            # A frame that styles hide with what is in it.
            site.has(ALERTS) and h.div[alerts(site)],
        ],
        h.nav(".list-end.list-end--rooms.container", aria_label=site.page(PATH).title)[_rooms(site)],
    ]


def _contact(contact: Contact) -> Element:
    return h.p[
        h.strong[contact.name],
        h.br,
        h.a(href=f"tel:{contact.phone.dial}")[contact.phone.shown],
        h.br,
        h.a(href=f"mailto:{contact.email}")[contact.email],
        contact.note and [h.br, h.small(".muted")[contact.note]],
    ]


def _rooms(site: Site) -> list[Element]:
    """Return the groups of the menu that leads here; alerts stand above them."""
    return [
        h.div(".stack")[
            h.h2[rooms.title],
            bullets(link(site, entry.path, entry.label) for entry in rooms.links if entry.path != ALERTS),
        ]
        for group in site.navigation
        if any(entry.path == PATH for entry in group.links)
        for rooms in group.subgroups
    ]
