"""Adds the headers of every response: what browsers may do with it, and how long they may cache it."""

import re
from collections.abc import Callable, Mapping

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

ALWAYS: Mapping[str, str] = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Permissions-Policy": ", ".join(
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
STRICT_TRANSPORT = "max-age=63072000"
"""Two years (RFC 6797); without subdomains, which this site does not serve."""
FOR_EVER = "public, max-age=31536000, immutable"
REVALIDATED = "no-cache"
AN_HOUR = "public, max-age=3600"
HASHED = re.compile(r"^/assets/[^/]+-[\w-]{8,}\.\w+$|\.[0-9a-f]{8,}\.(avif|webp|jpe?g|png|svg|woff2|css|js)$")
"""Addresses that change with their content: Vite's files, and pictures and fonts with a hash in their name."""
SHARED = re.compile(r"^/(social/|favicon|apple-touch-icon|android-chrome|manifest\.|marks/)")
"""Previews and icons, which other sites may embed."""


class SecurityHeaders:
    """ASGI middleware. Outermost, so that errors and redirects carry the headers too."""

    def __init__(self, app: ASGIApp, policy: Callable[[], str], *, is_secure: bool) -> None:
        """Wrap ``app``.

        Args:
            app: writes the responses.
            policy: returns the Content-Security-Policy of pages; see `policy.reader`.
            is_secure: whether the public address is https.
        """
        self.app = app
        self.policy = policy
        self.is_secure = is_secure

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Add the headers that a response does not have yet."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def add(message: Message) -> None:
            if message["type"] == "http.response.start":
                message.setdefault("headers", [])
                self._complete(scope, message["status"], MutableHeaders(scope=message))
            await send(message)

        await self.app(scope, receive, add)

    def _complete(self, scope: Scope, status: int, headers: MutableHeaders) -> None:
        path = scope["path"]
        for name, value in ALWAYS.items():
            headers.setdefault(name, value)
        if SHARED.match(path):
            headers["Cross-Origin-Resource-Policy"] = "cross-origin"
        if self.is_secure:
            headers.setdefault("Strict-Transport-Security", STRICT_TRANSPORT)
        is_page = headers.get("content-type", "").startswith("text/html")
        # A 304 has no content type; the policy does no harm to what is no page.
        if is_page or status == 304:
            headers.setdefault("Content-Security-Policy", self.policy())
        headers.setdefault("Cache-Control", self._cache_control(path, status, is_page=is_page))
        if "vary" in headers:
            # Several layers of Reflex add the same name.
            headers["Vary"] = ", ".join(dict.fromkeys(re.split(r",\s*", ", ".join(headers.getlist("vary")))))

    def _cache_control(self, path: str, status: int, *, is_page: bool) -> str:
        if status not in (200, 206, 304):
            return "no-store" if status >= 400 else REVALIDATED
        if HASHED.search(path):
            return FOR_EVER
        is_file = "." in path.rpartition("/")[2] and not path.endswith(".html")
        return AN_HOUR if is_file and not is_page else REVALIDATED
