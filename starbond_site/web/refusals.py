"""How refusals are answered, as a page or as JSON, and how many of them the audit records."""

import json
import re
from collections.abc import Callable, Mapping
from typing import Any, cast
from urllib.parse import parse_qsl

import htpy as h
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from starbond_site import content, threads
from starbond_site.content.languages import DEFAULT, Language, as_language, language_of_path
from starbond_site.content.sentences import refusal_sentence
from starbond_site.documents import audit
from starbond_site.documents.archive import Archive
from starbond_site.documents.refusals import Refusal
from starbond_site.web.plain_page import plain_page
from starbond_site.web.rights import Rights
from starbond_site.web.visitor import Visitor

STATUS = {
    "closed": 403,
    "sign_in_missing": 401,
    "role_missing": 403,
    "people_unavailable": 503,
    "key_missing": 401,
    "foreign_origin": 403,
    "too_many_uploads": 429,
    "too_large": 413,
    "malformed": 400,
    "interrupted": 400,
    **dict.fromkeys(("key_wrong", "foreign_form"), 403),
    **dict.fromkeys(("too_many_attempts", "rate_limited"), 429),
    **dict.fromkeys(("not_stored", "alerts_unavailable"), 503),
}
"""HTTP status by the code of a decision or refusal."""
OF_API = STATUS | {
    **dict.fromkeys(("hash_invalid", "before_invalid", "after_invalid", "after_unknown"), 400),
    **dict.fromkeys(("document_unknown", "key_unknown"), 404),
}
"""Status of a refusal of the API, by its code."""
UNAVAILABLE = "reading_unavailable"
RETRY = {"Retry-After": "60"}
PAGES = re.compile(r"(/[a-z-]+)?/documents/[0-9]+(/text)?")
"""Paths that are answered with a page, also where the request accepts anything."""


class ErrorResponse(Response):
    """An error as JSON, ``{"error": code, "detail": sentence}``; never cached."""

    media_type = "application/json"

    def __init__(
        self,
        status: int,
        code: str,
        language: Language = DEFAULT,
        values: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        body = {"error": code, "detail": refusal_sentence(code, language, values)}
        content_bytes = json.dumps(body, ensure_ascii=False).encode()
        super().__init__(content_bytes, status, headers={"Cache-Control": "no-store", **(headers or {})})


def retry_after(seconds: float) -> dict[str, str]:
    """Return the header that says when to come back (RFC 9110, section 10.2.3); nothing where waiting does not help."""
    return {"Retry-After": str(int(seconds) + 1)} if seconds else {}


class RefusalLog:
    """Records refusals in the audit, as many as `Rights.recorded` allows."""

    def __init__(self, archive: Callable[[], Archive], rights: Rights) -> None:
        self._archive = archive
        self._rights = rights

    async def record(self, visitor: Visitor, action: str, subject: str, code: str, detail: str = "") -> None:
        if not self._rights.recorded[action].take(visitor.address):
            actor = await threads.LIMITS.run(self._rights.actor, visitor)
            await threads.ATTEMPTS.run(audit.record, self._archive(), actor, action, subject, code, detail)


async def refused(request: Request, problem: Exception) -> Response:
    """Answer a `Refusal` of the API."""
    refusal = cast("Refusal", problem)
    return ErrorResponse(OF_API.get(refusal.code, 422), refusal.code, _language_of(request.scope), refusal.values)


def unavailable_response(scope: Scope) -> Response:
    """Return the answer for when the database or the storage does not answer."""
    visitor, language = Visitor.of_scope(scope), _language_of(scope)
    if "text/html" not in visitor.headers.get("accept", "") and not PAGES.fullmatch(scope["path"]):
        return ErrorResponse(503, UNAVAILABLE, language, headers=RETRY)
    title = content.read(language).interface.document_page.unavailable_title
    return plain_page(language, title, h.p[refusal_sentence(UNAVAILABLE, language)], 503, RETRY)


async def unavailable(scope: Scope, receive: Receive, send: Send) -> None:
    await unavailable_response(scope)(scope, receive, send)


def _language_of(scope: Scope) -> Language:
    """Return the language that the query of a request names, that of its address, or of the page it was sent from."""
    named = dict(parse_qsl(scope["query_string"].decode("latin-1"))).get("language", "")
    own = as_language(named) if named else language_of_path(scope["path"])
    return own if named or own != DEFAULT else Visitor.of_scope(scope).page_language
