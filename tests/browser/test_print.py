"""Printed, a product is one page, and lists and messages have no header, footer or buttons."""

import io
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from starbond_site import content, local_time
from starbond_site.components.link import localized
from starbond_site.content import Site
from starbond_site.content.formats import long_date
from starbond_site.content.models import Letter, Product
from tests.serving import Server
from tests.unit.documents.samples import pdf

SITES = [content.read(language) for language in content.LANGUAGES]
ENGLISH = SITES[0]
PRODUCTS = [(site, product) for site in SITES for product in site.products]
WIDE_PAPER_PX = 718
"""Width of A4 without the margins of the print stylesheet, at 96 pixels an inch."""


def printed(page: Page) -> PdfReader:
    """Return the PDF of a page, with the size and margins of its stylesheet."""
    page.evaluate("""() => Promise.all([...document.images].map((image) => {
        image.loading = "eager";
        return image.decode().catch(() => {});
    }))""")
    return PdfReader(io.BytesIO(page.pdf(prefer_css_page_size=True, print_background=False)))


@pytest.mark.parametrize(
    ("words", "product"), PRODUCTS, ids=[localized(product.path, site.language) for site, product in PRODUCTS]
)
def test_product_is_one_page(page: Page, words: Site, product: Product) -> None:
    page.goto(localized(product.path, words.language))

    sheet = printed(page)

    assert len(sheet.pages) == 1
    if words.language == "en":  # The text of a PDF in Bangla is extracted in the order of its glyphs.
        text = " ".join(sheet.pages[0].extract_text().split())
        expected = [product.name, product.uses, *product.characteristics, *product.cautions]
        expected += [words.company.sales_phone.shown, *(size.label for size in product.sizes)]
        assert [part for part in expected if part not in text] == []


def test_a_sheet_says_when_and_from_where_it_is(page: Page) -> None:
    """Paper has neither a chat icon nor links, and is read long after."""
    for words, product in (PRODUCTS[0], PRODUCTS[-1]):
        path = localized(product.path, words.language)
        page.goto(path)
        page.emulate_media(media="print")

        label = words.interface.print.sheet_date.format(date=long_date(local_time.now(), words.interface.dates))
        expect(page.get_by_text(label)).to_be_visible()
        expect(page.get_by_text(label)).to_contain_text(path)
        expect(page.get_by_text(words.interface.product.chat_note)).to_be_hidden()
        page.emulate_media(media="screen")
        expect(page.get_by_text(label)).to_be_hidden()
        expect(page.get_by_text(words.interface.product.chat_note)).to_be_visible()


@pytest.mark.parametrize("path", ["/SyntheticResinAdhesive", "/AnnualReport", "/chairman", "/Bod", "/about"])
def test_header_and_footer_are_not_printed(page: Page, path: str) -> None:
    page.goto(path)
    page.emulate_media(media="print", color_scheme="dark")
    page.set_viewport_size({"width": WIDE_PAPER_PX, "height": 1000})

    expect(page.locator(".site-header")).to_be_hidden()
    # The main picture is a button too; it is printed as a picture.
    expect(page.locator("button:visible:not(.gallery-main)")).to_have_count(0)
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert page.evaluate("getComputedStyle(document.querySelector('h1')).color") == "rgb(0, 0, 0)"
    assert page.evaluate("document.documentElement.scrollWidth") <= WIDE_PAPER_PX


def test_list_prints_every_row_as_a_table(page: Page, site: Server, tmp_path: Path) -> None:
    for number in range(3):
        file = tmp_path / f"Printed filing {number}.pdf"
        file.write_bytes(pdf(f"printed {number}"))
        site.admin("documents", "publish", "BondIssue", str(file))
    page.goto("/BondIssue")
    expect(page.get_by_role("row").filter(has_text="Printed filing 2")).to_be_visible(timeout=30_000)

    text = " ".join(" ".join(sheet.extract_text().split()) for sheet in printed(page).pages)

    words = ENGLISH.interface.documents
    assert ENGLISH.investor_page("/BondIssue").title in text
    for number in range(3):
        assert f"Printed filing {number}" in text
    assert words.file_name in text
    assert words.download not in text


@pytest.mark.parametrize("words", SITES, ids=lambda words: words.language)
@pytest.mark.parametrize("path", ["/AnnualReport", "/SuperGlue", "/contact"])
def test_paper_has_mark_heading_date_and_address(page: Page, words: Site, path: str) -> None:
    page.goto(localized(path, words.language))
    page.emulate_media(media="print")
    head = page.locator(".letterhead")
    expect(head.get_by_text(words.company.name, exact=True)).to_be_visible()
    expect(head.locator("img")).to_be_visible()
    label = words.interface.print.sheet_date.format(date=long_date(local_time.now(), words.interface.dates))
    expect(head).to_contain_text(label)
    expect(head).to_contain_text(localized(path, words.language))


def test_a_printed_home_page_has_no_empty_frames(page: Page) -> None:
    """A slide whose picture was never loaded has none on paper; every picture that paper has is there."""
    page.goto("/")
    page.emulate_media(media="print")
    printed(page)
    broken = page.evaluate("""() => [...document.images].filter((image) =>
        image.checkVisibility() && !(image.complete && image.naturalWidth)).map((image) => image.outerHTML)""")
    assert broken == []
    # A slide that does not stand in the window is hidden from screen readers, not from paper.
    for slide in ENGLISH.slides:
        expect(page.get_by_role("heading", name=slide.title, include_hidden=True).first).to_be_visible()


@pytest.mark.parametrize("message", ENGLISH.letters, ids=lambda message: message.id)
def test_message_is_printed_whole_without_buttons(page: Page, message: Letter) -> None:
    page.goto(message.path)

    pages = printed(page).pages

    text = " ".join(" ".join(sheet.extract_text().split()) for sheet in pages)
    assert len(pages) <= 2
    assert message.salutation in text
    assert ENGLISH.person(message.person).name in text
    assert ENGLISH.interface.print.message_button not in text
