"""A product page: the sizes as chips beside the drop-down, Size in the first view, columns on one line, the table."""

import pytest
from playwright.sync_api import Page, expect

from starbond_site.components.link import localized
from starbond_site.content import Site
from tests.browser.languages import LANGUAGES

PRODUCT = "/SyntheticResinAdhesive"


def named(words: Site, path: str = PRODUCT) -> str:
    return localized(path, words.language)


def test_a_chip_and_the_drop_down_choose_the_same_size(page: Page, words: Site) -> None:
    product = words.product(PRODUCT)
    page.goto(named(words))
    size = page.get_by_role("combobox", name=words.interface.product.size)
    chips = page.get_by_role("group", name=words.interface.product.sizes_drawn)
    picture = page.get_by_role("main").get_by_role("img").first

    def shows(place: int) -> None:
        label = product.sizes[place].label
        expect(size).to_have_value(product.sizes[place].id)
        expect(chips.get_by_role("radio", name=label, exact=True)).to_be_checked()
        alt = words.interface.product.pack_picture.format(product=product.name, size=label)
        expect(picture).to_have_attribute("alt", alt)

    shows(0)
    chips.get_by_text(product.sizes[4].label, exact=True).click()
    shows(4)
    size.select_option(product.sizes[7].id)
    shows(7)
    chips.get_by_role("radio", name=product.sizes[7].label, exact=True).focus()
    page.keyboard.press("ArrowRight")
    shows(8)
    # A hundred kilograms are as high as the cube root of a hundred times the pack of one.
    high = page.locator(".size-chip__pack").evaluate_all("all => all.map((one) => one.getBoundingClientRect().height)")
    assert high[11] / high[4] == pytest.approx(100 ** (1 / 3), rel=0.05)


@LANGUAGES
def test_size_is_in_the_first_view_of_a_phone(phone: Page, words: Site) -> None:
    for path in (PRODUCT, "/SuperGlue", "/SyntheticDistemberAdhesives"):
        phone.goto(named(words, path))
        size = phone.get_by_role("combobox", name=words.interface.product.size).bounding_box()
        bar = phone.locator(".call--sticky").bounding_box()
        assert size
        assert bar
        assert size["y"] + size["height"] <= bar["y"], path
