"""Products side by side: chosen in a form, kept in the address, printed on one page, and complete without scripts."""

import io

from playwright.sync_api import Locator, Page, expect
from pypdf import PdfReader

from starbond_site.components.link import localized
from starbond_site.content import Site
from starbond_site.content.addresses import COMPARE
from starbond_site.content.formats import digits
from starbond_site.content.models import Product
from starbond_site.presentation.products.comparison import MOST, address
from tests.browser.axe import in_themes
from tests.browser.conftest import Tab
from tests.browser.languages import LANGUAGES, SCRIPTS
from tests.browser.page_rules import LONGEST, MEASURE, squeezed


def products(words: Site, *ids: str) -> list[Product]:
    return [next(product for product in words.products if product.id == id) for id in ids]


def names(shown: list[Product]) -> list[str]:
    return [product.name for product in shown]


def table(page: Page, words: Site) -> Locator:
    return page.get_by_role("table", name=words.interface.compare.caption)


def columns(page: Page, words: Site) -> Locator:
    return table(page, words).get_by_role("columnheader")


def choose(page: Page, words: Site, place: int, name: str) -> None:
    label = digits(words.interface.compare.product.format(number=place), words.interface.dates)
    page.get_by_label(label, exact=True).select_option(label=name)


@SCRIPTS
def test_choose_and_compare(tab: Tab, words: Site, scripts: bool) -> None:
    page = tab(java_script_enabled=scripts)
    compare = words.interface.compare
    page.goto(localized(COMPARE, words.language))
    expect(page.get_by_role("main").get_by_role("status")).to_have_text(compare.nothing)
    shown = products(words, "super-glue", "synthetic-resin-adhesive")
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
    page.goto(address(words, all_products[: MOST + 1]) + "&product=paint-brush")
    expect(columns(page, words)).to_have_count(MOST)
    said = page.get_by_role("main").get_by_role("status")
    left_out = compare.too_many.format(count=MOST, names=all_products[MOST].name)
    expect(said).to_contain_text(digits(left_out, words.interface.dates))
    expect(said).to_contain_text(compare.unknown.format(name="paint-brush"))
    assert in_themes(page) == {}
    for width in (768, 1024, 1440):
        page.set_viewport_size({"width": width, "height": 1024})
        boxes = [column.bounding_box() for column in columns(page, words).all()]
        assert len({box["y"] for box in boxes if box}) == 1
        assert all(box and box["x"] >= 0 and box["x"] + box["width"] <= width for box in boxes)


def test_a_phone_keeps_the_labels_in_sight(phone: Page, words: Site) -> None:
    phone.goto(address(words, words.products[:MOST]))
    # Before anything is scrolled below the header, where its size does not count as enough.
    assert in_themes(phone) == {}
    for width in (320, 390):
        phone.set_viewport_size({"width": width, "height": 844})
        assert phone.evaluate(MEASURE, LONGEST) == [], width
    region = phone.get_by_role("region", name=words.interface.compare.caption)
    label = region.get_by_role("rowheader", name=words.interface.product.uses)
    label.scroll_into_view_if_needed()
    region.evaluate("element => element.scrollTo(element.scrollWidth, 0)")
    expect(label).to_be_in_viewport(ratio=0.9)
    expect(region.get_by_text(words.products[MOST - 1].uses, exact=True)).to_be_in_viewport()


@LANGUAGES
def test_any_products_are_printed_on_one_page(page: Page, words: Site) -> None:
    """Those that have the most to say; where these fit, the others do."""

    def length(product: Product) -> int:
        return len(product.uses) + sum(map(len, (*product.characteristics, *product.cautions)))

    longest = sorted(words.products, key=length, reverse=True)[:MOST]
    page.goto(address(words, longest))
    (sheet,) = PdfReader(io.BytesIO(page.pdf(prefer_css_page_size=True))).pages
    if words.language == "en":  # The text of a PDF in Bangla is extracted in the order of its glyphs.
        text = squeezed(sheet.extract_text())
        assert names([product for product in longest if squeezed(product.uses) not in text]) == []
        assert squeezed(words.interface.compare.print) not in text
