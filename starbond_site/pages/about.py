"""Pages of text: About Us, a lead, a picture and blocks; and the Markdown of ``content/pages`` (docs/pages.md)."""

from functools import partial

import htpy as h
from htpy import Element, Node

from starbond_site.components.elements import heading_of
from starbond_site.components.picture import page_picture, responsive_picture
from starbond_site.components.written import written
from starbond_site.content import Site
from starbond_site.content.addresses import ABOUT
from starbond_site.content.models import AboutBlock, WrittenPage
from starbond_site.pages.page import Page, page_at
from starbond_site.presentation.html_parts import paragraphs

PICTURE_SIZES = "(min-width: 64rem) 70vw, (min-width: 48rem) 100vw, 66vw"
"""Two thirds of the displayed width on phones: the picture is decoration, and the first one on a slow connection."""

BLOCK_SIZES = "(min-width: 48rem) 24rem, 92vw"


def pages(site: Site) -> list[Page]:
    about = {ABOUT: _about} if site.has(ABOUT) else {}
    bodies = about | {page.path: partial(_written, page=page) for page in site.written}
    return [page_at(site, path, body, first_picture=_first_picture(site, path)) for path, body in bodies.items()]


def _first_picture(site: Site, path: str) -> tuple[str, str] | None:
    return (picture, PICTURE_SIZES) if (picture := site.page(path).picture) else None


def _about(site: Site) -> Node:
    blocks = h.div(".about.container.section")[[_block(block) for block in site.about.blocks]]
    return heading_of(site, ABOUT, site.about.lead), _picture(site, ABOUT), blocks


def _written(site: Site, page: WrittenPage) -> Node:
    text = h.div(".about.container.section--tight")[written(site, page.body)]
    return heading_of(site, page.path), _picture(site, page.path), text


def _picture(site: Site, path: str) -> Node:
    return page_picture(site, path, sizes=PICTURE_SIZES, style="about__picture")


def _block(block: AboutBlock) -> Element:
    picture = block.picture and responsive_picture(block.picture, alt=block.picture_text, sizes=BLOCK_SIZES)
    return h.section(".about__block", id=block.id)[
        h.div(".about__head.stack")[h.h2[block.title], picture], h.div(".prose")[paragraphs(block.paragraphs)]
    ]
