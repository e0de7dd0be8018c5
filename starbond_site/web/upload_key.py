"""``POST /api/upload-key``: the upload pages ask for the key once per browser session, and this hands out the session.

A native form is answered with a redirect back to its page, where the reload lets the websocket carry the new cookie; a
refusal comes back as ``?refused=CODE`` (and ``&minutes=N``). A request that accepts JSON is answered with JSON, and the
page stays where it is. ``DELETE`` takes the session from the browser.
"""

import json
from collections.abc import Awaitable, Callable, Collection
from urllib.parse import parse_qs, urlencode

from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from starbond_site.limits import Limit
from starbond_site.web.guard import AUDIT_SECONDS, AUDITED, Refused
from starbond_site.web.responses import Refusal, language_of, retry_after
from starbond_site.web.rights import Decision, Rights
from starbond_site.web.visitor import Visitor

KEY_PATH = "/api/upload-key"
BODY_BYTES = 4096
STATUS = {"key_wrong": 403, "key_missing": 403, "too_many_attempts": 429, "closed": 403, "foreign_origin": 403}


class UploadKeyEndpoint:
    """The route and what it needs."""

    def __init__(
        self,
        rights: Rights,
        pages: Collection[str],
        *,
        proxy_hops: int = 0,
        audit: Callable[[Refused], Awaitable[None]] | None = None,
    ) -> None:
        """Remember the ``pages`` that may be returned to (paths, the first by default) and who audits refusals."""
        self.rights = rights
        self.pages = tuple(pages)
        self.proxy_hops = proxy_hops
        self._audit = audit
        self._audited = Limit(AUDITED, AUDIT_SECONDS)

    @property
    def route(self) -> Route:
        """The Starlette route."""
        return Route(KEY_PATH, self.answer, methods=["POST", "DELETE"])

    async def answer(self, request: Request) -> Response:
        """Check the key and answer in the form that was asked for."""
        visitor = Visitor.of_scope(request.scope, self.proxy_hops)
        if request.method == "DELETE":
            return self._forgotten(visitor)
        try:
            fields = await read_fields(request)
        except ClientDisconnect:
            return Response(status_code=400)
        own = self.rights.is_own_page(visitor)
        decision = self.rights.enter(visitor, fields.get("key", "")) if own else Decision("foreign_origin")
        if decision.code and self._audit and not self._audited.take(visitor.address):
            await self._audit(Refused(visitor, "", "", decision))
        response = self._answer(visitor, decision, fields.get("next", ""))
        response.headers["Cache-Control"] = "no-store"
        if decision.allowed:
            response.set_cookie(
                self.rights.cookie,
                self.rights.session(),
                httponly=True,
                samesite="strict",
                secure=self.rights.is_secure,
            )
        return response

    def _forgotten(self, visitor: Visitor) -> Response:
        """Take the session from the browser; no other site may."""
        if not self.rights.is_own_page(visitor):
            return Refusal(STATUS["foreign_origin"], "foreign_origin", language_of(visitor))
        response = Response(status_code=204, headers={"Cache-Control": "no-store"})
        response.delete_cookie(self.rights.cookie, httponly=True, samesite="strict", secure=self.rights.is_secure)
        return response

    def _answer(self, visitor: Visitor, decision: Decision, page: str) -> Response:
        if "text/html" in visitor.headers.get("accept", ""):
            query = {"refused": decision.code, **decision.values} if decision.code else {}
            page = page if page in self.pages else self.pages[0]
            return RedirectResponse(f"{page}?{urlencode(query)}" if query else page, 303)
        if decision.code:
            headers = retry_after(decision.seconds)
            return Refusal(STATUS[decision.code], decision.code, language_of(visitor), decision.values, headers)
        return JSONResponse({"entered": True})


async def read_fields(request: Request) -> dict[str, str]:
    """Read a small form or JSON object; anything else counts as empty."""
    body = b""
    async for piece in request.stream():
        body += piece
        if len(body) > BODY_BYTES:
            return {}
    if request.headers.get("content-type", "").startswith("application/json"):
        try:
            read = json.loads(body)
        except ValueError:
            return {}
        return {name: text for name, text in read.items() if isinstance(text, str)} if isinstance(read, dict) else {}
    fields = parse_qs(body.decode("utf-8", "replace"), keep_blank_values=True, max_num_fields=10)
    return {name: values[0] for name, values in fields.items()}
