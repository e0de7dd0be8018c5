"""The layout of every page: skip link, header lines, header, main, footer; that of the desk is a slim one."""

import reflex as rx

from starbond_site import design
from starbond_site.components.footer import footer
from starbond_site.components.header import desk_header, header
from starbond_site.components.link import fragment_link
from starbond_site.components.print_button import letterhead
from starbond_site.components.react import bold_face
from starbond_site.components.react.live import live_header_lines
from starbond_site.components.react.offline import kept_page
from starbond_site.content import Site
from starbond_site.content.addresses import COMPARE, MEETINGS_PAGE, SEARCH
from starbond_site.content.offline import kept_pages
from starbond_site.pages.page import Page

MAIN = "content"


def layout(site: Site, page: Page) -> rx.Component:
    skip_link = fragment_link(site.interface.header.skip_link, fragment=MAIN, class_name="skip-link")
    main = rx.el.main(page.body(site), id=MAIN, tab_index=-1)
    if page.is_tool:
        return rx.fragment(skip_link, desk_header(site), main, _bold_face(site))
    return rx.fragment(
        skip_link,
        live_header_lines(site),
        header(site, page.path),
        letterhead(site, page.path, is_asked=page.is_frame or page.path in (COMPARE, SEARCH, MEETINGS_PAGE)),
        kept_page(site) if page.path in kept_pages(site) else None,
        main,
        footer(site),
        _bold_face(site),
    )


def _bold_face(site: Site) -> rx.Component | None:
    """Return what loads the bold face of a page's language; nothing where the first file has every weight."""
    face = design.BOLD.get(site.language)
    return face and bold_face(family=face.family, address=face.address, weight=face.weight)
