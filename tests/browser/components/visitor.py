"""Actions and observations of a visitor of the components."""

from collections.abc import Callable
from weakref import WeakKeyDictionary

import pytest
from playwright.sync_api import CDPSession, Locator, Page

Visit = Callable[..., Page]

only_chromium = pytest.mark.parametrize("browser", ["chromium"], indirect=True)
"""For what this Firefox does not support over BiDi: media features, layout shift, touch input."""

both_browsers = pytest.mark.parametrize("browser", ["chromium", "firefox"], indirect=True)
"""For what browsers do differently: dragging, and rounding widths."""

HYDRATED = """() => Object.keys(document.querySelector('main')).some((key) => key.startsWith('__react'))
  && [...document.querySelectorAll('.carousel')].every((node) => node.hasAttribute('data-running'))"""
"""JavaScript that returns whether the page is hydrated and every carousel runs."""

_FLUSH = """async () => {
  for (let i = 0; i < 6; i++) await new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = done;
    port2.postMessage(0);
  });
}"""


def settled(page: Page) -> Page:
    """Wait until the page is idle, without moving its clock."""
    page.evaluate(_FLUSH)
    return page


def wait(page: Page, milliseconds: int) -> None:
    page.clock.run_for(milliseconds)
    settled(page)


def carousel(page: Page, name: str) -> Locator:
    return page.locator(f'[aria-roledescription="carousel"][aria-label="{name}"]')


_TITLES = """([name, isSeen]) => {
  const frame = document.querySelector(`[aria-label="${name}"] .carousel-viewport`).getBoundingClientRect();
  const inside = (box) => box.left >= frame.left - 30 && box.right <= frame.right + 2 && box.width > 0;
  return [...document.querySelectorAll(`[aria-label="${name}"] [aria-roledescription="slide"]`)]
    .map((slide) => [slide.getBoundingClientRect(), slide])
    .filter(([box, slide]) => (isSeen ? inside(box) : !slide.inert))
    .sort(([a], [b]) => a.x - b.x)
    .map(([, slide]) => slide.querySelector("h2").textContent);
}"""


def shown(page: Page, name: str) -> list[str]:
    """Return the titles of the slides that are not hidden, from left to right."""
    return settled(page).evaluate(_TITLES, [name, False])


def seen(page: Page, name: str) -> list[str]:
    """Return the titles of the slides that are completely in view, from left to right."""
    return settled(page).evaluate(_TITLES, [name, True])


def drag(page: Page, target: Locator, distance: int, *, steps: int, pause: int, touch: bool) -> None:
    """Drag by a distance in pixels, to the left if negative.

    Args:
        page: Where.
        target: What is dragged; its centre is half way.
        distance: How far, in pixels.
        steps: In how many moves.
        pause: Milliseconds on the page's clock between two moves.
        touch: With a finger in place of the mouse.
    """
    box = target.bounding_box()
    assert box
    x, y = box["x"] + (box["width"] - distance) / 2, box["y"] + min(100, box["height"] / 2)
    points = [(x + distance * step / steps, y) for step in range(1, steps + 1)]
    if touch:
        touched(page, [(x, y), *points], pause=pause)
        finger(page, "end", *points[-1])
    else:
        page.mouse.move(x, y)
        page.mouse.down()
        for point in points:
            page.mouse.move(*point)
            page.clock.run_for(pause)
        page.mouse.up()
        page.mouse.move(5, 5)
    settled(page)


def touched(page: Page, points: list[tuple[float, float]], *, pause: int) -> None:
    """Put a finger down at the first point and move it along the others; it stays down."""
    finger(page, "start", *points[0])
    for point in points[1:]:
        finger(page, "move", *point)
        page.clock.run_for(pause)


def finger(page: Page, kind: str, x: float, y: float) -> None:
    """Start, move, end or cancel a touch; it ends when its CDP session ends, which Chromium alone has."""
    if page not in _sessions:
        _sessions[page] = page.context.new_cdp_session(page)
    points = [] if kind in ("end", "cancel") else [{"x": x, "y": y}]
    _sessions[page].send("Input.dispatchTouchEvent", {"type": f"touch{kind.capitalize()}", "touchPoints": points})
    settled(page)


_sessions: WeakKeyDictionary[Page, CDPSession] = WeakKeyDictionary()


def hide(page: Page, hidden: bool) -> None:
    page.evaluate(
        """(hidden) => {
          Object.defineProperty(document, "hidden", {configurable: true, value: hidden});
          document.dispatchEvent(new Event("visibilitychange"));
        }""",
        hidden,
    )
    settled(page)


_requests: WeakKeyDictionary[Page, list[str]] = WeakKeyDictionary()


def watch(page: Page) -> None:
    if page not in _requests:
        page.on("request", lambda request: _requests[page].append(request.url))
    _requests[page] = []


def asked_for(page: Page, part: str) -> list[str]:
    """Return the addresses of the requested pictures of a kind, each once."""
    page.wait_for_load_state("networkidle")
    paths = {url.split("/", 3)[-1] for url in _requests[page]}
    return sorted(path for path in paths if part in path and path.endswith(".png"))


def fetched(page: Page) -> list[tuple[str, float]]:
    """Return the addresses of what a page has fetched, and when each was begun."""
    return page.evaluate("() => performance.getEntriesByType('resource').map((each) => [each.name, each.startTime])")


def focused(page: Page) -> str:
    """Return an approximation of the accessible name of the focused element."""
    return settled(page).evaluate(
        "() => document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent.trim()"
    )


def layout_shift(page: Page) -> float:
    return page.evaluate(
        """() => new Promise((done) => {
          let sum = 0;
          const observer = new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) sum += entry.value;
          });
          observer.observe({type: "layout-shift", buffered: true});
          requestAnimationFrame(() => requestAnimationFrame(() => done(sum)));
        })"""
    )
