"""After a change, an open page shows the same markup as a page that is loaded after it."""

import secrets
from pathlib import Path
from urllib.parse import quote

from PIL import Image
from playwright.sync_api import Page, expect

from starbond_site.components.link import localized
from tests.browser.conftest import Tab
from tests.browser.filing import settled
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


def test_updated_page_shows_what_a_fresh_page_shows(tab: Tab, plain: Page, site: Server, tmp_path: Path) -> None:
    pages = {words.language: tab() for words in SITES}
    for category, path, mark in PLACES:
        name = f"{mark} & <{secrets.token_hex(2)}>"
        for language, page in pages.items():
            settled(page, localized(path, language))

        Image.frombytes("RGB", (8, 8), secrets.token_bytes(192)).save(tmp_path / "small.png")
        site.admin("documents", "publish", category, str(tmp_path / "small.png"), "--name", f"{name}.png")

        for language, page in pages.items():
            element = page.locator(f"[data-live='{mark}']")
            expect(element.locator(f"a[href*='{quote(name)}']")).to_be_visible()
            plain.goto(localized(path, language))
            fresh = plain.locator(f"[data-live='{mark}']")
            assert element.evaluate(NORMALISED) == fresh.evaluate(NORMALISED), (mark, language)
