"""The carousels of news and brands (docs/requirements.md, "Home page and carousels")."""

from playwright.sync_api import Page

from tests.browser.components.visitor import Visit, asked_for, both_browsers, carousel, drag, seen, settled, shown, wait
from tests.conftest import THOROUGH

BRANDS = [f"brand {number}" for number in range(1, 5)]
FROM = {320: 1, 464: 2, 1024: 3, 3000: 4}
FIRST = (320, 464, 1024, 1200, 1300, 1440, 1700, 2997) if THOROUGH else (320, 464, 1024)
WIDTHS = [width + more for width in FIRST for more in range(3)]
"""Widths that follow each other leave every remainder, and Embla rounds the sizes of slides to whole pixels."""
ZOOMS = (0.8, 1, 1.25, 1.5) if THOROUGH else (1.25,)
TURN = """async (root) => {
  const seen = () => [...root.querySelectorAll(".carousel-slide:not([inert]) h2")].map((title) => title.textContent);
  const positions = [seen()];
  for (const step of [0, 1, 2, 3]) {
    if (step % 2) root.querySelector(".button-next").click();
    else root.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
    const before = String(positions.at(-1));
    for (let tries = 0; tries < 50 && String(seen()) === before; tries++)
      await new Promise((done) => setTimeout(done, 2));
    positions.push(seen());
  }
  return positions;
}"""
"""JavaScript that moves a carousel four times and returns what is in view before and after each move."""


def cards(kind: str, *numbers: int):
    return [f"{kind} {number}" for number in numbers]


def resized(page: Page, width: int) -> int:
    count = max(count for least, count in FROM.items() if least <= width)
    page.set_viewport_size({"width": width, "height": 800})
    page.wait_for_function(
        "count => document.querySelectorAll('[aria-label=Brands] .carousel-slide:not([inert])').length === count",
        arg=count,
    )
    settled(page)
    return count


@both_browsers
def test_every_card_comes_into_view_at_every_width_until_all_fit(visit: Visit) -> None:
    for zoom in ZOOMS:
        page = visit("/strips", width=1440, still=False, device_scale_factor=zoom)
        page.add_style_tag(content="main { max-width: none !important }")
        strip = carousel(page, "Brands")
        strip.get_by_role("button", name="Pause").click()
        for width in WIDTHS:
            count = resized(page, width)
            positions = [set(titles) for titles in strip.evaluate(TURN)]
            turns = [[set((BRANDS * 3)[first + step :][:count]) for step in range(5)] for first in range(4)]
            assert positions in turns, f"{width} px, zoom {zoom}"
        for width in (3000, 3001, 3002, 4000):
            resized(page, 1440)
            strip.evaluate("(node) => node.querySelector('.button-next').click()")
            resized(page, width)
            assert strip.locator(".carousel-slide").count() == len(BRANDS), f"{width} px, zoom {zoom}"
            assert seen(page, "Brands") == shown(page, "Brands") == BRANDS, f"{width} px, zoom {zoom}"
            assert strip.get_by_role("button").count() == 0


def test_cards_in_view_by_width(visit: Visit) -> None:
    for width, news, brands in ((463, 1, 1), (464, 1, 2), (1023, 1, 2), (1024, 2, 3), (2999, 2, 3)):
        page = visit("/strips", width=width)
        assert shown(page, "News") == seen(page, "News") == cards("news", *range(1, news + 1)), width
        assert shown(page, "Brands") == seen(page, "Brands") == cards("brand", *range(1, brands + 1)), width
    page = visit("/strips")
    wait(page, 2000)
    resized(page, 800)
    assert (shown(page, "Brands"), shown(page, "News")) == (cards("brand", 2, 3), cards("news", 2)), "the same position"


def test_cards_that_are_all_in_view_rest_and_few_move_where_they_are_not(visit: Visit) -> None:
    page = visit("/few")
    few = {"Single": ["single 1"], "News": cards("news", 1, 2), "Brands": cards("brand", 1, 2, 3)}
    wait(page, 15_000)
    for name, expected in few.items():
        strip = carousel(page, name)
        strip.scroll_into_view_if_needed()
        drag(page, strip, -300, steps=10, pause=16, touch=False)
        wait(page, 1500)
        assert seen(page, name) == shown(page, name) == expected
        assert strip.get_by_role("button").count() == 0
    page = visit("/few", width=800)
    for name in ("News", "Brands"):
        buttons = carousel(page, name).get_by_role("button").all()
        assert [button.get_attribute("aria-label") for button in buttons] == [f"Pause: {name}"]
    wait(page, 2000)
    assert (shown(page, "News"), shown(page, "Brands")) == (["news 2"], ["brand 2", "brand 3"])


def test_they_move_one_card_every_two_seconds_without_end_and_pause_each_separately(visit: Visit) -> None:
    page = visit("/strips")
    for first in range(7):
        wait(page, 1999)
        for name, kind, total, count in (("News", "news", 6, 2), ("Brands", "brand", 4, 3)):
            expected = cards(kind, *((first + place) % total + 1 for place in range(count)))
            assert shown(page, name) == seen(page, name) == expected
        wait(page, 1)
    carousel(page, "News").hover()
    wait(page, 3000)
    assert shown(page, "News") == cards("news", 2, 3)
    assert shown(page, "Brands") == cards("brand", 1, 2, 3)


def test_five_seconds_are_the_default_and_arrows_are_shown_when_paused(visit: Visit) -> None:
    page = visit("/strips")
    wait(page, 4999)
    assert shown(page, "Plain") == ["plain 1"]
    wait(page, 1)
    assert shown(page, "Plain") == ["plain 2"]
    page = visit("/strips")
    strip = carousel(page, "News")
    assert [button.get_attribute("aria-label") for button in strip.get_by_role("button").all()] == ["Pause: News"]
    strip.get_by_role("button", name="Pause").click()
    page.mouse.move(5, 5)
    wait(page, 15_000)
    assert shown(page, "News") == cards("news", 1, 2)
    for button, first in (("Next", 2), ("Next", 3), ("Previous", 2)):
        strip.get_by_role("button", name=button).click()
        assert shown(page, "News") == cards("news", first, first + 1)


@both_browsers
def test_they_can_be_dragged_and_a_drag_is_no_click(visit: Visit) -> None:
    for distance, expected in ((-40, (1, 2)), (41, (6, 1)), (-620, (2, 3)), (-1000, (3, 4))):
        page = visit("/strips")
        drag(page, carousel(page, "News"), distance, steps=10, pause=16, touch=False)
        wait(page, 1500)
        assert seen(page, "News") == shown(page, "News") == cards("news", *expected), distance
    page = visit("/strips")
    link = page.get_by_role("link", name="More of news 2")
    drag(page, link, -60, steps=5, pause=16, touch=False)
    assert "#" not in page.url
    link.click()
    assert page.url.endswith("#news-2")


def test_pictures_out_of_view_are_deferred(visit: Visit) -> None:
    page = visit("/strips", width=1024, fresh=True)
    with page.expect_request("**/plain-3.png"):
        carousel(page, "Plain").hover()
    assert asked_for(page, "plain-") == ["plain-1.png", "plain-2.png", "plain-3.png"]
    assert "news-5.png" not in asked_for(page, "news-")
    with page.expect_request("**/news-5.png"):
        for _ in range(3):
            wait(page, 2000)
