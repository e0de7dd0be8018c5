"""A site and browsers for the journeys: few servers, one browser, and tabs that are kept from test to test."""

import contextlib
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, Playwright, Response, expect, sync_playwright

from benchmarks.records import fill
from starbond_site.content import Site
from tests import system
from tests.browser.components.visitor import HYDRATED
from tests.browser.filing import LONG, OLD, TOTAL, publish, wait_until_listed
from tests.browser.languages import SITES
from tests.browser.reader import InPlaywright, InWebKit, Reader
from tests.browser.webkit import WebKit, started
from tests.conftest import THOROUGH
from tests.line import Line, line_to
from tests.serving import Server, build, free_port, serving
from tests.unit import fake_issuer
from tests.unit.fake_issuer import Issuer

# The list of the address bar is a page of its own in every window, which costs more than a page of ours, and a spare
# process for the next page is seldom used. The others are those of Playwright, since only the last list counts.
FEATURES = (
    "WebUIOmniboxPopup,WebUIOmniboxAimPopup,SpareRendererForSitePerProcess,AvoidUnnecessaryBeforeUnloadCheckSync,"
    "DestroyProfileOnBrowserClose,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,LensOverlay,MediaRouter,PaintHolding,"
    "ThirdPartyStoragePartitioning,AvoidCorsURLLoaderRestartOnRedirect,OptimizationHints,NetworkTimeServiceQuerying,"
    "AimEnabled,PreconnectToSearch"
)
CHROMIUM_FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", f"--disable-features={FEATURES}",
]  # fmt: skip


def own_chromium() -> str:
    return system.need("chromium")


def quick_chromium() -> str:
    """Return Debian's headless shell if it is there: a seventh less time for a journey, but no page kept for Back."""
    is_wanted = not THOROUGH and "CHROMIUM" not in os.environ
    return (is_wanted and shutil.which("chromium-headless-shell")) or own_chromium()


# Slow machines are slow; what is promised in seconds is asserted with its own timeout.
expect.set_options(timeout=20_000)


AS_A_STRANGER = {"reduced_motion": "reduce", "service_workers": "block"}
"""Without motion; without a service worker, which only the journeys without a connection are about."""
DESKTOP = {"viewport": {"width": 1440, "height": 900}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
PLAIN = {"java_script_enabled": False, **DESKTOP}
AS_IS: dict[str, Any] = {"color_scheme": "null", "reduced_motion": "null", "forced_colors": "null", "contrast": "null"}
"""Firefox: its media features cannot be set over BiDi (see bidi_proxy.py)."""
READERS = [
    pytest.param(
        (browser, width), marks=[pytest.mark.full_build] if browser != "chromium" else [], id=f"{browser} {width}"
    )
    for browser in ("chromium", "firefox", "webkit")
    for width in (390, 1440)
]
"""The plain build, which does not repeat what comes before hydration, is tried in Chromium alone."""

Visitor = Callable[..., BrowserContext]
Tab = Callable[..., Page]


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Serve one site to all journeys; nobody may rely on its lists being empty."""
    build()
    folder = tmp_path_factory.mktemp("site")
    with serving(folder, STARBOND_HOLDERS_KEY="of nobody, for the journey of a search") as server:
        yield server


@pytest.fixture(scope="session")
def lists(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    build()
    folder = tmp_path_factory.mktemp("lists")
    fill(folder / "data", LONG, TOTAL)
    with serving(folder) as server:
        for category, name, day in OLD:
            publish(server, category, name, "--date", day)
        for category, name, _ in OLD:
            wait_until_listed(server, category, name)
        yield server


@pytest.fixture(scope="session")
def far_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Line]]:
    """Serve a site whose public address is the far end of a line that can be slow and can be cut."""
    build()
    port = free_port()
    with (
        line_to(port) as line,
        serving(tmp_path_factory.mktemp("far"), port, STARBOND_URL=line.url, STARBOND_UPLOADS="local") as server,
    ):
        yield server, line


@pytest.fixture(scope="session")
def issuer() -> Iterator[Issuer]:
    """Serve a company's sign-in: at 127.0.0.1, so that browsers take it for another site than localhost."""
    with fake_issuer.listening() as made:
        yield made


@pytest.fixture(scope="session")
def named(site: Server, issuer: Issuer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Serve a site on which people sign in, and two of them release what is sealed."""
    del site
    settings = {
        "STARBOND_UPLOADS": "people", "STARBOND_TWO_PERSON_RELEASE": "yes", "STARBOND_OIDC_ISSUER": issuer.url,
        "STARBOND_OIDC_CLIENT_ID": fake_issuer.CLIENT, "STARBOND_OIDC_CLIENT_SECRET": fake_issuer.SECRET,
    }  # fmt: skip
    with serving(tmp_path_factory.mktemp("named"), **settings) as server:
        yield server


@pytest.fixture
def line(far_site: tuple[Server, Line]) -> Iterator[Line]:
    yield far_site[1]
    far_site[1].rate, far_site[1].is_dead = 0, False


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    browser = playwright.chromium.launch(executable_path=quick_chromium(), args=CHROMIUM_FLAGS)
    yield browser
    browser.close()


def launch_firefox(playwright: Playwright, folder: Path) -> Browser:
    proxy = folder / "firefox"
    program = Path(__file__).with_name("bidi_proxy.py")
    proxy.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{program}" "{system.need("firefox-esr")}" "$@"\n')
    proxy.chmod(0o755)
    return playwright.firefox.launch(channel="moz-firefox", executable_path=proxy)


@pytest.fixture(scope="session")
def firefoxes() -> Iterator[list[Browser]]:
    started: list[Browser] = []
    yield started
    for each in started:
        each.close()


@pytest.fixture
def firefox(playwright: Playwright, firefoxes: list[Browser], tmp_path_factory: pytest.TempPathFactory) -> Browser:
    """Return the running Firefox, or another where that one has ended: one test fails then, not all that follow."""
    if not firefoxes or not firefoxes[-1].is_connected():
        firefoxes.append(launch_firefox(playwright, tmp_path_factory.mktemp("firefox")))
    return firefoxes[-1]


@pytest.fixture(scope="session")
def webkit() -> Iterator[WebKit]:
    with started() as running:
        yield running


@pytest.fixture(params=READERS)
def reader(request: pytest.FixtureRequest, site: Server) -> Iterator[Reader]:
    """Return a reader with the window of a phone or a desktop in each browser, for whom things move."""
    name, width = request.param
    if name == "webkit":
        webkit: WebKit = request.getfixturevalue("webkit")
        webkit.resize(width, 900)
        yield InWebKit(webkit, site.url)
        webkit.forget()
        return
    running: Browser = request.getfixturevalue("browser" if name == "chromium" else name)
    as_is = AS_IS if name == "firefox" else {"reduced_motion": "no-preference"}
    context = _context(running, base_url=site.url, viewport={"width": width, "height": 900}, **as_is)
    yield InPlaywright(context.new_page())
    context.close()


@pytest.fixture(params=SITES if THOROUGH else SITES[-1:], ids=lambda site: site.language)
def words(request: pytest.FixtureRequest) -> Site:
    """Return the texts of the last language: a part that forgets its language falls back to the first, and is seen."""
    return request.param


def _waiting_for_hydration(page: Page) -> Page:
    """Let every ``goto`` wait until React runs: the plain build does not repeat what came before, the full one does."""
    goto = page.goto

    def patient(*arguments: Any, **options: Any) -> Response | None:  # noqa: ANN401
        response = goto(*arguments, **options)
        if options.get("wait_until", "load") not in ("commit", "domcontentloaded"):
            # Not reached where a test holds the scripts back.
            with contextlib.suppress(Error):
                page.wait_for_function(HYDRATED, timeout=3_000)
        return response

    page.goto = patient
    return page


def _context(browser: Browser, **options: object) -> BrowserContext:
    context = browser.new_context(**{**AS_A_STRANGER, **options})  # type: ignore[arg-type]
    if os.environ.get("STARBOND_BUILD") == "plain" and options.get("java_script_enabled", True):
        new_page = context.new_page
        context.new_page = lambda: _waiting_for_hydration(new_page())
    return context


@pytest.fixture
def visitor(browser: Browser, site: Server) -> Iterator[Visitor]:
    contexts: list[BrowserContext] = []

    def make(**options: object) -> BrowserContext:
        contexts.append(_context(browser, **{"base_url": site.url, **options}))
        return contexts[-1]

    yield make
    for context in contexts:
        context.close()


@pytest.fixture(scope="session")
def kept_tabs(browser: Browser) -> dict[str, list[Page]]:
    """Keep tabs by their options: a new tab costs three times as much as a page in one that is there."""
    del browser
    return {}


@pytest.fixture
def tab(browser: Browser, site: Server, kept_tabs: dict[str, list[Page]]) -> Iterator[Tab]:
    """Return what gives a kept tab, as if it were new; scripts and clocks that stay installed need a ``visitor``."""
    used: list[tuple[Page, dict[str, Any]]] = []

    def take(**options: Any) -> Page:  # noqa: ANN401
        options = {"base_url": site.url, **DESKTOP, **options}
        kept, taken = kept_tabs.setdefault(str(options), []), [page for page, _ in used]
        page = next((each for each in kept if each not in taken and not each.is_closed()), None)
        if page is None:
            page = _context(browser, **options).new_page()
            kept.append(page)
        used.append((page, options))
        return page

    yield take
    for page, options in used:
        _forget(page, options)


def _forget(page: Page, options: dict[str, Any]) -> None:
    """Make a tab as good as new: no routes, no cookies, nothing stored, nothing emulated."""
    page.unroute_all(behavior="ignoreErrors")
    page.context.set_offline(False)
    for other in page.context.pages:
        if other is not page:
            other.close()
    page.context.clear_cookies()
    if not page.is_closed() and page.url.startswith("http"):
        page.evaluate("localStorage.clear(); sessionStorage.clear()")
        page.set_viewport_size(options["viewport"])
        page.emulate_media(
            media="null",
            color_scheme=options.get("color_scheme", "light"),
            reduced_motion=options.get("reduced_motion", "reduce"),
            forced_colors=options.get("forced_colors", "null"),
        )
        page.goto("about:blank", wait_until="commit")


@pytest.fixture
def page(tab: Tab) -> Page:
    return tab()


@pytest.fixture
def phone(tab: Tab) -> Page:
    return tab(**PHONE)


@pytest.fixture
def scripts() -> bool:
    """Return whether scripts run; see ``languages.SCRIPTS``."""
    return True


@pytest.fixture
def plain(tab: Tab) -> Page:
    return tab(**PLAIN)
