"""Adds the headers of every response: what browsers may do with it, and how long they may cache it.

The Content-Security-Policy (W3C CSP Level 3) says what a page may load, and from where.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from starbond_site.presentation.site_files import HASHED
from starbond_site.shared import logs

PERMISSIONS = "Permissions-Policy"
ALWAYS: Mapping[str, str] = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    PERMISSIONS: ", ".join(
        f"{feature}=()"
        for feature in (
            "accelerometer",
            "browsing-topics",
            "camera",
            "display-capture",
            "geolocation",
            "gyroscope",
            "magnetometer",
            "microphone",
            "midi",
            "payment",
            "usb",
        )
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Frame-Options": "DENY",
}
OF_FILES = ("X-Content-Type-Options", "Cross-Origin-Resource-Policy")
"""What of `ALWAYS` concerns files of the build, such as scripts: the rest is about documents, 0.3 kB for each file."""
VALIDATORS = ("ETag", "Last-Modified", "Accept-Ranges")
"""What a file needs not whose name changes with its content: nobody asks whether it is still the same."""
STRICT_TRANSPORT = "max-age=63072000"
"""Two years (RFC 6797); without subdomains, which this site does not serve."""
FOR_EVER = "public, max-age=31536000, immutable"
REVALIDATED = "no-cache"
AN_HOUR = "public, max-age=3600"
ALWAYS_ASKED = re.compile(r"^/service-worker\.js$|^/offline-[a-z]+\.json$")
"""Files that decide which version a browser has: an old one must not live on in a cache."""
SHARED = re.compile(r"^/(social/|favicon|apple-touch-icon|android-chrome|manifest\.|marks/)")
"""Previews and icons, which other sites may embed."""
DATA = re.compile(
    r"^(/[a-z]{2,3})?/(feeds/[^/]+\.atom|calendar(/[^/]+)?\.ics)$"
    r"|^/documents/[0-9]+\.(json|receipt)$"
    r"|^(/\w+)?/llms\.txt$|^/[\w/-]+\.md$"
    r"|^/api/(documents/[^/]+|nodes|search|changes|verify|(figures|dividends|shareholding)(\.csv)?)$"
    r"|^/\.well-known/(jwks\.json|starbond-receipts[./].+)$"
)
"""Public data, which pages of others may read (``GET`` alone, without cookies)."""
LOCATING = re.compile(r"^(/[a-z]+)?/dealers/?$")
"""The page that may ask for the position of the device, after a press: it computes distances in the browser."""
_log = logs.get_logger(__name__)
DIRECTIVES: Mapping[str, tuple[str, ...]] = {
    "default-src": ("'self'",),
    "script-src": ("'self'",),
    # Emotion and React write style elements and attributes; they can change how a page looks, not what it does.
    "style-src": ("'self'", "'unsafe-inline'"),
    "img-src": ("'self'", "data:"),
    "font-src": ("'self'",),
    "connect-src": ("'self'",),
    "worker-src": ("'self'",),
    "manifest-src": ("'self'",),
    "object-src": ("'none'",),
    "frame-src": ("'none'",),
    "base-uri": ("'none'",),
    "form-action": ("'self'",),
    "frame-ancestors": ("'none'",),
}


def with_headers(send: Send, change: Callable[[MutableHeaders, int], None]) -> Send:
    """Return a ``send`` that changes the headers of a response, whose status is known, before they are sent."""

    async def changed(message: Message) -> None:
        if message["type"] == "http.response.start":
            change(MutableHeaders(scope=message), message["status"])
        await send(message)

    return changed


class SecurityHeaders:
    """ASGI middleware. Outermost, so that errors and redirects carry the headers too."""

    def __init__(self, app: ASGIApp, policy: Callable[[], str], *, is_secure: bool) -> None:
        self.app = app
        self.policy = policy
        self._always = dict(ALWAYS) | ({"Strict-Transport-Security": STRICT_TRANSPORT} if is_secure else {})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        await self.app(scope, receive, with_headers(send, partial(self._complete, scope)))

    def _complete(self, scope: Scope, headers: MutableHeaders, status: int) -> None:
        path: str = scope["path"]
        is_file = HASHED.search(path) and status == 200
        for name, value in self._always.items():
            if not is_file or name not in ALWAYS or name in OF_FILES:
                headers.setdefault(name, value)
        if is_file:
            for name in VALIDATORS:
                del headers[name]
        if LOCATING.match(path):
            headers[PERMISSIONS] = headers[PERMISSIONS].replace("geolocation=()", "geolocation=(self)")
        is_data = scope["method"] in ("GET", "HEAD") and DATA.match(path)
        if is_data:
            headers["Access-Control-Allow-Origin"] = "*"
        if is_data or SHARED.match(path):
            headers["Cross-Origin-Resource-Policy"] = "cross-origin"
        is_page = headers.get("Content-Type", "").startswith("text/html")
        # A 304 has no content type; the policy does no harm to what is no page.
        if is_page or status == 304:
            headers.setdefault("Content-Security-Policy", self.policy())
        headers.setdefault("Cache-Control", _cache_control(path, status, is_page=is_page))
        if is_page:
            # A CDN that hides mail addresses or adds scripts would let React render the page once more.
            headers["Cache-Control"] += ", no-transform"
        _unite_vary(headers)


class SameForEveryOrigin:
    """ASGI middleware. Takes ``Origin`` out of ``Vary`` where a file never changes and every origin gets the same.

    Reflex's CORS middleware names it on every response. Chromium sends an origin with module scripts and none where the
    service worker wants the same file, and would ask the server again: 1.2 kB for each of 18 files of a first visit.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not HASHED.search(scope["path"]):
            await self.app(scope, receive, send)
            return

        await self.app(scope, receive, with_headers(send, lambda headers, _status: _unite_vary(headers)))


def _unite_vary(headers: MutableHeaders) -> None:
    """Leave every name in ``Vary`` once, without ``Origin``; layers of Reflex add the same.

    Where it has to stay, the layer around this one adds it again: Reflex puts the same CORS middleware around the whole
    app as around each group of routes.
    """
    names = [name.strip() for value in headers.getlist("Vary") for name in value.split(",")]
    del headers["Vary"]
    if kept := dict.fromkeys(name for name in names if name != "Origin"):
        headers["Vary"] = ", ".join(kept)


def _cache_control(path: str, status: int, *, is_page: bool) -> str:
    if status not in (200, 206, 304):
        return "no-store" if status >= 400 else REVALIDATED
    if HASHED.search(path):
        return FOR_EVER
    if ALWAYS_ASKED.search(path):
        return REVALIDATED
    is_file = "." in path.rpartition("/")[2] and not path.endswith(".html")
    return AN_HOUR if is_file and not is_page else REVALIDATED


def page_policy(script_hashes: Iterable[str] = (), *, is_secure: bool = False) -> str:
    scripts = (*DIRECTIVES["script-src"], *(f"'{hashed}'" for hashed in script_hashes))
    sources = dict(DIRECTIVES) | {"script-src": scripts}
    directives = [" ".join((name, *listed)) for name, listed in sources.items()]
    if is_secure:
        directives.append("upgrade-insecure-requests")
    return "; ".join(directives)


def read_policy(file: Path, *, is_secure: bool) -> str:
    """Return the policy with the hashes of a file.

    Where the file is missing, which is an error in the log, the policy has no hashes and blocks inline scripts.
    """
    try:
        return page_policy(json.loads(file.read_text("utf-8")), is_secure=is_secure)
    except (OSError, ValueError):
        _log.exception("script_hashes_not_read", consequence="scripts will not run")
        return page_policy(is_secure=is_secure)
