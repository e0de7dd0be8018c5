"""All news, newest first; each piece has its text in a native disclosure."""

import reflex as rx

from starbond_site.components.footer import FOOTER
from starbond_site.components.heading import heading_of
from starbond_site.components.html import html
from starbond_site.components.picture import responsive_picture
from starbond_site.components.react.prerendered import prerendered
from starbond_site.content import Site
from starbond_site.content.addresses import NEWS
from starbond_site.content.formats import long_date
from starbond_site.content.models import NewsItem
from starbond_site.content.pictures import pictures
from starbond_site.pages import structured
from starbond_site.pages.page import Page, optional_page

SIZES = "(min-width: 64rem) 24rem, (min-width: 48rem) 18rem, 92vw"


def pages(site: Site) -> list[Page]:
    """Return the page of all news, where the site has it."""
    first = f"news/{site.news[0].id}" if site.news else ""
    return optional_page(
        site,
        NEWS,
        _body,
        first_picture=(first, SIZES) if first in pictures() else None,
        below=site.news[1].id if len(site.news) > 1 else FOOTER,
        structured_data=structured.news(site),
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
    words = site.interface.home
    return rx.el.article(
        responsive_picture(f"news/{item.id}", alt=item.picture_text, sizes=SIZES, first=first),
        rx.el.div(
            rx.el.p(
                rx.el.time(long_date(item.date, site.interface.dates), date_time=item.date.isoformat()),
                class_name="eyebrow",
            ),
            rx.el.h2(item.title, class_name="news__title"),
            rx.el.p(item.summary),
            rx.el.details(
                rx.el.summary(words.read_more, rx.el.span(f": {item.title}", class_name="visually-hidden")),
                html(item.body, class_name="prose"),
                class_name="disclosure stack",
            ),
            class_name="stack",
        ),
        id=item.id,
        class_name="news__item",
    )
