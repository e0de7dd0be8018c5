"""No line of running text has more than 75 characters, on any page, in any language, however wide the window is."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from starbond_site.components.link import localized
from starbond_site.content import Site
from tests.browser.languages import SITES
from tests.serving import Server

LONGEST = 75
"""Characters with their signs and spaces, in both languages: a Bangla letter with its vowel sign counts as two."""
WIDTHS = (390, 768, 1440, 2560)
LONG_LINES = """async (longest) => {
  await document.fonts.ready;
  const blocks = document.querySelectorAll("main :is(p, li, dd, blockquote, figcaption), footer :is(p, li)");
  const found = [];
  for (const block of blocks) {
    if (block.querySelector("p, li, dd, table, form, details") || !block.checkVisibility()) continue;
    const words = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
    const lines = new Map();
    for (let node = words.nextNode(); node; node = words.nextNode()) {
      if (node.parentElement.closest(".visually-hidden, button, select, svg")) continue;
      for (const { 0: word, index } of node.data.matchAll(/\\S+\\s*/g)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.trimEnd().length);
        const line = Math.round(range.getBoundingClientRect().bottom / 8);
        lines.set(line, (lines.get(line) ?? "") + word.replace(/\\s+$/, " "));
      }
    }
    found.push(...[...lines.values()].map((line) => line.trim()).filter((line) => line.length > longest));
  }
  return found.map((line) => `${line.length}: ${line}`);
}"""
CASES = [(site, path) for site in SITES for path in site.paths]


@pytest.fixture(scope="module", params=WIDTHS)
def window(browser: Browser, site: Server, request: pytest.FixtureRequest) -> Iterator[Page]:
    """Return one page of a width for all routes."""
    context = browser.new_context(
        base_url=site.url,
        viewport={"width": request.param, "height": 900},
        reduced_motion="reduce",
        service_workers="block",
    )
    yield context.new_page()
    context.close()


@pytest.mark.parametrize(("words", "path"), CASES, ids=[localized(path, words.language) for words, path in CASES])
def test_lines_are_short_enough_to_read(window: Page, words: Site, path: str) -> None:
    window.goto(localized(path, words.language))
    assert window.evaluate(LONG_LINES, LONGEST) == []
