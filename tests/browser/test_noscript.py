"""Without scripts, products show all their content and lists all their rows."""

import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from starbond_site import content
from starbond_site.components.link import localized
from starbond_site.content import Site
from starbond_site.content.models import Product
from tests.serving import Server
from tests.unit.documents.samples import pdf

SITES = [content.read(language) for language in content.LANGUAGES]
ENGLISH = SITES[0]
PRODUCTS = [(site, product) for site in SITES for product in site.products]
LISTS = [(page.path, category) for page in ENGLISH.investors.pages for category in page.categories]

PATIENCE_SECONDS = 30
DOCUMENT = re.compile(r"^/files/\d+/")


@pytest.fixture
def reader(visitor: Callable[..., BrowserContext]) -> Page:
    """Return a page of a browser without JavaScript."""
    return visitor(java_script_enabled=False, viewport={"width": 1440, "height": 900}).new_page()


def open_with(reader: Page, address: str, text: str) -> None:
    """Reload a page until it has the text: the server finds changes of the command line at its next poll."""
    end = time.monotonic() + PATIENCE_SECONDS
    reader.goto(address)
    while not reader.get_by_role("main").get_by_text(text).count() and time.monotonic() < end:
        reader.reload()


@pytest.mark.parametrize(
    ("words", "product"), PRODUCTS, ids=[localized(product.path, site.language) for site, product in PRODUCTS]
)
def test_product_is_complete(reader: Page, words: Site, product: Product) -> None:
    reader.goto(localized(product.path, words.language))
    main = reader.get_by_role("main")

    expect(main.get_by_role("heading", level=1)).to_have_text(product.name)
    expect(main.get_by_text(product.uses)).to_be_visible()
    for fact in (*product.characteristics, *product.cautions):
        expect(main.get_by_text(fact, exact=True).first).to_be_visible()
    assert main.get_by_role("combobox").locator("option").all_inner_texts() == [size.label for size in product.sizes]
    expect(main.locator(f"a[href='tel:{words.company.sales_phone.dial}']").first).to_be_visible()
    expect(main.locator("img").first).to_be_visible()


@pytest.mark.parametrize(("path", "category"), LISTS, ids=[f"{path}-{category}" for path, category in LISTS])
def test_list_is_complete(reader: Page, site: Server, tmp_path: Path, path: str, category: str) -> None:
    names = []
    for number in range(2):
        file = tmp_path / f"Read without scripts {path.strip('/')} {category} {number}.pdf"
        file.write_bytes(pdf(f"{path} {category} {number}"))
        names.append(file.stem)
        site.admin("documents", "publish", category, str(file))

    for words in SITES:
        open_with(reader, localized(path, words.language), names[-1])
        section = reader.get_by_role("region", name=words.category(category).title)
        for name in names:
            row = section.get_by_role("row").filter(has_text=name)
            expect(row).to_be_visible()
            expect(row.get_by_role("link").last).to_have_attribute("href", DOCUMENT)


def test_shared_information_is_complete(reader: Page, site: Server, tmp_path: Path) -> None:
    file = tmp_path / "Vetted.pdf"
    file.write_bytes(pdf("vetted"))
    site.admin("documents", "publish", "Prospectus", str(file))
    open_with(reader, "/SharedInformation", "PDF")

    for row in ENGLISH.investors.shared:
        expect(reader.get_by_role("row").filter(has_text=row.title)).to_be_visible()
    first = reader.get_by_role("row").filter(has_text=ENGLISH.investors.shared[0].title)
    expect(first.get_by_role("link").last).to_be_visible()


def test_menu_works_without_scripts(reader: Page) -> None:
    reader.goto("/")
    menu = reader.get_by_role("navigation", name=ENGLISH.interface.header.navigation_label)
    menu.get_by_text(ENGLISH.navigation[1].title, exact=True).click()
    menu.get_by_role("link", name=ENGLISH.navigation[1].links[0].label).click()

    expect(reader.get_by_role("heading", level=1)).to_be_visible()
    assert reader.url.endswith(ENGLISH.navigation[1].links[0].path)


def test_dark_is_dark_without_scripts(visitor: Callable[..., BrowserContext]) -> None:
    page = visitor(java_script_enabled=False, color_scheme="dark").new_page()
    page.goto("/SyntheticResinAdhesive")

    assert page.locator("body").evaluate("body => getComputedStyle(body).backgroundColor") == "rgb(14, 20, 36)"
    expect(page.locator(".logo-dark").first).to_be_visible()
    expect(page.locator(".logo-light").first).to_be_hidden()
