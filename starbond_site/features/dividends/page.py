"""The page of dividends."""

from starbond_site.content import Site
from starbond_site.content.addresses import DIVIDENDS_PAGE
from starbond_site.pages.live import live_pages
from starbond_site.pages.page import Page
from starbond_site.shared.categories import DIVIDENDS


def pages(site: Site) -> list[Page]:
    lead, links = site.interface.dividends.lead, {site.dividends.policy: ""}
    return live_pages(site, DIVIDENDS_PAGE, DIVIDENDS, lead, links=links, style="dividends figures")
