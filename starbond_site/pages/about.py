"""About Us: a lead, a picture and blocks."""

import reflex as rx

from starbond_site.components.heading import heading_of
from starbond_site.components.picture import page_picture, responsive_picture
from starbond_site.content import Site
from starbond_site.content.addresses import ABOUT
from starbond_site.content.models import AboutBlock
from starbond_site.pages.page import Page, optional_page

PICTURE_SIZES = "(min-width: 64rem) 70vw, (min-width: 48rem) 100vw, 66vw"
"""Two thirds of the displayed width on phones: the picture is decoration, and the first one on a slow connection."""

BLOCK_SIZES = "(min-width: 48rem) 24rem, 92vw"


def pages(site: Site) -> list[Page]:
    picture = site.page(ABOUT).picture if site.has(ABOUT) else None
    return optional_page(site, ABOUT, _body, first_picture=(picture, PICTURE_SIZES) if picture else None)


def _body(site: Site) -> rx.Component:
    return rx.fragment(
        heading_of(site, ABOUT, site.about.lead),
        page_picture(site, ABOUT, sizes=PICTURE_SIZES, class_name="about__picture"),
        rx.el.div(*(_block(block) for block in site.about.blocks), class_name="about container section"),
    )


def _block(block: AboutBlock) -> rx.Component:
    return rx.el.section(
        rx.el.div(
            rx.el.h2(block.title),
            responsive_picture(block.picture, alt=block.picture_text, sizes=BLOCK_SIZES) if block.picture else None,
            class_name="about__head stack",
        ),
        rx.el.div(*(rx.el.p(paragraph) for paragraph in block.paragraphs), class_name="prose"),
        class_name="about__block",
        id=block.id,
    )
