"""The page that says who owns the company, with the facts of the share."""

import reflex as rx

from starbond_site.categories import SHAREHOLDING
from starbond_site.components.heading import heading_of
from starbond_site.components.html import html
from starbond_site.components.link import link, localized
from starbond_site.components.print_button import print_button
from starbond_site.components.react.live import live_section
from starbond_site.components.react.prerendered import prerendered
from starbond_site.content import Site
from starbond_site.content.addresses import DISCLOSURES_PAGE
from starbond_site.content.addresses import SHAREHOLDING_PAGE as PATH
from starbond_site.pages.page import Page, optional_page
from starbond_site.shareholding.html import facts


def pages(site: Site) -> list[Page]:
    return optional_page(site, PATH, _body)


def _body(site: Site) -> rx.Component:
    words, governance = site.interface.shareholding, site.shareholding.governance
    leads = [path for path in (DISCLOSURES_PAGE, governance) if path and site.has(path)]
    return rx.fragment(
        heading_of(site, PATH, words.lead),
        rx.el.div(
            live_section(site, SHAREHOLDING, site.interface.documents.loading, "shareholding figures"),
            rx.el.section(
                prerendered(rx.el.h2(words.share, id="share")),
                prerendered(rx.el.div(html(facts(site), class_name="stack"))),
                class_name="stack",
                aria_labelledby="share",
            ),
            rx.el.div(
                *(
                    link(site.page(path).title, href=localized(path, site.language), class_name="button")
                    for path in leads
                ),
                print_button(site.interface.print.list_button),
                class_name="button-row no-print",
            ),
            class_name="container section--tight stack",
        ),
    )
