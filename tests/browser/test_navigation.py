"""Going from page to page, and back."""

import os

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor

CHAIRMAN = 'main a[href="/chairman"]'


def test_links_change_the_page_and_the_history_leads_back_to_the_same_place(page: Page) -> None:
    page.goto("/", wait_until="networkidle")
    # A modified click is left to the browser.
    with page.context.expect_page() as opened:
        page.locator(CHAIRMAN).first.click(modifiers=["Control"])
    expect(opened.value).to_have_title("Chairman's Message | Star Adhesives")
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


@pytest.mark.full_build
def test_links_and_history_work_without_scripts_having_loaded(page: Page) -> None:
    page.route("**/assets/*.js", lambda route: route.abort())
    page.goto("/", wait_until="load")
    page.locator(CHAIRMAN).first.click()
    expect(page).to_have_title("Chairman's Message | Star Adhesives")
    page.go_back()
    expect(page).to_have_title("Home | Star Adhesives")


@pytest.mark.full_build
def test_a_prerendered_page_runs_no_script_of_its_own_before_somebody_goes_there(visitor: Visitor) -> None:
    page = visitor().new_page()
    rules = page.request.get("/").text().partition('<script type="speculationrules">')[2].partition("</script>")[0]
    assert '"prerender"' in rules
    # What the browser says while it prerenders, until it is told to stop.
    page.add_init_script(
        """Object.defineProperty(document, "prerendering", { get: () => !window.activated, configurable: true })"""
    )
    page.goto("/", wait_until="networkidle")
    fetched = "() => performance.getEntriesByType('resource').filter((each) => /page-.*\\.js$/.test(each.name)).length"
    assert page.evaluate(fetched) == 0
    page.evaluate("window.activated = true; document.dispatchEvent(new Event('prerenderingchange'))")
    page.wait_for_function(f"{fetched} === 1")
