"""The investor calendar: dates, each as a calendar file, and all of them to subscribe to."""

from urllib.parse import urlencode, urlsplit

import reflex as rx

from starbond_site.components.elements import outside_link, plain_link, titled_section
from starbond_site.components.react.live import live_section
from starbond_site.content import Site
from starbond_site.content.addresses import CALENDAR_PAGE as PATH
from starbond_site.shared.categories import CALENDAR
from starbond_site.shared.settings import settings

GOOGLE = "https://calendar.google.com/calendar/r"
OUTLOOK = "https://outlook.live.com/calendar/0/addfromweb"


def body(site: Site) -> rx.Component:
    words = site.interface.calendar
    return titled_section(site, PATH, words.lead, _subscription(site), live_section(site, CALENDAR, words.loading))


def _subscription(site: Site) -> rx.Component:
    """Return the links that subscribe to all dates, in a program (``webcal``), Google, Outlook, and save them."""
    words = site.interface.calendar
    file = site.address(f"{PATH}.ics")
    address = settings().public_url + file
    webcal = f"webcal://{urlsplit(address).netloc}{file}"
    named = urlencode({"url": address, "name": words.name.format(company=site.company.name)})
    return rx.el.div(
        rx.el.div(
            plain_link(words.subscribe, href=webcal, class_name="button button--primary"),
            outside_link(site, words.google, href=f"{GOOGLE}?{urlencode({'cid': webcal})}", class_name="button"),
            outside_link(site, words.outlook, href=f"{OUTLOOK}?{named}", class_name="button"),
            plain_link(words.whole, href=file, class_name="button"),
            class_name="button-row",
        ),
        rx.el.p(words.subscribe_note, " ", words.address, " ", rx.el.code(address), class_name="muted"),
        class_name="calendar__subscription no-print",
    )
