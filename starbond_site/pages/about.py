"""About Us: a lead and three blocks."""

import reflex as rx

from starbond_site.components.heading import page_heading
from starbond_site.components.picture import responsive_picture
from starbond_site.content import Site
from starbond_site.content.models import AboutBlock
from starbond_site.pages.page import Page

PICTURE = "slides/family"
PICTURE_SIZES = "(min-width: 64rem) 70vw, (min-width: 48rem) 100vw, 66vw"
"""Two thirds of the displayed width on phones: the picture is decoration, and the first one on a slow connection."""


def pages(site: Site) -> list[Page]:
    """Return the page."""
    text = site.page("/about")
    return [
        Page(
            path="/about",
            title=text.title,
            description=text.description,
            body=_body,
            first_picture=(PICTURE, PICTURE_SIZES),
        )
    ]


def _body(site: Site) -> rx.Component:
    return rx.fragment(
        page_heading(site.page("/about").title, site.about.lead),
        responsive_picture(PICTURE, alt="", sizes=PICTURE_SIZES, first=True, class_name="about__picture"),
        rx.el.div(*(_block(block) for block in site.about.blocks), class_name="about container section"),
    )


def _block(block: AboutBlock) -> rx.Component:
    return rx.el.section(
        rx.el.h2(block.title),
        rx.el.div(*(rx.el.p(paragraph) for paragraph in block.paragraphs), class_name="prose"),
        class_name="about__block",
        id=block.id,
    )
