"""A carousel moves at every width of the window and at every zoom: Embla rounds the sizes of slides to whole pixels."""

from itertools import chain

from playwright.sync_api import Browser, Page

from tests.browser.components.visitor import Visit, carousel, seen, settled, shown

BRANDS = [f"brand {number}" for number in range(1, 5)]
FROM = {320: 1, 464: 2, 1024: 3, 3000: 4}
"""Brands in view, by the least width."""
# Widths that follow each other leave every remainder.
WIDTHS = list(chain.from_iterable(range(first, first + 3) for first in (320, 464, 1024, 1200, 1300, 1440, 1700, 2997)))
RESTING = (3000, 3001, 3002, 3003, 4000)
ZOOMS = {"chromium": (0.8, 1, 1.25, 1.5), "firefox": (1, 1.25)}
WITHOUT_MARGINS = "main { max-width: none !important }"
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


def opened(visit: Visit, zoom: float) -> Page:
    """Open the strips, paused, in a window of a zoom; a Firefox without a screen of its own has none."""
    page = visit("/strips", width=1440, still=False, **({} if zoom == 1 else {"device_scale_factor": zoom}))
    page.add_style_tag(content=WITHOUT_MARGINS)
    carousel(page, "Brands").get_by_role("button", name="Pause").click()
    return page


def resized(page: Page, width: int) -> int:
    """Change the width of the window; return how many brands are in view as soon as they are."""
    count = max(count for least, count in FROM.items() if least <= width)
    page.set_viewport_size({"width": width, "height": 800})
    page.wait_for_function(
        """count => {
          const slides = [...document.querySelectorAll("[aria-label=Brands] .carousel-slide")];
          return slides.filter((slide) => !slide.inert).length === count;
        }""",
        arg=count,
    )
    settled(page)
    return count


def test_every_card_comes_into_view_at_every_width(visit: Visit, browser: Browser) -> None:
    for zoom in ZOOMS[browser.browser_type.name]:
        page = opened(visit, zoom)
        for width in WIDTHS:
            count = resized(page, width)
            positions = [set(titles) for titles in carousel(page, "Brands").evaluate(TURN)]
            turns = [[set((BRANDS * 3)[first + step :][:count]) for step in range(5)] for first in range(4)]
            assert positions in turns, f"{width} px, zoom {zoom}"


def test_cards_that_all_fit_stand_side_by_side_once(visit: Visit, browser: Browser) -> None:
    for zoom in ZOOMS[browser.browser_type.name]:
        page = opened(visit, zoom)
        strip = carousel(page, "Brands")
        for width in RESTING:
            resized(page, 1440)
            strip.evaluate("(node) => node.querySelector('.button-next').click()")
            resized(page, width)
            assert strip.locator(".carousel-slide").count() == len(BRANDS), f"{width} px, zoom {zoom}"
            assert seen(page, "Brands") == shown(page, "Brands") == BRANDS, f"{width} px, zoom {zoom}"
            assert strip.get_by_role("button").count() == 0
