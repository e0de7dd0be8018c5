"""What a page missed is there as soon as its line is back, and nothing says "up to date" before."""

import re
import secrets
import time
import uuid
from collections.abc import Callable, Iterator
from importlib.metadata import version
from urllib.parse import quote

import pytest
from playwright.sync_api import BrowserContext, Page, WebSocketRoute, expect
from websockets.sync.client import connect
from websockets.typing import Origin, Subprotocol

from benchmarks.socket_clients import JOIN, NAMESPACE, PING, PONG
from starbond_site.components.link import localized
from starbond_site.content import Site
from tests.browser.components.visitor import HYDRATED, hide
from tests.browser.filing import publish
from tests.browser.languages import SITES
from tests.line import Line
from tests.serving import Server

BACK_MS = 2_000
"""What was missed is shown by then, once there is a connection."""
RETRY_MS = 2_000
"""Reflex's longest wait between two attempts to connect."""
PATIENCE_SECONDS = 60
"""A busy machine takes its time to connect and to answer."""
LONG_AGO_MS = 31_000
"""After which a page that was hidden asks."""
LIST = "BondIssue"
FALSE_CLAIMS = """([name, claim]) => {
  window.falseClaims = 0;
  new MutationObserver(() => {
    const text = document.querySelector("main").innerText;
    if (text.includes(claim) && !text.includes(name)) window.falseClaims += 1;
  }).observe(document.querySelector("main"), { subtree: true, childList: true, characterData: true });
}"""


@pytest.fixture
def words() -> Site:
    return SITES[0]


@pytest.fixture
def page(visitor: Callable[..., BrowserContext], line: Line) -> Page:
    """Return a page at the end of the line, whose time the test moves on."""
    page = visitor(base_url=line.url).new_page()
    page.clock.install()
    return page


@pytest.fixture
def name() -> str:
    return f"missed {secrets.token_hex(4)}"


@pytest.fixture
def everyone_was_told(far_site: tuple[Server, Line]) -> Iterator[Callable[[str], None]]:
    """Return what waits until the server has sent a new version of a topic to all who are connected."""
    site, line = far_site
    address = f"ws://localhost:{site.port}{NAMESPACE}/?EIO=4&transport=websocket&token={uuid.uuid4()}"
    protocols = [Subprotocol(version("reflex"))]
    with connect(address, origin=Origin(line.url), subprotocols=protocols, ping_interval=None) as socket:
        socket.send(JOIN)

        def wait(topic: str) -> None:
            while not is_update(packet := socket.recv(20), topic):
                if packet == PING:
                    socket.send(PONG)

        yield wait


def is_update(packet: str | bytes, topic: str) -> bool:
    return re.search(rf'"{topic}_rx_state_": ?{{"version"', str(packet)) is not None


def opened(page: Page, path: str, words: Site) -> None:
    """Open a page and wait until it has asked for what is newer."""
    page.goto(localized(path, words.language))
    page.wait_for_function(HYDRATED)
    page.wait_for_load_state("networkidle")


@pytest.mark.parametrize(
    ("words", "path", "topic", "announce"),
    [
        (SITES[0], "/BondIssue", "BondIssue", ["BondIssue"]),
        (SITES[-1], "/", "latest", ["PriceSensitiveInformation"]),
        (SITES[-1], "/filings?q=missed", "filings", ["AllNotice"]),
        (SITES[0], "/SharedInformation", "shared", ["Prospectus"]),
        (SITES[-1], "/about", "nodes", ["nodes", "set", "Dividend", '{"text": "NAME"}']),
        (SITES[0], "/calendar", "calendar", ["calendar", "add", "other", "2031-05-05", "--title", "NAME"]),
    ],
    ids=["list", "latest", "search", "shared", "header", "calendar"],
)
def test_what_was_published_while_the_line_was_cut_is_there_when_it_is_back(
    page: Page,
    everyone_was_told: Callable[[str], None],
    far_site: tuple[Server, Line],
    name: str,
    words: Site,
    path: str,
    topic: str,
    announce: list[str],
) -> None:
    site, line = far_site
    opened(page, path, words)
    page.evaluate(FALSE_CLAIMS, [name, words.interface.live.connection_back])
    shown = page.locator(f"a[href*='{quote(name)}']").or_(page.get_by_text(name)).first
    # What is missed comes by the websocket, and not because the page happens to poll.
    page.route("**/api/live/**", lambda route: route.abort())

    line.cut()
    page.clock.run_for(12_000)
    if announce[1:]:
        site.admin(*(word.replace("NAME", name) for word in announce))
    else:
        publish(site, announce[0], name)
    everyone_was_told(topic)
    expect(shown).to_have_count(0)
    joined = joining(page)
    line.mend()

    page.clock.run_for(RETRY_MS)
    expect(shown).to_be_visible()
    assert time.monotonic() - joined[-1] < BACK_MS / 1000
    assert page.evaluate("window.falseClaims") == 0


def joining(page: Page) -> list[float]:
    """Return when the websocket opens, on the clock of `time.monotonic`, from now on."""
    times: list[float] = []

    def note(frame: str | bytes) -> None:
        if str(frame).startswith("40/_event"):
            times.append(time.monotonic())

    page.on("websocket", lambda socket: socket.on("framereceived", note))
    return times


@pytest.mark.parametrize("back", ["connection replaced", "shown again", "hidden", "asleep"])
def test_page_that_comes_back_asks_for_what_it_missed(
    page: Page,
    everyone_was_told: Callable[[str], None],
    far_site: tuple[Server, Line],
    name: str,
    words: Site,
    back: str,
) -> None:
    deaf = False

    def forward(route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        # What keeps the connection alive comes through.
        server.on_message(lambda message: None if deaf and str(message).startswith("42") else route.send(message))

    page.route_web_socket("**/_event**", forward)
    opened(page, f"/{LIST}", words)

    deaf = True
    if back == "connection replaced":
        page.evaluate("window.dispatchEvent(new PageTransitionEvent('pagehide'))")
    publish(far_site[0], LIST, name)
    everyone_was_told(LIST)
    expect(page.get_by_text(name)).to_have_count(0)
    deaf = False
    if back == "connection replaced":
        # Let the page connect at the first attempt, so that it notices no failure.
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    elif back == "shown again":
        # As after Back from the browser's cache.
        page.evaluate("window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    elif back == "hidden":
        hide(page, True)
        page.clock.run_for(LONG_AGO_MS)
        hide(page, False)
    else:
        # The laptop was closed: no timer ran.
        page.clock.fast_forward(10 * LONG_AGO_MS)

    expect(page.get_by_text(name).first).to_be_visible(timeout=BACK_MS)


def test_list_says_that_it_is_up_to_date_only_after_an_answer(page: Page, line: Line, words: Site) -> None:
    live = words.interface.live
    answers: list[str | bytes] = []
    routes: list[WebSocketRoute] = []

    def forward(route: WebSocketRoute) -> None:
        routes.append(route)
        route.connect_to_server().on_message(lambda message: hold_back(message) or route.send(message))

    def hold_back(message: str | bytes) -> bool:
        is_late = late and is_update(message, LIST)
        if is_late:
            answers.append(message)
        return is_late

    late = False
    page.route_web_socket("**/_event**", forward)
    opened(page, f"/{LIST}", words)
    status = page.locator(f"[data-live='{LIST}']").locator("xpath=..").get_by_role("status")

    late = True
    line.cut()
    page.clock.run_for(12_000)
    expect(status).not_to_have_class("visually-hidden")
    line.mend()
    end = time.monotonic() + PATIENCE_SECONDS
    while not answers and time.monotonic() < end:
        page.clock.run_for(RETRY_MS)
    expect(status).to_have_text(re.compile(re.escape(live.polled.split("{time}")[0])))
    routes[-1].send(answers[-1])
    expect(status).to_have_text(live.connection_back)


def test_open_page_of_a_document_says_that_it_was_withdrawn(
    page: Page, everyone_was_told: Callable[[str], None], far_site: tuple[Server, Line], name: str, words: Site
) -> None:
    (site, line), number = far_site, publish(far_site[0], LIST, name)
    everyone_was_told(LIST)
    opened(page, f"/documents/{number}", words)
    withdrawn = words.interface.document_page.withdrawn_without_reason

    line.cut()
    site.admin("documents", "withdraw", number)
    everyone_was_told(LIST)
    expect(page.get_by_text(withdrawn)).to_have_count(0)
    line.mend()

    page.clock.run_for(RETRY_MS)
    expect(page.get_by_text(withdrawn).first).to_be_visible()
