"""The page of dividends."""

import reflex as rx

from starbond_site.categories import DIVIDENDS
from starbond_site.components.heading import heading_of
from starbond_site.components.link import link, localized
from starbond_site.components.print_button import print_button
from starbond_site.components.react.live import live_section
from starbond_site.content import Site
from starbond_site.content.addresses import DIVIDENDS_PAGE as PATH
from starbond_site.pages.page import Page, optional_page


def pages(site: Site) -> list[Page]:
    return optional_page(site, PATH, _body)


def _body(site: Site) -> rx.Component:
    words, policy = site.interface.dividends, site.dividends.policy
    return rx.fragment(
        heading_of(site, PATH, words.lead),
        rx.el.div(
            live_section(site, DIVIDENDS, site.interface.documents.loading, "dividends figures"),
            rx.el.div(
                link(site.page(policy).title, href=localized(policy, site.language), class_name="button")
                if policy
                else None,
                print_button(site.interface.print.list_button),
                class_name="button-row no-print",
            ),
            class_name="container section--tight stack",
        ),
    )
