"""The home page: slider, brands, a letter, the latest filing, news: each where the content has any."""

import reflex as rx

from starbond_site.components.card import brand_card, news_card
from starbond_site.components.elements import link, more_link, page_heading
from starbond_site.components.finder_entry import finder_entry
from starbond_site.components.picture import photographed, portrait, responsive_picture
from starbond_site.components.react.carousel import BRANDS, NEWS, multi_carousel, slider
from starbond_site.components.react.live import live_filing, live_section
from starbond_site.components.react.prerendered import prerendered
from starbond_site.content import Site
from starbond_site.content.addresses import INVESTORS, NEWS_ANCHOR
from starbond_site.content.addresses import NEWS as NEWS_PAGE
from starbond_site.content.models import Letter, Slide
from starbond_site.pages import structured
from starbond_site.pages.page import Page, page_at
from starbond_site.presentation.topics import INVESTORS_ON_HOME, LATEST_CATEGORY

PRODUCTS = "products"
LATEST = "latest-filing"
"""Ids of sections."""
SLIDE_SIZES = "(min-width: 60rem) 62vw, (min-width: 48rem) 100vw, 88vw"
"""On phones slightly less than displayed: dense screens then load the lighter file, without a visible difference."""
PORTRAIT_UNTIL = "(max-width: 47.99rem)"
"""Below this width the slide shows the portrait crop of its scene."""
PORTRAIT_SIZES = "(min-width: 64rem) 22rem, 60vw"
NEWEST = 6
"""Pieces of news that the home page shows where the site has a page with all of them."""


def pages(site: Site) -> list[Page]:
    slides = [f"slides/{item.id}" for item in site.slides]
    return [
        page_at(
            site,
            "/",
            _body,
            first_picture=(slides[0], SLIDE_SIZES) if slides else None,
            narrow_picture=(f"{slides[0]}-portrait", PORTRAIT_UNTIL) if slides else None,
            below=PRODUCTS if _has_brands(site) else LATEST,
            structured_data=() if site.has(NEWS_PAGE) else structured.news(site, site.news),
        )
    ]


def _body(site: Site) -> rx.Component:
    heading = site.home.heading.format(company=site.company.name)
    return rx.fragment(
        *(
            (rx.el.h1(heading, class_name="visually-hidden"), _slider(site))
            if site.slides
            else (page_heading(heading, site.company.tagline),)
        ),
        _introduction(site) if site.home.lead else None,
        _brands(site) if _has_brands(site) else None,
        _letter(site, site.home_letter) if site.home_letter else None,
        _latest_filing(site),
        _news(site) if _has_news(site) else None,
    )


def _has_brands(site: Site) -> bool:
    return any(brand.card for brand in site.brands)


def _has_news(site: Site) -> bool:
    """Return whether there is news, or a menu that leads to it: the section then says that there is none."""
    links = (link.path for group in site.navigation for link in group.links)
    return bool(site.news) or NEWS_ANCHOR in links


def _slider(site: Site) -> rx.Component:
    return slider(
        site,
        *(_slide(site, item, first=index == 0) for index, item in enumerate(site.slides)),
        label=site.interface.home.slider_label,
        intervals=site.slide_pauses,
    )


def _slide(site: Site, item: Slide, *, first: bool) -> rx.Component:
    """Return a slide; the picture of the first is loaded with priority."""
    words_and_picture = rx.el.div(
        rx.el.div(
            rx.el.h2(item.title, class_name="slide__title"),
            rx.el.p(item.text, class_name="slide__text"),
            link(
                item.link.label,
                href=site.address(item.link.path),
                class_name="button button--primary" if first else "button",
            ),
            class_name="slide__words",
        ),
        responsive_picture(
            f"slides/{item.id}",
            narrow=(f"slides/{item.id}-portrait", PORTRAIT_UNTIL),
            alt=item.picture_text,
            sizes=SLIDE_SIZES,
            first=first,
            class_name="slide__picture",
        ),
        class_name="slide",
    )
    return prerendered(words_and_picture)


def _introduction(site: Site) -> rx.Component:
    numbers = {"products": len(site.products), "brands": len(site.brands)}
    facts = [(fact.label, site.digits(fact.value.format(**numbers))) for fact in site.home.facts]
    return prerendered(
        rx.el.section(
            rx.el.p(site.home.lead, class_name="lead"),
            rx.el.dl(*(rx.el.div(rx.el.dt(label), rx.el.dd(value)) for label, value in facts), class_name="facts-line")
            if facts
            else None,
            class_name="introduction container",
        )
    )


def _brands(site: Site) -> rx.Component:
    words = site.interface.home
    return rx.el.section(
        rx.el.div(
            prerendered(
                rx.el.div(
                    rx.el.div(
                        rx.el.h2(words.products_heading),
                        rx.el.p(site.home.products_lead, class_name="lead") if site.home.products_lead else None,
                    ),
                    link(words.all_products, href=site.address("/Products")),
                    class_name="section-head",
                )
            ),
            _cards(
                site,
                [brand_card(site, brand) for brand in site.brands if brand.card],
                label=site.interface.home.products_label,
                shown=BRANDS,
            ),
            finder_entry(site),
            class_name="container",
        ),
        class_name="section",
        id=PRODUCTS,
    )


def _cards(site: Site, cards: list[rx.Component], *, label: str, shown: tuple[int, int, int, int]) -> rx.Component:
    """Return a carousel of cards; a single card stands by itself."""
    if len(cards) == 1:
        return rx.el.div(cards[0], class_name="single-card")
    return multi_carousel(site, *cards, label=label, shown=shown)


def _letter(site: Site, message: Letter) -> rx.Component:
    person = site.person(message.person)
    monogram = "" if photographed(person, PORTRAIT_SIZES) else " message-teaser--monogram"
    letter = rx.el.section(
        rx.el.div(
            portrait(
                person,
                alt=site.interface.message.portrait.format(name=person.name),
                sizes=PORTRAIT_SIZES,
                class_name="message-teaser__portrait",
            ),
            rx.el.div(
                rx.el.h2(site.interface.home.about_heading),
                rx.el.blockquote(rx.el.p(message.quote), class_name="quote"),
                rx.el.p(message.summary),
                rx.el.p(
                    rx.el.strong(person.name),
                    rx.el.br(),
                    rx.el.span(person.role, class_name="muted"),
                ),
                more_link(site.interface.home.read_more, message.title, site.address(message.path), "button"),
                class_name="message-teaser__text stack",
            ),
            class_name=f"message-teaser container{monogram}",
        ),
        class_name="section wash",
        id="about",
    )
    return prerendered(letter)


def _latest_filing(site: Site) -> rx.Component:
    """Return the quiet band with the latest filing and its date, and what else investors look for."""
    title = site.page(INVESTORS).title if site.has(INVESTORS) else ""
    return rx.el.section(
        rx.el.h2(link(title, href=site.address(INVESTORS)), class_name="container latest-title") if title else None,
        rx.el.div(
            (rx.el.h3 if title else rx.el.h2)(site.title_of(LATEST_CATEGORY), class_name="latest-band__title"),
            live_filing(site),
            link(
                site.home.latest_all or site.title_of(LATEST_CATEGORY),
                href=site.address(site.page_of(LATEST_CATEGORY)),
            ),
            class_name="latest-band container",
        ),
        live_section(site, INVESTORS_ON_HOME, "", "investors"),
        id=LATEST,
        class_name="section--tight",
    )


def _news(site: Site) -> rx.Component:
    words, is_listed = site.interface, site.has(NEWS_PAGE)
    cards = [news_card(site, item) for item in site.news[: NEWEST if is_listed else None]]
    all_news = link(words.home.all_news, href=site.address(NEWS_PAGE)) if is_listed else None
    return rx.el.section(
        rx.el.div(
            prerendered(rx.el.div(rx.el.h2(words.home.news_heading), all_news, class_name="section-head")),
            _cards(site, cards, label=words.home.news_label, shown=NEWS) if cards else rx.el.p(words.home.news_empty),
            class_name="container",
        ),
        class_name="section",
        id="news",
    )
