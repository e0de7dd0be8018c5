"""After a change, an open page shows the same markup as a page that is loaded after it."""

import json
import secrets
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from starbond_site.components.link import localized
from starbond_site.content import Language
from tests.browser.conftest import Tab
from tests.browser.filing import publish, settled
from tests.browser.languages import SITES
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


def test_updated_page_shows_what_a_fresh_page_shows(
    tab: Tab, plain: Page, site: Server, pictures: Callable[[str], Path]
) -> None:
    pages = {words.language: tab() for words in SITES}
    for category, path, mark in PLACES:
        name = f"{mark} & <{secrets.token_hex(2)}>"
        for language, page in pages.items():
            settled(page, localized(path, language))

        site.admin("documents", "publish", category, str(pictures(mark)), "--name", f"{name}.png")

        for language, page in pages.items():
            element = page.locator(f"[data-live='{mark}']")
            expect(element.locator(f"a[href*='{quote(name)}']")).to_be_visible()
            plain.goto(localized(path, language))
            fresh = plain.locator(f"[data-live='{mark}']")
            assert element.evaluate(NORMALISED) == fresh.evaluate(NORMALISED), (mark, language)


def test_header_line_comes_and_goes_in_the_language_of_each_open_page(tab: Tab, site: Server) -> None:
    texts: dict[Language, str] = {"en": "Record date: <3 December>", "bn": "রেকর্ড ডেট: ৩ ডিসেম্বর"}
    lines = {}
    for words in SITES:
        page = settled(tab(), localized("/about", words.language))
        lines[words.language] = page.get_by_role("region", name=words.interface.live.figures_label)

    site.admin("nodes", "set", "Financial", json.dumps({"text": texts}))
    site.admin("nodes", "set", "Dividend", json.dumps({"text": "Linked", "url": "/AllNotice"}))
    for language, line in lines.items():
        expect(line.get_by_text(texts[language], exact=True)).to_be_visible()
        expect(line.get_by_role("link", name="Linked")).to_be_visible()

    site.admin("nodes", "clear", "Financial")
    site.admin("nodes", "clear", "Dividend")
    for line in lines.values():
        expect(line).to_be_hidden()


def test_withdrawn_document_leaves_open_pages(page: Page, site: Server) -> None:
    number = publish(site, "AllNotice", "Withdrawn")
    page.goto("/AllNotice")
    row = page.get_by_role("row").filter(has=page.locator(f"a[href^='/files/{number}/']"))
    expect(row).to_be_visible()
    page.wait_for_load_state("networkidle")

    site.admin("documents", "withdraw", number)

    expect(row).to_have_count(0)
    assert page.request.get(f"/files/{number}/x.pdf").status in (404, 410)
