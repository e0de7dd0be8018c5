"""Takes the forms of mail alerts and of the newsletter, and answers the links in mails with pages of the server.

``POST /alerts`` (``/bn/alerts``) and ``/newsletter/subscribe`` take the forms; ``GET /alerts/available`` says whether
this server sends mail. The mails link to ``/alerts/confirm``, ``/alerts/preferences`` and ``/alerts/unsubscribe``, each
newsletter to ``/newsletter/unsubscribe``: ``GET`` changes nothing, since programs that scan mail follow every link;
``POST`` acts. Mail programs post to the last two themselves (RFC 8058). The token of the link is all that is needed.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from typing import NamedTuple

import htpy as h
from htpy import Node
from sqlalchemy.exc import SQLAlchemyError
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from starbond_site import content
from starbond_site.content import Language, Site
from starbond_site.content.addresses import ALERTS, ALERTS_AVAILABLE, SUBSCRIBE, as_language
from starbond_site.content.interface import AlertsWords, NewsletterWords
from starbond_site.features.alerts.links import PATHS
from starbond_site.features.alerts.service import AlertService, choices, field_name, suspended
from starbond_site.presentation.form_fields import Choices, Field, FormInput
from starbond_site.shared import logs, threads
from starbond_site.shared.categories import NEWSLETTER
from starbond_site.shared.roles import Role
from starbond_site.web.desk.pages import DeskRequest
from starbond_site.web.fields import read_fields
from starbond_site.web.posted_form import FormWords, PostedForm
from starbond_site.web.refusals import INVALID, plain_page
from starbond_site.web.services import Services

TOKEN_CHARACTERS = 100
GONE = 410
"""For a link that belongs to nobody; a 404 would be answered with the page for unknown addresses."""
_log = logs.get_logger(__name__)


def routes(parts: Services) -> list[Route]:
    alerts = cache(lambda: AlertService(parts.archive(), parts.mailer()))
    form = PostedForm(parts, lambda: alerts().subscribe, alert_form)
    box = PostedForm(parts, lambda: partial(alerts().subscribe, is_newsletter=True), newsletter_form)

    async def available(_: Request) -> Response:
        return JSONResponse({"available": alerts().is_available}, headers={"Cache-Control": "no-store"})

    async def subscribe(request: Request) -> Response:
        return await box.answer(request, as_language(request.query_params.get("language")))

    confirm = partial(_follow, lambda: alerts().confirm, _confirming)
    unsubscribe = partial(_follow, lambda: alerts().unsubscribe)
    links = {
        PATHS["confirm"]: confirm,
        # Of mails of earlier releases.
        "/newsletter/confirm": partial(confirm, lists=[NEWSLETTER]),
        PATHS["preferences"]: partial(_preferences, alerts),
        PATHS["unsubscribe"]: partial(unsubscribe, lambda site: _leaving(site.interface.alerts)),
        PATHS["newsletter"]: partial(unsubscribe, lambda site: _leaving(site.interface.newsletter), lists=[NEWSLETTER]),
    }
    return [
        *form.routes(ALERTS),
        Route(ALERTS_AVAILABLE, available),
        Route(SUBSCRIBE, subscribe, methods=["POST"]),
        *(Route(path, answer, methods=["GET", "POST"]) for path, answer in links.items()),
    ]


async def _preferences(service: Callable[[], AlertService], request: Request) -> Response:
    """Show the lists with those ticked that are mailed, or save what is ticked now."""
    language, token = _language_and_token(request)
    words = content.read(language).interface.alerts
    try:
        fields = await read_fields(request) if request.method == "POST" else None
        outcome = await threads.FORMS.run(service().save, token, fields) if fields is not None else None
        known = await threads.FORMS.run(service().preferences, token)
    except SQLAlchemyError:
        return _unavailable(language, words.preferences_title)
    if known is None:
        return _page(language, words.preferences_title, _said(words.nobody), GONE)
    if outcome and not outcome.accepted:
        form = preferences_form(language, token, FormInput(typed=fields or {}, problems=outcome.sentences(language)))
        return _page(language, words.preferences_title, form, INVALID)
    ticked = FormInput(typed={field_name(category): "on" for category in known})
    shown = [outcome and _said(words.saved), preferences_form(language, token, ticked)]
    return _page(language, words.preferences_title, shown)


class _LinkWords(NamedTuple):
    """Of the page of a link."""

    title: str
    button: str
    done: str
    unknown: str
    """Where nobody has its token."""


def _confirming(site: Site) -> _LinkWords:
    words = site.interface.alerts
    return _LinkWords(words.confirm_title, words.confirm_button, words.confirmed, words.link_invalid)


def _leaving(words: AlertsWords | NewsletterWords) -> _LinkWords:
    return _LinkWords(words.unsubscribe_title, words.unsubscribe_button, words.unsubscribed, words.nobody)


async def _follow(
    act: Callable[[], Callable[[str, Sequence[str]], bool]],
    words_of: Callable[[Site], _LinkWords],
    request: Request,
    lists: Sequence[str] = (),
) -> Response:
    """Answer a link that confirms or unsubscribes: show its button, or act and say so.

    Args:
        act: takes the token and lists, and returns whether somebody has the token; blocks.
        lists: where the link names none; without any it is about all.
    """
    language, token = _language_and_token(request)
    words = words_of(content.read(language))
    if request.method != "POST":
        return _page(language, words.title, h.form(method="post")[h.button[words.button]])
    try:
        is_known = await threads.FORMS.run(act(), token, request.query_params.getlist("list") or lists)
    except SQLAlchemyError:
        return _unavailable(language, words.title)
    return _page(language, words.title, _said(words.done if is_known else words.unknown), 200 if is_known else GONE)


def _language_and_token(request: Request) -> tuple[Language, str]:
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


def alert_form(language: Language) -> FormWords:
    site = content.read(language)
    words = site.interface.alerts
    fields, title = [_email(words.email), _lists(site, site.topics)], site.page(ALERTS).title
    return FormWords(own=words, title=title, fields=fields, button=words.button)


def newsletter_form(language: Language) -> FormWords:
    site = content.read(language)
    words = site.interface.newsletter
    fields, title = [_email(words.label)], site.interface.footer.newsletter_heading
    return FormWords(own=words, title=title, fields=fields, button=words.subscribe)


def preferences_form(language: Language, token: str, given: FormInput) -> Node:
    """Return the form, which is posted to the address of its page, and the way to unsubscribe."""
    site = content.read(language)
    words, lists = site.interface.alerts, _lists(site, choices(site))
    boxes = replace(lists, attributes={"autofocus": bool(given.problems)}).written(given)
    unsubscribe = f"{PATHS['unsubscribe']}?token={token}&language={language}"
    return [
        h.form(method="post", aria_label=words.preferences_title, novalidate=True)[
            boxes, h.button[words.preferences_button]
        ],
        h.p[h.a(href=unsubscribe)[words.unsubscribe_link]],
    ]


def _email(label: str) -> Field:
    return Field(name="email", label=label, kind="email", attributes={"autocomplete": "email"})


def _lists(site: Site, titles: Mapping[str, str]) -> Choices:
    options = {field_name(topic): title for topic, title in titles.items()}
    return Choices(name="lists", label=site.interface.alerts.lists, options=options)


def summary(asked: DeskRequest) -> Node:
    """Return a sentence with the number of suspended subscribers; nothing where there are none. Blocks."""
    if not {Role.PREPARE, Role.ADMINISTER} & set(asked.principal.roles):
        return None
    count, words = suspended(asked.archive), asked.site.interface
    return count > 0 and h.p[words.desk.suspended.format(count=asked.site.digits(count))]
