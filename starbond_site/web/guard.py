"""The gate before Reflex's ``/_upload``: everything that can be refused is refused before the body is read.

Reflex binds that address to no session, limits no bytes, and runs whatever handler the request names; it also publishes
its upload folder below the same path. Here only ``POST``, only from our own pages, only by who may publish,
only the named handlers, only with a length within the limit, and only complete bodies.
"""

import re
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass

from python_multipart.multipart import parse_options_header
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from starbond_site.limits import Limit
from starbond_site.settings import MEBIBYTE
from starbond_site.web.responses import Refusal, language_of, retry_after
from starbond_site.web.rights import ALLOWED, Decision, Rights
from starbond_site.web.visitor import Visitor

UPLOAD_PATH = "/_upload"
ENVELOPE_BYTES = 64 * 1024
"""What multipart headers and bound arguments may add to the file itself; the handler counts the file exactly."""
LENGTH = re.compile(r"[0-9]{1,15}")
EPILOGUE_BYTES = 256
"""What may follow the closing boundary; browsers send two bytes."""
AUDITED = 60
AUDIT_SECONDS = 10 * 60
"""Refusals audited per address and time: enough to see an attack, too few to fill the disk with it."""
STATUS = {
    "closed": 403,
    "key_missing": 401,
    "foreign_origin": 403,
    "not_allowed": 403,
    "too_many_uploads": 429,
    "too_large": 413,
    "interrupted": 400,
}


@dataclass(frozen=True)
class Refused:
    """A refused upload, as the audit and the visitor's page are told."""

    visitor: Visitor
    handler: str
    token: str
    """Reflex's client token: names the page that waits; empty when the request is not from our own page."""
    decision: Decision


class Guard:
    """ASGI middleware; see the module."""

    def __init__(
        self,
        app: ASGIApp,
        rights: Rights,
        *,
        handlers: Collection[str],
        max_bytes: int,
        proxy_hops: int = 0,
        audit: Callable[[Refused], Awaitable[None]] | None = None,
        tell: Callable[[Refused], Awaitable[None]] | None = None,
    ) -> None:
        """Wrap ``app``.

        ``handlers`` are the full names of the event handlers that take files, ``max_bytes`` the largest file.
        ``audit`` records a refusal; ``tell`` brings it to the page that waits, which sees no response otherwise.
        """
        self.app = app
        self.rights = rights
        self.handlers = frozenset(handlers)
        self.max_bytes = max_bytes
        self.proxy_hops = proxy_hops
        self._audit = audit
        self._tell = tell
        self._audited = Limit(AUDITED, AUDIT_SECONDS)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request pass, or answer it."""
        if scope["type"] != "http" or not is_upload(scope["path"]):
            await self.app(scope, receive, send)
            return
        visitor = Visitor.of_scope(scope, self.proxy_hops)
        status, decision = self.decide(scope, visitor)
        if not decision.allowed:
            await self._refuse(status, visitor, decision, scope, receive, send)
            return
        body = _Body(receive, int(visitor.headers["content-length"]), _boundary(visitor))
        await self.app(scope, body.receive, body.replacing(send, visitor))
        if body.is_broken:
            await self._report(visitor, Decision("interrupted"))

    def decide(self, scope: Scope, visitor: Visitor) -> tuple[int, Decision]:
        """Return status and decision for a request, from its head alone."""
        if scope["method"] != "POST" or scope["path"] != UPLOAD_PATH:
            return (405 if scope["path"] == UPLOAD_PATH else 404), Decision("not_allowed")
        decision = self._who(visitor)
        if not decision.allowed:
            return STATUS[decision.code], decision
        if visitor.headers.get("reflex-event-handler", "") not in self.handlers:
            return 403, Decision("not_allowed")
        if not visitor.headers.get("reflex-client-token") or not _boundary(visitor):
            return 400, Decision("malformed")
        status, decision = self._length(visitor)
        if not decision.allowed:
            return status, decision
        decision = self.rights.take_upload(visitor)
        return (200 if decision.allowed else STATUS[decision.code]), decision

    def _who(self, visitor: Visitor) -> Decision:
        """Decide by right and origin; a foreign page learns nothing about rights."""
        if not self.rights.is_own_page(visitor):
            return Decision("foreign_origin")
        return self.rights.may_publish(visitor)

    def _length(self, visitor: Visitor) -> tuple[int, Decision]:
        """Decide by the announced length, without which nothing is read."""
        length = visitor.headers.get("content-length", "")
        if not LENGTH.fullmatch(length) or "transfer-encoding" in visitor.headers:
            return 411, Decision("length_missing")
        if int(length) > self.max_bytes + ENVELOPE_BYTES:
            return 413, Decision("too_large", {"limit": self.max_bytes // MEBIBYTE})
        return 200, ALLOWED

    async def _refuse(
        self, status: int, visitor: Visitor, decision: Decision, scope: Scope, receive: Receive, send: Send
    ) -> None:
        headers = retry_after(decision.seconds) | ({"Allow": "POST"} if status == 405 else {})
        if scope.get("http_version", "1.1").startswith("1"):
            # The rest of the body is not worth receiving.
            headers["Connection"] = "close"
        answer = Refusal(status, decision.code, language_of(visitor), decision.values, headers)
        await answer(scope, receive, send)
        await self._report(visitor, decision)

    async def _report(self, visitor: Visitor, decision: Decision) -> None:
        own = self.rights.is_own_page(visitor)
        handler = visitor.headers.get("reflex-event-handler", "")
        token = visitor.headers.get("reflex-client-token", "") if own else ""
        refused = Refused(visitor, handler, token, decision)
        if self._audit and not self._audited.take(visitor.address):
            await self._audit(refused)
        if self._tell and token and handler in self.handlers:
            await self._tell(refused)


class _Body:
    """A request body that is counted while it streams, and ends early when it is not what its head promised."""

    def __init__(self, receive: Receive, length: int, boundary: bytes) -> None:
        self.is_broken = False
        self._receive = receive
        self._left = length
        self._end = b"--" + boundary + b"--"
        self._kept = len(self._end) + EPILOGUE_BYTES
        self._tail = b""

    async def receive(self) -> Message:
        """Pass a piece on; a wrong one becomes the disconnect that makes Reflex cancel the handler."""
        if self.is_broken:
            return {"type": "http.disconnect"}
        message = await self._receive()
        if message["type"] != "http.request":
            return message
        piece = message.get("body", b"")
        self._left -= len(piece)
        self._tail = piece[-self._kept :] if len(piece) >= self._kept else (self._tail + piece)[-self._kept :]
        is_last = not message.get("more_body", False)
        # Reflex takes a body without its closing boundary for a complete upload: half a file would be published.
        self.is_broken = self._left < 0 or (is_last and (self._left > 0 or self._end not in self._tail))
        return {"type": "http.disconnect"} if self.is_broken else message

    def replacing(self, send: Send, visitor: Visitor) -> Send:
        """Return a ``send`` that puts the refusal in the place of what Reflex answers to a disconnect."""

        async def replace(message: Message) -> None:
            if not self.is_broken:
                await send(message)
            elif message["type"] == "http.response.start":
                answer = Refusal(STATUS["interrupted"], "interrupted", language_of(visitor))
                await answer({"type": "http"}, self._receive, send)

        return replace


def is_upload(path: str) -> bool:
    """Return whether a path leads to Reflex's upload address or anything below it, however it is spelled."""
    return "/" + path.lstrip("/").partition("/")[0] == UPLOAD_PATH


def _boundary(visitor: Visitor) -> bytes:
    kind, options = parse_options_header(visitor.headers.get("content-type", ""))
    return options.get(b"boundary", b"") if kind == b"multipart/form-data" else b""
