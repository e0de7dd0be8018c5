"""The page of general meetings."""

from starbond_site.components.react import countdown
from starbond_site.content import Site
from starbond_site.content.addresses import MEETINGS_PAGE
from starbond_site.pages.live import live_pages
from starbond_site.pages.page import Page
from starbond_site.shared.categories import MEETINGS


def pages(site: Site) -> list[Page]:
    words, style = site.interface.meetings, "meetings figures"
    return live_pages(site, MEETINGS_PAGE, MEETINGS, words.lead, countdown, printing=words.print, style=style)
