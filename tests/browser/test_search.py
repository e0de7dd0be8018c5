"""The search box of the header: documents are found by their names and by what stands in them."""

from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Page, Route, expect

from starbond_site.components.link import localized
from starbond_site.content.formats import digits
from tests.browser.languages import BANGLA
from tests.serving import Server
from tests.unit.documents import made_pdfs

PHRASE = ("বিনিয়োগকারী", "সাধারণ", "সভা")
TYPED = "বিনি\u09af\u09bcোগকারী সাধা"
"""In another spelling, and not to the end."""
PATIENCE = 30_000


def test_name_and_text_of_a_document_are_found(page: Page, site: Server, tmp_path: Path):
    """The result names the document and the page, marks the words, and opens the PDF at that page."""
    words = BANGLA
    file, labels = tmp_path / "Zebra.pdf", words.interface.search
    file.write_bytes(made_pdfs.marked_clusters([["প্রথম", "পাতা"], PHRASE]))
    number = site.admin("documents", "publish", "AllNotice", str(file)).partition("id ")[2].partition(",")[0]
    site.admin("reindex", number)
    page.goto(localized("/", words.language))
    page.get_by_role("button", name=labels.open, exact=True).click()
    dialog = page.get_by_role("dialog", name=labels.label)
    box = dialog.get_by_role("searchbox", name=labels.label)
    box.fill("zebra")
    link = dialog.get_by_role("region", name=labels.documents).get_by_role("link")
    expect(link).to_have_attribute("href", localized(f"/documents/{number}", words.language), timeout=PATIENCE)

    box.fill(TYPED)
    section = dialog.get_by_role("region", name=labels.texts)
    link = section.get_by_role("link")
    expect(link).to_have_count(1, timeout=PATIENCE)
    expect(link).to_contain_text("Zebra")
    expect(link).to_contain_text(digits(labels.page.format(number=2), words.interface.dates))
    expect(link.locator("mark")).to_have_text(["বিনিয়োগকারী", "সাধারণ"])
    href = link.get_attribute("href") or ""
    assert href.startswith(f"/files/{number}/")
    assert href.endswith(".pdf#page=2")
    link.click()
    assert page.request.get(href.partition("#")[0]).status == 200
    site.admin("documents", "withdraw", number)


def test_more_results_than_eight(page: Page):
    """A button asks for more, and goes when there are no others."""
    labels = BANGLA.interface.search

    def answer(route: Route) -> None:
        count = int(parse_qs(urlsplit(route.request.url).query)["count"][0])
        row = {"FileName": "a.pdf", "DownloadUrl": "/files/1/a.pdf"}
        route.fulfill(json=[{**row, "title": f"{n}", "url": f"/documents/{n}"} for n in range(min(count, 10))])

    page.route("**/api/search?*", answer)
    page.goto(localized("/", BANGLA.language))
    page.get_by_role("button", name=labels.open, exact=True).click()
    dialog = page.get_by_role("dialog", name=labels.label)
    dialog.get_by_role("searchbox", name=labels.label).fill("zebra")
    links = dialog.get_by_role("region", name=labels.documents).get_by_role("link")
    expect(links).to_have_count(8, timeout=PATIENCE)
    more = dialog.get_by_role("button", name=labels.more, exact=True)
    more.click()
    expect(links).to_have_count(10, timeout=PATIENCE)
    expect(more).to_have_count(0)
