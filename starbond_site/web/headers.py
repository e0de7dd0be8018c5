"""Headers of every answer: what browsers may do with it, and how long they may keep it."""

import re
from collections.abc import Callable, Mapping

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from starbond_site.web.policy import Policy

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
"""Two years; the company's other hosts are theirs to decide, so not their subdomains."""
FOR_EVER = "public, max-age=31536000, immutable"
REVALIDATED = "no-cache"
AN_HOUR = "public, max-age=3600"
HASHED = re.compile(r"^/assets/[^/]+-[\w-]{8,}\.\w+$|\.[0-9a-f]{8,}\.(avif|webp|jpe?g|png|svg|woff2|css|js)$")
"""Addresses that change with their content: Vite's files, and pictures and fonts with a hash in their name."""
SHARED = re.compile(r"^/(social/|favicon|apple-touch-icon|android-chrome|manifest\.|marks/)")
"""What other sites may show: previews and icons."""
MESSENGER_QUERY = "chat=messenger"
"""With this in its query a page may load the messenger: written there when a visitor asks for the chat."""


class SecurityHeaders:
    """ASGI middleware; see the module. Outermost, so that refusals and redirects carry the headers too."""

    def __init__(
        self, app: ASGIApp, policy: Callable[[], Policy], *, is_secure: bool, has_messenger: bool = False
    ) -> None:
        """Wrap ``app``.

        ``policy`` gives the policy of pages (`policy.reader`), ``is_secure`` says whether the public address is https,
        ``has_messenger`` lets pages that were opened with `MESSENGER_QUERY` load the messenger's chat.
        """
        self.app = app
        self.policy = policy
        self.is_secure = is_secure
        self.has_messenger = has_messenger

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Add the headers to every HTTP answer that does not have its own."""
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
        # A 304 has no type; a policy on what is no page does no harm, and pages must never lose theirs.
        if is_page or status == 304:
            headers.setdefault("Content-Security-Policy", self._policy_for(scope))
        headers.setdefault("Cache-Control", self._keeping(path, status, is_page=is_page))
        if "vary" in headers:
            # Every layer of Reflex's that knows of origins adds the same name.
            headers["Vary"] = ", ".join(dict.fromkeys(re.split(r",\s*", ", ".join(headers.getlist("vary")))))

    def _policy_for(self, scope: Scope) -> str:
        asked = MESSENGER_QUERY in scope.get("query_string", b"").decode("latin-1").split("&")
        policy = self.policy()
        return policy.with_messenger if asked and self.has_messenger else policy.page

    def _keeping(self, path: str, status: int, *, is_page: bool) -> str:
        if status not in (200, 206, 304):
            return "no-store" if status >= 400 else REVALIDATED
        if HASHED.search(path):
            return FOR_EVER
        is_file = "." in path.rpartition("/")[2] and not path.endswith(".html")
        return AN_HOUR if is_file and not is_page else REVALIDATED
