"""Going from page to page, and back."""

import os
import re

import pytest
from playwright.sync_api import Locator, Page, expect

from starbond_site.content import Site
from starbond_site.content.addresses import ALERTS, localized
from tests.browser.components.visitor import HYDRATED
from tests.browser.conftest import Tab, Visitor
from tests.browser.languages import BANGLA, ENGLISH

CHAIRMAN = 'main a[href="/chairman"]'
LAST_LISTENER = """() => addEventListener("click", (event) => {
  window.wasPrevented = event.defaultPrevented;
  event.preventDefault();
}, { once: true })"""


def test_links_change_the_page_and_the_history_leads_back_to_the_same_place(page: Page) -> None:
    page.goto("/", wait_until="networkidle")
    # A modified click is left to the browser; the new tab itself stays empty now and then in the headless shell 150.
    page.evaluate(LAST_LISTENER)
    page.locator(CHAIRMAN).first.click(modifiers=["Control"])
    assert page.evaluate("window.wasPrevented") is False
    expect(page).to_have_title("Home | Star Adhesives")
    link = page.locator(CHAIRMAN).first
    link.scroll_into_view_if_needed()
    place = page.evaluate("window.scrollY")
    assert place > 0
    link.click()
    expect(page).to_have_title("Chairman's Message | Star Adhesives")
    page.wait_for_load_state("load")
    assert page.evaluate("window.scrollY") == 0
    if os.environ.get("STARBOND_BUILD") != "plain":
        # Every page is a document of its own.
        assert page.evaluate("performance.getEntriesByType('navigation')[0].name").endswith("/chairman")
    page.go_back()
    expect(page).to_have_title("Home | Star Adhesives")
    page.wait_for_function("place => Math.abs(window.scrollY - place) <= 1", arg=place)
    page.go_forward()
    expect(page).to_have_title("Chairman's Message | Star Adhesives")
    # A page reached by a link survives a reload.
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("Chairman's Message")
    page.go_back()
    expect(page).to_have_title("Home | Star Adhesives")


def test_an_unknown_document_has_the_page_of_unknown_addresses_once(page: Page) -> None:
    """Also where React Router has a wildcard for documents, in the plain build."""
    page.goto("/documents/99999")
    page.wait_for_function(HYDRATED)
    expect(page.get_by_role("main")).to_have_count(1)
    expect(page.get_by_role("heading", level=1)).to_have_text(ENGLISH.interface.not_found.heading)


@pytest.mark.full_build
def test_links_and_history_work_without_scripts_having_loaded(page: Page) -> None:
    page.route("**/assets/*.js", lambda route: route.abort())
    page.goto("/", wait_until="load")
    page.locator(CHAIRMAN).first.click()
    expect(page).to_have_title("Chairman's Message | Star Adhesives")
    page.go_back()
    expect(page).to_have_title("Home | Star Adhesives")


def test_each_group_shows_its_links_and_closes_the_others(page: Page, words: Site) -> None:
    """Email alerts are not among them: this server sends no mail."""
    page.goto(localized("/", words.language))
    menu = page.get_by_role("navigation", name=words.interface.header.navigation_label)
    before: list[Locator] = []
    for group in words.navigation:
        links = [*group.links, *(link for subgroup in group.subgroups for link in subgroup.links)]
        expect(menu.get_by_role("link", name=links[0].label, exact=True)).to_be_hidden()
        menu.get_by_text(group.title, exact=True).click()
        for link in links:
            entry = menu.get_by_role("link", name=link.label, exact=True).first
            expect(entry).to_be_visible(visible=link.path != ALERTS)
        for link in before:
            expect(link).to_be_hidden()
        before = [menu.get_by_role("link", name=links[0].label, exact=True)]
    for link in words.navigation[-1].links:
        entry = menu.get_by_role("listitem").filter(has=page.get_by_role("link", name=link.label, exact=True))
        unfinished = "#" not in link.path and words.page(link.path).unfinished
        expect(entry.get_by_text(words.interface.header.unfinished)).to_have_count(int(unfinished))


def test_keyboard_opens_follows_and_escapes(page: Page) -> None:
    page.goto("/about")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name=ENGLISH.interface.header.skip_link)).to_be_focused()
    summary = page.locator("summary", has_text="Company")
    for _ in range(12):
        page.keyboard.press("Tab")
        if summary.evaluate("element => element === document.activeElement"):
            break
    expect(summary).to_be_focused()
    page.keyboard.press("Enter")
    link = page.get_by_role("navigation", name="Main").get_by_role("link", name="Board of Directors")
    expect(link).to_be_visible()
    page.keyboard.press("Escape")
    expect(link).to_be_hidden()
    expect(summary).to_be_focused()
    page.keyboard.press("Enter")
    link.focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/Bod$"))
    page.get_by_role("link", name=ENGLISH.interface.header.skip_link).press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('.site-header') === null"), "past the header"


@pytest.mark.full_build
def test_a_prerendered_page_runs_no_script_of_its_own_before_somebody_goes_there(visitor: Visitor) -> None:
    page = visitor().new_page()
    # What the browser says while it prerenders, until it is told to stop.
    page.add_init_script("Object.defineProperty(document, 'prerendering', { get: () => !window.activated })")
    page.goto("/", wait_until="networkidle")
    fetched = "() => performance.getEntriesByType('resource').filter((each) => /page-.*\\.js$/.test(each.name)).length"
    assert page.evaluate(fetched) == 0
    page.evaluate("window.activated = true; document.dispatchEvent(new Event('prerenderingchange'))")
    # A file that a busy machine keeps waiting is asked for again.
    page.wait_for_function(f"{fetched} > 0")


def test_phone_menu_opens_and_a_link_closes_it(phone: Page) -> None:
    phone.goto("/")
    link = phone.get_by_role("navigation", name="Main").get_by_role("link", name="Contact")
    toggle = phone.get_by_role("checkbox", name=ENGLISH.interface.header.menu)
    expect(phone.get_by_role("navigation", name="Main")).to_be_hidden()
    toggle.check()
    phone.locator("summary", has_text="Company").tap()
    link.tap()
    expect(phone.get_by_role("heading", level=1)).to_have_text(ENGLISH.page("/contact").title)
    expect(phone.get_by_role("navigation", name="Main")).to_be_hidden()
    expect(toggle).not_to_be_checked()


def test_menu_works_without_scripts(plain: Page) -> None:
    plain.goto("/")
    menu = plain.get_by_role("navigation", name=ENGLISH.interface.header.navigation_label)
    menu.get_by_text(ENGLISH.navigation[1].title, exact=True).click()
    menu.get_by_role("link", name=ENGLISH.navigation[1].links[0].label).click()
    expect(plain.get_by_role("heading", level=1)).to_be_visible()
    assert plain.url.endswith(ENGLISH.navigation[1].links[0].path)


DARK_PAPER, LIGHT_PAPER = "rgb(14, 20, 36)", "rgb(251, 248, 243)"


def background(page: Page) -> str:
    return page.evaluate("getComputedStyle(document.body).backgroundColor")


def test_first_visit_follows_the_device_without_scripts_too(tab: Tab) -> None:
    for wish, shown in (("light", LIGHT_PAPER), ("dark", DARK_PAPER)):
        page = tab(java_script_enabled=False, color_scheme=wish)
        page.goto("/")
        assert background(page) == shown, wish
        expect(page.locator(f".logo-{wish}").first).to_be_visible()


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


@pytest.mark.full_build  # the plain build remembers only what is chosen after React runs
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
