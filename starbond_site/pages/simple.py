"""The pages "not found" and "under construction": a drawing, a sentence and links."""

import reflex as rx

from starbond_site.components.link import link, localized
from starbond_site.components.picture import responsive_picture
from starbond_site.content import Site
from starbond_site.pages.page import Page

DRAWING = "drawings/unfinished-joint"


def pages(site: Site) -> list[Page]:
    """Return the placeholder page and the page for unknown addresses."""
    return [
        Page(path=path, title=text.title, description=text.description, body=body)
        for path, body in (("/underConstruction", _under_construction), ("/404", _not_found))
        for text in [site.page(path)]
    ]


def _under_construction(site: Site) -> rx.Component:
    words = site.interface.under_construction
    links = ((words.home_link, "/"), (words.products_link, "/Products"), (words.contact_link, "/contact"))
    return _placeholder(site, words.heading, words.text, words.picture, links)


def _not_found(site: Site) -> rx.Component:
    words = site.interface.not_found
    links = (
        (words.home_link, "/"),
        (words.products_link, "/Products"),
        (words.investors_link, "/PriceSensitiveInformation"),
        (words.contact_link, "/contact"),
    )
    return _placeholder(site, words.heading, words.text, words.picture, links)


def _placeholder(site: Site, heading: str, text: str, picture: str, links: tuple[tuple[str, str], ...]) -> rx.Component:
    return rx.el.section(
        rx.el.div(
            rx.el.h1(heading),
            rx.el.p(text, class_name="lead"),
            rx.el.ul(
                *(
                    rx.el.li(link(label, href=localized(path, site.language), class_name="button"))
                    for label, path in links
                ),
                class_name="button-row plain-list",
            ),
            class_name="stack",
        ),
        responsive_picture(DRAWING, alt=picture, sizes="(min-width: 64rem) 32rem, 92vw", first=True),
        class_name="way-on container section",
    )
