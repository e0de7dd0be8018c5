"""Every page contains the style rules that it uses and no others; the whole stylesheet changes nothing."""

from typing import Literal

import pytest
from playwright.sync_api import Page

from tests.browser.languages import ENGLISH
from tests.browser.test_first_view import TEMPLATES, WINDOWS, settle

DIFFERENCES = """async () => {
  const parts = [...document.querySelectorAll("body, body *")].flatMap((node) =>
    [null, "::before", "::after"].map((part) => [node, part]));
  // What follows from the layout of the moment is left out: browsers put off what is closed or far away.
  const measured = /^--|-size$|^(width|height|top|right|bottom|left|transform)$|origin$|^inset|^grid-template|^margin/;
  const names = [...getComputedStyle(document.body)].filter((name) => name === "font-size" || !measured.test(name));
  const computedStyles = () => parts.map(([node, part]) => {
    const computed = getComputedStyle(node, part);
    return part && computed.content === "none" ? [] : names.map((name) => computed.getPropertyValue(name));
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
MEDIA: tuple[Literal["screen"], Literal["print"]] = ("screen", "print")

pytestmark = pytest.mark.full_build


def differences(page: Page, medium: Literal["screen", "print"]) -> list[str]:
    """Return the differences that the whole stylesheet makes, on a screen or printed."""
    page.emulate_media(media=medium)
    return page.evaluate(DIFFERENCES)


def test_the_whole_stylesheet_changes_nothing(page: Page) -> None:
    """Each template on a screen of one size, or on paper of the other."""
    page.route("**/*.woff2", lambda route: route.abort())  # The second stylesheet starts the font display period again.
    found = {}
    for place, path in enumerate([*TEMPLATES, "/underConstruction"]):
        page.set_viewport_size(WINDOWS[place % 2])  # type: ignore[arg-type]
        page.goto(path)
        settle(page, ENGLISH, path)
        page.add_style_tag(content=STILL)
        page.wait_for_load_state("networkidle")
        found[path] = differences(page, MEDIA[place // 2 % 2])
    assert {path: changed for path, changed in found.items() if changed} == {}
