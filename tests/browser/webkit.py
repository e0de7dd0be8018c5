"""Debian's WebKit, the engine of Safari and of every browser on an iPhone: starts it, and speaks WebDriver with it.

``started()`` yields a visitor with an empty cache, in a window of the width of a phone. What it does not know is in
docs/webkit.md. A script that is to run before those of a page goes into ``webkit_window.py``.
"""

import contextlib
import os
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2

from tests import system
from tests.serving import free_port, wait_for

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
"""Key of a reference to an element (https://www.w3.org/TR/webdriver2/#elements)."""
SCREEN = "1600x1400x24"
PAGE_MS = 40_000
WITHOUT_A_GPU = {"GDK_BACKEND": "x11", "LIBGL_ALWAYS_SOFTWARE": "1", "NO_AT_BRIDGE": "1"}
WINDOW = Path(__file__).with_name("webkit_window.py")
Element = dict[str, str]


class WebDriverError(Exception):
    """A command that was refused; begins with the code, such as ``stale element reference``."""


class WebKit:
    """A session of WebKitWebDriver: its commands, by the names of the standard."""

    def __init__(self, driver: str, binary: Path, log: Path) -> None:
        self._http = httpx2.Client(base_url=driver, timeout=120)
        self._log = log
        options = {"webkitgtk:browserOptions": {"binary": str(binary), "args": []}, "timeouts": {"pageLoad": PAGE_MS}}
        started = self._ask("POST", "/session", capabilities={"alwaysMatch": options})
        self._http.base_url = f"{driver}/session/{started['sessionId']}"

    def _ask(self, method: str, path: str, **body: object) -> Any:  # noqa: ANN401
        value = self._http.request(method, path, json=body if method == "POST" else None).json()["value"]
        if isinstance(value, dict) and "error" in value:
            raise WebDriverError(f"{value['error']}: {value.get('message', '')}")
        return value

    def goto(self, address: str) -> None:
        self._ask("POST", "/url", url=address)

    def evaluate(self, function: str, *arguments: object) -> Any:  # noqa: ANN401
        """Call a JavaScript function, which may be asynchronous, and return what it returns.

        An element can be an argument; WebKitWebDriver finds none in a list or an object.
        """
        script = f"""const given = [...arguments], done = given.pop();
          (async () => ({function})(...given))()
            .then((value) => done([value ?? null]), (error) => done([null, String(error)]));"""
        value, *failed = self._ask("POST", "/execute/async", script=script, args=arguments)
        if failed:
            raise WebDriverError(*failed)
        return value

    def role_and_name(self, element: Element) -> tuple[str, str]:
        """Return role and name in WebKit's own accessibility tree."""
        role, name = (self._ask("GET", f"/element/{element[ELEMENT]}/computed{each}") for each in ("role", "label"))
        return role, name

    def click(self, element: Element) -> None:
        # The driver scrolls by itself, but called a button "not interactable" that lay 76 px below the window.
        self.evaluate("(element) => element.scrollIntoView({ block: 'nearest' })", element)
        self._ask("POST", f"/element/{element[ELEMENT]}/click")

    def type(self, element: Element, text: str) -> None:
        """Type into a field, or choose the files of these paths, one a line."""
        self._ask("POST", f"/element/{element[ELEMENT]}/value", text=text)

    def keys(self, *keys: str) -> None:
        """Press keys one after the other: characters, and those beyond U+E000 of the standard."""
        strokes = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self._ask("POST", "/actions", actions=[{"type": "key", "id": "keyboard", "actions": strokes}])

    def enter_frame(self) -> None:
        """Let scripts run in the first frame of the page, until another is opened."""
        for frame in (None, 0):
            self._ask("POST", "/frame", id=frame)

    def point_at_nothing(self) -> None:
        """Move the pointer into the corner of the window, where it lies over nothing that waits or shows something."""
        moves = [{"type": "pointerMove", "x": 0, "y": 0}]
        self._ask("POST", "/actions", actions=[{"type": "pointer", "id": "mouse", "actions": moves}])

    def resize(self, width: int, height: int) -> None:
        self._ask("POST", "/window/rect", x=0, y=0, width=width, height=height)

    def back(self) -> None:
        self._ask("POST", "/back")

    def refresh(self) -> None:
        self._ask("POST", "/refresh")

    def forget(self) -> None:
        """Leave the page, and forget cookies and what pages have stored; what was fetched stays in the cache."""
        with contextlib.suppress(WebDriverError):
            self.evaluate(
                """async () => {
                  localStorage.clear();
                  sessionStorage.clear();
                  for (const each of await navigator.serviceWorker.getRegistrations()) await each.unregister();
                  for (const name of await caches.keys()) await caches.delete(name);
                }"""
            )
        self._ask("DELETE", "/cookie")
        self.goto("about:blank")
        self.point_at_nothing()
        self._log.write_bytes(b"")

    def problems(self) -> list[str]:
        """Return what the console complained of since the last ``forget()``."""
        return self._log.read_text("utf-8", errors="replace").replace("\0", "").splitlines()

    def close(self) -> None:
        # Closing the only window ends the browser, an error for WebKitWebDriver; one with a PDF may not answer.
        self._http.timeout = 10
        with contextlib.suppress(WebDriverError, httpx2.TimeoutException):
            self._ask("DELETE", "")
        self._http.close()


@contextlib.contextmanager
def started() -> Iterator[WebKit]:
    """Start a display, a driver and a browser; end them all."""
    for package in ("python3-gi", "gir1.2-webkit2-4.1"):
        system.need(package)
    with tempfile.TemporaryDirectory(prefix="webkit-") as name, contextlib.ExitStack() as to_end:
        folder, port = Path(name), free_port()
        binary, log = folder / "browser", folder / "log"
        log.touch()
        binary.write_text(f'#!/bin/sh\nexec /usr/bin/python3 "{WINDOW}" 2>/dev/null\n')
        binary.chmod(0o755)
        reads, writes = os.pipe()
        screen = ("-screen", "0", SCREEN, "-nolisten", "tcp")
        to_end.callback(os.close, reads)
        display = subprocess.Popen(
            [system.need("xvfb"), "-displayfd", str(writes), *screen], pass_fds=[writes], stderr=subprocess.DEVNULL
        )
        to_end.callback(_end, display)
        os.close(writes)
        number = os.read(reads, 16).decode().strip()
        environment = os.environ | WITHOUT_A_GPU | {"DISPLAY": f":{number}"}
        with log.open("ab") as said:
            driver = subprocess.Popen(
                [system.need("webkit2gtk-driver"), f"--port={port}"], env=environment, stdout=said, stderr=said
            )
        to_end.callback(_end, driver)
        wait_for(f"http://127.0.0.1:{port}/status", driver, log)
        session = WebKit(f"http://127.0.0.1:{port}", binary, log)
        to_end.callback(session.close)
        yield session


def _end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    process.wait(20)
