"""The carousels of news and brands (docs/requirements.md, "Home page and carousels")."""

import pytest

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
    shown,
    violations,
    wait,
)


def cards(kind: str, *numbers: int):
    """Return the titles of these cards."""
    return [f"{kind} {number}" for number in numbers]


@pytest.mark.parametrize(
    ("name", "kind", "width", "count"),
    [
        ("News", "news", 360, 1),
        ("News", "news", 1023, 1),
        ("News", "news", 1024, 2),
        ("News", "news", 1920, 2),
        ("Brands", "brand", 463, 1),
        ("Brands", "brand", 464, 2),
        ("Brands", "brand", 1023, 2),
        ("Brands", "brand", 1024, 3),
        ("Brands", "brand", 2999, 3),
    ],
)
def test_cards_in_view_by_width(visit: Visit, name: str, kind: str, width: int, count: int) -> None:
    page = visit("/strips", width=width)
    assert shown(page, name) == seen(page, name) == cards(kind, *range(1, count + 1))


@pytest.mark.parametrize(
    ("name", "width", "expected"),
    [
        ("Single", 360, ["single 1"]),
        ("Single", 1280, ["single 1"]),
        ("News", 1280, ["news 1", "news 2"]),
        ("Brands", 1280, ["brand 1", "brand 2", "brand 3"]),
        ("Brands", 3000, ["brand 1", "brand 2", "brand 3"]),
    ],
)
def test_cards_that_are_all_in_view_rest_and_have_no_buttons(
    visit: Visit, name: str, width: int, expected: list[str]
) -> None:
    page = visit("/few", width=width)
    strip = carousel(page, name)
    assert seen(page, name) == shown(page, name) == expected
    assert strip.get_by_role("button").count() == 0
    wait(page, 60_000)
    strip.scroll_into_view_if_needed()
    drag(page, strip, -300, steps=10, pause=16, touch=False)
    wait(page, 1500)
    assert seen(page, name) == expected


@pytest.mark.parametrize(
    ("name", "width", "expected"), [("News", 800, ["news 2"]), ("Brands", 800, ["brand 2", "brand 3"])]
)
def test_few_cards_move_where_not_all_are_in_view(visit: Visit, name: str, width: int, expected: list[str]) -> None:
    page = visit("/few", width=width)
    assert [button.get_attribute("aria-label") for button in carousel(page, name).get_by_role("button").all()] == [
        "Pause"
    ]
    wait(page, 2000)
    assert shown(page, name) == expected


@pytest.mark.parametrize(("name", "kind", "total", "count"), [("News", "news", 6, 2), ("Brands", "brand", 4, 3)])
def test_they_move_one_card_every_two_seconds_without_end(
    visit: Visit, name: str, kind: str, total: int, count: int
) -> None:
    page = visit("/strips")
    for first in range(2 * total):
        expected = cards(kind, *((first + place) % total + 1 for place in range(count)))
        assert set(shown(page, name)) == set(expected)
        wait(page, 1999)
        assert shown(page, name) == seen(page, name) == expected
        wait(page, 1)


def test_arrows_are_shown_when_paused(visit: Visit) -> None:
    page = visit("/strips")
    strip = carousel(page, "News")
    assert [button.get_attribute("aria-label") for button in strip.get_by_role("button").all()] == ["Pause"]
    strip.get_by_role("button", name="Pause").click()
    page.mouse.move(5, 5)
    wait(page, 60_000)
    assert shown(page, "News") == cards("news", 1, 2)
    strip.get_by_role("button", name="Next").click()
    strip.get_by_role("button", name="Next").click()
    assert shown(page, "News") == cards("news", 3, 4)
    strip.get_by_role("button", name="Previous").click()
    assert shown(page, "News") == cards("news", 2, 3)


def test_pointer_focus_and_hidden_page_pause_each_separately(visit: Visit) -> None:
    page = visit("/strips")
    carousel(page, "News").hover()
    wait(page, 2000)
    assert shown(page, "News") == cards("news", 1, 2)
    assert shown(page, "Brands") == cards("brand", 2, 3, 4)
    page.mouse.move(5, 5)
    page.get_by_role("link", name="More of news 1").focus()
    wait(page, 2000)
    assert shown(page, "News") == cards("news", 1, 2)
    hide(page, True)
    # Without scrolling: a carousel out of sight would be paused for another reason.
    page.get_by_role("button", name="Elsewhere").evaluate("(button) => button.focus({ preventScroll: true })")
    wait(page, 60_000)
    assert shown(page, "News") == cards("news", 1, 2)
    assert shown(page, "Brands") == cards("brand", 3, 4, 1)
    hide(page, False)
    wait(page, 2000)
    assert shown(page, "News") == cards("news", 2, 3)


@pytest.mark.parametrize("touch", [False, True], ids=["mouse", "touch"])
@pytest.mark.parametrize(
    ("distance", "expected"), [(-40, (1, 2)), (-41, (2, 3)), (41, (6, 1)), (-620, (2, 3)), (-1000, (3, 4))]
)
def test_they_can_be_dragged(visit: Visit, touch: bool, distance: int, expected: tuple[int, int]) -> None:
    page = visit("/strips", has_touch=touch)
    drag(page, carousel(page, "News"), distance, steps=10, pause=16, touch=touch)
    assert shown(page, "News") == cards("news", *expected)
    wait(page, 1500)
    assert seen(page, "News") == cards("news", *expected)


def test_a_drag_is_no_click_and_a_click_is_no_drag(visit: Visit) -> None:
    page = visit("/strips")
    link = page.get_by_role("link", name="More of news 2")
    drag(page, link, -60, steps=5, pause=16, touch=False)
    assert "#" not in page.url
    link.click()
    assert page.url.endswith("#news-2")


def test_arrow_keys_move_it_and_the_focus_stays_in_view(visit: Visit) -> None:
    page = visit("/strips")
    page.get_by_role("link", name="More of news 2").focus()
    page.keyboard.press("ArrowRight")
    assert focused(page) == "More of news 2"
    page.keyboard.press("ArrowRight")
    assert focused(page) == "3 of 6"
    assert shown(page, "News") == cards("news", 3, 4)


def test_a_narrower_window_shows_fewer_cards_from_the_same_position(visit: Visit) -> None:
    page = visit("/strips")
    wait(page, 2000)
    page.set_viewport_size({"width": 800, "height": 800})
    page.wait_for_function(
        "() => document.querySelectorAll('[aria-label=Brands] .carousel-slide:not([inert])').length == 2"
    )
    assert shown(page, "Brands") == cards("brand", 2, 3)
    assert shown(page, "News") == cards("news", 2)


def test_pictures_out_of_view_are_deferred(visit: Visit) -> None:
    page = visit("/strips", width=1024)
    with page.expect_request("**/plain-3.png"):
        carousel(page, "Plain").hover()
    assert asked_for(page, "plain-") == ["plain-1.png", "plain-2.png", "plain-3.png"]
    assert "news-5.png" not in asked_for(page, "news-")
    with page.expect_request("**/news-5.png"):
        for _ in range(3):
            wait(page, 2000)


@only_chromium
def test_reduced_motion_starts_them_paused_with_arrows(visit: Visit) -> None:
    page = visit("/strips", reduced_motion="reduce")
    wait(page, 60_000)
    assert shown(page, "News") == cards("news", 1, 2)
    carousel(page, "News").get_by_role("button", name="Next").click()
    assert seen(page, "News") == shown(page, "News") == cards("news", 2, 3)


@only_chromium
@pytest.mark.parametrize("width", [360, 800, 1280, 3000])
def test_hydration_shifts_nothing(visit: Visit, width: int) -> None:
    page = visit("/strips", width=width, still=False)
    assert layout_shift(page) == 0


@only_chromium
def test_all_cards_can_be_read_without_scripts(visit: Visit) -> None:
    page = visit("/strips", java_script_enabled=False, still=False)
    assert page.locator("h2").all_inner_texts() == cards("news", *range(1, 7)) + cards("brand", *range(1, 5)) + cards(
        "plain", 1, 2, 3
    )
    assert page.locator("img:visible").count() == 13


@only_chromium
def test_axe_finds_nothing_running_and_paused(visit: Visit) -> None:
    page = visit("/strips", still=False)
    assert violations(page) == []
    for name in ("News", "Brands", "Plain"):
        carousel(page, name).get_by_role("button", name="Pause").click()
    assert violations(page) == []
