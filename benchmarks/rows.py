"""Measures the time until the first row is painted on a cold visit to a list, with 10 and with 10,000 records.

It is the later of two moments, in milliseconds from the start of the navigation: the row is in the DOM; the first
contentful paint. Visits to the short and the long list alternate, so that other work on the machine affects both.
"""

import statistics
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from playwright.sync_api import Browser

from benchmarks.browser import chromium
from benchmarks.records import fill
from benchmarks.table import Options, Row, alone, at_most, spread
from tests.serving import Server, build, serving

CATEGORY, PATH = "PriceSensitiveInformation", "/PriceSensitiveInformation"
SEARCH = f"{PATH}?list={CATEGORY}&q=report+7"
COUNTS = (10, 10_000)
LIMIT = 1.5
"""Highest ratio of the time with most records to the time with fewest."""
VIEWS = {"the list": PATH, "a search in it": SEARCH}
_OBSERVE_FIRST_ROW = """
const rows = '[data-live="PriceSensitiveInformation"] tbody tr';
const look = () => {
  if (!document.querySelector(rows)) return;
  window.firstRow = performance.now();
  watcher.disconnect();
};
const watcher = new MutationObserver(look);
watcher.observe(document, { childList: true, subtree: true });
"""
_RESULT = """() => {
  const paint = performance.getEntriesByName('first-contentful-paint')[0];
  return paint && window.firstRow ? Math.max(paint.startTime, window.firstRow) : null;
}"""


def measure(options: Options) -> Iterator[Row]:
    """Visit both lists alternately."""
    build()
    with ExitStack() as stack:
        browser = stack.enter_context(chromium())
        servers = {count: stack.enter_context(_filled(count)) for count in COUNTS}
        for view, path in VIEWS.items():
            times: dict[int, list[float]] = {count: [] for count in COUNTS}
            for run in range(options.runs + 1):
                for count, server in servers.items():
                    took = _visit(browser, server.url + path)
                    # The first visit compresses the page; the following ones get the cached bytes.
                    if run:
                        times[count].append(took)
            for count in COUNTS:
                yield Row(f"{view}, {count:,} records", spread(times[count], "ms"))
            shortest, longest = (statistics.median(times[count]) for count in COUNTS)
            yield at_most(f"{view}: {COUNTS[-1]:,} against {COUNTS[0]:,} records", longest / shortest, LIMIT, "times")


@contextmanager
def _filled(count: int) -> Iterator[Server]:
    """Serve a site with a number of records in one list."""
    with tempfile.TemporaryDirectory() as folder:
        fill(Path(folder) / "data", CATEGORY, count)
        with serving(Path(folder)) as server:
            yield server


def _visit(browser: Browser, address: str) -> float:
    """Return milliseconds until the first row was painted, for a visitor with empty caches."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True)
    page = context.new_page()
    page.add_init_script(_OBSERVE_FIRST_ROW)
    page.goto(address, wait_until="commit")
    took = page.wait_for_function(_RESULT).json_value()
    context.close()
    return float(took)


if __name__ == "__main__":
    alone(measure, __doc__)
