"""All news, newest first, and the page of each item."""

import reflex as rx

from starbond_site.components.card import day_of
from starbond_site.components.elements import heading_of, link, more_link, page_heading
from starbond_site.components.footer import FOOTER
from starbond_site.components.picture import responsive_picture
from starbond_site.components.react.prerendered import prerendered
from starbond_site.components.written import written
from starbond_site.content import Site
from starbond_site.content.addresses import NEWS
from starbond_site.content.models import NewsItem
from starbond_site.content.pictures import pictures
from starbond_site.pages import structured
from starbond_site.pages.page import Page, optional_page, page_at

PAGE_SIZES = "(min-width: 64rem) 44rem, 92vw"
SIZES = "(min-width: 64rem) 24rem, (min-width: 48rem) 18rem, 92vw"


def pages(site: Site) -> list[Page]:
    first = f"news/{site.news[0].id}" if site.news else ""
    items = [
        page_at(
            site,
            item.path,
            lambda site, item=item: _page(site, item),
            first_picture=(f"news/{item.id}", PAGE_SIZES) if f"news/{item.id}" in pictures() else None,
            structured_data=structured.news(site, [item]),
        )
        for item in site.news
        if site.has(NEWS)
    ]
    return items + optional_page(
        site,
        NEWS,
        _body,
        first_picture=(first, SIZES) if first in pictures() else None,
        below=site.news[1].id if len(site.news) > 1 else FOOTER,
        structured_data=structured.news(site, site.news),
    )


def _body(site: Site) -> rx.Component:
    return rx.fragment(
        heading_of(site, NEWS),
        rx.el.div(
            *(prerendered(_item(site, item, first=place == 0)) for place, item in enumerate(site.news)),
            None if site.news else rx.el.p(site.interface.home.news_empty),
            class_name="news container section--tight",
        ),
    )


def _item(site: Site, item: NewsItem, *, first: bool) -> rx.Component:
    return rx.el.article(
        responsive_picture(f"news/{item.id}", alt=item.picture_text, sizes=SIZES, first=first),
        rx.el.div(
            day_of(site, item),
            rx.el.h2(item.title, class_name="news__title"),
            rx.el.p(item.summary),
            more_link(site.interface.home.read_more, item.title, site.address(item.path)),
            class_name="stack",
        ),
        id=item.id,
        class_name="news__item",
    )


def _page(site: Site, item: NewsItem) -> rx.Component:
    return rx.fragment(
        page_heading(item.title, item.summary),
        rx.el.article(
            prerendered(
                rx.el.div(
                    day_of(site, item),
                    responsive_picture(f"news/{item.id}", alt=item.picture_text, sizes=PAGE_SIZES, first=True),
                    class_name="news-page__head stack",
                )
            ),
            *written(site, item.body),
            link(site.interface.home.all_news, href=site.address(NEWS)),
            class_name="news-page container section--tight",
        ),
    )
