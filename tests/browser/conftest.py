"""A site and browsers for the journeys."""

import contextlib
import os
import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, Playwright, Response, expect, sync_playwright

from tests.browser.components.visitor import HYDRATED
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


AS_A_STRANGER = {"reduced_motion": "reduce", "service_workers": "block"}
"""Without motion; without a service worker, which only the journeys without a connection are about."""


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


@pytest.fixture
def visitor(browser: Browser, site: Server) -> Iterator[Callable[..., BrowserContext]]:
    """Return what makes a visitor: a browser context of its own, at the site, without motion."""
    contexts: list[BrowserContext] = []

    def make(**options: object) -> BrowserContext:
        context = browser.new_context(**{**AS_A_STRANGER, "base_url": site.url, **options})  # type: ignore[arg-type]
        contexts.append(context)
        if os.environ.get("STARBOND_BUILD") == "plain" and options.get("java_script_enabled", True):
            new_page = context.new_page
            context.new_page = lambda: _waiting_for_hydration(new_page())
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
