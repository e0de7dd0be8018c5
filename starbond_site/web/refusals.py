"""Pages that the server writes without scripts and without the build: answers to forms and to links in mails.

And how refusals are answered, as such a page or as JSON.
"""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import cast, get_args
from urllib.parse import parse_qsl

import htpy as h
from htpy import Node
from markupsafe import Markup, escape
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from starbond_site import content
from starbond_site.content.addresses import DEFAULT, Language, as_language, language_of_path, localized
from starbond_site.content.interface import Code
from starbond_site.content.sentences import refusal_sentence
from starbond_site.documents.refusals import Refusal
from starbond_site.presentation import design
from starbond_site.presentation.spoken import spoken
from starbond_site.web.visitor import Visitor

PAGE = Markup(Path(__file__).with_name("plain_page.html").read_text("utf-8"))  # noqa: S704  its values are escaped
COLOURS = ("paper", "surface", "ink", "control-line", "danger", "amber", "action", "button", "on-button")
"""Those of `design.COLOURS` that the page uses."""


def plain_page(
    language: Language, title: str, body: Node, status: int = 200, headers: Mapping[str, str] | None = None
) -> Response:
    """Return a page that is neither cached nor indexed; ``body`` is below its heading."""
    site = content.read(language)
    page = PAGE.format(
        language=language,
        font_face=Markup(design.font_face(language)),  # noqa: S704  tokens
        families=Markup(design.families(language)),  # noqa: S704
        light=_properties("light"),
        dark=_properties("dark"),
        title=title,
        company=site.company.name,
        heading=Markup(spoken(language, escape(title))),  # noqa: S704  escaped
        body=Markup(spoken(language, str(h.fragment[body]))),  # noqa: S704  escaped
        home=localized("/", language),
        home_link=site.interface.newsletter.home_link,
    )
    own = {"Cache-Control": "no-store", "X-Robots-Tag": "noindex"}
    return Response(page, status, own | dict(headers or {}), "text/html")


def _properties(theme: design.Theme) -> str:
    return "; ".join(f"--{name}: {getattr(design.COLOURS[name], theme)}" for name in COLOURS)


UNAVAILABLE = "reading_unavailable"
INVALID = 422
"""RFC 9110, section 15.5.21: what was sent is understood and cannot be taken; of every code that `STATUS` lacks."""
STATUS: Mapping[str, int] = {
    **dict.fromkeys(
        ("malformed", "interrupted", "hash_invalid", "before_invalid", "after_invalid", "after_unknown"), 400
    ),
    **dict.fromkeys(("sign_in_missing", "key_missing"), 401),
    **dict.fromkeys(("closed", "role_missing", "foreign_origin", "foreign_form", "key_wrong"), 403),
    **dict.fromkeys(("passkey_refused", "passkey_unknown", "person_disabled"), 403),
    **dict.fromkeys((code for code in get_args(Code) if code.startswith("company_")), 403),
    **dict.fromkeys(("document_unknown", "key_unknown", "clock_unknown", "upload_ended"), 404),
    **dict.fromkeys(("changed_meanwhile", "already_published", "already_public"), 409),
    **dict.fromkeys(("already_withdrawn", "already_replaced"), 409),
    # Where a page says so: a 404 would be answered with the page for unknown addresses.
    **dict.fromkeys(("upload_in_two_steps", "invitation_invalid"), 410),
    "too_large": 413,
    **dict.fromkeys(("rate_limited", "too_many_attempts", "too_many_uploads", "too_many_unfinished"), 429),
    **dict.fromkeys(("search_limited", "search_busy"), 429),
    **dict.fromkeys(("evidence_missing", "evidence_altered"), 500),
    **dict.fromkeys(("database_unavailable", "storage_unreachable", "storage_full", "scanner_unavailable"), 503),
    **dict.fromkeys(("people_unavailable", "machine_busy", "outcome_unknown", "not_stored"), 503),
    **dict.fromkeys(("alerts_unavailable", "search_unavailable", "evidence_unavailable", UNAVAILABLE), 503),
}
"""HTTP status by the code of a decision or refusal (RFC 9110), which nothing else chooses (`status_of`)."""
OF_FORM = STATUS | {
    **dict.fromkeys(("malformed", "document_unknown", "upload_ended", "too_many_unfinished"), INVALID),
    **dict.fromkeys(("passkey_refused", "passkey_unknown", "person_disabled"), INVALID),
}
"""Of a form of the desk, which is shown again: its address exists, and it can be sent anew at once."""
OF_UPLOAD = STATUS | {
    # RFC 4918, section 11.5: what arrived is gone, so that waiting and going on, as after a 503, does not help.
    "storage_full": 507,
    # What is wrong with the file or the step is said by its code: only the address of an upload may be missing.
    **dict.fromkeys(("document_unknown", "scanner_unavailable", "changed_meanwhile"), INVALID),
    **dict.fromkeys(("already_published", "already_public", "already_withdrawn", "already_replaced"), INVALID),
}
"""Of `web.resumable`."""
OF_KEY = STATUS | dict.fromkeys(("key_missing", "sign_in_missing", "person_unknown"), 403)
"""Of the upload key and of passkeys themselves, which are not asked for by the scheme that RFC 9110 wants with a 401.
"""
RETRY = {"Retry-After": "60"}
PAGES = re.compile(r"(/[a-z-]+)?/documents/[0-9]+(/text)?")
"""Paths that are answered with a page, also where the request accepts anything."""


def status_of(code: str, column: Mapping[str, int] = STATUS) -> int:
    return column.get(code, INVALID)


class ErrorResponse(Response):
    """An error as JSON, ``{"error": code, "detail": sentence}``; never cached."""

    media_type = "application/json"

    def __init__(
        self,
        refusal: Refusal,
        language: Language = DEFAULT,
        headers: Mapping[str, str] | None = None,
        column: Mapping[str, int] = STATUS,
    ) -> None:
        body = {"error": refusal.code, "detail": refusal_sentence(refusal.code, language, refusal.values)}
        content_bytes = json.dumps(body, ensure_ascii=False).encode()
        own = {"Cache-Control": "no-store", **retry_after(refusal.seconds), **(headers or {})}
        super().__init__(content_bytes, status_of(refusal.code, column), own)


def retry_after(seconds: float) -> dict[str, str]:
    """Return the header that says when to come back (RFC 9110, section 10.2.3); nothing where waiting does not help."""
    return {"Retry-After": str(int(seconds) + 1)} if seconds else {}


async def refused(request: Request, problem: Exception) -> Response:
    """Answer a `Refusal` of the API."""
    return ErrorResponse(cast("Refusal", problem), _language_of(request.scope))


def unavailable_response(scope: Scope) -> Response:
    """Return the answer for when the database or the storage does not answer."""
    visitor, language = Visitor.of_scope(scope), _language_of(scope)
    if "text/html" not in visitor.headers.get("accept", "") and not PAGES.fullmatch(scope["path"]):
        return ErrorResponse(Refusal(UNAVAILABLE), language, RETRY)
    title = content.read(language).interface.document_page.unavailable_title
    return plain_page(language, title, h.p[refusal_sentence(UNAVAILABLE, language)], status_of(UNAVAILABLE), RETRY)


async def unavailable(scope: Scope, receive: Receive, send: Send) -> None:
    await unavailable_response(scope)(scope, receive, send)


def _language_of(scope: Scope) -> Language:
    """Return the language that the query of a request names, that of its address, or of the page it was sent from."""
    named = dict(parse_qsl(scope["query_string"].decode("latin-1"))).get("language", "")
    own = as_language(named) if named else language_of_path(scope["path"])
    return own if named or own != DEFAULT else Visitor.of_scope(scope).page_language
