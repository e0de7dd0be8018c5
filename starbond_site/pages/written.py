"""The pages of text: one Markdown file of ``content/pages`` each (docs/pages.md)."""

import reflex as rx

from starbond_site.components.heading import heading_of
from starbond_site.components.picture import page_picture
from starbond_site.components.written import written
from starbond_site.content import Site
from starbond_site.content.models import WrittenPage
from starbond_site.pages.about import PICTURE_SIZES
from starbond_site.pages.page import Page, page_at


def pages(site: Site) -> list[Page]:
    return [
        page_at(
            site,
            page.path,
            lambda site, page=page: _body(site, page),
            first_picture=(page.picture, PICTURE_SIZES) if page.picture else None,
        )
        for page in site.written
    ]


def _body(site: Site, page: WrittenPage) -> rx.Component:
    return rx.fragment(
        heading_of(site, page.path),
        page_picture(site, page.path, sizes=PICTURE_SIZES, class_name="about__picture"),
        rx.el.div(*written(site, page.body), class_name="about container section--tight"),
    )
