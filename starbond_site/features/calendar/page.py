"""The investor calendar: dates, each as a calendar file, and all of them to subscribe to."""

from urllib.parse import urlencode, urlsplit

import htpy as h
from htpy import Element, Node

from starbond_site.components.elements import outside_link, titled_section
from starbond_site.components.react.live import live_section
from starbond_site.content import Site
from starbond_site.content.addresses import CALENDAR_PAGE as PATH
from starbond_site.shared.categories import CALENDAR
from starbond_site.shared.settings import settings

GOOGLE = "https://calendar.google.com/calendar/r"
OUTLOOK = "https://outlook.live.com/calendar/0/addfromweb"


def body(site: Site) -> Node:
    words = site.interface.calendar
    return titled_section(site, PATH, words.lead, _subscription(site), live_section(site, CALENDAR, words.loading))


def _subscription(site: Site) -> Element:
    """Return the links that subscribe to all dates, in a program (``webcal``), Google, Outlook, and save them."""
    words = site.interface.calendar
    file = site.address(f"{PATH}.ics")
    address = settings().public_url + file
    webcal = f"webcal://{urlsplit(address).netloc}{file}"
    named = urlencode({"url": address, "name": words.name.format(company=site.company.name)})
    google, outlook = f"{GOOGLE}?{urlencode({'cid': webcal})}", f"{OUTLOOK}?{named}"
    return h.div(".calendar__subscription.no-print")[
        h.div(".button-row")[
            h.a(".button.button--primary", href=webcal)[words.subscribe],
            outside_link(site, words.google, href=google, style="button"),
            outside_link(site, words.outlook, href=outlook, style="button"),
            h.a(".button", href=file)[words.whole],
        ],
        h.p(".muted")[words.subscribe_note, " ", words.address, " ", h.code[address]],
    ]
