"""Builds the site without each optional build step, and compares it with the full build on a phone.

The phone is a Chromium with a processor slowed four times on a slow 4G line (562.5 ms, 1.47 Mbit/s: the applied
throttling of Lighthouse). The builds are visited in turns, so that a busy moment of the machine meets all of them.
What a step is worth is the difference to the full build: positive where the site is heavier or slower without it.
Differences below some 30 ms are noise on a quiet machine.
"""

import contextlib
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, fields
from pathlib import Path

from playwright.sync_api import Browser, Page

from benchmarks.browser import chromium
from benchmarks.build_time import copy
from benchmarks.table import Options, Row, alone
from starbond_site.presentation.site_files import weight
from starbond_site.reflex_adapter.build.steps import FULL, PLAIN, STEPS, WITHOUT
from tests.serving import ROOT, serving

PAGES = ("/", "/SuperGlue", "/AllNotice")
BUILDS = (FULL, *(f"{WITHOUT}{step.name}" for step in STEPS if not step.required), PLAIN)
LINE = {"offline": False, "latency": 562.5, "downloadThroughput": 1474560 / 8, "uploadThroughput": 675840 / 8}
"""Latency in milliseconds, throughput in bytes a second."""
SLOWDOWN = 4
OBSERVE = """() => {
  window.seen = { largest: 0, blocked: 0, hydrated: 0 };
  addEventListener("hydrated", () => (seen.hydrated = performance.now()));
  const watch = (type, read) =>
    new PerformanceObserver((list) => list.getEntries().forEach(read)).observe({ type, buffered: true });
  watch("largest-contentful-paint", (entry) => (seen.largest = entry.startTime));
  watch("longtask", (entry) => (seen.blocked += Math.max(0, entry.duration - 50)));
}"""
READ = "() => ({ first: performance.getEntriesByName('first-contentful-paint')[0].startTime, ...seen })"


@dataclass(frozen=True)
class Visit:
    """One visit of a page, in milliseconds from its beginning."""

    first: float
    """First contentful paint."""
    largest: float
    """Largest contentful paint."""
    blocked: float
    """Total blocking time."""
    hydrated: float
    """When React had taken over the page."""


def measure(options: Options) -> Iterator[Row]:
    """Build all variants, visit them in turns, and return what each step is worth."""
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as running, chromium() as browser:
        trees = {build: _built(Path(folder) / build, build) for build in BUILDS}
        weights = {build: {page: _kilobytes(tree, page) for page in PAGES} for build, tree in trees.items()}
        addresses = {build: running.enter_context(serving(tree, 0, tree)).url for build, tree in trees.items()}
        visits: dict[tuple[str, str], list[Visit]] = {}
        for _ in range(options.runs):
            for page in PAGES:
                for build, address in addresses.items():
                    visits.setdefault((build, page), []).append(_visit(browser, address + page))
        yield Row("", "kB; ms of FCP, LCP, blocking, hydration")
        for build in BUILDS:
            for page in PAGES:
                here, full = _medians(visits[build, page]), _medians(visits[FULL, page])
                if build == FULL:
                    yield Row(f"full {page}", f"{weights[build][page]:.1f}; {_listed(here)}")
                else:
                    more = weights[build][page] - weights[FULL][page]
                    yield Row(f"{build} {page}", f"{more:+.1f}; {_listed(here, full)}")


def _built(tree: Path, build: str) -> Path:
    copy(ROOT, tree)
    command = [sys.executable, "-m", "starbond_site.serve", "--build-only"]
    environment = os.environ | {"STARBOND_BUILD": build, "PYTHONPATH": str(tree)}
    subprocess.run(command, cwd=tree, env=environment, check=True, stdout=subprocess.DEVNULL)
    return tree


def _kilobytes(tree: Path, page: str) -> float:
    return sum(weight.weigh(tree / ".web" / "build" / "client", page.strip("/")).values()) / 1000


def _visit(browser: Browser, address: str) -> Visit:
    """Open a page as a new visitor on the phone and return its times."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True)
    page: Page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.emulateNetworkConditions", LINE)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
    page.add_init_script(f"({OBSERVE})()")
    page.goto(address, wait_until="load", timeout=60_000)
    page.wait_for_function("() => seen.hydrated > 0 && seen.largest > 0", timeout=60_000)
    visit = Visit(**page.evaluate(READ))
    context.close()
    return visit


def _medians(visits: list[Visit]) -> Visit:
    return Visit(**{each.name: statistics.median(getattr(one, each.name) for one in visits) for each in fields(Visit)})


def _listed(visit: Visit, base: Visit | None = None) -> str:
    values = [getattr(visit, each.name) - (getattr(base, each.name) if base else 0) for each in fields(Visit)]
    return ", ".join(f"{value:+.0f}" if base else f"{value:.0f}" for value in values)


if __name__ == "__main__":
    alone(measure, __doc__)
