"""Every page contains the style rules that it uses and no others; the whole stylesheet changes nothing."""

from collections.abc import Callable
from typing import Literal

import pytest
from playwright.sync_api import BrowserContext, Page

from starbond_site import content
from starbond_site.site_files import stylesheet
from tests.browser.test_first_view import TEMPLATES, WINDOWS, settle

DIFFERENCES = """async () => {
  const parts = [...document.querySelectorAll("body, body *")].flatMap((node) =>
    [null, "::before", "::after"].map((part) => [node, part]));
  // What follows from the layout of the moment is left out: browsers put off what is closed or far away.
  const measured = /^--|-size$|^(width|height|top|right|bottom|left|transform)$|origin$|^inset|^grid-template|^margin/;
  const names = [...getComputedStyle(document.body)].filter((name) => name === "font-size" || !measured.test(name));
  const computedStyles = () => parts.map(([node, part]) => {
    const computed = getComputedStyle(node, part);
    return names.map((name) => computed.getPropertyValue(name));
  });
  const before = computedStyles();
  const own = document.querySelector("style[data-from]");
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: own.dataset.from });
  await new Promise((resolve, reject) => {
    Object.assign(link, { onload: resolve, onerror: reject });
    own.after(link);
  });
  const after = computedStyles();
  link.remove();
  return parts.flatMap(([node, part], place) => names.flatMap((name, nth) => {
    const [old, now] = [before[place][nth], after[place][nth]];
    return old === now ? [] : [`${node.localName}.${node.className}${part ?? ""} ${name}: ${old} -> ${now}`];
  }));
}"""
"""Returns the properties of elements that the whole stylesheet changes."""
STILL = "*, *::before, *::after { transition: none !important; animation: none !important; }"
ENGLISH = content.read("en")

pytestmark = pytest.mark.full_build
Visitor = Callable[..., BrowserContext]
windows = pytest.mark.parametrize("window", WINDOWS, ids=["phone", "desktop"])


def differences(page: Page, medium: Literal["screen", "print"]) -> list[str]:
    """Return the differences that the whole stylesheet makes, on a screen or printed."""
    page.emulate_media(media=medium)
    return page.evaluate(DIFFERENCES)


@windows
@pytest.mark.parametrize("path", [*TEMPLATES, "/underConstruction"])
def test_the_whole_stylesheet_changes_nothing(visitor: Visitor, path: str, window: dict[str, int]) -> None:
    page = visitor(viewport=window).new_page()
    page.route("**/*.woff2", lambda route: route.abort())  # The second stylesheet starts the font display period again.
    page.goto(path)
    settle(page, ENGLISH, path)
    page.add_style_tag(content=STILL)
    page.wait_for_load_state("networkidle")
    assert differences(page, "screen") == []
    assert differences(page, "print") == []


@pytest.mark.parametrize("path", TEMPLATES)
def test_a_page_contains_no_styles_of_others(visitor: Visitor, path: str) -> None:
    page = visitor(java_script_enabled=False).new_page()
    page.goto(path)
    inlined = len(page.locator("style[data-from]").inner_text())
    assert inlined < len(stylesheet.gather()) * 0.75
