"""A site and browsers for the journeys."""

import os
import shutil
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect, sync_playwright

from tests.serving import Server, build, serving

CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def own_chromium() -> str | None:
    """Return the machine's own Chromium; without one Playwright starts its own."""
    return os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")


# Slow machines are slow; what is promised in seconds is asserted with its own timeout.
expect.set_options(timeout=20_000)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Serve one site to all journeys; nobody may rely on its lists being empty."""
    build()
    with serving(tmp_path_factory.mktemp("site")) as server:
        yield server


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """Start Playwright once."""
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """Start one Chromium: the machine's own where there is one, else Playwright's."""
    browser = playwright.chromium.launch(executable_path=own_chromium(), args=CHROMIUM_FLAGS)
    yield browser
    browser.close()


@pytest.fixture
def visitor(browser: Browser, site: Server) -> Iterator[Callable[..., BrowserContext]]:
    """Return what makes a visitor: a browser context of its own, at the site, without motion."""
    contexts: list[BrowserContext] = []

    def make(**options: object) -> BrowserContext:
        context = browser.new_context(**{"base_url": site.url, "reduced_motion": "reduce", **options})  # type: ignore[arg-type]
        contexts.append(context)
        return context

    yield make
    for context in contexts:
        context.close()


@pytest.fixture
def page(visitor: Callable[..., BrowserContext]) -> Page:
    """Return a page of a new visitor at a desktop's width."""
    return visitor(viewport={"width": 1440, "height": 900}).new_page()


@pytest.fixture
def phone(visitor: Callable[..., BrowserContext]) -> Page:
    """Return a page of a new visitor with a phone."""
    return visitor(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True).new_page()
