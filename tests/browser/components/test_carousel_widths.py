"""A carousel moves at every width of the window and at every zoom: Embla rounds the sizes of slides to whole pixels."""

import pytest
from playwright.sync_api import Page

from tests.browser.components.visitor import Visit, carousel, seen, settled, shown

BRANDS = [f"brand {number}" for number in range(1, 5)]
FROM = {320: 1, 464: 2, 1024: 3, 3000: 4}
"""Brands in view, by the least width."""
WIDTHS = [
    # Widths that follow each other leave every remainder.
    *(first + more for first in (320, 390, 461, 464, 768, 1021, 1024, 1200, 2997) for more in range(3)),
    *(first + more for first in range(1300, 1920, 155) for more in range(3)),
]
RESTING = (3000, 3001, 3002, 3003, 3840, 4000)
WITHOUT_MARGINS = "main { max-width: none !important }"


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


@pytest.mark.parametrize("zoom", [0.8, 1, 1.25, 1.5])
def test_every_card_comes_into_view_at_every_width(visit: Visit, zoom: float) -> None:
    page = opened(visit, zoom)
    strip = carousel(page, "Brands")
    for width in WIDTHS:
        count = resized(page, width)
        positions = [set(shown(page, "Brands"))]
        for step in range(len(BRANDS)):
            if step % 2:
                strip.evaluate("(node) => node.querySelector('.button-next').click()")
            else:
                strip.get_by_role("button", name="Next").press("ArrowRight")
            positions.append(set(shown(page, "Brands")))
        turns = [[set((BRANDS * 3)[first + step :][:count]) for step in range(5)] for first in range(4)]
        assert positions in turns, f"{width} px"


@pytest.mark.parametrize("zoom", [0.8, 1, 1.25, 1.5])
def test_cards_that_all_fit_stand_side_by_side_once(visit: Visit, zoom: float) -> None:
    page = opened(visit, zoom)
    strip = carousel(page, "Brands")
    for width in RESTING:
        resized(page, 1440)
        strip.evaluate("(node) => node.querySelector('.button-next').click()")
        resized(page, width)
        assert strip.locator(".carousel-slide").count() == len(BRANDS), f"{width} px"
        assert seen(page, "Brands") == shown(page, "Brands") == BRANDS, f"{width} px"
        assert strip.get_by_role("button").count() == 0
