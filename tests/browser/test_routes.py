"""Every route: its status, title and one heading; every internal link; wrong spellings and unknown addresses."""

from urllib.parse import urldefrag, urlsplit

import pytest
from playwright.sync_api import APIRequestContext, APIResponse, Page, expect

from starbond_site import content
from starbond_site.components.link import localized
from tests.serving import Server

ENGLISH = content.read("en")
SITES = [content.read(language) for language in content.LANGUAGES]
ROUTES = [(site, path) for site in SITES for path in site.paths]
IDS = [localized(path, site.language) for site, path in ROUTES]
ALLOWED_ERRORS = ("favicon",)


def heading_count(page: Page) -> int:
    """Return how many first-level headings a page has."""
    return page.get_by_role("heading", level=1).count()


def shared_picture(page: Page) -> APIResponse:
    """Fetch the preview picture of a page, whose address must be absolute."""
    address = page.locator('meta[property="og:image"]').get_attribute("content") or ""
    assert address.startswith("http"), address
    return page.request.get(urlsplit(address).path)


@pytest.mark.parametrize("path", ["/AllNotice/", "/api/documents/AllNotice"])
def test_what_an_answer_varies_with_is_named_once(page: Page, path: str) -> None:
    """Two layers of Reflex allow origins, around the routes and around everything."""
    assert page.request.get(path).headers["vary"] == "Accept-Encoding, Origin"


@pytest.mark.parametrize(("site_content", "path"), ROUTES, ids=IDS)
def test_route_answers(page: Page, site_content: content.Site, path: str) -> None:
    problems: list[str] = []
    page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: problems.append(str(error)))

    response = page.goto(localized(path, site_content.language))

    assert response is not None
    assert response.status == 200
    text = site_content.page(path)
    expect(page).to_have_title(f"{text.title} | {site_content.company.name}")
    expect(page.locator("html")).to_have_attribute("lang", site_content.language)
    assert page.locator('meta[name="description"]').get_attribute("content") == text.description
    assert shared_picture(page).status == 200
    assert heading_count(page) == 1
    assert problems == []


def test_links_lead_to_pages(page: Page) -> None:
    """Collect every internal link of every page and follow each once."""
    found: dict[str, str] = {}
    for site, path in ROUTES:
        address = localized(path, site.language)
        page.goto(address, wait_until="domcontentloaded")
        for link in page.eval_on_selector_all("a[href^='/']", "links => links.map(link => link.getAttribute('href'))"):
            found.setdefault(urldefrag(link)[0] or "/", address)

    request: APIRequestContext = page.request
    broken = {
        link: seen_on
        for link, seen_on in found.items()
        if not link.startswith("/files/") and request.get(link, max_redirects=0).status != 200
    }
    assert broken == {}
    assert len(found) > len(ENGLISH.paths)


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("/bod", "/Bod"),
        ("/BOD/", "/Bod"),
        ("/uploadfiles/", "/UploadFiles"),
        ("/superglue", "/SuperGlue"),
        ("/about/", "/about"),
        ("/md", "/MD"),
        ("/bn/bod", "/bn/Bod"),
        ("/bn/", "/bn"),
    ],
)
def test_other_spelling_is_redirected_for_good(page: Page, wrong: str, right: str) -> None:
    response = page.request.get(wrong, max_redirects=0)

    assert response.status in (301, 308)
    assert response.headers["location"] == right


@pytest.mark.parametrize("path", ["/chairman", "/Chairman"])
def test_chairman_answers_in_both_spellings(page: Page, path: str) -> None:
    response = page.goto(path)

    assert response is not None
    assert response.status == 200
    expect(page.get_by_role("heading", level=1)).to_have_text(ENGLISH.page("/chairman").title)


@pytest.mark.parametrize(
    ("path", "site_content"), [("/NoSuchPage", SITES[0]), ("/a/b/c", SITES[0]), ("/bn/NoSuchPage", SITES[1])]
)
def test_unknown_address_helps(page: Page, path: str, site_content: content.Site) -> None:
    response = page.goto(path)

    assert response is not None
    assert response.status == 404
    words = site_content.interface.not_found
    expect(page.get_by_role("heading", level=1)).to_have_text(words.heading)
    page.get_by_role("main").get_by_role("link", name=words.products_link).click()
    expect(page).to_have_title(f"{site_content.page('/Products').title} | {site_content.company.name}")


def test_upload_pages_stay_out_of_search_engines(page: Page, site: Server) -> None:
    sitemap = page.request.get("/sitemap.xml").text()

    assert "/Bod<" in sitemap
    for path in ("/UploadFiles", "/prospectus"):
        assert path not in sitemap
        page.goto(path)
        assert "noindex" in (page.locator('meta[name="robots"]').get_attribute("content") or "")
    for path in ("/", "/AnnualReport"):
        page.goto(path)
        assert page.locator("a[href*='UploadFiles'], a[href='/prospectus']").count() == 0
