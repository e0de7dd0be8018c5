"""All news, newest first, and the page of each item."""

import htpy as h
from htpy import Element, Node

from starbond_site.components.card import day_of
from starbond_site.components.elements import heading_of, more_link, page_heading
from starbond_site.components.footer import FOOTER
from starbond_site.components.picture import responsive_picture
from starbond_site.components.written import written
from starbond_site.content import Site
from starbond_site.content.addresses import NEWS
from starbond_site.content.models import NewsItem
from starbond_site.content.pictures import pictures
from starbond_site.pages import structured
from starbond_site.pages.page import Page, optional_page, page_at
from starbond_site.presentation.html_parts import link

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


def _body(site: Site) -> Node:
    items = [_item(site, item, first=place == 0) for place, item in enumerate(site.news)]
    return [
        heading_of(site, NEWS),
        h.div(".news.container.section--tight")[items or h.p[site.interface.home.news_empty]],
    ]


def _item(site: Site, item: NewsItem, *, first: bool) -> Element:
    return h.article(".news__item", id=item.id)[
        responsive_picture(f"news/{item.id}", alt=item.picture_text, sizes=SIZES, first=first),
        h.div(".stack")[
            day_of(site, item),
            h.h2(".news__title")[item.title],
            h.p[item.summary],
            more_link(site.interface.home.read_more, item.title, site.address(item.path)),
        ],
    ]


def _page(site: Site, item: NewsItem) -> Node:
    shown = responsive_picture(f"news/{item.id}", alt=item.picture_text, sizes=PAGE_SIZES, first=True)
    return [
        page_heading(item.title, item.summary),
        h.article(".news-page.container.section--tight")[
            h.div(".news-page__head.stack")[day_of(site, item), shown],
            written(site, item.body),
            link(site, NEWS, site.interface.home.all_news),
        ],
    ]
