"""The page that says who owns the company, with the facts of the share."""

import reflex as rx

from starbond_site.categories import SHAREHOLDING
from starbond_site.components.html import html
from starbond_site.components.live_page import live_page
from starbond_site.components.react.prerendered import prerendered
from starbond_site.content import Site
from starbond_site.content.addresses import DISCLOSURES_PAGE
from starbond_site.content.addresses import SHAREHOLDING_PAGE as PATH
from starbond_site.pages.page import Page, optional_page
from starbond_site.shareholding.html import facts


def pages(site: Site) -> list[Page]:
    return optional_page(site, PATH, _body)


def _body(site: Site) -> rx.Component:
    words, leads = site.interface.shareholding, (DISCLOSURES_PAGE, site.shareholding.governance)
    links = {path: site.page(path).title for path in leads if path and site.has(path)}
    share = rx.el.section(
        prerendered(rx.el.h2(words.share, id="share")),
        prerendered(rx.el.div(html(facts(site), class_name="stack"))),
        class_name="stack",
        aria_labelledby="share",
    )
    return live_page(site, PATH, SHAREHOLDING, words.lead, share, links=links, style="shareholding figures")
