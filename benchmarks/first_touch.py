"""Measures what a touch waits for, right after the first paint, on slow 4G and a processor slowed four times.

Each control of a first view is touched 50 ms after the first contentful paint, in a browser that has nothing of the
site; the answer is the first frame in which a reader sees another state. Browsers follow links alone.
"""

import statistics
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser

from benchmarks.browser import chromium
from benchmarks.table import Options, Row, alone, at_most
from tests.browser.conftest import PHONE
from tests.serving import build, serving

LIMIT = 200
"""Milliseconds (docs/requirements.md, "Quality limits")."""
NETWORK = {"offline": False, "latency": 562.5, "downloadThroughput": 180_000, "uploadThroughput": 84_375}
"""Chromium's "Slow 4G", in milliseconds and bytes a second."""
SLOWDOWN = 4
PATIENCE_MS = 30_000


@dataclass(frozen=True)
class Control:
    """A control, and what a reader sees of its answer."""

    name: str
    path: str
    selector: str
    state: str
    """JavaScript that returns what is seen, and another value after the answer."""
    place: int = 0
    """Which one of those that the selector finds."""


def seen(selector: str, value: str) -> str:
    """Return JavaScript for a value of the visible elements of a selector, in one string."""
    visible = "each.checkVisibility({ visibilityProperty: true })"
    return f"[...document.querySelectorAll('{selector}')].filter((each) => {visible}).map((each) => {value}).join()"


HOME, PRODUCT, LIST, FINDER, UPLOAD = "/", "/SyntheticResinAdhesive", "/AnnualReport", "/finder", "/UploadFiles"
SEARCH_FIELD = "main input[type=search]"
SEARCH, PICTURE = seen("input[type=search]", "each.className"), seen(".gallery-main img", "each.alt")
CHOICE = seen("main :is(select, :checked)", "each.value")
SLIDE = seen(".slider .carousel-slide", "Math.round(each.getBoundingClientRect().x / innerWidth)")
CONTROLS = (
    *(Control("search", path, "button[aria-haspopup=dialog]", SEARCH) for path in (HOME, PRODUCT, LIST, UPLOAD)),
    Control("colours", HOME, ".site-header__tools > .tool:last-child", "getComputedStyle(document.body).color"),
    Control("menu", HOME, ".menu-toggle", seen(".menu", "each.className")),
    Control("next slide", HOME, ".slider .button-next", SLIDE),
    Control("thumbnail", PRODUCT, ".gallery-thumb", PICTURE, 1),
    Control("size in the list", PRODUCT, "select[name=size]", PICTURE),
    Control("tab", PRODUCT, ".tabs-tab", seen(".tabs-panel", "each.textContent"), 1),
    Control("material", FINDER, "main select", CHOICE),
    Control("condition", FINDER, ".finder__condition", CHOICE),
    Control("field of the form", "/search", SEARCH_FIELD, f"document.activeElement.matches('{SEARCH_FIELD}')"),
)
SCRIPT = """
const read = () => {state};
const prepare = () => {{
  const element = document.querySelectorAll("{selector}")[{place}];
  element.scrollIntoView({{ block: "center" }});
  const before = read();
  const look = (began) => {{
    if (read() === before) requestAnimationFrame(() => look(began));
    else window.answered = performance.now() - began;
  }};
  addEventListener("pointerdown", ({{ timeStamp }}) => look(timeStamp), {{ capture: true, once: true }});
  const {{ x, y, width, height }} = element.getBoundingClientRect();
  window.middle = [x + width / 2, y + height / 2];
  if (!element.matches("select")) return;
  element.dispatchEvent(new PointerEvent("pointerdown", {{ bubbles: true }}));
  element.selectedIndex = 1;
  element.dispatchEvent(new Event("change", {{ bubbles: true }}));
}};
new PerformanceObserver((list) => {{
  if (list.getEntriesByName("first-contentful-paint").length) setTimeout(prepare, 50);
}}).observe({{ type: "paint", buffered: true }});
"""
"""Chooses in a list by itself, since its options are no part of the page."""


def measure(options: Options) -> Iterator[Row]:
    """Touch each control in turn."""
    build()
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as server, chromium() as browser:
        for control in CONTROLS:
            waits = [answer(browser, server.url, control) for _ in range(options.runs)]
            yield at_most(f"{control.name}, {control.path}", statistics.median(waits), LIMIT, "ms")


def answer(browser: Browser, url: str, control: Control) -> float:
    """Return how long the answer took, in milliseconds."""
    with browser.new_context(**PHONE, service_workers="block") as context:
        page = context.new_page()
        line = context.new_cdp_session(page)
        line.send("Network.emulateNetworkConditions", NETWORK)
        line.send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
        page.add_init_script(SCRIPT.format(state=control.state, selector=control.selector, place=control.place))
        page.goto(url + control.path, wait_until="commit")
        x, y = page.wait_for_function("() => window.middle", timeout=PATIENCE_MS).json_value()
        if not control.selector.endswith(("select", "select[name=size]")):
            page.touchscreen.tap(x, y)
        return page.wait_for_function("() => window.answered", timeout=PATIENCE_MS).json_value()


if __name__ == "__main__":
    alone(measure, __doc__)
