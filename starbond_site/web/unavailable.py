"""What is answered where something is refused, or the database or the storage does not answer: a page, or JSON."""

import re
from typing import cast
from urllib.parse import parse_qsl

import htpy as h
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from starbond_site import content
from starbond_site.content.languages import DEFAULT, Language, as_language, language_of_path
from starbond_site.content.sentences import refusal_sentence
from starbond_site.documents.refusals import Refusal
from starbond_site.web.decisions import STATUS
from starbond_site.web.plain_page import plain_page
from starbond_site.web.responses import ErrorResponse
from starbond_site.web.visitor import Visitor

CODE = "reading_unavailable"
OF_API = STATUS | {
    **dict.fromkeys(("hash_invalid", "before_invalid", "after_invalid", "after_unknown"), 400),
    **dict.fromkeys(("document_unknown", "key_unknown"), 404),
}
"""Status of a refusal of the API, by its code."""
RETRY = {"Retry-After": "60"}
PAGES = re.compile(r"(/[a-z-]+)?/documents/[0-9]+(/text)?")
"""Paths of pages, also for whoever accepts anything."""


def language_of(scope: Scope) -> Language:
    """Return the language that the query of a request names, that of its address, or of the page it was sent from."""
    named = dict(parse_qsl(scope["query_string"].decode("latin-1"))).get("language", "")
    own = as_language(named) if named else language_of_path(scope["path"])
    return own if named or own != DEFAULT else Visitor.of_scope(scope).page_language


async def refused(request: Request, problem: Exception) -> Response:
    """Answer a `Refusal`."""
    refusal = cast("Refusal", problem)
    return ErrorResponse(OF_API.get(refusal.code, 422), refusal.code, language_of(request.scope), refusal.values)


def response(scope: Scope) -> Response:
    visitor, language = Visitor.of_scope(scope), language_of(scope)
    if "text/html" not in visitor.headers.get("accept", "") and not PAGES.fullmatch(scope["path"]):
        return ErrorResponse(503, CODE, language, headers=RETRY)
    title = content.read(language).interface.document_page.unavailable_title
    return plain_page(language, title, h.p[refusal_sentence(CODE, language)], 503, RETRY)


async def unavailable(scope: Scope, receive: Receive, send: Send) -> None:
    await response(scope)(scope, receive, send)
