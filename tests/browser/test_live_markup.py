"""After a change, an open page shows the same markup as a page that is loaded after it."""

import json
import secrets
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from starbond_site import content
from starbond_site.components.link import localized
from starbond_site.content import Language
from tests.serving import Server

NORMALISED = """element => {
  const walk = node => node.nodeType === Node.TEXT_NODE
    ? node.textContent
    : { tag: node.tagName, attributes: Object.fromEntries([...node.attributes]
          .map(({name, value}) => [name, value.replace('document--fresh', '')])
          .filter(([, value]) => value !== '').sort()),
        children: [...node.childNodes].filter(child => child.nodeType !== Node.COMMENT_NODE).map(walk) };
  return JSON.stringify([...element.childNodes].filter(child => child.nodeType !== Node.COMMENT_NODE).map(walk));
}"""
PLACES = [
    ("BondIssue", "/BondIssue", "BondIssue"),
    ("PriceSensitiveInformation", "/", "latest"),
    ("Prospectus", "/SharedInformation", "shared"),
]


@pytest.fixture(scope="session")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Return what makes a small picture of its own content."""
    from PIL import Image

    folder = tmp_path_factory.mktemp("pictures")

    def make(name: str) -> Path:
        file = folder / f"{name}.png"
        Image.frombytes("RGB", (8, 8), secrets.token_bytes(192)).save(file)
        return file

    return make


@pytest.mark.parametrize("language", content.LANGUAGES)
@pytest.mark.parametrize(("category", "path", "mark"), PLACES, ids=[mark for *_, mark in PLACES])
def test_updated_page_shows_what_a_fresh_page_shows(
    visitor: Callable[..., BrowserContext],
    site: Server,
    pictures: Callable[[str], Path],
    language: content.Language,
    category: str,
    path: str,
    mark: str,
) -> None:
    address = localized(path, language)
    page = visitor().new_page()
    page.goto(address)
    page.wait_for_load_state("networkidle")
    name = f"{mark} & <{language}>"

    site.admin("documents", "publish", category, str(pictures(f"{mark}-{language}")), "--name", f"{name}.png")

    element = page.locator(f"[data-live='{mark}']")
    expect(element.locator(f"a[href*='{quote(name)}']")).to_be_visible()
    pushed = element.evaluate(NORMALISED)

    fresh = _without_scripts(visitor, address)
    assert pushed == fresh.locator(f"[data-live='{mark}']").evaluate(NORMALISED)


def test_header_line_comes_and_goes_while_the_page_is_open(page: Page, site: Server) -> None:
    page.goto("/about")
    page.wait_for_load_state("networkidle")

    site.admin("nodes", "set", "Dividend", '{"text": "Record date <3 December>", "url": "/AllNotice"}')
    line = page.get_by_role("region", name=content.read("en").interface.live.figures_label)
    expect(line.get_by_role("link", name="Record date <3 December>")).to_be_visible()

    site.admin("nodes", "clear", "Dividend")
    expect(line).to_be_hidden()


def test_header_line_speaks_the_language_of_each_page(visitor: Callable[..., BrowserContext], site: Server) -> None:
    texts: dict[Language, str] = {"en": "Record date: 3 December", "bn": "রেকর্ড ডেট: ৩ ডিসেম্বর"}
    pages: dict[Language, Page] = {language: visitor().new_page() for language in texts}
    for language, page in pages.items():
        page.goto(localized("/about", language))
        page.wait_for_load_state("networkidle")

    site.admin("nodes", "set", "Financial", json.dumps({"text": texts}))
    for language, page in pages.items():
        line = page.get_by_role("region", name=content.read(language).interface.live.figures_label)
        expect(line.get_by_text(texts[language], exact=True)).to_be_visible()

    site.admin("nodes", "clear", "Financial")
    for language, page in pages.items():
        label = content.read(language).interface.live.figures_label
        expect(page.get_by_role("region", name=label)).to_be_hidden()


def test_withdrawn_document_leaves_open_pages(page: Page, site: Server, pictures: Callable[[str], Path]) -> None:
    printed = site.admin("documents", "publish", "AllNotice", str(pictures("withdrawn")))
    number = printed.partition("id ")[2].partition(",")[0]
    page.goto("/AllNotice")
    row = page.get_by_role("row").filter(has=page.locator(f"a[href^='/files/{number}/']"))
    expect(row).to_be_visible()
    page.wait_for_load_state("networkidle")

    site.admin("documents", "withdraw", number)

    expect(row).to_have_count(0)
    assert page.request.get(f"/files/{number}/x.png").status in (404, 410)


def _without_scripts(visitor: Callable[..., BrowserContext], address: str) -> Page:
    page = visitor(java_script_enabled=False).new_page()
    page.goto(address)
    return page
