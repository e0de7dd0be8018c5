"""Measures what a first view transfers: HTML, CSS and JavaScript, fonts, and pictures, as Chromium receives them.

Counts the compressed bytes of all bodies until the network is idle (CDP, ``encodedDataLength`` minus the size of the
headers). The websocket is not counted.
"""

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser

from benchmarks.browser import chromium
from benchmarks.table import Options, Row, alone, at_most, plain
from starbond_site.presentation.site_files import weight
from tests.serving import build, serving

PHONE, DENSE_PHONE, DESKTOP = "390 px", "390 px, dense", "1440 px"
WINDOWS = {PHONE: (390, 844, 1.0), DENSE_PHONE: (390, 844, 2.0), DESKTOP: (1440, 900, 1.0)}
"""Width and height in CSS pixels, and device pixels per CSS pixel."""
KINDS = {"Document": "code", "Stylesheet": "code", "Script": "code", "Font": "fonts", "Image": "pictures"}


class Limits(NamedTuple):
    """Limits of one page in kB; None without a limit."""

    code: float
    phone: int | None = None
    """Pictures at 390 px."""
    desktop: int | None = None
    """Pictures at 1440 px."""
    fonts: int = 45


BROWSED, WITH_FORMS = weight.BROWSED / 1000, weight.WITH_FORMS / 1000
PAGES = {
    "/": Limits(BROWSED, 90, 220),
    "/bn": Limits(BROWSED, 90, 220, fonts=90),
    "/SuperGlue": Limits(BROWSED, 60, 120),
    "/AnnualReport": Limits(BROWSED),
    "/UploadFiles": Limits(WITH_FORMS),
    "/contact": Limits(WITH_FORMS),
}


@dataclass
class View:
    """Bytes that one first view transferred, by kind."""

    code: int = 0
    fonts: int = 0
    pictures: int = 0
    plain: list[str] = field(default_factory=list)
    """Addresses of code without compression; there should be none."""


def measure(_options: Options) -> Iterator[Row]:
    """Visit every page with every window size."""
    build()
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as server, chromium() as browser:
        for path, limits in PAGES.items():
            for window in WINDOWS:
                yield from _rows(path, window, limits, visit(browser, server.url + path, window))


def _rows(path: str, window: str, limits: Limits, view: View) -> Iterator[Row]:
    assert not view.plain, f"not compressed: {', '.join(view.plain)}"
    name = f"{path} at {window}:"
    if window != DENSE_PHONE:
        yield at_most(f"{name} HTML, CSS, JS", view.code / 1000, limits.code, "kB")
        yield at_most(f"{name} fonts", view.fonts / 1000, limits.fonts, "kB")
    limit = limits.desktop if window == DESKTOP else limits.phone
    if limit:
        yield at_most(f"{name} pictures", view.pictures / 1000, limit, "kB")
    else:
        yield plain(f"{name} pictures", view.pictures / 1000, "kB")


def visit(browser: Browser, address: str, window: str) -> View:
    """Return what the first view of an address transfers with empty caches."""
    width, height, density = WINDOWS[window]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        device_scale_factor=density,
        is_mobile=window != DESKTOP,
        has_touch=window != DESKTOP,
    )
    page = context.new_page()
    network = context.new_cdp_session(page)
    responses: dict[str, dict[str, Any]] = {}
    heads: dict[str, int] = {}
    view = View()

    def begin(event: dict[str, Any]) -> None:
        responses[event["requestId"]] = event
        heads[event["requestId"]] = event["response"]["encodedDataLength"]

    def end(event: dict[str, Any]) -> None:
        if response := responses.get(event["requestId"]):
            _count(view, response, int(event["encodedDataLength"]) - heads[event["requestId"]])

    network.on("Network.responseReceived", begin)
    network.on("Network.loadingFinished", end)
    network.send("Network.enable")
    page.goto(address, wait_until="networkidle")
    context.close()
    return view


def _count(view: View, event: dict[str, Any], size: int) -> None:
    """Add the size of a finished response."""
    response = event["response"]
    kind = _kind(event["type"], response["mimeType"])
    if kind is None or response["url"].startswith("data:"):
        return
    setattr(view, kind, getattr(view, kind) + size)
    encoding = {name.lower(): value for name, value in response["headers"].items()}.get("content-encoding")
    # Smaller responses gain nothing from compression.
    if kind == "code" and encoding != "br" and size > 1000:
        view.plain.append(response["url"])


def _kind(declared: str, media_type: str) -> str | None:
    """Return the kind of a response; preloads have no resource type and are classified by media type."""
    if declared in KINDS:
        return KINDS[declared]
    for part, kind in (
        ("javascript", "code"),
        ("css", "code"),
        ("html", "code"),
        ("font", "fonts"),
        ("image", "pictures"),
    ):
        if part in media_type:
            return kind
    # JSON and other data that scripts fetch.
    return "code" if declared in ("Fetch", "XHR", "Other") else None


if __name__ == "__main__":
    alone(measure, __doc__)
