"""Builds the site of the React components once, and starts the browsers."""

import contextlib
import functools
import hashlib
import http.server
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Playwright

from tests.browser.components.visitor import HYDRATED, Visit, watch
from tests.browser.conftest import AS_IS, CHROMIUM_FLAGS, launch_firefox, quick_chromium
from tests.serving import one_at_a_time

ROOT = Path(__file__).resolve().parents[3]
SOURCE = Path(__file__).with_name("carousel_site")
COMPONENTS = ROOT / "starbond_site" / "components" / "react"
BUILD = ROOT / "build" / "carousel_site"


def _fingerprint() -> str:
    files = [file for folder in (SOURCE, COMPONENTS) for file in sorted(folder.rglob("*.*"))]
    kinds = (".py", ".jsx", ".css")
    return hashlib.sha256(b"".join(file.read_bytes() for file in files if file.suffix in kinds)).hexdigest()


def _built() -> Path:
    """Build the site unless the same sources have been built before; return the folder of its files."""
    stamp, client = BUILD / "stamp", BUILD / ".web" / "build" / "client"
    command = [sys.executable, "-m", "reflex", "export", "--frontend-only", "--no-zip"]
    with one_at_a_time("carousel_site"):
        if not (client.exists() and stamp.exists() and stamp.read_text() == _fingerprint()):
            stamp.unlink(missing_ok=True)
            shutil.copytree(SOURCE, BUILD, dirs_exist_ok=True)
            environment = os.environ | {"PYTHONPATH": str(ROOT)}
            done = subprocess.run(command, cwd=BUILD, env=environment, capture_output=True, text=True, check=False)
            assert done.returncode == 0, done.stdout + done.stderr
            stamp.write_text(_fingerprint())
    return client


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Log nothing."""


@pytest.fixture(scope="session")
def site() -> Iterator[str]:
    handler = functools.partial(_Quiet, directory=str(_built()))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


@pytest.fixture(scope="session", params=["chromium", pytest.param("firefox", marks=pytest.mark.thorough)])
def browser(
    request: pytest.FixtureRequest, playwright: Playwright, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Browser]:
    """Start each browser in turn, one at a time; Firefox for every test only in the thorough run."""
    if request.param == "firefox":
        running = launch_firefox(playwright, tmp_path_factory.mktemp("firefox"))
    else:
        running = playwright.chromium.launch(executable_path=quick_chromium(), args=CHROMIUM_FLAGS)
    yield running
    running.close()


@pytest.fixture(scope="module")
def tabs(browser: Browser) -> Iterator[dict[str, Page]]:
    """Keep the tabs of a browser by what they need: a new tab costs three times as much as a page in one."""
    del browser
    kept: dict[str, Page] = {}
    yield kept
    for page in kept.values():
        page.context.close()


@pytest.fixture
def visit(browser: Browser, tabs: dict[str, Page], site: str) -> Iterator[Visit]:
    """Open a page of the site: ``visit("/strips", width=1280, still=True, ...)``; further options are the context's.

    With ``still`` the clock stops until the test moves it; ``line`` replaces ``navigator.connection``; ``fresh`` has no
    cache.
    """
    problems: list[str] = []

    def open_page(
        path: str = "/",
        *,
        width: int = 1280,
        height: int = 800,
        still: bool = True,
        line: str = "",
        fresh: bool = False,
        **options: Any,  # noqa: ANN401
    ) -> Page:
        key = str((still, line, options))
        if fresh and key in tabs:
            tabs.pop(key).context.close()
        page = tabs.get(key) or tabs.setdefault(key, new_tab(still, line, options))
        # Firefox moves the focus of the tab in front alone.
        page.bring_to_front()
        page.on("pageerror", note)
        page.set_viewport_size({"width": width, "height": height})
        page.mouse.move(5, 5)
        watch(page)
        page.goto(site + path)
        if options.get("java_script_enabled", True):
            page.wait_for_function(HYDRATED)
        return page

    def new_tab(still: bool, line: str, options: dict[str, Any]) -> Page:
        as_is = {} if browser.browser_type.name == "chromium" else AS_IS
        page = browser.new_context(**as_is, **options).new_page()
        if still:
            page.clock.install(time=0)
            page.clock.pause_at(1000)
        if line:
            page.add_init_script(f"Object.defineProperty(navigator, 'connection', {{ value: {line} }})")
        return page

    def note(error: Exception) -> None:
        problems.append(str(error))

    yield open_page
    for page in tabs.values():
        with contextlib.suppress(KeyError, ValueError):
            page.remove_listener("pageerror", note)
    assert problems == []
