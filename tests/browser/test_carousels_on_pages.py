"""Slider and carousels on the pages of the site; ``components/`` tests each of their rules."""

import re
from collections.abc import Sequence
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.components.visitor import HYDRATED, carousel, settled, wait
from tests.browser.conftest import DESKTOP, PHONE, Visitor
from tests.browser.languages import ENGLISH as SITE

WORDS = SITE.interface.carousel


def opened(visitor: Visitor, path: str, *, still: bool = True, **options: object) -> Page:
    """Open a page of the site for a visitor who does not prefer reduced motion."""
    page = visitor(**{**DESKTOP, "reduced_motion": "no-preference", **options}).new_page()
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
    page = opened(visitor, "/")
    slider = page.locator('[aria-roledescription="carousel"]').first
    assert slider.get_attribute("aria-label") == WORDS.slider_label
    assert slider.locator('[aria-roledescription="slide"]').count() == len(SITE.slides)
    for name in (WORDS.previous, WORDS.next, WORDS.pause):
        expect(slider.get_by_role("button", name=name, exact=True)).to_be_visible()
    first, other = SITE.slide_pauses
    for number, milliseconds in ((1, first - 1), (2, 1), (3, other)):
        wait(page, milliseconds)
        assert slides(page, WORDS.slider_label) == [position(number, SITE.slides)]
    assert violations(opened(visitor, "/", still=False)) == []


@pytest.mark.parametrize(("device", "news", "brands"), [(DESKTOP, 2, 3), (PHONE, 1, 1)], ids=["desktop", "phone"])
def test_a_carousel_of_the_home_page_moves_only_in_sight(
    visitor: Visitor, device: dict[str, Any], news: int, brands: int
) -> None:
    page = opened(visitor, "/", **device)
    expect(carousel(page, WORDS.news_label)).not_to_be_in_viewport()
    wait(page, 15_000)
    assert slides(page, WORDS.news_label) == [position(number, SITE.news) for number in range(1, news + 1)]
    for name, shown in ((WORDS.news_label, news), (WORDS.products_label, brands)):
        strip = carousel(page, name)
        strip.scroll_into_view_if_needed()
        expect(strip.locator(".carousel-slide img").first).to_have_attribute("src", re.compile("."))
        before = slides(page, name)
        assert len(before) == shown
        wait(page, 2000)
        assert slides(page, name) != before
