"""The data sheet of each product: a PDF of one or two pages of A4 whose QR code leads to the page of the product."""

import io

import pypdfium2
import zxingcpp
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from starbond_site import local_time
from starbond_site.components.link import localized
from starbond_site.content import Site
from starbond_site.content.addresses import data_sheet
from starbond_site.content.formats import long_date
from tests.browser.axe import violations
from tests.browser.languages import LANGUAGES
from tests.browser.page_rules import said_of, squeezed
from tests.conftest import THOROUGH

A4_POINTS = (595, 842)
SCALE = 2
"""Of the picture in which the QR code is read: 144 dots per inch."""
PICTURES = "() => Promise.all([...document.images].map((image) => image.decode()))"
FAMILIES = "() => document.fonts.ready.then((fonts) => [...fonts].filter((font) => font.status === 'loaded').length)"


def pdf_of(page: Page, words: Site, path: str) -> bytes:
    """Return the sheet of a product as a browser prints it."""
    page.goto(localized(data_sheet(path), words.language))
    page.evaluate(PICTURES)
    assert page.evaluate(FAMILIES) > 0
    return page.pdf(prefer_css_page_size=True, print_background=True)


@LANGUAGES
def test_every_sheet_is_at_most_two_pages_of_a4(page: Page, words: Site) -> None:
    for product in words.products[:: 1 if THOROUGH else 3]:
        file = pdf_of(page, words, product.path)
        sheet = PdfReader(io.BytesIO(file))

        assert 1 <= len(sheet.pages) <= 2, product.id
        for printed in sheet.pages:
            assert (round(printed.mediabox.width), round(printed.mediabox.height)) == A4_POINTS
        last = pypdfium2.PdfDocument(file)[len(sheet.pages) - 1].render(scale=SCALE)
        codes = zxingcpp.read_barcodes(last.to_pil())
        assert [code.text for code in codes] == [page.url.removesuffix("/sheet")]
        if words.language == "en":  # The text of a PDF in Bangla is extracted in the order of its glyphs.
            text = squeezed("".join(printed.extract_text() for printed in sheet.pages))
            expected = [product.summary, *said_of(product, words), *(size.label for size in product.sizes)]
            expected += [f"Page 1 / {len(sheet.pages)}", long_date(local_time.today(), words.interface.dates)]
            assert [part for part in expected if squeezed(part) not in text] == []
            assert squeezed(words.interface.sheet.back) not in text


def test_from_a_product_to_its_sheet_and_back(page: Page, words: Site) -> None:
    product, sheet = words.products[2], words.interface.sheet
    page.goto(localized(product.path, words.language))
    page.get_by_role("main").get_by_role("link", name=sheet.link).click()

    expect(page).to_have_title(f"{sheet.title.format(product=product.name)} | {words.company.name}")
    expect(page.get_by_role("heading", level=1)).to_have_text(product.name)
    assert violations(page) == []
    page.evaluate("window.print = () => (document.title = 'printing')")
    page.get_by_role("button", name=sheet.print).click()
    expect(page).to_have_title("printing")
    page.get_by_role("link", name=sheet.back).click()
    expect(page).to_have_url(localized(product.path, words.language))
