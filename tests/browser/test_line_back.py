"""Every open page is right as soon as its line is back, and nothing says "up to date" before.

While the line of several pages is cut at random, documents are published, replaced and withdrawn; what each page shows
then is compared with what a new visitor gets. The time of the pages stands still, and moves on only as a test says:
what is promised in seconds holds on every machine. ``make thorough`` cuts each way of updates 50 times.
"""

import random
import secrets
import signal
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import httpx2
import pytest
from playwright.sync_api import BrowserContext, Page, Playwright, Request, expect

from starbond_site.content import Site
from starbond_site.content.addresses import localized
from tests.browser.components.visitor import HYDRATED, hide
from tests.browser.conftest import CHROMIUM_FLAGS, own_chromium
from tests.browser.filing import publish
from tests.browser.languages import SITES
from tests.browser.test_fanout import sentence
from tests.conftest import THOROUGH
from tests.fanout_proxy import proxy
from tests.line import Line, line_to
from tests.serving import Server, build, free_port, serving

CUTS = {"websocket": 3, "nchan": 2, "polling": 1}
LONG_CUTS = 50
SHORTEST, LONGEST = 0.2, 40.0
"""Seconds of a cut."""
WITHIN = {"websocket": 2, "nchan": 2, "polling": 12}
"""Seconds after which every page is right, by its way of updates."""
SPREAD = 3
"""Seconds within which all pages ask that are told at once that they are old."""
TOLD = 13.5
"""Seconds after which a page says since when it has not heard: 10, and up to 3 until it has asked in vain."""
LONG_AGO_MS = 31_000
"""After which a page that was hidden, or asleep, asks."""
PATIENCE_SECONDS = 60
"""A busy machine takes its time to connect and to answer."""
NOON = datetime(2026, 11, 25, 6, tzinfo=UTC)
"""When the time of the pages begins; Dhaka is six hours ahead."""
LIST = "BondIssue"
PATHS = {
    "websocket": [f"/{LIST}", "/", "document"],
    "nchan": [f"/{LIST}", "/filings?q=missed", "document"],
    "polling": ["/SharedInformation", "/about", "document"],
}
"""Pages by way of updates."""
ALL = [f"/{LIST}", "document", "/filings?q=missed", "/", "/calendar", "/dealers", "/SharedInformation", "/about"]
"""Pages of the long version: all that has updates."""
MOST_SOURCES = 5
"""EventSources of one origin in a browser, by HTTP/1.1, which leave a connection for everything else."""
OTHERS: dict[str, Callable[[Server, str, Path], object]] = {
    "/": lambda site, name, _: publish(site, "PriceSensitiveInformation", name),
    "/SharedInformation": lambda site, name, _: publish(site, "Prospectus", name),
    "/about": lambda site, name, _: site.admin("nodes", "set", "Dividend", f'{{"text": "{name}"}}'),
    "/calendar": lambda site, name, _: site.admin(
        "desk", "calendar/add", "kind=other", "day=2031-05-05", f"title={name}"
    ),
    "/dealers": lambda site, name, folder: site.admin("dealers", "import", dealers(folder, name)),
}
"""Changes that are not of the list, by the page that shows them."""
DEAF = """addEventListener("socket", (event) => {
  if (window.isDeaf && event.detail.changed) event.stopImmediatePropagation();
}, { capture: true });"""
"""Lets a page miss updates while its websocket stays open."""
COUNT_SOCKETS = """const sockets = new Set();
window.hasSockets = () => sockets.size > 0;
window.WebSocket = class extends WebSocket {
  constructor(...given) {
    super(...given);
    sockets.add(this);
    this.addEventListener("close", () => sockets.delete(this));
  }
};"""
"""Playwright tells of a websocket as its handshake begins; after failures Chromium lets it wait seconds for that."""
WAIT_LONG = "const { random } = Math; Math.random = () => 0.9 + random() / 10;"
"""Lets a page wait nearly as long as it ever does, wherever the wait is a random one: what holds then always holds."""
WATCH = """(claim) => {
  const shown = () => document.querySelector("main [data-live]").textContent;
  let was = false;
  window.claims = [];
  new MutationObserver(() => {
    const says = [...document.querySelectorAll("[role=status]")].some((said) => said.textContent.includes(claim));
    if (says && !was) window.claims.push(shown());
    was = says;
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""
"""Notes what a page shows whenever it says that it is up to date."""
WRONG = """([html, isPolled, late]) => {
  const right = new DOMParser().parseFromString(html, "text/html");
  const of = (page, mark) => {
    const shown = page.querySelector(`[data-live="${mark}"]`)?.cloneNode(true);
    [...(shown?.querySelectorAll("dl > div") ?? [])].find((row) => row.firstChild.textContent === late)?.remove();
    return shown && shown.textContent + [...shown.querySelectorAll("a")].map((link) => link.getAttribute("href"));
  };
  const marks = [...document.querySelectorAll("[data-live][data-version]")].map(({ dataset }) => dataset.live);
  const claims = window.claims.filter((shown) => shown !== right.querySelector("main [data-live]").textContent);
  const doubts = isPolled ? [] : [...document.querySelectorAll("p.live-loading")].map(({ textContent }) => textContent);
  const wrong = [...marks.filter((mark) => of(document, mark) !== of(right, mark)), ...claims, ...doubts];
  if (!wrong.length) window.claims = [];
  return wrong;
}"""
"""Returns what a new visitor sees otherwise: topics, what was said to be up to date, and what is said to be old.

Not the row of the public log, which is signed beside publications: an open page has it at its next change.
"""


def dealers(folder: Path, name: str) -> str:
    head, rest = "division,district,upazila,name,address,telephone", "1 Station Road,01711-000000"
    (file := folder / "dealers.csv").write_text(f"{head}\nDhaka,Dhaka,Savar,{name},{rest}\n")
    return str(file)


@dataclass
class Visit:
    page: Page
    path: str
    words: Site
    address: str = ""
    """Of the page, or of the document that it shows."""
    under_way: set[Request] = field(default_factory=set)
    """What the page has asked and has not been answered."""

    def __post_init__(self) -> None:
        self.page.on("request", self.begun)
        self.page.on("requestfinished", self.ended)
        self.page.on("requestfailed", self.ended)

    def begun(self, request: Request) -> None:
        self.under_way.add(request)

    def ended(self, request: Request) -> None:
        self.under_way.discard(request)

    def go(self, address: str) -> None:
        """Open a page; the browser keeps the one before, and tells nothing more of it."""
        self.address = address
        self.under_way.clear()
        self.page.goto(address)


@dataclass
class Far:
    """A site at the far end of a line, and pages that are open there."""

    server: Server
    line: Line
    context: BrowserContext
    folder: Path
    way: str
    visits: list[Visit] = field(default_factory=list)
    documents: list[str] = field(default_factory=list)
    """Ids in the list; the page of the last is open."""

    def open(self) -> None:
        """Open the pages, in both languages in turn."""
        self.documents = [self.publish(), self.publish()]
        # Without lines above the header nothing is said there.
        OTHERS["/about"](self.server, "a first line", self.folder)
        self.context.clock.install(time=NOON)
        paths = ALL[: MOST_SOURCES if self.way == "nchan" else None] if THOROUGH else PATHS[self.way]
        for number, path in enumerate(paths):
            page = self.context.new_page()
            page.goto("/ping")
            self.visits.append(Visit(page, path, SITES[(number % 2) - 1]))
        self.show_the_last_document()

    def show_the_last_document(self) -> None:
        """Let the pages that are not open yet, or show another document, be opened, and their time stand still."""
        # A document that has been read has its number of pages on its page, which no version tells of.
        self.server.admin("reindex")
        self.context.clock.resume()
        for visit in self.visits:
            path = f"/documents/{self.documents[-1]}" if visit.path == "document" else visit.path
            if visit.address == (address := localized(path, visit.words.language)):
                continue
            visit.go(address)
            visit.page.wait_for_function(HYDRATED)
            visit.page.wait_for_load_state("networkidle")
            visit.page.evaluate(WATCH, visit.words.interface.live.connection_back)
        # Pages are paused one after the other, none of them in its past.
        self.context.clock.pause_at(self.visits[0].page.evaluate("Date.now() / 1000 + 5"))

    def publish(self) -> str:
        return publish(self.server, LIST, f"missed {secrets.token_hex(4)}")

    def change(self, number: int, other: str) -> None:
        """Publish, replace or withdraw a document, change something else, and wait until the server knows each."""
        with self.known(f"/{LIST}"):
            self.change_list(number)
        # One after the other: the home page shows both.
        with self.known(other):
            OTHERS[other](self.server, secrets.token_hex(4), self.folder)

    def change_list(self, number: int) -> None:
        if number % 3 == 0:
            self.documents.insert(0, self.publish())
        elif number % 3 == 1:
            new, old = self.publish(), self.documents.pop()
            self.documents.append(new)
            self.server.admin("desk", f"documents/{old}/replace", f"by={new}")
        else:
            self.server.admin("documents", "withdraw", self.documents.pop())

    @contextmanager
    def known(self, path: str) -> Iterator[None]:
        """Wait until a server that runs shows a change on a page."""
        before = self.fresh(path) if self.server.process and self.server.process.poll() is None else None
        yield
        end = time.monotonic() + PATIENCE_SECONDS
        while before and self.fresh(path) == before:
            assert time.monotonic() < end

    def fresh(self, path: str) -> str:
        """Return a page as a new visitor gets it."""
        return httpx2.get(self.server.url + path).text

    def wait_until_all_failed(self) -> None:
        """Wait until everything under way has failed, by a line that is cut."""
        end = time.monotonic() + PATIENCE_SECONDS
        for visit in self.visits:
            # An answer of the page also brings the events that are on their way.
            while visit.page.evaluate("hasSockets()") or visit.under_way:
                assert time.monotonic() < end, visit.under_way

    def hear(self, *, is_heard: bool) -> None:
        """Let the pages miss updates, or hear them again."""
        for visit in self.visits:
            visit.page.evaluate("(isDeaf) => (window.isDeaf = isDeaf)", not is_heard)

    def elapse(self, seconds: float) -> None:
        self.context.clock.run_for(round(seconds * 1000))

    def assert_right(self, within: float, creeping: float = 0.001) -> float:
        """Return after how many seconds of the pages' time all of them show what a new visitor sees.

        In the end time stands nearly still, while answers are on their way: it moves by so many seconds for each look.
        """
        passed, wrong, end = 0.0, dict[str, object](), time.monotonic() + PATIENCE_SECONDS
        step = within / 20 if THOROUGH else within
        while time.monotonic() < end:
            passed += (moved := min(step, max(within - passed, creeping)))
            self.elapse(moved)
            # Asked anew for each look: what a new visitor gets may change after the list does.
            wrong = {
                visit.address: visit.page.evaluate(
                    WRONG,
                    [self.fresh(visit.address), self.way == "polling", visit.words.interface.document_page.public_log],
                )
                for visit in self.visits
            }
            if not any(wrong.values()):
                return passed
        connected = [visit.page.evaluate("window.isSocketOpen") for visit in self.visits]
        raise AssertionError(f"{wrong}, connected: {connected}, log: {self.server.log.read_text()[-5000:]}")


# The plain build opens the websocket as well, and hears of one by the other.
@pytest.fixture(params=["websocket", pytest.param("nchan", marks=pytest.mark.full_build), "polling"])
def far(request: pytest.FixtureRequest, playwright: Playwright, tmp_path: Path) -> Iterator[Far]:
    """Open pages of a site with one way of updates, in a browser that keeps pages for Back and Forward."""
    way: str = request.param
    with ExitStack() as stack:
        if way == "nchan":
            build()
            port = free_port()
            before = stack.enter_context(proxy(tmp_path, port))
            line = stack.enter_context(line_to(before.port))
            settings = {"STARBOND_URL": line.url, "STARBOND_FANOUT": before.publish_address}
            server = stack.enter_context(serving(tmp_path, port, **settings))
        else:
            server, line = request.getfixturevalue("far_site")
            stack.callback(line.mend)
        browser = playwright.chromium.launch(
            executable_path=own_chromium(), args=CHROMIUM_FLAGS, ignore_default_args=["--disable-back-forward-cache"]
        )
        stack.callback(browser.close)
        context = browser.new_context(base_url=line.url, service_workers="block", reduced_motion="reduce")
        made = Far(server, line, context, tmp_path, way)
        if way == "polling":
            context.route_web_socket("**/_event**", lambda route: route.close())
        context.add_init_script(DEAF + COUNT_SOCKETS + WAIT_LONG)
        made.open()
        made.assert_right(WITHIN[way], SPREAD / 100)
        yield made


@contextmanager
def cut(far: Far, seconds: float, part: float) -> Iterator[None]:
    """Cut the line for some seconds, of which a part passes before a change."""
    far.line.cut()
    # Connections break in the machine's time, and the pages' time passes at once.
    far.wait_until_all_failed()
    far.elapse(seconds * part)
    yield
    far.elapse(seconds * (1 - part))
    for visit in far.visits if seconds > TOLD else []:
        lost = sentence(visit.words.interface.live.connection_lost, visit.words)
        expect(visit.page.locator("body")).to_have_text(lost)
    # What fails after the line is mended is tried again in the pages' time, which stands nearly still then.
    far.wait_until_all_failed()
    far.line.mend()


@contextmanager
def dropped(far: Far) -> Iterator[None]:
    """Replace the connection, which the page notices no failure of."""
    far.hear(is_heard=False)
    yield
    far.hear(is_heard=True)
    far.line.drop()


@contextmanager
def unanswered(far: Far) -> Iterator[None]:
    """Answer nothing that is asked while the websocket stays open: pages say so, and ask again."""
    far.hear(is_heard=False)
    far.context.route("**/api/live/**", lambda route: route.abort())
    for visit in far.visits:
        visit.page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    far.elapse(TOLD)
    shown = far.visits[0]
    lost = sentence(shown.words.interface.live.connection_lost, shown.words)
    expect(shown.page.locator("body")).to_have_text(lost)
    yield
    far.context.unroute("**/api/live/**")
    far.hear(is_heard=True)
    far.elapse(WITHIN["polling"])


@contextmanager
def hidden(far: Far) -> Iterator[None]:
    far.hear(is_heard=False)
    for visit in far.visits:
        hide(visit.page, True)
    yield
    far.elapse(LONG_AGO_MS / 1000)
    far.hear(is_heard=True)
    for visit in far.visits:
        hide(visit.page, False)


@contextmanager
def asleep(far: Far) -> Iterator[None]:
    """Close the laptop: no timer runs."""
    far.hear(is_heard=False)
    yield
    far.hear(is_heard=True)
    far.context.clock.fast_forward(10 * LONG_AGO_MS)


@contextmanager
def frozen(far: Far) -> Iterator[None]:
    """Let no script run, while messages arrive; `Page.setWebLifecycleState` leaves a page alone that is visible."""
    sessions = [visit.page.context.new_cdp_session(visit.page) for visit in far.visits]
    for session in sessions:
        session.send("Debugger.enable")
        session.send("Debugger.pause")
    yield
    for session in sessions:
        session.send("Debugger.disable")
        session.detach()


@contextmanager
def left(far: Far, *, is_for_the_page_before: bool) -> Iterator[None]:
    for visit in far.visits:
        visit.page.go_back(wait_until="commit") if is_for_the_page_before else visit.page.goto("/ping")
    yield
    for visit in far.visits:
        (visit.page.go_forward if is_for_the_page_before else visit.page.go_back)(wait_until="commit")
        assert visit.page.evaluate("'claims' in window"), "the browser has not kept the page"


back, forward = (partial(left, is_for_the_page_before=each) for each in (False, True))


@contextmanager
def restarted(far: Far) -> Iterator[None]:
    far.server.stop(signal.SIGKILL)
    yield
    far.server.start()


ALWAYS = [frozen, back, forward, restarted]
FAULTS = {"websocket": [dropped, unanswered, hidden, asleep, frozen, back], "nchan": [], "polling": []}
LONG_FAULTS = {"websocket": [dropped, unanswered, hidden, asleep, *ALWAYS], "nchan": ALWAYS, "polling": ALWAYS}


def test_every_page_is_right_after_every_cut(far: Far) -> None:
    chance = random.Random(far.way)
    within, took, cuts = WITHIN[far.way], list[float](), LONG_CUTS if THOROUGH else CUTS[far.way]
    others = [path for path in OTHERS if path in ("/about", *(visit.path for visit in far.visits))]
    for number in range(cuts):
        seconds = SHORTEST * (LONGEST / SHORTEST) ** (chance.random() if number < cuts - 1 else 1)
        with cut(far, seconds, chance.random()):
            far.change(number, chance.choice(others))
        took.append(far.assert_right(within))
        assert took[-1] < within + 0.5, f"cut {number}, of {seconds:.1f} s"
        shown = far.visits[0]
        told = shown.page.get_by_role("status").filter(has_text=shown.words.interface.live.connection_back)
        if far.way != "polling" and seconds > TOLD:
            expect(told).to_have_class("visually-hidden")
        far.show_the_last_document()
    print(f"\n{far.way}: {cuts} cuts, right after {statistics.median(took):.1f} s (median), {max(took):.1f} s (most)")
    for number, fault in enumerate((LONG_FAULTS if THOROUGH else FAULTS)[far.way]):
        with fault(far):
            far.change(number, chance.choice(others))
        # Pages that are told all at once that they are old do not ask all at once.
        is_told = fault is frozen or (fault is restarted and far.way == "nchan")
        far.assert_right(within, SPREAD / 100 if is_told else 0.001)
        far.show_the_last_document()
