"""Addresses: wrong spellings, unknown ones, and what search engines are told; ``test_crawl.py`` loads every page."""

import pytest
from playwright.sync_api import Page, expect

from starbond_site.content import Site
from tests.browser.languages import SITES


def test_answers_vary_once_and_other_spellings_are_redirected(page: Page) -> None:
    """Two layers of Reflex allow origins, around the routes and around everything."""
    for path in ("/AllNotice/", "/api/documents/AllNotice"):
        assert page.request.get(path).headers["vary"] == "Accept-Encoding, Origin"
    response = page.request.get("/bn/BOD/", max_redirects=0)
    assert (response.status, response.headers["location"]) == (301, "/bn/Bod")


@pytest.mark.parametrize(("path", "words"), [("/a/b/c", SITES[0]), ("/bn/NoSuchPage", SITES[-1])])
def test_unknown_address_helps_and_leads_back(page: Page, path: str, words: Site) -> None:
    response = page.goto(path, wait_until="networkidle")

    assert response is not None
    assert response.status == 404
    missing, heading = words.interface.not_found, page.get_by_role("heading", level=1)
    expect(heading).to_have_text(missing.heading)
    page.get_by_role("main").get_by_role("link", name=missing.products_link).click()
    expect(page).to_have_title(f"{words.page('/Products').title} | {words.company.name}")
    page.go_back()
    expect(heading).to_have_text(missing.heading)


def test_upload_pages_stay_out_of_search_engines(page: Page) -> None:
    sitemap = page.request.get("/sitemap.xml").text()

    assert "/Bod<" in sitemap
    for path in ("/UploadFiles", "/prospectus"):
        assert path not in sitemap
        page.goto(path)
        assert "noindex" in (page.locator('meta[name="robots"]').get_attribute("content") or "")
    for path in ("/", "/AnnualReport"):
        page.goto(path)
        assert page.locator("a[href*='UploadFiles'], a[href='/prospectus']").count() == 0
    page.goto("/bn/SuperGlue")
    addresses = page.eval_on_selector_all(
        "link[rel=alternate][hreflang]",
        "links => Object.fromEntries(links.map(link => [link.hreflang, new URL(link.href).pathname]))",
    )
    assert addresses == {"en": "/SuperGlue", "bn": "/bn/SuperGlue", "x-default": "/SuperGlue"}
