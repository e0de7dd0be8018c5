"""The page of dividends."""

import reflex as rx

from starbond_site.categories import DIVIDENDS
from starbond_site.components.live_page import live_page
from starbond_site.content import Site
from starbond_site.content.addresses import DIVIDENDS_PAGE as PATH
from starbond_site.pages.page import Page, optional_page


def pages(site: Site) -> list[Page]:
    return optional_page(site, PATH, _body)


def _body(site: Site) -> rx.Component:
    policy = site.dividends.policy
    links = {policy: site.page(policy).title} if policy else {}
    return live_page(site, PATH, DIVIDENDS, site.interface.dividends.lead, links=links, style="dividends figures")
