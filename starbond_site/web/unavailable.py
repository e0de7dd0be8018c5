"""What readers get while the database or the storage does not answer: a page, programs JSON; 503 either way."""

import re
from urllib.parse import parse_qsl

import htpy as h
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from starbond_site import content
from starbond_site.content.languages import DEFAULT, LANGUAGES, language_of_path
from starbond_site.content.sentences import refusal_sentence
from starbond_site.web.plain_page import plain_page
from starbond_site.web.responses import ErrorResponse
from starbond_site.web.visitor import Visitor

CODE = "reading_unavailable"
RETRY = {"Retry-After": "60"}
PAGES = re.compile(r"(/[a-z-]+)?/documents/[0-9]+(/text)?")
"""Paths of pages, also for whoever accepts anything."""


def response(scope: Scope) -> Response:
    """Return the answer to a request, in the language of its address, its query, or the page that it was sent from."""
    visitor = Visitor.of_scope(scope)
    named = dict(parse_qsl(scope["query_string"].decode("latin-1"))).get("language")
    languages = (named, language_of_path(scope["path"]), visitor.page_language)
    language = next((found for found in languages if found in LANGUAGES and found != DEFAULT), DEFAULT)
    if "text/html" not in visitor.headers.get("accept", "") and not PAGES.fullmatch(scope["path"]):
        return ErrorResponse(503, CODE, language, headers=RETRY)
    title = content.read(language).interface.document_page.unavailable_title
    return plain_page(language, title, h.p[refusal_sentence(CODE, language)], 503, RETRY)


async def unavailable(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer any request."""
    await response(scope)(scope, receive, send)
