"""The carousels of news and brands (docs/requirements.md, "Home page and carousels")."""

import pytest

from tests.browser.components.visitor import (
    Visit,
    asked_for,
    carousel,
    drag,
    focused,
    hide,
    only_chromium,
    seen,
    shown,
    violations,
    wait,
)


def cards(kind: str, *numbers: int):
    """Return the titles of these cards."""
    return [f"{kind} {number}" for number in numbers]


def test_cards_in_view_by_width(visit: Visit) -> None:
    """Of news and of brands."""
    for width, news, brands in ((360, 1, 1), (463, 1, 1), (464, 1, 2), (1023, 1, 2), (1024, 2, 3), (2999, 2, 3)):
        page = visit("/strips", width=width)
        assert shown(page, "News") == seen(page, "News") == cards("news", *range(1, news + 1)), width
        assert shown(page, "Brands") == seen(page, "Brands") == cards("brand", *range(1, brands + 1)), width


def test_cards_that_are_all_in_view_rest_and_have_no_buttons(visit: Visit) -> None:
    single, news, brands = ["single 1"], cards("news", 1, 2), cards("brand", 1, 2, 3)
    for name, width, expected in (
        ("Single", 360, single),
        ("Single", 1280, single),
        ("News", 1280, news),
        ("Brands", 1280, brands),
        ("Brands", 3000, brands),
    ):
        page = visit("/few", width=width)
        strip = carousel(page, name)
        assert seen(page, name) == shown(page, name) == expected, width
        assert strip.get_by_role("button").count() == 0
        wait(page, 60_000)
        strip.scroll_into_view_if_needed()
        drag(page, strip, -300, steps=10, pause=16, touch=False)
        wait(page, 1500)
        assert seen(page, name) == expected, width


def test_few_cards_move_where_not_all_are_in_view(visit: Visit) -> None:
    page = visit("/few", width=800)
    for name in ("News", "Brands"):
        buttons = carousel(page, name).get_by_role("button").all()
        assert [button.get_attribute("aria-label") for button in buttons] == ["Pause"]
    wait(page, 2000)
    assert shown(page, "News") == ["news 2"]
    assert shown(page, "Brands") == ["brand 2", "brand 3"]


def test_they_move_one_card_every_two_seconds_without_end(visit: Visit) -> None:
    page = visit("/strips")
    for first in range(8):
        for name, kind, total, count in (("News", "news", 6, 2), ("Brands", "brand", 4, 3)):
            expected = cards(kind, *((first + place) % total + 1 for place in range(count)))
            assert set(shown(page, name)) == set(expected)
        wait(page, 1999)
        for name, kind, total, count in (("News", "news", 6, 2), ("Brands", "brand", 4, 3)):
            expected = cards(kind, *((first + place) % total + 1 for place in range(count)))
            assert shown(page, name) == seen(page, name) == expected
        wait(page, 1)


def test_five_seconds_are_the_default_and_arrows_are_shown_when_paused(visit: Visit) -> None:
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
    page = visit("/strips")
    wait(page, 4999)
    assert shown(page, "Plain") == ["plain 1"]
    wait(page, 1)
    assert shown(page, "Plain") == ["plain 2"]


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
def test_they_can_be_dragged(visit: Visit, touch: bool) -> None:
    for distance, expected in ((-40, (1, 2)), (-41, (2, 3)), (41, (6, 1)), (-620, (2, 3)), (-1000, (3, 4))):
        page = visit("/strips", has_touch=touch)
        drag(page, carousel(page, "News"), distance, steps=10, pause=16, touch=touch)
        assert shown(page, "News") == cards("news", *expected), distance
        wait(page, 1500)
        assert seen(page, "News") == cards("news", *expected), distance


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
    page = visit("/strips", width=1024, fresh=True)
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
