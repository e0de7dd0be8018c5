"""The ``<head>`` of a page: metadata for search engines and social networks, icons and preload hints."""

import json
from collections.abc import Sequence
from pathlib import Path

import reflex as rx

from starbond_site.components.picture import CROP_LEAST, WHOLE_LEAST, preload
from starbond_site.components.react.component import drawn, prerendered_head
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
    rx.el.link(rel="icon", href="/favicon.ico", custom_attrs={"sizes": "32x32"}),
    # Inlined it costs 90 bytes beside the logo, and saves a first visit a request of 1 kB.
    rx.el.link(rel="icon", href=drawing_address("/favicon.svg"), custom_attrs={"type": "image/svg+xml"}),
    rx.el.link(rel="apple-touch-icon", href="/apple-touch-icon.png"),
)
THEME = rx.el.script(Path(__file__).with_name("theme.js").read_text("utf-8"))
"""Changes the colours at once, also before the page is hydrated; Reflex's own script in the head reads the choice."""
PLAIN_NUMBERS = rx.el.meta(name="format-detection", content="telephone=no")
"""An iPhone takes days and numbers in names of files for telephone numbers; ours are links."""
ABOUT_THE_COMPANY = ("/", ABOUT, "/contact")
"""Pages with the company's JSON-LD ``Organization``."""


def title(site: Site, page: Page) -> str:
    """Return ``PAGE | COMPANY`` (docs/requirements.md, "Routes")."""
    return f"{page.title} | {site.company.name}"


def kept(page: Page, value: str, element: str, attribute: str) -> str | rx.Var[str]:
    """Return a value of the head; in a frame what stands there in the browser, which the server may have written.

    React would set title and ``meta`` elements back to what was compiled, or add its own, when it hydrates the page.

    Args:
        page: whose head it is.
        value: as compiled.
        element: its CSS selector.
        attribute: of the element that holds the value; ``textContent`` for its text.
    """
    if not page.is_frame:
        return value
    found = f"globalThis.document?.querySelector({json.dumps('head > ' + element)})"
    read = f"{found}?.textContent" if attribute == "textContent" else f"{found}?.getAttribute({json.dumps(attribute)})"
    return rx.Var(f"({read} ?? {json.dumps(value)})", _var_type=str)


def browser_title(site: Site, page: Page) -> str | rx.Var[str]:
    return kept(page, title(site, page), "title", "textContent")


def description(page: Page) -> str | rx.Var[str]:
    return kept(page, page.description, 'meta[name="description"]', "content")


def shared_picture(page: Page) -> str:
    """Return the absolute URL of the preview picture of a shared page; Reflex writes ``og:image`` from it."""
    own = social_picture(page.path)
    return settings().public_url + (own if Path(f"assets{own}").is_file() else social_picture("/"))


def meta(site: Site, page: Page) -> Sequence[rx.Component]:
    """Return the elements of the head other than title and description."""
    # React adds the manifest's link: it is taken out of the HTML (`build.scripts`).
    manifest = rx.el.link(rel="manifest", href=web_manifest(site.language))
    return [prerendered_head(THEME, PLAIN_NUMBERS, *_elements(site, page)), manifest, *_structured_data(site, page)]


def _elements(site: Site, page: Page) -> list[rx.Component]:
    if page.path == NOT_FOUND:
        robots = rx.el.meta(name="robots", content="noindex")
        return [robots, *ICONS, *_above_the_fold_hints(site, page)]
    address = settings().public_url + site.address(page.path)
    return [
        *_social_tags(site, page, address),
        *([] if page.indexed else [_meta(page, "name", "robots", "noindex, nofollow")]),
        rx.el.link(rel="canonical", href=kept(page, address, 'link[rel="canonical"]', "href")),
        *_alternate_links(page),
        *_feed_links(site, page),
        *ICONS,
        *_above_the_fold_hints(site, page),
    ]


def _social_tags(site: Site, page: Page, address: str) -> list[rx.Component]:
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
    return [
        *(_meta(page, "property", key, value) for key, value in properties.items()),
        # X takes the rest from Open Graph.
        _meta(page, "name", "twitter:card", "summary_large_image"),
    ]


def _meta(page: Page, kind: str, name: str, value: str) -> rx.Component:
    content = kept(page, value, f'meta[{kind}="{name}"]', "content")
    return rx.el.meta(custom_attrs={kind: name, "content": content})


def _above_the_fold_hints(site: Site, page: Page) -> list[rx.Component]:
    """Return the hints for what is above the fold: where it ends, its picture and its font.

    Browsers ask in this order. Over HTTP/1.1 the first of them has the open connection, and needs one round trip
    less there: picture first won 150 ms of the largest paint of the home page, once no third request was in flight
    (`benchmarks lighthouse`, November 2026). Text stands in the typeface of the device until the font is there.
    """
    end = rx.el.link(rel="expect", href=f"#{page.below}", custom_attrs={"blocking": "render"})
    font = rx.el.link(
        rel="preload",
        href=design.face(site.language).address,
        custom_attrs={"as": "font", "type": "font/woff2", "crossOrigin": "anonymous"},
    )
    return [end, *_picture_hints(page), font]


def _picture_hints(page: Page) -> list[rx.Component]:
    """Return the hints for the first picture, which may have another crop for narrow screens."""
    if not page.first_picture:
        return []
    if not page.narrow_picture:
        return [preload(*page.first_picture)]
    narrow, media = page.narrow_picture
    return [
        preload(narrow, page.first_picture[1], media, CROP_LEAST),
        preload(*page.first_picture, f"not all and {media}", WHOLE_LEAST),
    ]


def _alternate_links(page: Page) -> list[rx.Component]:
    """Return the links to the page in every language; none where the site has one."""
    home = settings().public_url
    return [
        rx.el.link(
            rel="alternate",
            href=kept(page, home + address, f'link[hreflang="{name}"]', "href"),
            custom_attrs={"hrefLang": name},
        )
        for name, address in alternates(page.path).items()
    ]


def _feed_links(site: Site, page: Page) -> list[rx.Component]:
    """Return the feeds of the lists that an investor page shows, and that of all; all filings have only this one."""
    shown = {listed.path: listed.categories for listed in site.investors.pages} | {SHARED: (), FILINGS: ()}
    if page.path not in shown:
        return []
    return [_feed_element(site, name) for name in (*shown[page.path], atom.ALL)]


def _feed_element(site: Site, name: str) -> rx.Component:
    """Return the element by which feed readers find a feed."""
    titled = site.interface.feeds.title.format(company=site.company.name, list=atom.title(site, name))
    return rx.el.link(
        rel="alternate",
        href=atom.address(name, site.language),
        custom_attrs={"type": atom.MEDIA_TYPE, "title": titled},
    )


def _structured_data(site: Site, page: Page) -> list[rx.Component]:
    if page.path == NOT_FOUND:
        return []
    company = [structured.organization(site)] if page.path in ABOUT_THE_COMPANY else []
    items = [*company, *page.structured_data]
    return [drawn(structured_data(item)) for item in items]
