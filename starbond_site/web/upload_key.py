"""``POST /api/upload-key`` exchanges the upload key for a session cookie; ``DELETE`` removes the cookie.

A native form is redirected back to its page, whose new websocket then carries the cookie; a refusal is added as
``?refused=CODE`` (and ``&minutes=N``). A request that does not accept HTML is answered with JSON.
"""

import asyncio
import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from starbond_site import content
from starbond_site.content.addresses import DESK, LANGUAGES, UPLOAD_KEY, UPLOAD_PAGES, Language, localized
from starbond_site.content.sentences import refusal_sentence
from starbond_site.shared import threads
from starbond_site.shared.settings import UploadPolicy
from starbond_site.web.fields import read_fields
from starbond_site.web.refusals import OF_KEY, ErrorResponse
from starbond_site.web.rights import Denied
from starbond_site.web.services import Services
from starbond_site.web.visitor import Visitor

HELD = 100
"""Answers of one worker that may be held back at once; further ones are not, so that they do not fill its memory."""
REFUSALS = ("key_missing", "key_wrong", "too_many_attempts", "rate_limited", "foreign_origin")
"""Codes that an address may have; addresses are untrusted."""


class UploadKeyEndpoint:
    """Checks the upload key and issues the session cookie."""

    def __init__(self, parts: Services) -> None:
        self._parts, self.rights = parts, parts.rights
        site = content.read()
        own = [path for path in (*UPLOAD_PAGES, DESK) if site.has(path)]
        self.pages = [localized(path, language) for language in LANGUAGES for path in own]
        """That ask for the key, the first by default."""
        self._held = asyncio.Semaphore(HELD)
        self._attributes: dict[str, Any] = {"httponly": True, "samesite": "strict", "secure": parts.rights.is_secure}
        """Of the cookie."""

    @property
    def route(self) -> Route:
        return Route(UPLOAD_KEY, self.answer, methods=["POST", "DELETE"])

    async def answer(self, request: Request) -> Response:
        visitor = self._parts.visitor(request)
        if request.method == "DELETE":
            return self._delete(visitor)
        fields = await read_fields(request)
        own = self.rights.is_own_page(visitor)
        key = fields.get("key", "")
        denied = await threads.LIMITS.run(self.rights.enter, visitor, key) if own else Denied("foreign_origin")
        if denied:
            actor = self.rights.actor(visitor, await self._parts.principal(request))
            await self.rights.record(self._parts.archive(), actor, "enter key", "", denied.code)
            if denied.delay and not self._held.locked():
                async with self._held:
                    await asyncio.sleep(denied.delay)
        response = self._answer(visitor, denied, fields.get("next", ""))
        response.headers["Cache-Control"] = "no-store"
        if not denied and self.rights.policy is UploadPolicy.KEY:
            response.set_cookie(self.rights.cookie, self.rights.sessions.make(), **self._attributes)
        return response

    def _delete(self, visitor: Visitor) -> Response:
        """Remove the cookie, unless another site asks for it."""
        if not self.rights.is_own_page(visitor):
            return ErrorResponse(Denied("foreign_origin"), visitor.page_language)
        response = Response(status_code=204, headers={"Cache-Control": "no-store"})
        response.delete_cookie(self.rights.cookie, **self._attributes)
        return response

    def _answer(self, visitor: Visitor, denied: Denied | None, page: str) -> Response:
        if "text/html" in visitor.headers.get("accept", ""):
            query = {"refused": denied.code, **denied.values} if denied else {}
            page = page if page in self.pages else self.pages[0]
            return RedirectResponse(f"{page}?{urlencode(query)}" if query else page, 303)
        if denied:
            return ErrorResponse(denied, visitor.page_language, column=OF_KEY)
        return JSONResponse({"entered": True})


def refusal_in(query: Mapping[str, str], language: Language) -> str:
    """Return the sentence for the refusal that the address of a page was given; empty for none."""
    code, minutes = query.get("refused", ""), query.get("minutes", "")
    if code not in REFUSALS:
        return ""
    return refusal_sentence(code, language, {"minutes": int(minutes) if re.fullmatch(r"\d{1,3}", minutes) else 1})
