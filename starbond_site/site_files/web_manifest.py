"""The web app manifest (https://www.w3.org/TR/appmanifest/) of each language, so that the site installs as an app."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from starbond_site import content, design
from starbond_site.content import LANGUAGES, Site
from starbond_site.content.addresses import localized, web_manifest
from starbond_site.content.offline import overviews, start

ICONS = (
    ("/icon-192.png", "192x192", "any"),
    ("/icon-512.png", "512x512", "any"),
    ("/icon-maskable-512.png", "512x512", "maskable"),
)
"""Address, size and purpose; made by ``art`` (art/README.md)."""


def files() -> Iterable[tuple[Path, str]]:
    return [
        (
            Path("public") / web_manifest(language).lstrip("/"),
            json.dumps(manifest(content.read(language)), ensure_ascii=False, separators=(",", ":")),
        )
        for language in LANGUAGES
    ]


def manifest(site: Site) -> dict[str, Any]:
    """Return the manifest of a language: the app has the whole site in it, and begins where `start` says."""
    first, ways = start(site), overviews(site)
    return {
        "id": localized(first, site.language),
        "name": f"{site.company.name}: {site.page(first).title}",
        "short_name": site.company.name,
        "description": site.page(first).description,
        "lang": site.language,
        "start_url": localized(first, site.language),
        "scope": "/",
        "display": "standalone",
        "background_color": design.COLOURS["paper"].light,
        "theme_color": design.COLOURS["ink"].light,
        "icons": [{"src": src, "sizes": sizes, "type": "image/png", "purpose": use} for src, sizes, use in ICONS],
        "shortcuts": [{"name": site.page(path).title, "url": localized(path, site.language)} for path in ways],
    }
