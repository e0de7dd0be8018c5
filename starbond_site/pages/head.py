"""The ``<head>`` of a page: metadata for search engines and social networks, icons and preload hints."""

import json
from collections.abc import Sequence
from pathlib import Path

import htpy as h
import reflex as rx
from htpy import Node
from markupsafe import Markup

from starbond_site.components.picture import CROP_LEAST, WHOLE_LEAST, preload
from starbond_site.components.react.component import prerendered_head
from starbond_site.content import Site
from starbond_site.content.addresses import ABOUT, FILINGS, NOT_FOUND, SHARED, alternates, web_manifest
from starbond_site.content.pictures import social_picture
from starbond_site.pages import structured
from starbond_site.pages.page import Page
from starbond_site.presentation import atom, design
from starbond_site.presentation.html_parts import drawing_address, structured_data
from starbond_site.shared.settings import settings

SOCIAL_WIDTH, SOCIAL_HEIGHT = 1200, 630
ICONS = (
    h.link(rel="icon", href="/favicon.ico", sizes="32x32"),
    # Inlined it costs 90 bytes beside the logo, and saves a first visit a request of 1 kB.
    h.link(rel="icon", href=drawing_address("/favicon.svg"), type="image/svg+xml"),
    h.link(rel="apple-touch-icon", href="/apple-touch-icon.png"),
)
THEME = h.script[Markup(Path(__file__).with_name("theme.js").read_text("utf-8"))]  # noqa: S704  a file of ours
"""Changes the colours at once, also before the page is hydrated; Reflex's own script in the head reads the choice."""
PLAIN_NUMBERS = h.meta(name="format-detection", content="telephone=no")
"""An iPhone takes days and numbers in names of files for telephone numbers; ours are links."""
ABOUT_THE_COMPANY = ("/", ABOUT, "/contact")
"""Pages with the company's JSON-LD ``Organization``."""


def title(site: Site, page: Page) -> str:
    """Return ``PAGE | COMPANY`` (docs/requirements.md, "Routes")."""
    return f"{page.title} | {site.company.name}"


def kept(page: Page, value: str, read: str) -> str | rx.Var[str]:
    """Return a value of the head; in a frame what stands there in the browser, which the server may have written.

    React would set title and description back to what was compiled when it hydrates the page.

    Args:
        page: whose head it is.
        value: as compiled.
        read: code that reads it from the document.
    """
    return rx.Var(f"(globalThis.document?.{read} ?? {json.dumps(value)})", _var_type=str) if page.is_frame else value


def browser_title(site: Site, page: Page) -> str | rx.Var[str]:
    return kept(page, title(site, page), "querySelector('head > title')?.textContent")


def description(page: Page) -> str | rx.Var[str]:
    return kept(page, page.description, "querySelector('head > meta[name=description]')?.getAttribute('content')")


def shared_picture(page: Page) -> str:
    """Return the absolute URL of the preview picture of a shared page; Reflex writes ``og:image`` from it."""
    own = social_picture(page.path)
    return settings().public_url + (own if Path(f"assets{own}").is_file() else social_picture("/"))


def meta(site: Site, page: Page) -> Sequence[rx.Component]:
    """Return the elements of the head other than title and description."""
    # React adds the manifest's link: it is taken out of the HTML (`build.scripts`).
    manifest = rx.el.link(rel="manifest", href=web_manifest(site.language))
    return [prerendered_head(THEME, PLAIN_NUMBERS, _elements(site, page), _structured_data(site, page)), manifest]


def _elements(site: Site, page: Page) -> Node:
    if page.path == NOT_FOUND:
        return h.meta(name="robots", content="noindex"), ICONS, _above_the_fold_hints(site, page)
    address = settings().public_url + site.address(page.path)
    return [
        _social_tags(site, page, address),
        not page.indexed and h.meta(name="robots", content="noindex, nofollow"),
        h.link(rel="canonical", href=address),
        _alternate_links(page),
        _feed_links(site, page),
        ICONS,
        _above_the_fold_hints(site, page),
    ]


def _social_tags(site: Site, page: Page, address: str) -> Node:
    properties = {
        "og:type": "website",
        "og:site_name": site.company.name,
        "og:title": title(site, page),
        "og:description": page.description,
        "og:url": address,
        "og:image:width": str(SOCIAL_WIDTH),
        "og:image:height": str(SOCIAL_HEIGHT),
        "og:locale": site.interface.language.locale.replace("-", "_"),
    }
    # X takes the rest from Open Graph.
    card = h.meta(name="twitter:card", content="summary_large_image")
    return [h.meta(property=key, content=value) for key, value in properties.items()], card


def _above_the_fold_hints(site: Site, page: Page) -> Node:
    """Return the hints for what is above the fold: where it ends, its picture and its font.

    Browsers ask in this order. Over HTTP/1.1 the first of them has the open connection, and needs one round trip
    less there: picture first won 150 ms of the largest paint of the home page, once no third request was in flight
    (`benchmarks lighthouse`, November 2026). Text stands in the typeface of the device until the font is there.
    """
    end = h.link(rel="expect", href=f"#{page.below}", blocking="render")
    file = design.face(site.language).address
    font = h.link(rel="preload", href=file, as_="font", type="font/woff2", crossorigin="anonymous")
    return end, _picture_hints(page), font


def _picture_hints(page: Page) -> Node:
    """Return the hints for the first picture, which may have another crop for narrow screens."""
    if not page.first_picture:
        return None
    if not page.narrow_picture:
        return preload(*page.first_picture)
    narrow, media = page.narrow_picture
    return [
        preload(narrow, page.first_picture[1], media, CROP_LEAST),
        preload(*page.first_picture, f"not all and {media}", WHOLE_LEAST),
    ]


def _alternate_links(page: Page) -> Node:
    """Return the links to the page in every language; none where the site has one."""
    home = settings().public_url
    return [
        h.link(rel="alternate", href=home + address, hreflang=name) for name, address in alternates(page.path).items()
    ]


def _feed_links(site: Site, page: Page) -> Node:
    """Return the feeds of the lists that an investor page shows, and that of all; all filings have only this one."""
    shown = {listed.path: listed.categories for listed in site.investors.pages} | {SHARED: (), FILINGS: ()}
    names = (*shown[page.path], atom.ALL) if page.path in shown else ()
    title = site.interface.feeds.title
    return [
        h.link(
            rel="alternate",
            href=atom.address(name, site.language),
            type=atom.MEDIA_TYPE,
            title=title.format(company=site.company.name, list=atom.title(site, name)),
        )
        for name in names
    ]


def _structured_data(site: Site, page: Page) -> Node:
    if page.path == NOT_FOUND:
        return None
    company = [structured.organization(site)] if page.path in ABOUT_THE_COMPANY else []
    return map(structured_data, [*company, *page.structured_data])
