"""The search box of the header: documents are found by their names and by what stands in them."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from starbond_site.components.link import localized
from starbond_site.content import Site
from starbond_site.content.formats import digits
from tests.browser.languages import LANGUAGES
from tests.serving import Server
from tests.unit.documents import made_pdfs

PHRASE = ("বিনিয়োগকারী", "সাধারণ", "সভা")
TYPED = "বিনি\u09af\u09bcোগকারী সাধা"
"""In another spelling, and not to the end."""
PATIENCE = 30_000


@pytest.fixture(scope="module")
def number(site: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Publish a PDF with words on its second page, read it, and return its id."""
    file: Path = tmp_path_factory.mktemp("search") / "Zebra.pdf"
    file.write_bytes(made_pdfs.marked_clusters([["প্রথম", "পাতা"], PHRASE]))
    made = site.admin("documents", "publish", "AllNotice", str(file)).partition("id ")[2].partition(",")[0]
    site.admin("reindex", made)
    yield made
    site.admin("documents", "withdraw", made)


@LANGUAGES
def test_name_and_text_of_a_document_are_found(page: Page, words: Site, number: str):
    """The result names the document and the page, marks the words, and opens the PDF at that page."""
    labels = words.interface.search
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
    count = dialog.get_by_role("link").count()
    said = labels.count_one if count == 1 else labels.count.format(count=count)
    expect(dialog.get_by_role("status")).to_have_text(digits(said, words.interface.dates))
    link.click()
    assert page.request.get(href.partition("#")[0]).status == 200
