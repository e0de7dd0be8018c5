"""The page of a document: from its address, in both languages, with and without scripts, until it is withdrawn."""

import json

import pytest
from playwright.sync_api import Page, Response, expect

from starbond_site.components.link import localized
from starbond_site.content import Site
from tests.browser.axe import in_views
from tests.browser.components.visitor import HYDRATED
from tests.browser.conftest import Tab
from tests.browser.filing import problems_of, publish
from tests.browser.languages import SCRIPTS, SITES
from tests.serving import Server

REASON = "Figures of another year"


@pytest.fixture
def reader(tab: Tab, scripts: bool) -> Page:
    return tab(java_script_enabled=scripts)


@pytest.fixture
def page(tab: Tab) -> Page:
    return tab(permissions=["clipboard-read", "clipboard-write"])


def opened(page: Page, words: Site, number: str) -> Response:
    response = page.goto(localized(f"/documents/{number}", words.language))
    assert response
    return response


def hydrated(page: Page) -> None:
    page.mouse.move(5, 5)
    page.wait_for_function(HYDRATED)


@SCRIPTS
def test_page_opens_from_its_address_until_it_is_withdrawn(
    reader: Page, words: Site, site: Server, scripts: bool
) -> None:
    number, labels = publish(site, "AnnualReport", "Annual report"), words.interface.document_page
    other = next(site for site in SITES if site != words)
    problems = problems_of(reader)
    assert opened(reader, words, number).status == 200
    record = json.loads(reader.request.get(f"{site.url}/documents/{number}.json").text())

    expect(reader.get_by_role("heading", level=1)).to_have_text(record["FileName"])
    expect(reader.get_by_text(record["sha256"], exact=True)).to_be_visible()
    expect(reader.get_by_role("img", name=labels.qr)).to_be_visible()
    download = words.interface.documents.download_name.format(name=record["FileName"])
    expect(reader.get_by_role("link", name=download)).to_have_attribute("href", record["DownloadUrl"])
    expect(reader).to_have_title(f"{record['FileName']} | {words.company.name}")
    expect(reader.locator("html")).to_have_attribute("lang", words.language)

    reader.get_by_role("link", name=other.interface.language.call).click()
    expect(reader).to_have_url(site.url + localized(f"/documents/{number}", other.language))
    expect(reader.get_by_role("heading", level=1)).to_have_text(record["FileName"])
    assert problems == []
    if scripts:
        hydrated(reader)
        assert in_views(reader) == []

    site.admin("documents", "withdraw", number, "--reason", REASON)

    assert opened(reader, words, number).status == 410
    if scripts:
        assert in_views(reader) == []
    expect(reader.get_by_text(labels.withdrawn_reason.format(reason=REASON))).to_be_visible()
    expect(reader.get_by_role("link", name=words.interface.documents.download)).to_have_count(0)
    answer = reader.goto(record["DownloadUrl"], referer=site.url + localized("/AnnualReport", words.language))
    assert answer
    assert answer.status == 410
    expect(reader.get_by_role("heading", level=1)).to_have_text(labels.gone_title)
    reader.get_by_role("link", name=labels.gone_link).click()
    expect(reader).to_have_url(site.url + localized(f"/documents/{number}", words.language))


def test_hydration_keeps_document_and_head_and_the_hash_is_copied(page: Page, words: Site, site: Server) -> None:
    number = publish(site, "AllNotice", "Kept notice")
    opened(page, words, number)
    before = page.locator("head").evaluate("head => head.querySelectorAll('title, meta, link[rel=alternate]').length")
    content_before = page.locator("main").inner_html()
    hydrated(page)

    name = page.get_by_role("heading", level=1).inner_text()
    expect(page).to_have_title(f"{name} | {words.company.name}")
    assert page.locator("title").count() == page.locator("head > title").count() == 1
    after = page.locator("head").evaluate("head => head.querySelectorAll('title, meta, link[rel=alternate]').length")
    assert after == before
    assert page.locator("main").inner_html().replace(" hidden", "") == content_before.replace(' hidden=""', "")

    labels = words.interface.document_page
    page.get_by_role("button", name=labels.copy_sha256).click()
    expect(page.get_by_role("status").get_by_text(labels.copied)).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == page.request.get(f"/documents/{number}.json").json()["sha256"]
