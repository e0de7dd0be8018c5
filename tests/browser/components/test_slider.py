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
    layout_shift,
    only_chromium,
    seen,
    settled,
    shown,
    violations,
    wait,
)

NAME = "Highlights"
TITLES = [f"slide {number}" for number in range(1, 8)]


def press(page: Page, name: str) -> None:
    """Press one of the slider's buttons and move the pointer away."""
    carousel(page, NAME).get_by_role("button", name=name, exact=True).click()
    page.evaluate("document.activeElement.blur()")
    page.mouse.move(5, 5)
    settled(page)


def test_first_slide_stays_seven_seconds_the_others_one_and_a_half(visit: Visit) -> None:
    page = visit("/")
    wait(page, 6999)
    assert shown(page, NAME) == ["slide 1"]
    wait(page, 1)
    assert shown(page, NAME) == ["slide 2"]
    for title in ["slide 3", "slide 4", "slide 5", "slide 6", "slide 7", "slide 1"]:
        wait(page, 1499)
        assert shown(page, NAME) != [title]
        wait(page, 1)
        assert shown(page, NAME) == [title]
    wait(page, 6999)
    assert shown(page, NAME) == ["slide 1"]
    wait(page, 1)
    assert shown(page, NAME) == ["slide 2"]


def test_the_current_slide_is_in_view_after_the_transition(visit: Visit) -> None:
    page = visit("/")
    for title in [*TITLES[1:], "slide 1", "slide 2"]:
        wait(page, 7000 if title == "slide 2" else 1500)
        carousel(page, NAME).hover()
        wait(page, 1000)
        assert seen(page, NAME) == shown(page, NAME) == [title]
        page.mouse.move(5, 5)
        settled(page)


def test_buttons_wrap_both_ways_and_indicators_choose_and_mark_the_slide(visit: Visit) -> None:
    page = visit("/")
    press(page, "Previous")
    assert shown(page, NAME) == ["slide 7"]
    press(page, "Next")
    assert shown(page, NAME) == ["slide 1"]
    press(page, "Next")
    assert shown(page, NAME) == ["slide 2"]
    press(page, "Go to slide 5")
    assert shown(page, NAME) == ["slide 5"]
    marked = carousel(page, NAME).locator("[aria-current]")
    assert [dot.get_attribute("aria-label") for dot in marked.all()] == ["Go to slide 5"]


def test_pointer_focus_hidden_page_and_button_pause_it_and_restart_its_interval(visit: Visit) -> None:
    page = visit("/")
    wait(page, 6000)
    carousel(page, NAME).hover()
    wait(page, 60_000)
    assert shown(page, NAME) == ["slide 1"]
    page.mouse.move(5, 5)
    wait(page, 6999)
    assert shown(page, NAME) == ["slide 1"]
    wait(page, 1)
    assert shown(page, NAME) == ["slide 2"]

    carousel(page, NAME).get_by_role("button", name="Next").focus()
    wait(page, 60_000)
    assert shown(page, NAME) == ["slide 2"]
    page.get_by_role("button", name="Elsewhere").focus()
    wait(page, 1500)
    assert shown(page, NAME) == ["slide 3"]

    hide(page, True)
    wait(page, 60_000)
    assert shown(page, NAME) == ["slide 3"]
    hide(page, False)
    wait(page, 1500)
    assert shown(page, NAME) == ["slide 4"]

    press(page, "Pause")
    wait(page, 60_000)
    assert shown(page, NAME) == ["slide 4"]
    press(page, "Play")
    wait(page, 1500)
    assert shown(page, NAME) == ["slide 5"]


def test_arrow_keys_move_it_but_not_from_a_field(visit: Visit) -> None:
    page = visit("/")
    carousel(page, NAME).get_by_role("button", name="Pause").focus()
    page.keyboard.press("ArrowRight")
    assert shown(page, NAME) == ["slide 2"]
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    assert shown(page, NAME) == ["slide 7"]
    page.keyboard.press("ArrowRight")
    page.get_by_role("textbox", name="A field").focus()
    page.keyboard.press("ArrowRight")
    assert shown(page, NAME) == ["slide 1"]
    page.get_by_role("button", name="Elsewhere").focus()
    page.keyboard.press("ArrowRight")
    assert shown(page, NAME) == ["slide 1"]


@pytest.mark.parametrize("touch", [False, True], ids=["mouse", "touch"])
def test_more_than_forty_pixels_move_forty_do_not(visit: Visit, touch: bool) -> None:
    page = visit("/", has_touch=touch)
    for distance, way in ((-40, 0), (40, 0), (-41, 1), (41, -1), (-200, 1), (200, -1)):
        for steps, pause in ((2, 8), (20, 50)):
            press(page, "Go to slide 4")
            press(page, "Pause")
            page.evaluate("scrollTo(0, 0)")
            wait(page, 1200)
            drag(page, carousel(page, NAME), distance, steps=steps, pause=pause, touch=touch)
            expected = [TITLES[3 + way]]
            assert shown(page, NAME) == expected, (distance, steps)
            wait(page, 1200)
            assert seen(page, NAME) == expected, (distance, steps)
            press(page, "Play")


def test_hidden_slides_cannot_be_focused_and_the_focus_moves_to_the_next(visit: Visit) -> None:
    page = visit("/")
    slides = carousel(page, NAME).locator('[aria-roledescription="slide"]')
    assert [slide.get_attribute("aria-label") for slide in slides.all()] == [f"{n} of 7" for n in range(1, 8)]
    assert carousel(page, NAME).locator("[aria-live]").get_attribute("aria-live") == "off"
    reached = []
    page.keyboard.press("Tab")
    while len(reached) < 40 and (name := focused(page)) != "Elsewhere":
        reached.append(name)
        page.keyboard.press("Tab")
    assert "More of slide 1" in reached
    assert [name for name in reached if name.startswith("More of")] == ["More of slide 1"]
    assert page.get_by_role("heading", name="slide 2").count() == 0

    page.get_by_role("link", name="More of slide 1").focus()
    page.keyboard.press("ArrowRight")
    assert focused(page) == "2 of 7"
    page.keyboard.press("Tab")
    assert focused(page) == "More of slide 2"
    press(page, "Pause")
    assert carousel(page, NAME).locator("[aria-live]").get_attribute("aria-live") == "polite"


@only_chromium
def test_reduced_motion_starts_it_paused(visit: Visit) -> None:
    page = visit("/", reduced_motion="reduce")
    wait(page, 60_000)
    assert shown(page, NAME) == ["slide 1"]
    press(page, "Next")
    assert seen(page, NAME) == ["slide 2"]
    press(page, "Play")
    wait(page, 1500)
    assert shown(page, NAME) == ["slide 3"]


def test_a_slow_connection_or_data_saver_starts_it_paused(visit: Visit) -> None:
    for line in ("{ effectiveType: '3g' }", "{ effectiveType: '4g', saveData: true }"):
        page = visit("/", line=line, fresh=True)
        wait(page, 60_000)
        assert shown(page, NAME) == ["slide 1"]
        assert asked_for(page, "slide-") == ["slide-1.png"]
        press(page, "Play")
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
def test_hydration_shifts_nothing(visit: Visit) -> None:
    for path, widths in (("/", (360, 1280)), ("/strips", (360, 800, 1280, 3000)), ("/product", (360, 1280))):
        for width in widths:
            assert layout_shift(visit(path, width=width, still=False)) == 0, (path, width)


@only_chromium
def test_all_slides_can_be_read_without_scripts(visit: Visit) -> None:
    page = visit("/", java_script_enabled=False, still=False)
    assert page.locator("h2").all_inner_texts() == TITLES
    assert page.locator("img:visible").count() == 7
    viewport = page.locator(".carousel-viewport")
    assert viewport.evaluate("(node) => [node.scrollWidth > node.clientWidth, getComputedStyle(node).overflowX]") == [
        True,
        "auto",
    ]
    assert page.get_by_role("button", name="Next").count() == 0


@only_chromium
def test_axe_finds_nothing_running_and_paused(visit: Visit) -> None:
    page = visit("/", still=False)
    carousel(page, NAME).hover()
    assert violations(page) == []
    press(page, "Pause")
    assert violations(page) == []
