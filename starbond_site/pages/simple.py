"""The pages "not found" and "under construction": a picture, a sentence and links."""

import htpy as h
from htpy import Element

from starbond_site.components.picture import page_picture
from starbond_site.content import Site
from starbond_site.content.addresses import FILINGS, NOT_FOUND, UNDER_CONSTRUCTION
from starbond_site.presentation.html_parts import bullets, link


def under_construction(site: Site) -> Element:
    words = site.interface.under_construction
    links = ((words.home_link, "/"), (words.products_link, "/Products"), (words.contact_link, "/contact"))
    return _placeholder(site, UNDER_CONSTRUCTION, words.heading, words.text, links)


def not_found(site: Site) -> Element:
    words = site.interface.not_found
    investors = site.investors.pages[0].path if site.investors.pages else FILINGS
    links = (
        (words.home_link, "/"),
        (words.products_link, "/Products"),
        (words.investors_link, investors),
        (words.contact_link, "/contact"),
    )
    return _placeholder(site, NOT_FOUND, words.heading, words.text, links)


def _placeholder(site: Site, path: str, heading: str, text: str, links: tuple[tuple[str, str], ...]) -> Element:
    buttons = [link(site, place, label, "button") for label, place in links]
    return h.section(".way-on.container.section")[
        h.div(".stack")[h.h1[heading], h.p(".lead")[text], bullets(buttons, "button-row plain-list")],
        page_picture(site, path, sizes="(min-width: 64rem) 32rem, 92vw"),
    ]
