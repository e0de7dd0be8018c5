"""The slider of the home page (docs/requirements.md, "Home page and carousels").

Intervals count from the moment at which a slide is chosen; the transition (about 700 ms) runs within them.
"""

import pytest
from playwright.sync_api import Page

from tests.browser.components.visitor import (
    Visit,
    asked_for,
    carousel,
    drag,
    focused,
    hide,
    only_chromium,
    seen,
    settled,
    shown,
    wait,
)

NAME = "Highlights"
TITLES = [f"slide {number}" for number in range(1, 8)]
LONG = 15_000
"""Milliseconds: two of the longest interval."""


def press(page: Page, name: str) -> None:
    carousel(page, NAME).get_by_role("button", name=name, exact=True).click()
    page.evaluate("document.activeElement.blur()")
    page.mouse.move(5, 5)
    settled(page)


def test_first_slide_stays_seven_seconds_the_others_one_and_a_half(visit: Visit) -> None:
    page = visit("/")
    now = "slide 1"
    for title in [*TITLES[1:], "slide 1", "slide 2"]:
        wait(page, 6999 if now == "slide 1" else 1499)
        assert shown(page, NAME) == seen(page, NAME) == [now]
        wait(page, 1)
        assert shown(page, NAME) == [title]
        now = title


def test_buttons_wrap_both_ways_and_indicators_choose_and_mark_the_slide(visit: Visit) -> None:
    page = visit("/")
    for button, title in (
        ("Previous", "slide 7"), ("Next", "slide 1"), ("Next", "slide 2"), ("Go to slide 5", "slide 5"),
    ):  # fmt: skip
        press(page, button)
        assert shown(page, NAME) == [title]
    marked = carousel(page, NAME).locator("[aria-current]")
    assert [dot.get_attribute("aria-label") for dot in marked.all()] == ["Go to slide 5"]


def test_pointer_focus_hidden_page_and_button_pause_it_and_restart_its_interval(visit: Visit) -> None:
    page = visit("/")

    def stays_at(slide: int) -> None:
        wait(page, LONG)
        assert shown(page, NAME) == [f"slide {slide}"]

    def goes_on_to(slide: int, milliseconds: int = 1500) -> None:
        wait(page, milliseconds - 1)
        assert shown(page, NAME) == [f"slide {slide - 1}"]
        wait(page, 1)
        assert shown(page, NAME) == [f"slide {slide}"]

    wait(page, 6000)
    carousel(page, NAME).hover()
    stays_at(1)
    page.mouse.move(5, 5)
    goes_on_to(2, 7000)
    carousel(page, NAME).get_by_role("button", name="Next").focus()
    stays_at(2)
    page.get_by_role("button", name="Elsewhere").focus()
    goes_on_to(3)
    hide(page, True)
    stays_at(3)
    hide(page, False)
    goes_on_to(4)
    press(page, f"Pause: {NAME}")
    stays_at(4)
    press(page, f"Play: {NAME}")
    goes_on_to(5)


def test_arrow_keys_move_it_but_not_from_a_field(visit: Visit) -> None:
    page = visit("/")
    carousel(page, NAME).get_by_role("button", name="Pause").focus()
    for key, title in (("Right", "slide 2"), ("Left", "slide 1"), ("Left", "slide 7"), ("Right", "slide 1")):
        page.keyboard.press(f"Arrow{key}")
        assert shown(page, NAME) == [title]
    for other in (page.get_by_role("textbox", name="A field"), page.get_by_role("button", name="Elsewhere")):
        other.focus()
        page.keyboard.press("ArrowRight")
        assert shown(page, NAME) == ["slide 1"]


@only_chromium
@pytest.mark.parametrize("touch", [False, True], ids=["mouse", "touch"])
def test_more_than_forty_pixels_move_forty_do_not(visit: Visit, touch: bool) -> None:
    page = visit("/", has_touch=touch)
    press(page, f"Pause: {NAME}")
    for distance, way, steps, pause in ((-40, 0, 20, 50), (40, 0, 2, 8), (-41, 1, 2, 8), (41, -1, 20, 50)):
        press(page, "Go to slide 4")
        carousel(page, NAME).scroll_into_view_if_needed()
        wait(page, 1200)
        drag(page, carousel(page, NAME), distance, steps=steps, pause=pause, touch=touch)
        expected = [TITLES[3 + way]]
        assert shown(page, NAME) == expected, distance
        wait(page, 1200)
        assert seen(page, NAME) == expected, distance


def test_hidden_slides_cannot_be_focused_and_the_focus_moves_to_the_next(visit: Visit) -> None:
    page = visit("/")
    slides = carousel(page, NAME).locator('[aria-roledescription="slide"]')
    assert [slide.get_attribute("aria-label") for slide in slides.all()] == [f"{n} of 7" for n in range(1, 8)]
    live = carousel(page, NAME).locator("[aria-live]")
    assert live.get_attribute("aria-live") == "off"
    reached = []
    page.keyboard.press("Tab")
    while len(reached) < 40 and (name := focused(page)) != "Elsewhere":
        reached.append(name)
        page.keyboard.press("Tab")
    assert [name for name in reached if name.startswith("More of")] == ["More of slide 1"]
    assert page.get_by_role("heading", name="slide 2").count() == 0
    page.get_by_role("link", name="More of slide 1").focus()
    page.keyboard.press("ArrowRight")
    assert focused(page) == "2 of 7"
    page.keyboard.press("Tab")
    assert focused(page) == "More of slide 2"
    press(page, f"Pause: {NAME}")
    assert live.get_attribute("aria-live") == "polite"


@only_chromium
def test_reduced_motion_starts_it_paused(visit: Visit) -> None:
    page = visit("/", reduced_motion="reduce")
    wait(page, LONG)
    assert shown(page, NAME) == ["slide 1"]
    press(page, "Next")
    assert seen(page, NAME) == ["slide 2"]
    press(page, f"Play: {NAME}")
    wait(page, 1500)
    assert shown(page, NAME) == ["slide 3"]


def test_a_slow_connection_or_data_saver_starts_it_paused(visit: Visit) -> None:
    for line in ("{ effectiveType: '3g' }", "{ effectiveType: '4g', saveData: true }"):
        page = visit("/", line=line, fresh=True)
        wait(page, LONG)
        assert shown(page, NAME) == ["slide 1"]
        assert asked_for(page, "slide-") == ["slide-1.png"]
        press(page, f"Play: {NAME}")
        wait(page, 7000)
        assert shown(page, NAME) == ["slide 2"]


def test_the_picture_of_the_next_slide_loads_before_its_turn_and_no_other(visit: Visit) -> None:
    page = visit("/", fresh=True)
    wait(page, 6999)
    assert asked_for(page, "slide-") == ["slide-1.png", "slide-2.png"]
    with page.expect_request("**/slide-3.png"):
        wait(page, 1)
    assert asked_for(page, "slide-") == ["slide-1.png", "slide-2.png", "slide-3.png"]
    assert carousel(page, NAME).locator("img").nth(1).evaluate("(img) => img.decode().then(() => img.naturalWidth)") > 0


@only_chromium
def test_all_slides_and_cards_can_be_read_without_scripts(visit: Visit) -> None:
    page = visit("/", java_script_enabled=False, still=False)
    assert page.locator("h2").all_inner_texts() == TITLES
    assert page.locator("img:visible").count() == len(TITLES)
    size = "(node) => [node.scrollWidth > node.clientWidth, getComputedStyle(node).overflowX]"
    assert page.locator(".carousel-viewport").evaluate(size) == [True, "auto"]
    assert page.get_by_role("button", name="Next").count() == 0
    page = visit("/strips", java_script_enabled=False, still=False)
    assert page.locator("h2").count() == page.locator("img:visible").count() == 13
