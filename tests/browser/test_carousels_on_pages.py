"""Slider, carousels, gallery and tabs on the pages of the site; ``components/`` tests each of their rules."""

import re
from collections.abc import Sequence

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from starbond_site.content.models import Product
from starbond_site.content.pictures import picture
from tests.browser.axe import violations
from tests.browser.components.visitor import HYDRATED, carousel, layout_shift, settled, wait
from tests.browser.conftest import Tab, Visitor
from tests.browser.languages import ENGLISH as SITE

WORDS = SITE.interface.carousel
DESKTOP: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}
CARDS = [brand for brand in SITE.brands if brand.card]
LOADED = """path => [...document.querySelectorAll("main img")].some(
    image => image.getAttribute("src") === path && image.complete && image.naturalWidth > 0)"""


def opened(visitor: Visitor, path: str, *, still: bool = False, **options: object) -> Page:
    """Open a page of the site for a visitor who does not prefer reduced motion."""
    page = visitor(**{"viewport": DESKTOP, "reduced_motion": "no-preference", **options}).new_page()
    if still:
        page.clock.install(time=0)
        page.clock.pause_at(1000)
    page.goto(path)
    page.wait_for_function(HYDRATED)
    return page


def position(number: int, items: Sequence[object]) -> str:
    """Return what a slide is called, such as ``1 of 7``."""
    return WORDS.position.format(number=number, count=len(items))


def slides(page: Page, name: str) -> list[str]:
    """Return the positions of the slides in view, such as ``1 of 7``."""
    settled(page)
    shown = carousel(page, name).locator('[aria-roledescription="slide"]:not([inert])')
    return [slide.get_attribute("aria-label") or "" for slide in shown.all()]


def test_the_home_slider_comes_first_has_its_buttons_and_keeps_its_time(visitor: Visitor) -> None:
    page = opened(visitor, "/", still=True)
    first = page.locator('[aria-roledescription="carousel"]').first
    assert first.get_attribute("aria-label") == WORDS.slider_label
    assert first.locator('[aria-roledescription="slide"]').count() == len(SITE.slides)
    for name in (WORDS.previous, WORDS.next, WORDS.pause):
        expect(first.get_by_role("button", name=name, exact=True)).to_be_visible()
    first, other = SITE.slide_pauses
    wait(page, first - 1)
    assert slides(page, WORDS.slider_label) == [position(1, SITE.slides)]
    wait(page, 1)
    assert slides(page, WORDS.slider_label) == [position(2, SITE.slides)]
    wait(page, other)
    assert slides(page, WORDS.slider_label) == [position(3, SITE.slides)]


@pytest.mark.parametrize(("viewport", "news", "brands"), [(DESKTOP, 2, 3), (PHONE, 1, 1)], ids=["desktop", "phone"])
def test_the_carousels_of_the_home_page(visitor: Visitor, viewport: dict[str, int], news: int, brands: int) -> None:
    page = opened(visitor, "/", still=True, viewport=viewport)
    for name, items, shown in ((WORDS.products_label, CARDS, brands), (WORDS.news_label, SITE.news, news)):
        reach(page, name)
        assert len(slides(page, name)) == shown
        wait(page, 2000)
        assert slides(page, name)[0] == position(2, items)


def test_a_carousel_moves_only_in_sight(visitor: Visitor) -> None:
    page = opened(visitor, "/", still=True)
    expect(carousel(page, WORDS.news_label)).not_to_be_in_viewport()
    assert slides(page, WORDS.news_label) == [position(1, SITE.news), position(2, SITE.news)]
    wait(page, 60_000)
    assert slides(page, WORDS.news_label) == [position(1, SITE.news), position(2, SITE.news)]
    reach(page, WORDS.news_label)
    wait(page, 2000)
    assert slides(page, WORDS.news_label) == [position(2, SITE.news), position(3, SITE.news)]


def reach(page: Page, name: str) -> None:
    """Scroll to a carousel, and wait until it loads its pictures."""
    strip = carousel(page, name)
    strip.scroll_into_view_if_needed()
    expect(strip.locator(".carousel-slide img").first).to_have_attribute("src", re.compile("."))


@pytest.mark.parametrize("half", [0, 1])
def test_every_size_shows_its_own_pictures(page: Page, half: int) -> None:
    """First front and three-quarter view of the chosen size, then the pictures that all sizes share."""
    for product in SITE.products[half::2]:
        page.goto(product.path)
        page.wait_for_function(HYDRATED)
        expect_pictures(page, product)


def expect_pictures(page: Page, product: Product) -> None:
    """Choose every size and every picture of a product."""
    words = SITE.interface.product
    sizes = page.get_by_label(words.size, exact=True)
    shown = page.locator("main img").first
    thumbnails = page.get_by_role("group", name=words.gallery_label.format(product=product.name)).get_by_role("button")
    assert sizes.locator("option").all_inner_texts() == [size.label for size in product.sizes]
    for size in reversed(product.sizes):
        sizes.select_option(size.label)
        for number, view in enumerate(views := (f"{size.id}-front", f"{size.id}-quarter", "family", "use")):
            if number:
                thumbnails.nth(number).click()
            path = picture(f"products/{product.id}/{view}").fallback.path
            expect(shown).to_have_attribute("src", path)
            expect(thumbnails.nth(number)).to_have_attribute("aria-current", "true")
            expect(sizes).to_have_value(size.id)
            page.wait_for_function(LOADED, arg=path)
        expect(thumbnails).to_have_count(len(views))


def test_the_tabs_of_a_product_flip(page: Page) -> None:
    page.goto(SITE.products[0].path)
    page.wait_for_function(HYDRATED)
    words = SITE.interface.product
    expect(page.get_by_role("tab", name=words.characteristics)).to_have_attribute("aria-selected", "true")
    page.get_by_role("tab", name=words.caution).click()
    expect(page.get_by_role("tabpanel", name=words.caution)).to_be_visible()
    expect(page.get_by_text(SITE.products[0].characteristics[0])).to_be_hidden()


def test_hydration_shifts_nothing(tab: Tab) -> None:
    """Where motion is welcome, too."""
    page = tab(reduced_motion="no-preference")
    for path in ("/", SITE.products[0].path):
        for viewport in (DESKTOP, PHONE):
            page.set_viewport_size(viewport)
            page.goto(path)
            page.wait_for_function(HYDRATED)
            assert layout_shift(page) == 0, (path, viewport)
            assert violations(page) == [], (path, viewport)
