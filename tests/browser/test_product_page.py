"""A product page: Size in the first view, columns on one line, the table."""

import io

import pypdfium2
import zxingcpp
from playwright.sync_api import Locator, Page, expect
from pypdf import PdfReader

from starbond_site.content import Site
from starbond_site.content.addresses import COMPARE, SAFETY, data_sheet, localized
from starbond_site.content.models import Product
from starbond_site.presentation.products.comparison import MAX_PRODUCTS, address
from tests.browser.axe import in_themes, in_views, violations
from tests.browser.conftest import Tab
from tests.browser.filing import paper
from tests.browser.languages import LANGUAGES, SCRIPTS, SITES
from tests.browser.page_rules import squeezed
from tests.conftest import THOROUGH
from tests.serving import Server

PRODUCT = "/SyntheticResinAdhesive"


def named(words: Site, path: str = PRODUCT) -> str:
    return localized(path, words.language)


def test_the_way_to_a_product_has_no_numbers(page: Page, words: Site) -> None:
    """Numbered lists have those of their language, which no list without numbers may inherit."""
    page.goto(named(words))
    trail = page.get_by_role("navigation", name=words.interface.product.breadcrumb_label)
    expect(trail.locator("ol")).to_have_css("list-style-type", "none")


@LANGUAGES
def test_size_is_in_the_first_view_of_a_phone(phone: Page, words: Site) -> None:
    """Above the bar at the lower edge, with which somebody calls and chats."""
    labels = words.interface.product
    for path in (PRODUCT, "/SuperGlue", "/SyntheticDistemberAdhesives"):
        phone.goto(named(words, path))
        shown, call = phone.get_by_role("combobox", name=labels.size), phone.locator(".call--sticky")
        for link in (labels.call_short, labels.whatsapp_short):
            expect(call.get_by_role("link", name=link)).to_be_in_viewport()
        size, bar = shown.bounding_box(), call.bounding_box()
        assert size
        assert bar
        assert size["y"] + size["height"] <= bar["y"], path
        assert bar["height"] <= 90


def names(shown: list[Product]) -> list[str]:
    return [product.name for product in shown]


def table(page: Page, words: Site) -> Locator:
    return page.get_by_role("table", name=words.interface.compare.caption)


def columns(page: Page, words: Site) -> Locator:
    return table(page, words).get_by_role("columnheader")


def choose(page: Page, words: Site, place: int, name: str) -> None:
    label = words.digits(words.interface.compare.product.format(number=place))
    page.get_by_label(label, exact=True).select_option(label=name)


@SCRIPTS
def test_choose_and_compare(tab: Tab, words: Site, scripts: bool) -> None:
    page = tab(java_script_enabled=scripts)
    compare = words.interface.compare
    page.goto(localized(COMPARE, words.language))
    expect(page.get_by_role("main").get_by_role("status")).to_have_text(compare.nothing)
    by_id = {product.id: product for product in words.products}
    shown = [by_id["super-glue"], by_id["synthetic-resin-adhesive"]]
    for place, product in enumerate(shown, start=1):
        choose(page, words, place, product.name)
    page.get_by_role("main").get_by_role("button", name=compare.submit).click()
    expect(columns(page, words)).to_have_count(2)
    for column, product in zip(columns(page, words).all(), shown, strict=True):
        expect(column.get_by_role("link", name=product.name, exact=True)).to_be_visible()
        column.locator("img").evaluate("image => image.decode()")
        for text in (product.uses, *product.cautions):
            expect(table(page, words).get_by_text(text, exact=True).first).to_be_visible()
    page.get_by_role("link", name=compare.remove_name.format(product=shown[0].name)).click()
    expect(columns(page, words)).to_have_count(1)
    expect(page.get_by_role("main").get_by_role("status")).to_have_text(compare.one_more)


def test_too_many_and_unknown_products_lose_nothing_and_columns_stand_on_one_line(page: Page, words: Site) -> None:
    compare, all_products = words.interface.compare, words.products
    page.goto(address(words, all_products[: MAX_PRODUCTS + 1]) + "&product=paint-brush")
    expect(columns(page, words)).to_have_count(MAX_PRODUCTS)
    said = page.get_by_role("main").get_by_role("status")
    left_out = compare.too_many.format(count=MAX_PRODUCTS, names=all_products[MAX_PRODUCTS].name)
    expect(said).to_contain_text(words.digits(left_out))
    expect(said).to_contain_text(compare.unknown.format(name="paint-brush"))
    assert in_themes(page) == {}
    for width in (768, 1024, 1440):
        page.set_viewport_size({"width": width, "height": 1024})
        boxes = [column.bounding_box() for column in columns(page, words).all()]
        assert len({box["y"] for box in boxes if box}) == 1
        assert all(box and box["x"] >= 0 and box["x"] + box["width"] <= width for box in boxes)
    page.set_viewport_size({"width": 390, "height": 844})
    label = table(page, words).get_by_role("rowheader", name=words.interface.product.uses)
    label.scroll_into_view_if_needed()
    page.get_by_role("region", name=compare.caption).evaluate("(region) => region.scrollTo(region.scrollWidth, 0)")
    expect(table(page, words).get_by_text(all_products[MAX_PRODUCTS - 1].uses, exact=True)).to_be_in_viewport()
    expect(label).to_be_in_viewport(ratio=0.9)


@LANGUAGES
def test_any_products_are_printed_on_one_page(page: Page, words: Site) -> None:
    """Those that have the most to say; where these fit, the others do."""

    def length(product: Product) -> int:
        return len(product.uses) + sum(map(len, (*product.characteristics, *product.cautions)))

    longest = sorted(words.products, key=length, reverse=True)[:MAX_PRODUCTS]
    page.goto(address(words, longest))
    (sheet,) = PdfReader(io.BytesIO(page.pdf(prefer_css_page_size=True))).pages
    if words.language == "en":  # The text of a PDF in Bangla is extracted in the order of its glyphs.
        text = squeezed(sheet.extract_text())
        assert names([product for product in longest if squeezed(product.uses) not in text]) == []
        assert squeezed(words.interface.compare.print) not in text


A4_POINTS = (595, 842)
SCALE = 2
"""Of the picture in which the QR code is read: 144 dots per inch."""
PICTURES = "() => Promise.all([...document.images].map((image) => image.decode()))"
FAMILIES = "() => document.fonts.ready.then((fonts) => [...fonts].filter((font) => font.status === 'loaded').length)"


def pdf_of(page: Page, words: Site, path: str) -> bytes:
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


def test_from_the_desk_to_the_safety_data_sheet_of_a_product(tab: Tab, site: Server) -> None:
    """The secretary publishes it in each language; a customer gets that of the page's language, and first aid."""
    for words in SITES:
        page, labels, product = tab(), words.interface.safety_sheets, words.products[2]
        page.goto(localized("/desk/sheets", words.language))
        page.get_by_label(labels.product).select_option(product.id)
        page.get_by_label(labels.language).select_option(words.language)
        page.get_by_label(labels.version).fill("2.1")
        page.get_by_label(labels.file).set_input_files(paper(f"Sheet {words.language}.pdf"))
        page.get_by_role("button", name=labels.button).click()
        done = page.get_by_role("status").filter(has_text=words.interface.desk_document.done["published"])
        expect(done).to_be_visible()
    for words in SITES:
        page, labels, product = tab(), words.interface.safety_sheets, words.products[2]
        title = words.digits(labels.document.format(product=product.name, version="2.1"))
        page.set_viewport_size({"width": 390, "height": 844})
        for link in (words.page(SAFETY).title, labels.link):
            page.goto(localized(product.path, words.language))
            page.get_by_role("main").get_by_role("link", name=link).click()
            if link != labels.link:
                expect(page.get_by_text(words.safety.first_aid[0].steps[0])).to_be_in_viewport(ratio=1)
        expect(page.get_by_role("heading", level=1)).to_have_text(title)
        page.goto(localized("/SafetySheets", words.language))
        expect(page.get_by_role("row").filter(has_text=title)).to_have_count(1)
        assert in_views(page, (390, "light"), (1440, "dark")) == [], words.language
