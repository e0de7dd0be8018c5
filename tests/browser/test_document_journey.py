"""The page of a document: from its address, in both languages, with and without scripts, until it is withdrawn."""

import json
import secrets
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, Page, Response, expect

from starbond_site import content
from starbond_site.components.link import localized
from starbond_site.content import Site
from tests.browser.components.visitor import HYDRATED
from tests.serving import Server, build, serving
from tests.unit.documents import samples

SITES = [content.read(language) for language in content.LANGUAGES]
REASON = "Figures of another year"
LIVE_MS = 2_000


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Serve a site whose documents are this module's own."""
    build()
    with serving(tmp_path_factory.mktemp("documents")) as server:
        yield server


@pytest.fixture(params=SITES, ids=lambda site: site.language)
def words(request: pytest.FixtureRequest) -> Site:
    return request.param


@pytest.fixture(params=[True, False], ids=["scripts", "no scripts"])
def reader(request: pytest.FixtureRequest, visitor: Callable[..., BrowserContext], desk: Server) -> Page:
    """Return a page with or without scripts."""
    return visitor(base_url=desk.url, java_script_enabled=request.param).new_page()


@pytest.fixture
def page(visitor: Callable[..., BrowserContext], desk: Server) -> Page:
    return visitor(base_url=desk.url, permissions=["clipboard-read", "clipboard-write"]).new_page()


def publish(server: Server, folder: Path, category: str, name: str) -> int:
    """Publish a document by the command line and return its id."""
    file = folder / f"{name}.pdf"
    file.write_bytes(samples.pdf(secrets.token_hex(16)))
    return int(server.admin("documents", "publish", category, str(file)).partition("id ")[2].partition(",")[0])


def opened(page: Page, site: Site, number: int) -> Response:
    response = page.goto(localized(f"/documents/{number}", site.language))
    assert response
    return response


def hydrated(page: Page) -> None:
    page.mouse.move(5, 5)
    page.wait_for_function(HYDRATED)


def test_page_opens_from_its_address(reader: Page, words: Site, desk: Server, tmp_path: Path) -> None:
    number, labels = publish(desk, tmp_path, "AnnualReport", "Annual report"), words.interface.document_page
    problems: list[str] = []
    reader.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
    reader.on("pageerror", lambda error: problems.append(str(error)))
    assert opened(reader, words, number).status == 200
    record = json.loads(reader.request.get(f"{desk.url}/documents/{number}.json").text())

    expect(reader.get_by_role("heading", level=1)).to_have_text(record["FileName"])
    expect(reader.get_by_text(record["sha256"], exact=True)).to_be_visible()
    expect(reader.get_by_role("img", name=labels.qr)).to_be_visible()
    download = words.interface.documents.download_name.format(name=record["FileName"])
    expect(reader.get_by_role("link", name=download)).to_have_attribute("href", record["DownloadUrl"])
    expect(reader.get_by_role("banner")).to_be_visible()
    expect(reader.get_by_role("contentinfo")).to_be_attached()
    expect(reader).to_have_title(f"{record['FileName']} | {words.company.name}")
    expect(reader.locator("html")).to_have_attribute("lang", words.language)

    other = next(site for site in SITES if site != words)
    reader.get_by_role("link", name=other.interface.language.call).click()
    expect(reader).to_have_url(desk.url + localized(f"/documents/{number}", other.language))
    expect(reader.get_by_role("heading", level=1)).to_have_text(record["FileName"])
    assert problems == []


def test_hydration_keeps_document_and_head(page: Page, words: Site, desk: Server, tmp_path: Path) -> None:
    number = publish(desk, tmp_path, "AllNotice", "Kept <b>notice</b>".replace("<b>", "").replace("</b>", ""))
    opened(page, words, number)
    before = page.locator("head").evaluate("head => head.querySelectorAll('title, meta, link[rel=alternate]').length")
    content_before = page.locator("main").inner_html()
    hydrated(page)

    name = page.get_by_role("heading", level=1).inner_text()
    expect(page).to_have_title(f"{name} | {words.company.name}")
    assert page.locator("title").count() == page.locator("head > title").count() == 1
    addresses = page.locator('link[rel="canonical"]').evaluate_all("links => links.map(link => link.href)")
    assert addresses == [desk.url + localized(f"/documents/{number}", words.language)]
    robots = page.locator('meta[name="robots"]').evaluate_all("found => found.map(meta => meta.content)")
    assert robots == ["index, follow"]
    titles = page.locator('meta[property="og:title"]').evaluate_all("found => found.map(meta => meta.content)")
    assert titles == [f"{name} | {words.company.name}"]
    after = page.locator("head").evaluate("head => head.querySelectorAll('title, meta, link[rel=alternate]').length")
    assert after == before
    assert page.locator("main").inner_html().replace(" hidden", "") == content_before.replace(' hidden=""', "")


def test_hash_is_copied(page: Page, words: Site, desk: Server, tmp_path: Path) -> None:
    number, labels = publish(desk, tmp_path, "AllNotice", "Copied"), words.interface.document_page
    opened(page, words, number)
    hydrated(page)
    page.get_by_role("button", name=labels.copy_sha256).click()
    expect(page.get_by_role("status").get_by_text(labels.copied)).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == page.request.get(f"/documents/{number}.json").json()["sha256"]


def test_withdrawn_document_says_why(reader: Page, words: Site, desk: Server, tmp_path: Path) -> None:
    number, labels = publish(desk, tmp_path, "AllNotice", "Withdrawn"), words.interface.document_page
    opened(reader, words, number)
    file = reader.get_by_role("link", name=words.interface.documents.download).get_attribute("href") or ""
    desk.admin("documents", "withdraw", str(number), "--reason", REASON)

    assert opened(reader, words, number).status == 410
    expect(reader.get_by_text(labels.withdrawn_reason.format(reason=REASON))).to_be_visible()
    expect(reader.get_by_role("link", name=words.interface.documents.download)).to_have_count(0)
    answer = reader.goto(file, referer=desk.url + localized("/AllNotice", words.language))
    assert answer
    assert answer.status == 410
    expect(reader.get_by_role("heading", level=1)).to_have_text(labels.gone_title)
    reader.get_by_role("link", name=labels.gone_link).click()
    expect(reader).to_have_url(desk.url + localized(f"/documents/{number}", words.language))


def test_prospectus_is_replaced_and_comes_back(page: Page, words: Site, desk: Server, tmp_path: Path) -> None:
    labels = words.interface.document_page
    old, new = (publish(desk, tmp_path, "Prospectus", name) for name in ("Old prospectus", "New prospectus"))
    opened(page, words, old)
    page.get_by_role("link", name="New prospectus").first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("New prospectus")
    expect(page.get_by_role("term").filter(has_text=labels.replaces)).to_be_visible()
    page.get_by_role("link", name="Old prospectus").click()
    expect(page).to_have_url(desk.url + localized(f"/documents/{old}", words.language))

    page.goto(localized("/SharedInformation", words.language))
    page.wait_for_load_state("networkidle")
    row = page.get_by_role("row").filter(has_text=words.investors.shared[0].title).get_by_role("link", name="")
    expect(row.last).to_have_attribute("href", page.request.get(f"/documents/{new}.json").json()["DownloadUrl"])
    desk.admin("documents", "withdraw", str(new), "--reason", REASON)
    address = page.request.get(f"/documents/{old}.json").json()["DownloadUrl"]
    expect(page.locator(f'main a[href="{address}"]')).to_be_visible(timeout=LIVE_MS)
    opened(page, words, old)
    expect(page.get_by_role("term").filter(has_text=labels.replaced_by)).to_have_count(0)
    assert page.request.get("/api/nodes").json()["Prospectus"] == {"DownloadUrl": address}


def test_what_never_was_there_is_not_found(page: Page, words: Site) -> None:
    assert opened(page, words, 2**31 - 1).status == 404
    expect(page.get_by_role("heading", level=1)).to_have_text(words.interface.not_found.heading)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1440])
def test_page_has_no_violation(page: Page, words: Site, desk: Server, tmp_path: Path, width: int, theme: str) -> None:
    number = publish(desk, tmp_path, "AllNotice", "Accessible")
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
    for status in (200, 410):
        assert opened(page, words, number).status == status
        hydrated(page)
        assert Axe().run(page).response["violations"] == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        if status == 200:
            desk.admin("documents", "withdraw", str(number), "--reason", REASON)


def test_documents_are_described_to_search_engines(page: Page, desk: Server, tmp_path: Path) -> None:
    number = publish(desk, tmp_path, "BondIssue", "Listed")
    assert "/sitemap-documents.xml" in page.request.get("/robots.txt").text()
    listed = page.request.get("/sitemap-documents.xml").text()
    assert f"/documents/{number}</loc>" in listed
    assert f"/bn/documents/{number}</loc>" in listed
    assert "/documents<" not in page.request.get("/sitemap.xml").text()
