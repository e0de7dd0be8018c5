"""``/desk/sign-in`` asks for a passkey and begins a session; ``/desk/sign-out`` ends it."""

import re
from collections.abc import Mapping
from typing import get_args

import htpy as h
from htpy import Element
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from starbond_site.content import Site
from starbond_site.content.addresses import ACCOUNT, DESK, SIGN_IN, SIGN_OUT, localized
from starbond_site.content.interface import Code
from starbond_site.content.languages import PREFIXED, language_of_path
from starbond_site.content.models import Language
from starbond_site.content.sentences import refusal_sentence
from starbond_site.documents.refusals import Refusal
from starbond_site.features.people import passkeys, sessions
from starbond_site.features.people.shared import CREDENTIAL_BYTES, OPTIONS, PeoplePages, passkey_form
from starbond_site.presentation.desk.desk_html import note
from starbond_site.presentation.forms import form
from starbond_site.shared import threads
from starbond_site.shared.roles import Role
from starbond_site.web.desk.frame import route, site_of

NEXT = re.compile(rf"({'|'.join(f'/{code}' for code in PREFIXED)})?/(UploadFiles|prospectus|desk(/[A-Za-z0-9_-]+)*)")
"""Pages to which signing in leads back; any other address, of this site or another, is ignored."""
COMPANY = f"{SIGN_IN}/company"
COMPANY_REFUSALS = frozenset(code for code in get_args(Code) if code.startswith("company_"))
"""Codes of all refusals of a company account; none has values."""
REFUSED_QUERY = "refused"
"""Query parameter with the code of a refusal, when somebody comes back from the company's sign-in (`company`); any
other text there says nothing, since addresses are untrusted."""


def routes(pages: PeoplePages) -> list[Route]:
    async def show(request: Request) -> Response:
        next_page = next_of(request.query_params.get("next", ""))
        principal = await pages.principal(request)
        if not principal.refusal:
            language = language_of_path(request.url.path)
            return RedirectResponse(next_page or home(principal.roles, language), 303, {"Cache-Control": "no-store"})
        code = request.query_params.get(REFUSED_QUERY, "")
        problem = refusal_sentence(code, language_of_path(request.url.path)) if code in COMPANY_REFUSALS else ""
        return await page(pages, request, next_page, problem)

    async def enter(request: Request) -> Response:
        fields = await pages.fields(request, CREDENTIAL_BYTES)
        next_page, browser = next_of(fields.get("next", "")), pages.browser(request)
        language = language_of_path(request.url.path)
        try:
            signed = await threads.FORMS.run(
                passkeys.sign_in, pages.desk.archive(), browser, fields.get("credential", "")
            )
        except Refusal as refusal:
            await pages.record(request, "sign in", refusal)
            return await page(pages, request, next_page, refusal_sentence(refusal.code, language, refusal.values))
        token, person = signed
        return await pages.begun(next_page or home(person.role_set, language), token, browser.address)

    async def options(request: Request) -> Response:
        return await pages.options(request, lambda: passkeys.authentication_options(pages.desk.archive()))

    async def leave(request: Request) -> Response:
        fields, token = await pages.fields(request), pages.browser(request).session
        actor = pages.desk.actor(request, await pages.desk.principal(request))
        await threads.FORMS.run(sessions.sign_out, pages.desk.archive(), token, actor)
        path = next_of(fields.get("next", "")) or localized(SIGN_IN, language_of_path(request.url.path))
        answer = RedirectResponse(path, 303, {"Cache-Control": "no-store"})
        pages.set(answer, pages.session_cookie, "", 0)
        return answer

    return [
        *route(SIGN_IN, show),
        *route(SIGN_IN, enter, ("POST",)),
        *route(SIGN_IN + OPTIONS, options, ("POST",)),
        *route(SIGN_OUT, leave, ("POST",)),
    ]


def home(roles: frozenset[Role], language: Language) -> str:
    """Return where somebody goes who came from nowhere: to the desk, if their roles open it."""
    return localized(DESK if Role.PREPARE in roles else ACCOUNT, language)


async def page(
    pages: PeoplePages,
    request: Request,
    next_page: str,
    problem: str = "",
    status: int = 403,
    headers: Mapping[str, str] | None = None,
) -> Response:
    """Return the page that asks to sign in."""
    site = site_of(request)
    words, action = site.interface.sign_in, localized(SIGN_IN, site.language)
    body = [
        note(problem, "wrong"),
        h.p[words.prompt],
        passkey_form(site, "get", action, action + OPTIONS, words.button, {"next": next_page}),
        pages.provider and _company_form(site, next_page),
        h.p[words.help],
    ]
    return await pages.desk.page(request, words.title, body, status if problem else 200, headers)


def next_of(page: str) -> str:
    """Return the page to go on to; empty where it is none of this site that needs a person."""
    return page if NEXT.fullmatch(page) else ""


def _company_form(site: Site, next_page: str) -> Element:
    """Return the button that leads to the company's sign-in.

    A form and not a link, since browsers prepare the pages that links lead to.
    """
    label = site.interface.sign_in.company_button
    action, button = localized(COMPANY, site.language), h.button(".button")[label]
    return form(action, None, button, hidden={"next": next_page}, aria_label=label)
