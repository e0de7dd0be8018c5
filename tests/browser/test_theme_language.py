"""Colour theme and language: the choice is remembered, and the other theme is never visible first."""

from playwright.sync_api import Page, expect

from starbond_site.components.link import localized
from tests.browser.conftest import Tab, Visitor
from tests.browser.languages import BANGLA, ENGLISH

DARK_PAPER, LIGHT_PAPER = "rgb(14, 20, 36)", "rgb(251, 248, 243)"


def background(page: Page) -> str:
    return page.evaluate("getComputedStyle(document.body).backgroundColor")


def test_first_visit_follows_the_device(tab: Tab) -> None:
    for wish, shown in (("light", LIGHT_PAPER), ("dark", DARK_PAPER)):
        page = tab(color_scheme=wish)
        page.goto("/")
        assert background(page) == shown, wish


def test_chosen_colours_are_remembered(visitor: Visitor) -> None:
    context = visitor(color_scheme="light")
    page = context.new_page()
    # The plain build does not repeat a click that came before hydration (tests/browser/test_first_view.py).
    page.goto("/about", wait_until="networkidle")
    page.get_by_role("button", name=ENGLISH.interface.theme.label).click()
    expect(page.locator("html")).to_have_class("dark")
    assert background(page) == DARK_PAPER

    page.reload(wait_until="commit")
    page.wait_for_selector("body")
    assert background(page) == DARK_PAPER
    other = context.new_page()
    other.route("**/assets/*.js", lambda route: route.abort())
    other.goto("/bn/Bod")
    assert background(other) == DARK_PAPER, "known before any script is fetched"


def test_switch_leads_to_the_same_page_and_is_remembered_for_the_home_page(page: Page) -> None:
    for path in ("/SuperGlue", "/AnnualReport", "/"):
        page.goto(localized(path, "en"))
        page.get_by_role("link", name=BANGLA.interface.language.call).click()
        expect(page.locator("html")).to_have_attribute("lang", "bn")
        assert page.evaluate("location.pathname") == localized(path, "bn")
        expect(page).to_have_title(f"{BANGLA.page(path).title} | {BANGLA.company.name}")
        if path == "/":
            again = page.context.new_page()
            again.goto("/")
            assert again.evaluate("location.pathname") == "/bn"

        page.get_by_role("link", name=ENGLISH.interface.language.call).click()
        expect(page.locator("html")).to_have_attribute("lang", "en")
        assert page.evaluate("location.pathname") == path
