"""Menus, carousels and sticky bars at the widths that people have.

``test_crawl.py`` looks for what does not fit on any page.
"""

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from starbond_site.content import Site
from starbond_site.content.addresses import localized
from starbond_site.presentation.site_files import offline, weight
from starbond_site.reflex_adapter import serving
from tests.browser.components.visitor import HYDRATED
from tests.browser.conftest import Tab
from tests.browser.languages import ENGLISH, LANGUAGES
from tests.serving import build

NARROW = {"viewport": {"width": 320, "height": 256}}
"""A window of 1,280 by 1,024 pixels at 400 % zoom."""


def box_of(shown: Locator) -> FloatRect:
    box = shown.bounding_box()
    assert box is not None
    return box


def test_zoomed_in_four_times_the_header_leaves_room(tab: Tab) -> None:
    """The sticky header leaves room for the page (WCAG 2.2, 1.4.10 and 2.4.11), and a menu scrolls."""
    narrow = tab(**NARROW)
    narrow.goto("/SyntheticResinAdhesive")
    narrow.evaluate("scrollTo(0, 900)")
    header = box_of(narrow.locator(".site-header"))
    assert max(0, header["y"] + header["height"]) <= 256 / 3
    narrow.goto("/")
    narrow.get_by_role("checkbox", name=ENGLISH.interface.header.menu).check()
    narrow.locator("summary", has_text=ENGLISH.navigation[-1].title).click()
    link = narrow.get_by_role("link", name=ENGLISH.navigation[-1].links[-1].label, exact=True)
    link.scroll_into_view_if_needed()
    expect(link).to_be_in_viewport()


MANY = """() => {
  document.querySelector(".site-header__name").textContent = "Star ".repeat(18);
  for (const list of document.querySelectorAll(".menu__links"))
    while (list.children.length < 14) list.append(list.firstChild.cloneNode(true));
}"""


@LANGUAGES
def test_menu_stays_in_the_window(page: Page, words: Site) -> None:
    page.goto(localized("/", words.language))
    page.wait_for_function(HYDRATED)
    page.evaluate(MANY)
    menu = page.get_by_role("navigation", name=words.interface.header.navigation_label)
    for width, height in ((1024, 600), (1366, 625), (2560, 720)):
        page.set_viewport_size({"width": width, "height": height})
        for group in words.navigation:
            menu.get_by_text(group.title, exact=True).first.click()
            panel = page.locator("details[open] .menu__panel")
            expect(panel).to_have_count(1)
            box = box_of(panel)
            assert box["x"] >= 0, (width, group.id)
            assert box["x"] + box["width"] <= width, (width, group.id)
            assert box["y"] + box["height"] <= height, (width, group.id)
            assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.keyboard.press("Escape")
    page.set_viewport_size({"width": 390, "height": 844})
    assert box_of(page.locator(".site-header"))["height"] <= 80
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.full_build
def test_pages_and_what_one_press_keeps_are_within_their_limits() -> None:
    build()
    assert [*weight.warnings(serving.STATIC), *offline.warnings(serving.STATIC)] == []
