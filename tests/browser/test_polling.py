"""Where neither websocket nor EventSource can be had, pages poll and say how fresh they are."""

import json
import re
import secrets
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect
from websockets.sync.client import connect
from websockets.typing import Origin

from starbond_site.components.link import localized
from starbond_site.content import Site
from tests.browser.languages import LANGUAGES
from tests.serving import Server
from tests.unit.documents import samples

OFFLINE_MS, POLL_MS = 10_000, 30_000
"""When a page counts as offline, and the longest time between two polls, with the random part."""


def sentence(text: str, site: Site) -> re.Pattern[str]:
    """Return a sentence with any time of day in the digits of a language."""
    digit = f"[{site.interface.dates.digits}]" if site.language == "bn" else r"\d"
    return re.compile(re.escape(text).replace(re.escape("{time}"), f"{digit}{{2}}:{digit}{{2}}:{digit}{{2}}"))


def offline(page: Page) -> None:
    """Block websockets, and let the test decide how time passes."""
    page.route_web_socket("**/_event**", lambda route: route.close())
    page.clock.install()


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


@LANGUAGES
@pytest.mark.parametrize(
    ("path", "topic", "category"),
    [
        ("/AllNotice", "AllNotice", "AllNotice"),
        ("/", "latest", "PriceSensitiveInformation"),
        ("/SharedInformation", "shared", "Prospectus"),
    ],
)
def test_page_polls_and_says_how_fresh_it_is(
    page: Page, site: Server, words: Site, tmp_path: Path, path: str, topic: str, category: str
) -> None:
    offline(page)
    page.goto(localized(path, words.language))
    element = page.locator(f"[data-live='{topic}']")
    expect(element).to_have_attribute("data-version", re.compile(r"\d"))
    page.wait_for_load_state("networkidle")
    polled = page.get_by_text(sentence(words.interface.live.polled, words))
    expect(polled).to_have_count(0)

    let_time_pass(page, polled)

    file = tmp_path / f"polled {secrets.token_hex(3)}.pdf"
    file.write_bytes(samples.pdf(secrets.token_hex(16)))
    site.admin("documents", "publish", category, str(file))
    with page.expect_response(f"**/api/live/{topic}?*"):
        page.clock.run_for(POLL_MS)
    let_time_pass(page, element.locator(f"a[href*='{file.stem[-6:]}']"))


@LANGUAGES
def test_page_that_cannot_even_poll_says_from_when_it_is(page: Page, words: Site) -> None:
    offline(page)
    page.route("**/api/live/**", lambda route: route.abort())
    page.goto(localized("/AllNotice", words.language))
    page.wait_for_load_state("networkidle")

    let_time_pass(page, page.get_by_text(sentence(words.interface.live.connection_lost, words)))


def test_silent_loss_of_the_connection_is_noticed_after_half_a_minute(site: Server) -> None:
    address = f"ws://localhost:{site.port}/_event/?EIO=4&transport=websocket&token=timeouts"
    with connect(address, origin=Origin(site.url)) as socket:
        opened = json.loads(str(socket.recv()).removeprefix("0"))

    # Browser and server wait for both together (Engine.IO protocol 4, "Heartbeat").
    assert (opened["pingInterval"] + opened["pingTimeout"]) / 1000 <= 35
