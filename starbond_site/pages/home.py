"""The home page: slider, brands, a letter, the latest filing, news: each where the content has any."""

import htpy as h
from htpy import Element, Node

from starbond_site.components.card import brand_card, news_card
from starbond_site.components.elements import more_link, page_heading
from starbond_site.components.finder_entry import finder_entry
from starbond_site.components.picture import photographed, portrait, responsive_picture
from starbond_site.components.react.carousel import BRANDS, NEWS, multi_carousel, slider
from starbond_site.components.react.live import live_filing, live_section
from starbond_site.content import Site
from starbond_site.content.addresses import INVESTORS, NEWS_ANCHOR
from starbond_site.content.addresses import NEWS as NEWS_PAGE
from starbond_site.content.models import Letter, Slide
from starbond_site.pages import structured
from starbond_site.pages.page import Page, page_at
from starbond_site.presentation.html_parts import link
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


def _body(site: Site) -> Node:
    heading = site.home.heading.format(company=site.company.name)
    return [
        [h.h1(".visually-hidden")[heading], _slider(site)]
        if site.slides
        else page_heading(heading, site.company.tagline),
        site.home.lead and _introduction(site),
        _has_brands(site) and _brands(site),
        site.home_letter and _letter(site, site.home_letter),
        _latest_filing(site),
        _has_news(site) and _news(site),
    ]


def _has_brands(site: Site) -> bool:
    return any(brand.card for brand in site.brands)


def _has_news(site: Site) -> bool:
    """Return whether there is news, or a menu that leads to it: the section then says that there is none."""
    links = (link.path for group in site.navigation for link in group.links)
    return bool(site.news) or NEWS_ANCHOR in links


def _slider(site: Site) -> Node:
    return slider(
        site,
        *(_slide(site, item, first=index == 0) for index, item in enumerate(site.slides)),
        label=site.interface.home.slider_label,
        intervals=site.slide_pauses,
    )


def _slide(site: Site, item: Slide, *, first: bool) -> Element:
    """Return a slide; the picture of the first is loaded with priority."""
    return h.div(".slide")[
        h.div(".slide__words")[
            h.h2(".slide__title")[item.title],
            h.p(".slide__text")[item.text],
            link(site, item.link.path, item.link.label, "button button--primary" if first else "button"),
        ],
        responsive_picture(
            f"slides/{item.id}",
            narrow=(f"slides/{item.id}-portrait", PORTRAIT_UNTIL),
            alt=item.picture_text,
            sizes=SLIDE_SIZES,
            first=first,
            style="slide__picture",
        ),
    ]


def _introduction(site: Site) -> Element:
    numbers = {"products": len(site.products), "brands": len(site.brands)}
    facts = [(fact.label, site.digits(fact.value.format(**numbers))) for fact in site.home.facts]
    return h.section(".introduction.container")[
        h.p(".lead")[site.home.lead],
        facts and h.dl(".facts-line")[[h.div[h.dt[label], h.dd[value]] for label, value in facts]],
    ]


def _brands(site: Site) -> Element:
    words, lead = site.interface.home, site.home.products_lead
    cards = [brand_card(site, brand) for brand in site.brands if brand.card]
    return h.section(".section", id=PRODUCTS)[
        h.div(".container")[
            h.div(".section-head")[
                h.div[h.h2[words.products_heading], lead and h.p(".lead")[lead]],
                link(site, "/Products", words.all_products),
            ],
            _cards(site, cards, label=words.products_label, shown=BRANDS),
            finder_entry(site),
        ]
    ]


def _cards(site: Site, cards: list[Element], *, label: str, shown: tuple[int, int, int, int]) -> Node:
    """Return a carousel of cards; a single card stands by itself."""
    if len(cards) == 1:
        return h.div(".single-card")[cards]
    return multi_carousel(site, *cards, label=label, shown=shown)


def _letter(site: Site, message: Letter) -> Element:
    person, words = site.person(message.person), site.interface
    monogram = not photographed(person, PORTRAIT_SIZES) and "message-teaser--monogram"
    alt = words.message.portrait.format(name=person.name)
    return h.section("#about.section.wash")[
        h.div(class_=["message-teaser container", monogram])[
            portrait(person, alt=alt, sizes=PORTRAIT_SIZES, style="message-teaser__portrait"),
            h.div(".message-teaser__text.stack")[
                h.h2[words.home.about_heading],
                h.blockquote(".quote")[h.p[message.quote]],
                h.p[message.summary],
                h.p[h.strong[person.name], h.br, h.span(".muted")[person.role]],
                more_link(words.home.read_more, message.title, site.address(message.path), "button"),
            ],
        ]
    ]


def _latest_filing(site: Site) -> Element:
    """Return the quiet band with the latest filing and its date, and what else investors look for."""
    has_room, title = site.has(INVESTORS), site.title_of(LATEST_CATEGORY)
    heading = h.h3 if has_room else h.h2
    return h.section(".section--tight", id=LATEST)[
        has_room and h.h2(".container.latest-title")[link(site, INVESTORS, site.page(INVESTORS).title)],
        h.div(".latest-band.container")[
            heading(".latest-band__title")[title],
            live_filing(site),
            link(site, site.page_of(LATEST_CATEGORY), site.home.latest_all or title),
        ],
        live_section(site, INVESTORS_ON_HOME, "", "investors"),
    ]


def _news(site: Site) -> Element:
    words, is_listed = site.interface.home, site.has(NEWS_PAGE)
    cards = [news_card(site, item) for item in site.news[: NEWEST if is_listed else None]]
    return h.section("#news.section")[
        h.div(".container")[
            h.div(".section-head")[h.h2[words.news_heading], is_listed and link(site, NEWS_PAGE, words.all_news)],
            _cards(site, cards, label=words.news_label, shown=NEWS) if cards else h.p[words.news_empty],
        ]
    ]
