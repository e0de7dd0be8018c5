"""The site as an app: its manifest (https://www.w3.org/TR/appmanifest/), and what the service worker is told.

That is which pages work without a connection (home, products, the finder, the calculator; nothing for investors), and
what stands in for the others; ``docs/offline.md`` says what is kept, when, and why.
"""

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import htpy as h
from markupsafe import Markup

from starbond_site import content, features
from starbond_site.content import LANGUAGES, Language, Site
from starbond_site.content.addresses import FINDER, PUBLISHED, SAFETY, UNTOUCHED, web_manifest
from starbond_site.content.pictures import has_mark, picture, pictures
from starbond_site.presentation import design
from starbond_site.presentation.html_parts import drawing_address
from starbond_site.presentation.site_files import weight

HOME, PRODUCTS = "/", "/Products"
MAX_BYTES = 1_200_000
"""Of everything that one press keeps, in one language; readers are told this number before they press."""
PICTURE_WIDTH = 320
"""Of the pictures that are kept unasked for by a page; the service worker shows them in place of other widths."""
OF_HOME = ("slides/", "brands/")
"""How the names of the pictures of the home page begin; those of news are kept where they were seen."""
ICONS = (
    ("/icon-192.png", "192x192", "any"),
    ("/icon-512.png", "512x512", "any"),
    ("/icon-maskable-512.png", "512x512", "maskable"),
)
"""Address, size and purpose; made by ``art`` (art/README.md)."""


def overviews(site: Site) -> tuple[str, ...]:
    """Return the English paths of first aid, where the site has it, and of the pages that lead to all products."""
    return (*filter(site.has, [SAFETY]), PRODUCTS, *filter(site.has, [FINDER]))


def kept_pages(site: Site) -> tuple[str, ...]:
    """Return the English paths of the pages that may be kept on a device."""
    return (*overviews(site), HOME, *(product.path for product in site.products))


def investor_pages(site: Site) -> tuple[str, ...]:
    """Return the English paths of the pages that are never kept: an old document must not pass for the newest."""
    return (*(page.path for page in site.investors.pages), *filter(site.has, PUBLISHED))


def other_pages(site: Site) -> tuple[str, ...]:
    """Return the English paths of all other pages of visitors; they are not kept."""
    chosen = {*kept_pages(site), *investor_pages(site), *UNTOUCHED}
    return tuple(path for path in site.paths if path not in chosen)


def address(language: Language) -> str:
    return f"/offline-{language}.json"


def choices() -> dict[str, Any]:
    """Return the data of the service worker, for all languages."""
    sites = [content.read(language) for language in LANGUAGES]
    return {
        "kept": [each for site in sites for each in (*_pages(site), *_feature_files(site), *_marks(site))],
        "lists": [address(language) for language in LANGUAGES],
        "investors": [site.address(path) for site in sites for path in investor_pages(site)],
        "others": [site.address(path) for site in sites for path in other_pages(site)],
        "sentences": {site.language: _sentences(site) for site in sites},
    }


def write_lists(static_dir: Path) -> str:
    """Write the list of each language, and return the version that they share: a hash of every file in them."""
    lists: dict[Language, list[str]] = {
        language: _addresses(static_dir, content.read(language)) for language in LANGUAGES
    }
    digest = hashlib.sha256()
    for each in sorted({each for addresses in lists.values() for each in addresses}):
        digest.update(each.encode() + b"\0" + _file(static_dir, each).read_bytes())
    version = digest.hexdigest()[:16]
    for language, addresses in lists.items():
        text = json.dumps({"version": version, "addresses": addresses}, separators=(",", ":"))
        (static_dir / address(language)[1:]).write_text(text, "utf-8")
    return version


def warnings(static_dir: Path) -> list[str]:
    """Weigh what is kept, after Reflex has compressed it; return a sentence a language where it is more than told."""
    found = []
    for language in LANGUAGES:
        listed = json.loads((static_dir / address(language)[1:]).read_text("utf-8"))["addresses"]
        size = sum(weight.compressed_size(_file(static_dir, each)) for each in listed)
        if size > MAX_BYTES:
            found.append(
                f"{address(language)} lists {size / 1000:.0f} kB, more than readers are told: {MAX_BYTES / 1000:.0f}"
            )
    return found


def _addresses(static_dir: Path, site: Site) -> list[str]:
    """Return every address that pages, finder and calculator need: pages last, since they are of no use before.

    What to do in an accident comes first: it can be read without anything else.
    """
    files = {
        f"/{file.relative_to(static_dir).as_posix()}"
        for path in _pages(site)
        for file in weight.files(static_dir, path[1:])
        if file.suffix != ".html"
    }
    font = design.face(site.language).address
    found = [font, *sorted(files), *_marks(site), *_pictures(site), *_feature_files(site), *_pages(site)]
    return [*dict.fromkeys((*(site.address(path) for path in (SAFETY,) if site.has(path)), *found))]


def _pages(site: Site) -> list[str]:
    return [site.address(path) for path in kept_pages(site)]


def _feature_files(site: Site) -> list[str]:
    """Return the files of features, such as the answers of the finder."""
    return [address for hooks in features.hooks() for address in hooks.kept(site)]


def _marks(site: Site) -> list[str]:
    return [f"/marks/{brand.id}.svg" for brand in site.brands if has_mark(brand.id)]


def _pictures(site: Site) -> Iterable[str]:
    """Yield one file of every picture of home and every pack's front; a placeholder stands in the page itself."""
    fronts = (f"products/{product.id}/{size.id}-front" for product in site.products for size in product.sizes)
    for name in (*fronts, *(name for name in pictures() if name.startswith(OF_HOME))):
        for rendition in picture(name).formats.get("avif", ()):
            if rendition.width == PICTURE_WIDTH:
                yield rendition.path


def _file(static_dir: Path, address: str) -> Path:
    file = static_dir / address[1:]
    return file / "index.html" if file.is_dir() else file


def _sentences(site: Site) -> dict[str, str]:
    words = site.interface.offline
    return {
        "investors": _page(site, words.documents_title, words.documents_text),
        "missing": _page(site, words.missing_title, words.missing_text),
    }


LOOK = (
    "*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);line-height:1.6}"
    "header{background:var(--surface);border-block-end:1px solid var(--header-line)}"
    "header a,main{display:block;max-width:44rem;margin:auto;padding:.75rem 1rem}main{padding-block:6vh}"
    "header a{display:flex;align-items:center;gap:.5rem;font-weight:650;text-decoration:none}a{color:inherit}"
    "h1{font-size:2rem;line-height:1.2}ul{list-style:none;padding:0;display:flex;flex-wrap:wrap;gap:.75rem}"
    "main a{display:inline-block;padding:.6rem 1.1rem;border:1px solid var(--control-line);border-radius:.5rem;"
    "background:var(--surface);font-weight:600;text-decoration:none}"
    "p>a{background:var(--button)!important;border-color:var(--button)!important;color:var(--on-button)}"
)
"""Of a sentence: as the header and the buttons of `styles` look, in a page that can load nothing but the font."""
COLOURS = ("paper", "surface", "ink", "header-line", "control-line", "button", "on-button")


def _style(language: Language) -> Markup:
    light, dark = (
        ":root{" + "".join(f"--{name}:{getattr(design.COLOURS[name], theme)};" for name in COLOURS) + "}"
        for theme in ("light", "dark")
    )
    text = f":root{{color-scheme:light dark;font-family:{design.families(language)},system-ui,sans-serif}}"
    return Markup(f"{design.font_face(language)}{text}{light}@media(prefers-color-scheme:dark){{{dark}}}{LOOK}")  # noqa: S704  tokens


def _page(site: Site, title: str, text: str) -> str:
    """Return a whole page that needs no other file than the font, for what cannot be shown without a connection."""
    words, phone = site.interface.offline, site.company.sales_phone
    links = [HOME, *overviews(site)]
    return str(
        h.html(lang=site.language)[
            h.meta(charset="utf-8"),
            h.meta(name="viewport", content="width=device-width,initial-scale=1"),
            h.title[f"{title} | {site.company.name}"],
            h.style[_style(site.language)],
            h.header[
                h.a(href=site.address(HOME))[
                    h.picture[
                        # A blank would end the address.
                        h.source(
                            srcset=drawing_address("/marks/company-dark.svg").replace(" ", "%20"),
                            media="(prefers-color-scheme:dark)",
                        ),
                        h.img(src=drawing_address("/marks/company.svg"), alt="", width="40", height="40"),
                    ],
                    site.company.name,
                ]
            ],
            h.main[
                h.h1[title],
                h.p[text],
                h.p[h.a(href=f"tel:{phone.dial}")[words.call.format(phone=phone.shown)]],
                h.h2[words.links],
                h.ul[[h.li[h.a(href=site.address(path))[site.page(path).title]] for path in links]],
            ],
        ]
    )


def manifests() -> Iterable[tuple[Path, str]]:
    return [
        (
            Path("public") / web_manifest(language).lstrip("/"),
            json.dumps(manifest(content.read(language)), ensure_ascii=False, separators=(",", ":")),
        )
        for language in LANGUAGES
    ]


def manifest(site: Site) -> dict[str, Any]:
    """Return the manifest of a language: the app has the whole site in it, and begins at home."""
    shortcuts = overviews(site)
    return {
        # Where it began until November 2026: on a device with the app, another id would be another app.
        "id": site.address(shortcuts[-1]),
        "name": site.company.name,
        "short_name": site.company.name,
        "description": site.page(HOME).description,
        "lang": site.language,
        "start_url": site.address(HOME),
        "scope": "/",
        "display": "standalone",
        "background_color": design.COLOURS["paper"].light,
        "theme_color": design.COLOURS["ink"].light,
        "icons": [{"src": src, "sizes": sizes, "type": "image/png", "purpose": use} for src, sizes, use in ICONS],
        "shortcuts": [{"name": site.page(path).title, "url": site.address(path)} for path in shortcuts],
    }
