"""Updates by EventSource through a real nginx with Nchan: rows arrive without a websocket, and after restarts."""

import json
import re
import secrets
import signal
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import suppress

import pytest
from playwright.sync_api import Locator, Page, Request, expect
from websockets.sync.client import connect
from websockets.typing import Origin

from starbond_site.content import Site
from starbond_site.content.addresses import localized
from tests.browser.conftest import Visitor
from tests.browser.filing import LIVE, PATIENCE, UPLOADS, publish
from tests.browser.languages import ENGLISH
from tests.fanout_proxy import Proxy, proxy
from tests.serving import Server, build, free_port, serving

LIST = "AllNotice"
RECONNECTED_MS = 30_000
"""The browser waits a few seconds before it connects again, and the site compares at an interval."""


@pytest.fixture(scope="module")
def nginx(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Proxy, Server]]:
    build()
    folder, port = tmp_path_factory.mktemp("fanout"), free_port()
    with (
        proxy(folder, port) as before,
        serving(folder, port, STARBOND_URL=before.url, STARBOND_FANOUT=before.publish_address) as site,
    ):
        publish(site, LIST, "First")
        yield before, site


@pytest.fixture
def page(visitor: Visitor, nginx: tuple[Proxy, Server]) -> Page:
    return visitor(base_url=nginx[0].url).new_page()


def _subscribed(page: Page, path: str) -> None:
    with page.expect_response("**/live") as answer:
        page.goto(path)
    assert answer.value.status == 200
    assert answer.value.headers["content-type"].startswith("text/event-stream")


def _row(page: Page, name: str) -> Locator:
    return page.get_by_role("row").filter(has_text=name)


@pytest.mark.full_build  # the plain build opens the websocket as well
def test_row_arrives_and_a_form_is_sent_without_a_websocket(page: Page, nginx: tuple[Proxy, Server]) -> None:
    opened: list[str] = []
    page.on("websocket", lambda socket: opened.append(socket.url))
    _subscribed(page, f"/{LIST}")
    # On a slow machine the page may be older than the first row, and ask for it.
    expect(_row(page, "First")).to_be_visible()
    page.on("request", lambda request: opened.append(request.url) if "/api/live/" in request.url else None)
    name = f"By EventSource {secrets.token_hex(3)}"
    publish(nginx[1], LIST, name)
    expect(_row(page, name)).to_be_visible(timeout=LIVE)
    expect(_row(page, name)).to_have_class("document--fresh")
    assert opened == []
    words, box = ENGLISH.interface.newsletter, page.get_by_role("contentinfo")
    box.get_by_role("textbox", name=words.label).fill(f"reader-{secrets.token_hex(4)}@example.com")
    box.get_by_role("checkbox").check()
    box.get_by_role("button", name=words.subscribe, exact=True).click()
    expect(box.get_by_role("status")).to_have_text(words.success)
    assert opened == []


def test_reflex_is_killed_and_readers_notice_nothing(page: Page, nginx: tuple[Proxy, Server]) -> None:
    page.route_web_socket("**/_event**", lambda route: route.close())
    _subscribed(page, f"/{LIST}")
    connections: list[Request] = []
    page.on("request", lambda request: connections.append(request) if request.url.endswith("/live") else None)
    name = f"While the site was down {secrets.token_hex(3)}"
    nginx[1].stop(signal.SIGKILL)
    publish(nginx[1], LIST, name)
    nginx[1].start()
    expect(_row(page, name)).to_be_visible(timeout=RECONNECTED_MS)
    assert connections == []
    expect(page.get_by_role("region").get_by_role("status").first).to_have_class("visually-hidden")


def test_upload_page_connects_at_once_and_a_closed_site_says_how_to_open_it(page: Page, words: Site) -> None:
    with page.expect_websocket():
        page.goto(localized(UPLOADS, words.language))
    region = page.get_by_role("region", name=words.interface.upload.closed_heading)
    expect(region).to_contain_text(words.interface.upload.closed, timeout=PATIENCE)
    expect(page.get_by_role("button", name=words.interface.upload.submit, exact=True)).to_have_count(0)


def test_nobody_publishes_from_outside(nginx: tuple[Proxy, Server]) -> None:
    for path in ("/live", "/publish"):
        for method in ("POST", "PUT", "DELETE"):
            request = urllib.request.Request(nginx[0].url + path, data=b"{}", method=method)  # noqa: S310
            with pytest.raises(urllib.error.HTTPError) as refused:
                urllib.request.urlopen(request, timeout=20)  # noqa: S310
            assert refused.value.code in (403, 404, 405), (path, method)


OFFLINE_MS, POLL_MS = 10_000, 12_000
"""When a page counts as offline, and the longest time between two polls, with the random part."""


def sentence(text: str, site: Site) -> re.Pattern[str]:
    digit = f"[{site.interface.dates.digits}]" if site.language == "bn" else r"\d"
    return re.compile(re.escape(text).replace(re.escape("{time}"), f"{digit}{{2}}:{digit}{{2}}:{digit}{{2}}"))


def let_time_pass(page: Page, shown: Locator) -> None:
    """Let the page's time pass until something is shown.

    The time before hydration counts for nothing, and the site takes some real seconds to notice a publication from the
    command line, so that the first poll may come too early.
    """
    for _ in range(15):
        page.clock.run_for(OFFLINE_MS + POLL_MS)
        with suppress(AssertionError):
            expect(shown).to_be_visible(timeout=2000)
            return
    expect(shown).to_be_visible()


def test_page_polls_and_says_how_fresh_it_is(visitor: Visitor, site: Server, words: Site) -> None:
    page, live = visitor().new_page(), words.interface.live
    page.route_web_socket("**/_event**", lambda route: route.close())
    page.clock.install()
    page.goto(localized("/AllNotice", words.language))
    element = page.locator("[data-live='AllNotice']")
    expect(element).to_have_attribute("data-version", re.compile(r"\d"))
    page.wait_for_load_state("networkidle")
    said = page.get_by_role("region").get_by_role("status").first
    expect(said).to_have_text("")
    let_time_pass(page, said.filter(has_text=sentence(live.polled, words)))
    expect(said).not_to_have_class("visually-hidden")
    name = f"polled {secrets.token_hex(3)}"
    publish(site, "AllNotice", name)
    with page.expect_response("**/api/live/AllNotice?*"):
        page.clock.run_for(POLL_MS)
    let_time_pass(page, element.locator(f"a[href*='{name[-6:]}']"))
    # A proxy may send what it kept: how old that is decides.
    for written, shown in (("09:58:00", live.connection_lost), ("10:00:58", live.polled)):
        times = {"Date": "Thu, 26 Nov 2026 10:01:00 GMT", "Site-Time": f"Thu, 26 Nov 2026 {written} GMT"}
        page.route(
            "**/api/live/**", lambda route, _request, times=times: route.fulfill(json={"version": 0}, headers=times)
        )
        let_time_pass(page, said.filter(has_text=sentence(shown, words)))


def test_silent_loss_of_the_connection_is_noticed_after_half_a_minute(site: Server) -> None:
    address = f"ws://localhost:{site.port}/_event/?EIO=4&transport=websocket&token=timeouts"
    with connect(address, origin=Origin(site.url)) as socket:
        opened = json.loads(str(socket.recv()).removeprefix("0"))
    # Browser and server wait for both together (Engine.IO protocol 4, "Heartbeat").
    assert (opened["pingInterval"] + opened["pingTimeout"]) / 1000 <= 35
