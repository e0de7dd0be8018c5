"""Where neither websocket nor EventSource can be had, pages poll and say how fresh they are."""

import json
import re
import secrets
from contextlib import suppress

from playwright.sync_api import Locator, Page, expect
from websockets.sync.client import connect
from websockets.typing import Origin

from starbond_site.components.link import localized
from starbond_site.content import Site
from tests.browser.conftest import Visitor
from tests.browser.filing import publish
from tests.serving import Server

OFFLINE_MS, POLL_MS = 10_000, 12_000
"""When a page counts as offline, and the longest time between two polls, with the random part."""


def sentence(text: str, site: Site) -> re.Pattern[str]:
    """Return a sentence with any time of day in the digits of a language."""
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
    page = visitor().new_page()
    page.route_web_socket("**/_event**", lambda route: route.close())
    page.clock.install()
    page.goto(localized("/AllNotice", words.language))
    element = page.locator("[data-live='AllNotice']")
    expect(element).to_have_attribute("data-version", re.compile(r"\d"))
    page.wait_for_load_state("networkidle")
    polled = page.get_by_text(sentence(words.interface.live.polled, words))
    expect(polled).to_have_count(0)
    let_time_pass(page, polled)

    name = f"polled {secrets.token_hex(3)}"
    publish(site, "AllNotice", name)
    with page.expect_response("**/api/live/AllNotice?*"):
        page.clock.run_for(POLL_MS)
    let_time_pass(page, element.locator(f"a[href*='{name[-6:]}']"))


def test_silent_loss_of_the_connection_is_noticed_after_half_a_minute(site: Server) -> None:
    address = f"ws://localhost:{site.port}/_event/?EIO=4&transport=websocket&token=timeouts"
    with connect(address, origin=Origin(site.url)) as socket:
        opened = json.loads(str(socket.recv()).removeprefix("0"))

    # Browser and server wait for both together (Engine.IO protocol 4, "Heartbeat").
    assert (opened["pingInterval"] + opened["pingTimeout"]) / 1000 <= 35
