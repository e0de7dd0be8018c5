"""What a deployment with other states does to open pages: nothing is lost, and how many requests come at once.

Pages in which something is typed or sent are Chromium's. Readers are websockets; once they are told of the other
release, requests come in their place as `components/react/live/updates.jsx` and `other_release.jsx` let pages send
them.
"""

import random
import re
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path

import httpx2
from playwright.sync_api import BrowserContext, Page, expect

from benchmarks.browser import chromium
from benchmarks.load.crowd import Crowd
from benchmarks.load.protocols import WebSocket
from benchmarks.load.scenarios import PATIENCE, Load
from benchmarks.table import Row, at_least, at_most, plain
from tests.browser.filing import choose, form_of, open_forms, submit
from tests.browser.languages import ENGLISH
from tests.browser.test_contact import GOOD, _field, _fill, _open
from tests.browser.test_deploy import Installation, change_states, installed
from tests.browser.test_resuming_journey import report
from tests.serving import free_port

ASKED_WITHIN, ANEW_WITHIN = 3.0, 120.0
"""Seconds, at a random moment of which a page asks for what it missed, and is loaded anew while nobody looks."""
TOPICS = ("AllNotice", "nodes")
"""That a page of a list shows."""
SPEED = 500_000
"""Bytes a second that a browser sends: an upload is under way for longer than the deployment takes."""
MEGABYTE = 1_000_000
COUNT = re.compile(r'^starbond_request_seconds_count\{.*worker="(\d+)"\} (\S+)$', re.MULTILINE)
IS_LEFT_BEHIND = "() => window.isSocketOpen && window.otherRelease"


class Requests:
    """Counts the requests that all workers answer, a second at a time."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._count, daemon=True)
        self.seconds: list[float] = []

    def __enter__(self) -> "Requests":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_over.set()
        self._thread.join()

    def _count(self) -> None:
        known = self._answered()
        while not self._is_over.wait(1.0):
            # What a connection that is reset as its worker leaves would tell, the next one tells.
            with suppress(httpx2.HTTPError):
                now = self._answered()
                # A worker that has begun counts from nothing, also in the place of one that has ended.
                self.seconds.append(sum(max(0, count - known.get(worker, 0)) for worker, count in now.items()))
                known |= now

    def _answered(self) -> dict[str, int]:
        answered = Counter[str]()
        for worker, count in COUNT.findall(httpx2.get(f"http://127.0.0.1:{self._port}/metrics", timeout=10).text):
            answered[worker] += int(float(count))
        return {**answered}


def deployment(load: Load, folder: Path) -> Iterator[Row]:
    """Open pages, deploy a release with another state, and look at each of them."""
    port = free_port()
    readers = load.visitors - load.typed - load.uploads
    with installed(folder, STARBOND_METRICS_PORT=str(port)) as site, chromium() as browser:
        context = browser.new_context(base_url=site.url, reduced_motion="reduce", service_workers="block")
        context.set_default_timeout(PATIENCE * 1000)
        change_states(release := site.made_release())
        protocol = WebSocket(site.port, 0.2, version("reflex"), schema=_schema(site, context))
        with Crowd(protocol, load.processes, load.addresses) as crowd, Requests(port) as requests:
            crowd.open(readers)
            crowd.wait(lambda status: status.connected == crowd.size, PATIENCE)
            typed, uploads = _typed(context, load.typed), _uploads(context, load, folder)
            for page in (*typed, *uploads):
                page.evaluate("window.opened = 'before'")
            crowd.expect(b"state_mismatch")
            before = len(requests.seconds)
            site.admin("rollback", release.name)
            began = time.monotonic()
            crowd.wait(lambda status: status.matched == crowd.size, PATIENCE)
            yield plain("deployment: all readers told of the other release after", time.monotonic() - began, "s")
            with ThreadPoolExecutor(64) as pool:
                pool.submit(_follow, site, readers)
                yield from _looked_at(typed, uploads)
            yield plain("deployment: HTTP requests in the busiest second", max(requests.seconds[before:]), "")
            yield plain("deployment: websockets that came back", crowd.status().lost, "")


def _schema(site: Installation, context: BrowserContext) -> str:
    """Return what a page says that it was built with."""
    sent: list[str] = []
    page = context.new_page()
    page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(str(frame))))
    page.goto(f"{site.url}/AllNotice")
    page.wait_for_function("() => window.isSocketOpen")
    page.close()
    (found,) = [match[1] for frame in sent if (match := re.search(r'"state_schema":"(\w+)"', frame))]
    return found


def _typed(context: BrowserContext, count: int) -> list[Page]:
    pages = [context.new_page() for _ in range(count)]
    for page in pages:
        _fill(_open(page, ENGLISH), ENGLISH, GOOD)
    return pages


def _uploads(context: BrowserContext, load: Load, folder: Path) -> list[Page]:
    """Open pages that each send a file of their own, slowly."""
    pages = [context.new_page() for _ in range(load.uploads)]
    for number, page in enumerate(pages):
        (own := folder / str(number)).mkdir()
        open_forms(page, ENGLISH)
        throttled = context.new_cdp_session(page)
        throttled.send("Network.enable")
        limits = {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": SPEED}
        throttled.send("Network.emulateNetworkConditions", limits)
        form = form_of(page, ENGLISH, "AnnualReport")
        choose(form, report(own, load.upload_megabytes * MEGABYTE))
        submit(form, ENGLISH.interface.upload.submit)
    return pages


def _follow(site: Installation, readers: int) -> None:
    """Ask as the pages of readers do: for each topic once, and for the whole page as nobody looks at it."""
    moments = [(random.uniform(0, ASKED_WITHIN), f"/api/live/{topic}?language=en") for topic in TOPICS * readers]
    moments += [(random.uniform(0, ANEW_WITHIN), "/AllNotice") for _ in range(readers)]
    began = time.monotonic()
    with httpx2.Client(base_url=site.url, headers={"Accept": "text/html"}) as client:
        for moment, path in sorted(moments):
            time.sleep(max(0.0, began + moment - time.monotonic()))
            client.get(path)


def _looked_at(typed: list[Page], uploads: list[Page]) -> Iterator[Row]:
    """Return what became of pages in which something was begun."""
    for page in (*typed, *uploads):
        page.wait_for_function(IS_LEFT_BEHIND, timeout=PATIENCE * 1000)
    banners = sum(page.get_by_role("alert").count() for page in (*typed, *uploads))
    published = 0
    for page in uploads:
        form = form_of(page, ENGLISH, "AnnualReport")
        expect(form.get_by_role("status")).to_contain_text("Report", timeout=PATIENCE * 1000)
        published += form.locator(".upload-form__published").count()
    kept = sum(
        all(_field(page.locator("main form").first, ENGLISH, name).input_value() == text for name, text in GOOD.items())
        for page in typed
    )
    anew = sum(page.evaluate("window.opened") != "before" for page in (*typed, *uploads))
    yield at_least("deployment: pages that keep what was typed", kept, len(typed), "")
    yield at_least("deployment: files on their way that are published", published, len(uploads), "")
    yield at_most("deployment: pages with something begun that were loaded anew", anew, 0, "")
    yield at_most("deployment: banners", banners, 0, "")
