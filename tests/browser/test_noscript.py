"""Without scripts, the menu and the colours work; ``test_crawl.py`` reads every page so, ``test_lists.py`` lists."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import Tab
from tests.browser.languages import ENGLISH


def test_menu_works_without_scripts(plain: Page) -> None:
    plain.goto("/")
    menu = plain.get_by_role("navigation", name=ENGLISH.interface.header.navigation_label)
    menu.get_by_text(ENGLISH.navigation[1].title, exact=True).click()
    menu.get_by_role("link", name=ENGLISH.navigation[1].links[0].label).click()

    expect(plain.get_by_role("heading", level=1)).to_be_visible()
    assert plain.url.endswith(ENGLISH.navigation[1].links[0].path)


def test_dark_is_dark_without_scripts(tab: Tab) -> None:
    page = tab(java_script_enabled=False, color_scheme="dark")
    page.goto("/SyntheticResinAdhesive")

    assert page.locator("body").evaluate("body => getComputedStyle(body).backgroundColor") == "rgb(14, 20, 36)"
    expect(page.locator(".logo-dark").first).to_be_visible()
    expect(page.locator(".logo-light").first).to_be_hidden()
