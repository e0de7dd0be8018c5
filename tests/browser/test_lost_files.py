"""Script files that do not come: they are asked for again, and without them the page goes on and says so."""

import re
import time
from collections import Counter
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Request, Route, expect

from starbond_site.components.link import localized
from starbond_site.content import Site
from tests.browser.components.visitor import HYDRATED, wait
from tests.browser.conftest import PHONE, Visitor

pytestmark = pytest.mark.full_build
SCRIPTS = "**/assets/*.js"
PAUSES = 3
"""After so many refusals the file is asked for once more."""
SECONDS = 120


class Lossy:
    """A product of which every script is refused so many times, with a clock that the test moves."""

    def __init__(self, visitor: Visitor, words: Site, refused: float) -> None:
        self.page, self.words, self.refused = visitor(**PHONE).new_page(), words, refused
        self._asked, self._waiting = Counter[str](), set[Request]()
        self.page.on("request", self._begin)
        self.page.on("requestfinished", self._end)
        self.page.on("requestfailed", self._end)
        self.page.route(SCRIPTS, self._meet)
        self.page.clock.install()
        self.page.goto(localized("/SuperGlue", words.language))

    def _begin(self, request: Request) -> None:
        self._waiting.add(request)

    def _end(self, request: Request) -> None:
        self._waiting.discard(request)

    def _meet(self, route: Route) -> None:
        self._asked[route.request.url] += 1
        if self._asked[route.request.url] <= self.refused:
            route.fulfill(status=503)
        else:
            route.continue_()

    def until(self, is_so: Callable[[], bool]) -> None:
        """Move the clock until something is so, but not while a file is on its way, which takes real time."""
        deadline = time.monotonic() + SECONDS
        while not is_so():
            assert time.monotonic() < deadline
            wait(self.page, 0 if self._waiting else 250)

    @property
    def notice(self) -> Locator:
        return self.page.get_by_role("alert").filter(has_text=self.words.interface.not_updating.text)

    @property
    def zoom(self) -> Locator:
        return self.page.get_by_role("main").get_by_role("button", name=self.words.interface.zoom.open)

    @property
    def dialog(self) -> Locator:
        return self.page.get_by_role("dialog", name=self.words.interface.zoom.dialog_label)


def test_scripts_that_are_refused_three_times_are_asked_for_again_and_what_was_pressed_is_done(
    visitor: Visitor, words: Site
) -> None:
    lossy = Lossy(visitor, words, PAUSES)
    lossy.zoom.click()
    lossy.until(lossy.dialog.is_visible)
    expect(lossy.notice).to_be_hidden()


def test_without_its_scripts_a_page_says_so_loses_no_click_in_silence_and_sends_its_forms(
    visitor: Visitor, words: Site
) -> None:
    lossy = Lossy(visitor, words, float("inf"))
    page, again = lossy.page, lossy.notice.get_by_role("button", name=words.interface.failure.button)
    lossy.until(lossy.notice.is_visible)
    assert lossy.notice.evaluate("(node) => node.getBoundingClientRect().bottom <= innerHeight")
    lossy.zoom.click()
    expect(again).to_be_focused()
    assert all(panel.is_visible() for panel in page.locator(".tabs-panel").all()), "as without scripts"
    lossy.refused = 0
    again.click()
    page.wait_for_function(HYDRATED)
    expect(lossy.notice).to_be_hidden()
    lossy.refused = float("inf")
    page.reload()
    lossy.until(lossy.notice.is_visible)
    address = page.get_by_role("contentinfo").get_by_role("textbox").first
    address.fill("reader@example.com")
    address.press("Enter")
    expect(page).to_have_url(re.compile("/newsletter/subscribe"))


def test_a_page_whose_connection_comes_back_is_hydrated_as_it_stands(visitor: Visitor, words: Site) -> None:
    lossy = Lossy(visitor, words, float("inf"))
    lossy.page.evaluate("() => { window.isTheSame = true; }")
    lossy.until(lossy.notice.is_visible)
    lossy.refused = 0
    lossy.page.evaluate("() => dispatchEvent(new Event('online'))")
    lossy.until(lambda: lossy.page.evaluate(HYDRATED))
    expect(lossy.notice).to_be_hidden()
    lossy.zoom.click()
    expect(lossy.dialog).to_be_visible()
    assert lossy.page.evaluate("() => window.isTheSame")
