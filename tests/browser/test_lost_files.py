"""Files that do not come, or late: scripts are asked for again, and without them the page goes on and says so."""

import re
import threading
import time
from collections import Counter
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Request, Route, expect

from starbond_site.content import Site
from starbond_site.content.addresses import localized
from tests.browser.components.visitor import HYDRATED, wait
from tests.browser.conftest import PHONE, Visitor
from tests.browser.reader import Reader
from tests.conftest import THOROUGH
from tests.line import line_to
from tests.serving import Server

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


PAGES = ("/", "/SuperGlue", "/AllNotice", "/contact", "/finder")
FEW = PAGES if THOROUGH else ("/SuperGlue",)
FILE = re.compile(r"\.(?:js|css|woff2|avif|webp|jpg|png|svg)$")
SCRIPT = re.compile(r"/assets/.*\.js$")
LATE_SECONDS = 10 if THOROUGH else 1
in_every_browser = pytest.mark.parametrize(
    "reader", [(browser, 390) for browser in ("chromium", "firefox", "webkit")], ids=lambda each: each[0], indirect=True
)
READABLE = "() => ['h1', 'p', 'a'].every((part) => document.querySelector(`main ${part}`).checkVisibility())"
OPENED = {"main .gallery-main": "dialog.viewer[open]", "header [aria-haspopup=dialog]": "dialog.search[open]"}
"""Dialogs by their buttons: the first needs scripts in every browser, the second in some."""
PRESS = """(button) => {
  document.querySelector(button)?.click();
  return Boolean(document.activeElement.closest(".not-updating"));
}"""
"""Returns whether the page says at once that it cannot, as after 20 seconds without scripts."""
ANSWERED = """([button, dialog]) =>
  !document.querySelector(button) || document.querySelector(`${dialog}, .not-updating:not([hidden])`)"""
"""Returns whether what was pressed is done, or the page says why it is not."""
IS_WHOLE = f"() => ({HYDRATED})() && document.querySelector('.not-updating').hidden"
SAYS_SO = "() => !document.querySelector('.not-updating').hidden"
WITHOUT_PAUSES = "() => dispatchEvent(new Event('online')) && ({})()"
"""Ends the pause before the next attempt."""
CLOSE = "() => document.querySelectorAll('dialog[open]').forEach((dialog) => dialog.close())"


class Trouble:
    """What a line does with files: lets each through that was refused so often before, and late until it is `free`."""

    def __init__(self, script: float, other: float = 1, *, is_late: bool = False) -> None:
        self.free = threading.Event()
        self._refused, self._asked = {True: script, False: other}, Counter[str]()
        if not is_late:
            self.free.set()

    def lets_through(self, address: str) -> bool:
        path = address.partition("?")[0]
        if not FILE.search(path):
            return True
        is_script = bool(SCRIPT.search(path))
        self.free.wait(max(3, LATE_SECONDS) if is_script else LATE_SECONDS)
        self._asked[path] += 1
        return self._asked[path] > self._refused[is_script]


def visit(reader: Reader, words: Site, site: Server, path: str, trouble: Trouble, end: str = IS_WHOLE) -> None:
    """Read a page, press its buttons before scripts run, see how it ends, and send its form."""
    with line_to(site.port) as line:
        line.lets_through = trouble.lets_through
        reader.open(line.url + localized(path, words.language))
        assert reader.evaluate(READABLE), path
        waiting = [each for each in OPENED.items() if not reader.evaluate(PRESS, each[0])]
        trouble.free.set()
        reader.wait_until(WITHOUT_PAUSES.format(end))
        for each in waiting:
            reader.wait_until(ANSWERED, list(each))
        reader.evaluate(CLOSE)
        reader.press("button", words.interface.newsletter.subscribe)
        reader.sees(words.errors.consent_missing)


@in_every_browser
@pytest.mark.parametrize("path", PAGES)
def test_a_page_whose_files_are_refused_is_read_answers_and_sends_and_is_whole_in_the_end(
    reader: Reader, words: Site, site: Server, path: str
) -> None:
    visit(reader, words, site, path, Trouble(PAUSES))


@in_every_browser
@pytest.mark.parametrize("path", FEW)
def test_a_page_that_stays_without_scripts_is_read_says_so_and_sends(
    reader: Reader, words: Site, site: Server, path: str
) -> None:
    visit(reader, words, site, path, Trouble(float("inf")), SAYS_SO)


@in_every_browser
@pytest.mark.parametrize("path", FEW)
def test_a_page_whose_files_are_late_is_read_keeps_what_is_pressed_and_sends(
    reader: Reader, words: Site, site: Server, path: str
) -> None:
    visit(reader, words, site, path, Trouble(0, 0, is_late=True))
