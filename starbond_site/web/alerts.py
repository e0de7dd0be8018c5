"""Takes the form of the page "Mail alerts", and answers the links in its mails with pages that the server writes.

``POST /alerts`` (``/bn/alerts``) takes the form; ``GET /alerts/available`` says whether this server sends mail. The
mails link to ``/alerts/confirm``, ``/alerts/preferences`` and ``/alerts/unsubscribe``: ``GET`` changes nothing, since
programs that scan mail follow every link; ``POST`` acts. Mail programs post to the last themselves (RFC 8058). The
token of the link is all that is needed.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Literal

import htpy as h
from htpy import Node
from sqlalchemy.exc import SQLAlchemyError
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from starbond_site import content, logs, threads
from starbond_site.alerts.links import PATHS
from starbond_site.alerts.service import AlertService, field_name
from starbond_site.content import Site
from starbond_site.content.addresses import ALERTS, ALERTS_AVAILABLE
from starbond_site.content.interface import AlertsWords, NewsletterWords
from starbond_site.content.languages import as_language
from starbond_site.content.models import Language
from starbond_site.presentation.forms import Choices, Field, Given
from starbond_site.web.fields import read_fields
from starbond_site.web.plain_page import plain_page
from starbond_site.web.posted_form import TO_CORRECT, FormWords, PostedForm
from starbond_site.web.visitor import Visitor

UNKNOWN, AVAILABLE, UNAVAILABLE = (f'data-alerts="{state}"'.encode() for state in ("unknown", "on", "off"))
"""How a page says whether this server sends mail: as it is built, and as it is served."""
TOKEN_CHARACTERS = 100
GONE = 410
"""For a link that belongs to nobody; a 404 would be answered with the page for unknown addresses."""
_log = logs.get_logger(__name__)


def written_into_pages(*, is_available: bool) -> Mapping[bytes, bytes]:
    """Return what is replaced in the pages of the build, so that they are right without scripts too."""
    return {UNKNOWN: AVAILABLE if is_available else UNAVAILABLE}


def routes(
    service: Callable[[], AlertService], is_own_page: Callable[[Visitor], bool], proxy_hops: int = 0
) -> list[Route]:
    """Return the routes."""
    form = PostedForm(lambda: service().subscribe, _words, is_own_page, proxy_hops)
    pages = LinkedPages(service)

    async def available(_: Request) -> Response:
        return JSONResponse({"available": service().is_available}, headers={"Cache-Control": "no-store"})

    return [
        *form.routes(ALERTS),
        Route(ALERTS_AVAILABLE, available),
        Route(PATHS["confirm"], pages.confirm, methods=["GET", "POST"]),
        Route(PATHS["preferences"], pages.preferences, methods=["GET", "POST"]),
        Route(PATHS["unsubscribe"], pages.unsubscribe, methods=["GET", "POST"]),
    ]


class LinkedPages:
    """The pages that the mails lead to."""

    def __init__(self, service: Callable[[], AlertService]) -> None:
        self._service = service

    async def confirm(self, request: Request) -> Response:
        """Show the button, or confirm and say so."""
        return await follow(request, "confirm", lambda site: site.interface.alerts, self._service().confirm)

    async def unsubscribe(self, request: Request) -> Response:
        """Show the button, or unsubscribe and say so."""
        return await follow(request, "unsubscribe", lambda site: site.interface.alerts, self._service().unsubscribe)

    async def preferences(self, request: Request) -> Response:
        """Show the lists with those ticked that are mailed, or save what is ticked now."""
        language, token = _of(request)
        words = content.read(language).interface.alerts
        try:
            fields = await read_fields(request) if request.method == "POST" else None
            outcome = await threads.FORMS.run(self._service().save, token, fields) if fields is not None else None
            known = await threads.FORMS.run(self._service().preferences, token)
        except SQLAlchemyError:
            return _unavailable(language, words.preferences_title)
        if known is None:
            return _page(language, words.preferences_title, _said(words.nobody), GONE)
        if outcome and not outcome.accepted:
            form = _preferences_form(language, token, Given(typed=fields or {}, problems=outcome.sentences(language)))
            return _page(language, words.preferences_title, form, TO_CORRECT)
        ticked = Given(typed={field_name(category): "on" for category in known.categories})
        shown = [outcome and _said(words.saved), _preferences_form(language, token, ticked)]
        return _page(language, words.preferences_title, shown)


async def follow(
    request: Request,
    action: Literal["confirm", "unsubscribe"],
    words_of: Callable[[Site], AlertsWords | NewsletterWords],
    act: Callable[[str], bool],
) -> Response:
    """Answer a link that confirms or unsubscribes: show its button, or act and say so.

    Args:
        act: takes the token, and returns whether somebody has it; blocks.
    """
    language, token = _of(request)
    words = words_of(content.read(language))
    if action == "confirm":
        title, button, done, unknown = words.confirm_title, words.confirm_button, words.confirmed, words.link_invalid
    else:
        title, button, done, unknown = (
            words.unsubscribe_title, words.unsubscribe_button, words.unsubscribed, words.nobody
        )  # fmt: skip
    if request.method != "POST":
        return _page(language, title, h.form(method="post")[h.button[button]])
    try:
        is_known = await threads.FORMS.run(act, token)
    except SQLAlchemyError:
        return _unavailable(language, title)
    return _page(language, title, _said(done if is_known else unknown), 200 if is_known else GONE)


def _words(language: Language) -> FormWords:
    site = content.read(language)
    words = site.interface.alerts
    email = Field(name="email", label=words.email, kind="email", attributes={"autocomplete": "email"})
    return FormWords(
        title=site.page(ALERTS).title,
        fields=[email, _lists(language)],
        consent=words.consent.format(company=site.company.name),
        honeypot=words.honeypot,
        note=f"{words.purpose} {words.retention}",
        button=words.button,
        success=words.success,
        errors_heading=site.interface.contact.errors_heading,
    )


def _lists(language: Language) -> Choices:
    site = content.read(language)
    options = {field_name(category.id): category.title for category in site.investors.categories}
    return Choices(name="lists", label=site.interface.alerts.lists, options=options)


def _preferences_form(language: Language, token: str, given: Given) -> Node:
    """Return the form, which is posted to the address of its page, and the way to unsubscribe."""
    words, lists = content.read(language).interface.alerts, _lists(language)
    boxes = replace(lists, attributes={"autofocus": bool(given.problems)}).written(given)
    unsubscribe = f"{PATHS['unsubscribe']}?token={token}&language={language}"
    return [
        h.form(method="post", aria_label=words.preferences_title, novalidate=True)[
            boxes, h.button[words.preferences_button]
        ],
        h.p[h.a(href=unsubscribe)[words.unsubscribe_link]],
    ]


def _of(request: Request) -> tuple[Language, str]:
    """Return language and token of a link."""
    query = request.query_params
    return as_language(query.get("language")), query.get("token", "")[:TOKEN_CHARACTERS]


def _said(sentence: str) -> Node:
    return h.p(role="status")[sentence]


def _unavailable(language: Language, title: str) -> Response:
    _log.exception("alert_link_not_followed")
    return _page(language, title, _said(content.read(language).interface.alerts.later), 503)


def _page(language: Language, title: str, body: Node, status: int = 200) -> Response:
    # The address holds the token, which must not reach a Referer header.
    return plain_page(language, title, body, status, {"Referrer-Policy": "no-referrer"})
