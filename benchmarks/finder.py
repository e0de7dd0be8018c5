"""Measures the finder's answer on a telephone slowed four times: from the last choice until the answer is painted.

The time is taken inside the page: it starts when the second material is chosen, and ends in the frame after the one
that shows the new answer. A person chooses when the page has come to rest, and so does this. Every pair with the first
material of the list is asked once in each language.
"""

import tempfile
from collections.abc import Iterable
from pathlib import Path

from benchmarks.browser import chromium
from benchmarks.table import Options, Row, at_most, spread
from starbond_site import content
from starbond_site.content.addresses import FINDER, localized
from tests.browser.components.visitor import HYDRATED
from tests.serving import build, serving

SLOWER = 4
LIMIT_MS = 100
"""Issue "Which glue, how much, and where": the answer stands within 100 ms of the last choice."""
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
CHOOSE = """async ([label, value]) => {
    const select = [...document.querySelectorAll("select")]
        .find((each) => each.labels[0]?.textContent.trim() === label);
    const status = document.querySelector(".finder__status");
    const before = status.textContent;
    await new Promise(requestIdleCallback);
    const begun = performance.now();
    Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, "value").set.call(select, value);
    select.dispatchEvent(new Event("change", { bubbles: true }));
    while (status.textContent === before) await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    return performance.now() - begun;
}"""


def measure(_options: Options) -> Iterable[Row]:
    """Return the median and the slowest answer of each language."""
    build()
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as server, chromium() as browser:
        for language in content.LANGUAGES:
            words = content.read(language)
            first, *others = [material.id for material in words.materials]
            context = browser.new_context(base_url=server.url, **PHONE)
            page = context.new_page()
            page.goto(localized(f"{FINDER}?a={first}&b={others[0]}", language))
            page.mouse.move(5, 5)
            page.wait_for_function(HYDRATED)
            page.locator(".finder__others").wait_for()
            page.wait_for_load_state("networkidle")
            context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
            times = [page.evaluate(CHOOSE, [words.interface.finder_form.material_b, other]) for other in others[1:]]
            context.close()
            yield at_most(f"Answer of the finder, {language}, slowest of {len(times)}", max(times), LIMIT_MS, "ms")
            yield Row(f"Answer of the finder, {language}, median", spread(times, "ms"))
