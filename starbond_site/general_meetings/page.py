"""The page of general meetings."""

import reflex as rx

from starbond_site.categories import MEETINGS
from starbond_site.components.live_page import live_page
from starbond_site.components.react import countdown
from starbond_site.content import Site
from starbond_site.content.addresses import MEETINGS_PAGE as PATH
from starbond_site.pages.page import Page, optional_page


def pages(site: Site) -> list[Page]:
    """Return the page, where the site has it."""
    return optional_page(site, PATH, _body)


def _body(site: Site) -> rx.Component:
    words = site.interface.meetings
    return live_page(site, PATH, MEETINGS, words.lead, countdown(), printing=words.print, style="meetings figures")
