"""Refuses requests to Reflex's upload endpoint that may not publish, most of them before their body is read.

Reflex ties that endpoint to no session, limits no bytes, and runs any handler that the request names; it also serves
its upload folder below the same path. What passes is a ``POST`` from a page of this site, by a visitor who may publish,
for one of the named handlers, within the limit, and with a complete body.
"""

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from python_multipart.multipart import parse_options_header
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from starbond_site import threads
from starbond_site.limits import Limit
from starbond_site.settings import MEBIBYTE
from starbond_site.web.responses import ErrorResponse, retry_after
from starbond_site.web.rights import ALLOWED, Decision, Rights
from starbond_site.web.visitor import Visitor

ENVELOPE_BYTES = 64 * 1024
"""What multipart headers and arguments may add to the file; the handler counts the file exactly."""
LENGTH = re.compile(r"[0-9]{1,15}")
EPILOGUE_BYTES = 256
"""What may follow the closing boundary (RFC 2046, section 5.1.1); browsers send two bytes."""
AUDITED = 60
AUDIT_SECONDS = 10 * 60
"""Refusals recorded per address and time: enough to see an attack, too few to fill the disk."""
STATUS = {
    "closed": 403,
    "sign_in_missing": 401,
    "role_missing": 403,
    "people_unavailable": 503,
    "key_missing": 401,
    "foreign_origin": 403,
    "not_allowed": 403,
    "too_many_uploads": 429,
    "too_large": 413,
    "interrupted": 400,
}


@dataclass(frozen=True)
class UploadEndpoint:
    """Reflex's upload endpoint, as `reflex_adapter.uploads` describes it."""

    path: str
    handlers: frozenset[str]
    """Full names of the event handlers that take files."""
    handler_header: str
    """Name of the header with the handler; in lower case."""
    token_header: str
    """Name of the header with the client token, which names the page that waits; in lower case."""

    def covers(self, path: str) -> bool:
        """Return whether a path leads to the endpoint or below it, however many slashes it begins with."""
        return "/" + path.lstrip("/").partition("/")[0] == self.path


@dataclass(frozen=True)
class RefusedRequest:
    """A refused request, for the audit and for the page that waits."""

    visitor: Visitor
    handler: str
    token: str
    """Client token of the page that waits; empty when the request is not from a page of this site."""
    decision: Decision


class Guard:
    """ASGI middleware in front of the upload endpoint."""

    def __init__(
        self,
        app: ASGIApp,
        rights: Rights,
        endpoint: UploadEndpoint,
        *,
        max_bytes: int,
        proxy_hops: int = 0,
        audit: Callable[[RefusedRequest], Awaitable[None]] | None = None,
        notify: Callable[[RefusedRequest], Awaitable[None]] | None = None,
    ) -> None:
        """Wrap ``app``.

        Args:
            app: answers what passes.
            rights: decide who may publish.
            endpoint: what is guarded.
            max_bytes: largest file.
            proxy_hops: number of trusted reverse proxies.
            audit: records a refusal.
            notify: sends a refusal to the page that waits, which may not read the response.
        """
        self.app = app
        self.rights = rights
        self.endpoint = endpoint
        self.max_bytes = max_bytes
        self.proxy_hops = proxy_hops
        self._audit = audit
        self._notify = notify
        self._audited = Limit(AUDITED, AUDIT_SECONDS)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request pass, or answer it."""
        if scope["type"] != "http" or not self.endpoint.covers(scope["path"]):
            await self.app(scope, receive, send)
            return
        visitor = Visitor.of_scope(scope, self.proxy_hops)
        # In a thread: limits may ask Redis.
        status, decision = await threads.LIMITS.run(self.decide, scope, visitor)
        if not decision.allowed:
            await self._refuse(status, visitor, decision, scope, receive, send)
            return
        body = _Body(receive, int(visitor.headers["content-length"]), boundary_of(visitor))
        await self.app(scope, body.receive, body.replacing(send, visitor))
        if body.is_broken:
            await self._report(visitor, Decision("interrupted"))

    def decide(self, scope: Scope, visitor: Visitor) -> tuple[int, Decision]:
        """Return status and decision for a request, from its head alone."""
        if scope["method"] != "POST" or scope["path"] != self.endpoint.path:
            return (405 if scope["path"] == self.endpoint.path else 404), Decision("not_allowed")
        decision = self._who(visitor)
        if not decision.allowed:
            return STATUS[decision.code], decision
        if visitor.headers.get(self.endpoint.handler_header, "") not in self.endpoint.handlers:
            return 403, Decision("not_allowed")
        if not visitor.headers.get(self.endpoint.token_header) or not boundary_of(visitor):
            return 400, Decision("malformed")
        status, decision = self._length(visitor)
        if not decision.allowed:
            return status, decision
        decision = self.rights.take_upload(visitor)
        return (200 if decision.allowed else STATUS[decision.code]), decision

    def _who(self, visitor: Visitor) -> Decision:
        """Decide by origin and right; a foreign page learns nothing about rights."""
        if not self.rights.is_own_page(visitor):
            return Decision("foreign_origin")
        return self.rights.may_publish(visitor)

    def _length(self, visitor: Visitor) -> tuple[int, Decision]:
        """Decide by the announced length, which is required."""
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
            # Keeps the server from reading the rest of the body.
            headers["Connection"] = "close"
        answer = ErrorResponse(status, decision.code, visitor.page_language, decision.values, headers)
        await answer(scope, receive, send)
        await self._report(visitor, decision)

    async def _report(self, visitor: Visitor, decision: Decision) -> None:
        own = self.rights.is_own_page(visitor)
        handler = visitor.headers.get(self.endpoint.handler_header, "")
        token = visitor.headers.get(self.endpoint.token_header, "") if own else ""
        refused = RefusedRequest(visitor, handler, token, decision)
        if self._audit and not self._audited.take(visitor.address):
            await self._audit(refused)
        if self._notify and token and handler in self.endpoint.handlers:
            await self._notify(refused)


class _Body:
    """A request body that is counted while it streams, and cut off when it differs from what its head announced."""

    def __init__(self, receive: Receive, length: int, boundary: bytes) -> None:
        self.is_broken = False
        self._receive = receive
        self._left = length
        self._end = b"--" + boundary + b"--"
        self._kept = len(self._end) + EPILOGUE_BYTES
        self._tail = b""

    async def receive(self) -> Message:
        """Return the next message; a wrong body becomes a disconnect, upon which Reflex cancels the handler."""
        if self.is_broken:
            return {"type": "http.disconnect"}
        message = await self._receive()
        if message["type"] != "http.request":
            return message
        chunk = message.get("body", b"")
        self._left -= len(chunk)
        self._tail = chunk[-self._kept :] if len(chunk) >= self._kept else (self._tail + chunk)[-self._kept :]
        is_last = not message.get("more_body", False)
        # Reflex treats a body without its closing boundary as complete: half a file would be published.
        self.is_broken = self._left < 0 or (is_last and (self._left > 0 or self._end not in self._tail))
        return {"type": "http.disconnect"} if self.is_broken else message

    def replacing(self, send: Send, visitor: Visitor) -> Send:
        """Return a ``send`` that replaces Reflex's response to a disconnect by the refusal."""

        async def replace(message: Message) -> None:
            if not self.is_broken:
                await send(message)
            elif message["type"] == "http.response.start":
                answer = ErrorResponse(STATUS["interrupted"], "interrupted", visitor.page_language)
                await answer({"type": "http"}, self._receive, send)

        return replace


def boundary_of(visitor: Visitor) -> bytes:
    """Return the boundary of a multipart request; empty for any other."""
    kind, options = parse_options_header(visitor.headers.get("content-type", ""))
    return options.get(b"boundary", b"") if kind == b"multipart/form-data" else b""
