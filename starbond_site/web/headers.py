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


def changing_heads(app: ASGIApp, change: Callable[[Scope, MutableHeaders, int], object]) -> ASGIApp:
    """Return an app that changes the headers of its HTTP answers, whose status is known, before they are sent."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        async def changed(message: Message) -> None:
            if message["type"] == "http.response.start":
                change(scope, MutableHeaders(scope=message), message["status"])
            await send(message)

        await app(scope, receive, changed if scope["type"] == "http" else send)

    return answer


def with_security_headers(app: ASGIApp, policy: Callable[[], str], *, is_secure: bool) -> ASGIApp:
    """Return an app with all headers of answers; outermost, so that errors and redirects carry them too."""
    always = dict(ALWAYS) | ({"Strict-Transport-Security": STRICT_TRANSPORT} if is_secure else {})
    return changing_heads(app, partial(_complete, always, policy))


def _complete(
    always: Mapping[str, str], policy: Callable[[], str], scope: Scope, headers: MutableHeaders, status: int
) -> None:
    path: str = scope["path"]
    is_file = HASHED.search(path) and status == 200
    for name, value in always.items():
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
        headers.setdefault("Content-Security-Policy", policy())
    headers.setdefault("Cache-Control", _cache_control(path, status, is_page=is_page))
    if is_page:
        # A CDN that hides mail addresses or adds scripts would let React render the page once more.
        headers["Cache-Control"] += ", no-transform"
    _unite_vary(headers)


def same_for_every_origin(app: ASGIApp) -> ASGIApp:
    """Return an app without ``Origin`` in ``Vary`` where a file never changes and every origin gets the same.

    Reflex's CORS middleware names it on every response. Chromium sends an origin with module scripts and none where the
    service worker wants the same file, and would ask the server again: 1.2 kB for each of 18 files of a first visit.
    """
    return changing_heads(app, lambda scope, headers, _status: HASHED.search(scope["path"]) and _unite_vary(headers))


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
