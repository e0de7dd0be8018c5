"""Going from page to page without loading the site anew, and back."""

import pytest
from playwright.sync_api import Page, expect

from tests.serving import Server


def arrive(page: Page, path: str) -> None:
    """Open a page and mark its window: the mark is lost when the site is loaded anew."""
    page.goto(path, wait_until="networkidle")
    page.evaluate("window.stillHere = true")


def is_still_here(page: Page) -> bool:
    """Return whether the site has not been loaded anew."""
    return page.evaluate("window.stillHere === true")


def test_links_change_the_page_and_the_history_leads_back_to_the_same_place(page: Page):
    arrive(page, "/")
    link = page.locator('main a[href="/chairman"]').first
    link.scroll_into_view_if_needed()
    place = page.evaluate("window.scrollY")
    assert place > 0
    link.click()
    expect(page).to_have_title("Chairman's Message | Star Adhesives")
    assert page.evaluate("window.scrollY") == 0
    page.go_back()
    expect(page).to_have_title("Home | Star Adhesives")
    assert page.evaluate("window.scrollY") == place
    page.go_forward()
    expect(page).to_have_title("Chairman's Message | Star Adhesives")
    assert is_still_here(page)


def test_a_page_reached_by_a_link_survives_a_reload(page: Page):
    arrive(page, "/")
    page.locator('main a[href="/chairman"]').first.click()
    expect(page).to_have_title("Chairman's Message | Star Adhesives")
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("Chairman's Message")
    page.go_back()
    expect(page).to_have_title("Home | Star Adhesives")


def test_going_back_before_the_scripts_run_leads_back(page: Page):
    arrive(page, "/")
    page.locator('main a[href="/chairman"]').first.click()
    expect(page).to_have_title("Chairman's Message | Star Adhesives")
    page.route("**/assets/*.js", lambda route: route.abort())
    page.reload(wait_until="domcontentloaded")
    page.go_back()
    expect(page).to_have_title("Home | Star Adhesives")


@pytest.mark.parametrize(("path", "home"), [("/nothing/here", "/"), ("/bn/nothing", "/bn")])
def test_the_page_for_unknown_addresses_leads_on_and_back(page: Page, site: Server, path: str, home: str):
    arrive(page, path)
    heading = page.get_by_role("heading", level=1).inner_text()
    page.locator(f'main a[href="{home}"]').click()
    expect(page).to_have_url(f"{site.url}{home}")
    expect(page.get_by_role("heading", level=1)).not_to_have_text(heading)
    assert is_still_here(page)
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_have_text(heading)


def test_a_modified_click_is_left_to_the_browser(page: Page):
    arrive(page, "/")
    with page.context.expect_page() as opened:
        page.locator('main a[href="/chairman"]').first.click(modifiers=["Control"])
    expect(opened.value).to_have_title("Chairman's Message | Star Adhesives")
    expect(page).to_have_title("Home | Star Adhesives")


def test_a_page_that_cannot_be_fetched_is_loaded_anew(page: Page):
    arrive(page, "/")
    page.route("**/assets/*chairman*", lambda route: route.abort())
    page.locator('main a[href="/chairman"]').first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Chairman's Message")
    assert not is_still_here(page)
