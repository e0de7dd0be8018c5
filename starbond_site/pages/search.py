"""The page of results, into which the server writes what was searched (`web.pages_with_a_query`)."""

import reflex as rx

from starbond_site.components.heading import heading_of
from starbond_site.components.html import html
from starbond_site.components.react import document_frame
from starbond_site.content import Site
from starbond_site.content.addresses import SEARCH
from starbond_site.pages.page import Page, page_at
from starbond_site.presentation.search.results import MARK, search


def pages(site: Site) -> list[Page]:
    return [page_at(site, SEARCH, _body, indexed=False)]


def _body(site: Site) -> rx.Component:
    return rx.fragment(
        heading_of(site, SEARCH),
        rx.el.div(
            document_frame(html(search(site), "search__results"), mark=MARK, class_name="search__results"),
            class_name="container section--tight",
        ),
    )
