"""The layout of pages: skip link, header lines, header, main, footer; that of desk and uploads has a slim header."""

import htpy as h
import reflex as rx
from htpy import Element, Node

from starbond_site.components.footer import footer
from starbond_site.components.header import desk_header, header
from starbond_site.components.react import dates, error_boundary, sheet_line, typeface
from starbond_site.components.react.component import drawn
from starbond_site.components.react.live import live_header_lines
from starbond_site.components.react.offline import kept_page
from starbond_site.content import LANGUAGES, Site, read
from starbond_site.content.addresses import COMPARE, FINDER, MEETINGS_PAGE, SEARCH, UPLOAD_PAGES
from starbond_site.pages.page import Page
from starbond_site.presentation import design
from starbond_site.presentation.html_parts import drawing_address
from starbond_site.presentation.site_files.offline import kept_pages
from starbond_site.reflex_adapter.event_logs import report_exception
from starbond_site.shared.settings import settings

MAIN = "content"


def layout(site: Site, page: Page) -> rx.Component:
    skip_link = h.a(".skip-link", href=f"#{MAIN}")[site.interface.header.skip_link]
    main = h.main(id=MAIN, tabindex="-1")[page.body(site)]
    if page.is_tool:
        return drawn(skip_link, desk_header(site, page.path), main, _typeface(site), _not_updating(site))
    return drawn(
        skip_link,
        live_header_lines(site),
        desk_header(site, page.path) if page.path in UPLOAD_PAGES else header(site, page.path),
        _letterhead(site, page.path, is_asked=page.is_frame or page.path in (COMPARE, FINDER, SEARCH, MEETINGS_PAGE)),
        kept_page(site) if page.path in kept_pages(site) else None,
        main,
        footer(site),
        _typeface(site),
        _not_updating(site),
    )


def _letterhead(site: Site, path: str, *, is_asked: bool) -> Element:
    """Return what only paper shows: logo, name and telephone of the company, day of printing, address of the page.

    Where the page shows what its address asks for (``is_asked``), the address is that of the browser.
    """
    return h.div(".letterhead.print-only")[
        h.span[
            h.img(src=drawing_address("/marks/company.svg"), alt="", width=40, height=40, loading="lazy"),
            h.strong[site.company.name, h.br, h.small[site.company.sales_phone.shown]],
        ],
        sheet_line(
            address="" if is_asked else settings().public_url + site.address(path),
            label=site.interface.print.sheet_date,
            dates=dates(site),
        ),
    ]


def _not_updating(site: Site) -> Element:
    """Return what ``deferred_hydration.js`` shows where the scripts of a page do not come."""
    words = site.interface
    button = h.button(".button", type="button")[words.failure.button]
    return h.div(".not-updating.no-print", role="alert", hidden=True)[h.p[words.not_updating.text], button]


def _typeface(site: Site) -> Node:
    """Return a component that looks after the files of a language that has its own; nothing for the others."""
    regular, bold = design.face(site.language), design.BOLD.get(site.language)
    if regular is design.LATIN:
        return None
    named = (("regular", regular), ("bold", bold))
    faces = {name: face and {"address": face.address, "weight": face.weight} for name, face in named}
    return typeface(family=regular.family, **faces)


def guard() -> rx.Component:
    """Return a sentence and a button in place of an empty window, where rendering a page of any language fails."""
    words = {language: read(language).interface.failure.model_dump() for language in LANGUAGES}
    return error_boundary(words=words, on_error=report_exception)
