"""Chakra is loaded by the three pages that use it, and by no other page."""

import re

import pytest
from playwright.sync_api import APIRequestContext, Page

from starbond_site import content
from starbond_site.components.link import localized

ISLANDS = ("/UploadFiles", "/prospectus", "/contact")
ROUTES = [
    (localized(path, language), path in ISLANDS)
    for language in content.LANGUAGES
    for path in content.read(language).paths
]
ASSET = re.compile(r'"/assets/([\w.-]+\.js)"')
MARK = "chakra"


@pytest.mark.parametrize(("address", "is_island"), ROUTES, ids=[address for address, _ in ROUTES])
def test_chakra_is_loaded_where_it_is_used(page: Page, address: str, is_island: bool) -> None:
    loaded = _scripts(page.request, address)

    assert loaded, "the page has no scripts at all"
    assert any(MARK in text for text in loaded.values()) == is_island


def _scripts(request: APIRequestContext, address: str) -> dict[str, str]:
    """Return the scripts of a page by name: those in its HTML, and their static imports."""
    waiting, loaded = _named(request.get(address).text()), {}
    while waiting:
        name = waiting.pop()
        if name not in loaded:
            loaded[name] = request.get(f"/assets/{name}").text()
            waiting |= _imported(loaded[name])
    return loaded


def _named(html: str) -> set[str]:
    """Return the scripts in the HTML of a page, without the manifest of all routes."""
    tags = re.findall(r"<(?:link|script)\b[^>]*>", html)
    return {name for tag in tags for name in ASSET.findall(tag) if not name.startswith("manifest-")}


def _imported(script: str) -> set[str]:
    """Return the static imports of a script, without ``import(...)``."""
    return set(re.findall(r"""(?:from|import)\s*["']\./([\w.-]+\.js)["']""", script))
