"""The ways in: a passkey, the company's sign-in, and the link of an invitation; and the pages of people together.

``/desk/sign-in`` asks for a passkey and begins a session; ``/desk/sign-out`` ends it. ``/desk/invitation?token=...`` is
the link of an invitation, which registers a passkey and signs a person in. ``/desk/sign-in/company`` leads to the
company's sign-in; ``.../company/answer`` is where browsers come back.

They come back by a link from another site, and send no cookie with it that is ``SameSite=Strict``. Two things
follow. What the sign-in began with is found by a cookie of its own, which is ``Lax``, lasts ten minutes and opens
nothing. And the answer is a page of this site that goes on by itself, not a redirect: a redirect would still count as
coming from the other site, so that the new session cookie, which is ``Strict``, would not be sent, and the desk would
ask to sign in again. In the other direction it is a page too: the policy (``form-action``) lets no form lead elsewhere.
"""

import re
from functools import partial
from typing import get_args
from urllib.parse import urlencode

import htpy as h
from htpy import Element, Node
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from starbond_site import content
from starbond_site.content import Language, Site
from starbond_site.content.addresses import (
    ACCOUNT,
    DESK,
    INVITATION,
    PREFIXED,
    SIGN_IN,
    SIGN_OUT,
    as_language,
    language_of_path,
    localized,
)
from starbond_site.content.interface import Code
from starbond_site.documents.refusals import Refusal, of_code
from starbond_site.features.people import (
    account_pages,
    challenges,
    company,
    directory_page,
    invitations,
    passkeys,
    sessions,
)
from starbond_site.features.people.openid import ANSWER, Provider, ProviderAnswer
from starbond_site.features.people.records import NEXT_CHARACTERS, CompanySignIn
from starbond_site.features.people.shared import (
    CREDENTIAL,
    CREDENTIAL_BYTES,
    OPTIONS,
    RELATED,
    SCRIPT,
    TEXT,
    PeoplePages,
    passkey_form,
)
from starbond_site.presentation.desk.desk_html import note
from starbond_site.presentation.form_fields import form
from starbond_site.shared import threads
from starbond_site.shared.roles import Role
from starbond_site.shared.settings import Settings, UploadPolicy
from starbond_site.web.desk.frame import Desk, route, site_of
from starbond_site.web.paths import COOKIE as LANGUAGE_COOKIE
from starbond_site.web.refusals import plain_page, retry_after, status_of
from starbond_site.web.rights import Denied

NEXT = re.compile(rf"({'|'.join(f'/{code}' for code in PREFIXED)})?/(UploadFiles|prospectus|desk(/[A-Za-z0-9_-]+)*)")
"""Pages to which signing in leads back; any other address, of this site or another, is ignored."""
COMPANY = f"{SIGN_IN}/company"
COMPANY_REFUSALS = frozenset(code for code in get_args(Code) if code.startswith("company_"))
"""Codes of all refusals of a company account; none has values."""
REFUSED_QUERY = "refused"
"""Query parameter with the code of a refusal, when somebody comes back from the company's sign-in (`company`); any
other text there says nothing, since addresses are untrusted."""
ACTION = "sign in"
TOKEN_CHARACTERS = 100
_IN_APP = re.compile(r"; wv\)|\b(?:FBA[NV]|FB_IAB|Instagram|WhatsApp)\b|\((?:iPhone|iPad)(?!.* Safari/)")
"""User agents of browsers inside apps, which have no passkeys though some say so."""
HEADERS = {"Referrer-Policy": "strict-origin"}
"""The address has the token, which scripts and styles of the page would send on into the log of errors of nginx.

With ``no-referrer`` browsers send forms with ``Origin: null`` (Fetch standard).
"""


def routes(desk: Desk, settings: Settings) -> list[Route]:
    if desk.rights.policy is not UploadPolicy.PEOPLE:
        return []
    secret = settings.oidc_client_secret
    provider = Provider(settings, secret.get_secret_value()) if settings.oidc_issuer and secret else None
    pages = PeoplePages(desk, provider)
    return [
        *_passkey_routes(pages),
        *_invitation_routes(pages),
        *account_pages.routes(pages),
        *directory_page.PAGE.routes(desk),
        *(_company_routes(pages, provider) if provider else ()),
        Route(SCRIPT, TEXT, methods=["GET"]),
        Route(RELATED, pages.related),
    ]


def _passkey_routes(pages: PeoplePages) -> list[Route]:
    async def show(request: Request) -> Response:
        next_page = _next_of(request.query_params.get("next", ""))
        principal = await pages.principal(request)
        if not principal.refusal:
            language = language_of_path(request.url.path)
            return RedirectResponse(next_page or _home(principal.roles, language), 303, {"Cache-Control": "no-store"})
        code = request.query_params.get(REFUSED_QUERY, "")
        return await _page(pages, request, next_page, of_code(code, {}) if code in COMPANY_REFUSALS else None)

    async def enter(request: Request) -> Response:
        fields = await pages.fields(request, CREDENTIAL_BYTES)
        next_page, browser = _next_of(fields.get("next", "")), pages.browser(request)
        language = language_of_path(request.url.path)
        try:
            signed = await threads.FORMS.run(
                passkeys.sign_in, pages.desk.archive(), browser, fields.get(CREDENTIAL, "")
            )
        except Refusal as refusal:
            await pages.record(request, "sign in", refusal)
            return await _page(pages, request, next_page, refusal)
        token, person = signed
        return await pages.begun(next_page or _home(person.role_set, language), token, browser.address)

    async def options(request: Request) -> Response:
        return await pages.options(request, lambda: passkeys.authentication_options(pages.desk.archive()))

    async def leave(request: Request) -> Response:
        fields, token = await pages.fields(request), pages.browser(request).session
        actor = pages.desk.actor(request, await pages.desk.principal(request))
        await threads.FORMS.run(sessions.sign_out, pages.desk.archive(), token, actor)
        path = _next_of(fields.get("next", "")) or localized(SIGN_IN, language_of_path(request.url.path))
        answer = RedirectResponse(path, 303, {"Cache-Control": "no-store"})
        pages.set(answer, pages.session_cookie, "", 0)
        return answer

    return [
        *route(SIGN_IN, show),
        *route(SIGN_IN, enter, ("POST",)),
        *route(SIGN_IN + OPTIONS, options, ("POST",)),
        *route(SIGN_OUT, leave, ("POST",)),
    ]


def _home(roles: frozenset[Role], language: Language) -> str:
    """Return where somebody goes who came from nowhere: to the desk, if their roles open it."""
    return localized(DESK if Role.PREPARE in roles else ACCOUNT, language)


async def _page(pages: PeoplePages, request: Request, next_page: str, refusal: Refusal | None = None) -> Response:
    """Return the page that asks to sign in, and says why somebody is not."""
    site = site_of(request)
    words, action = site.interface.sign_in, site.address(SIGN_IN)
    body = [
        _why(site, refusal),
        h.p[words.prompt],
        passkey_form(site, "get", action, action + OPTIONS, words.button, {"next": next_page}),
        pages.provider and _company_form(site, next_page),
        h.p[words.help],
    ]
    waits = retry_after(refusal.seconds) if refusal else None
    return await pages.desk.page(request, words.title, body, _status(refusal), waits)


def _why(site: Site, refusal: Refusal | None) -> Node:
    return refusal and note(site.errors.say(refusal.code, **refusal.values), "wrong")


def _status(refusal: Refusal | None) -> int:
    return status_of(refusal.code) if refusal else 200


def _next_of(page: str) -> str:
    """Return the page to go on to; empty where it is none of this site that needs a person."""
    return page if NEXT.fullmatch(page) else ""


def _company_form(site: Site, next_page: str) -> Element:
    """Return the button that leads to the company's sign-in.

    A form and not a link, since browsers prepare the pages that links lead to.
    """
    label = site.interface.sign_in.company_button
    action, button = site.address(COMPANY), h.button(".button")[label]
    return form(action, None, button, hidden={"next": next_page}, aria_label=label)


def _company_routes(pages: PeoplePages, provider: Provider) -> list[Route]:
    cookie = "__Host-starbond-company" if pages.desk.rights.is_secure else "starbond-company"

    async def leave(request: Request) -> Response:
        next_page = _next_of((await pages.fields(request)).get("next", ""))
        language = language_of_path(request.url.path)
        next_page = next_page if len(next_page) <= NEXT_CHARACTERS else ""
        flow = CompanySignIn(next_page=next_page, language=language)
        try:
            await pages.count(request)
            address = await provider.address(flow)
        except Denied as limited:
            return await _page(pages, request, next_page, limited)
        except Refusal as refusal:
            await pages.record(request, ACTION, refusal)
            return await _page(pages, request, next_page, refusal)
        token = await threads.FORMS.run(challenges.keep, pages.desk.archive(), flow, company.LIFETIME)
        words = content.read(language).interface.sign_in
        answer = _going_on(language, words.company_leave, words.company_leave_link, address)
        pages.set(answer, cookie, token, int(company.LIFETIME.total_seconds()), "lax")
        return answer

    async def arrive(request: Request) -> Response:
        visitor, archive = pages.desk.visitor(request), pages.desk.archive()
        flow = await threads.FORMS.run(challenges.take_row, archive, CompanySignIn, visitor.cookie(cookie))
        # Without a flow nothing says in which language it began.
        language = as_language(flow.language if flow else visitor.cookie(LANGUAGE_COOKIE))
        answer = ProviderAnswer.model_validate(dict(request.query_params))
        try:
            identity = await provider.identify(company.check_state(flow, answer.state), answer)
            token, person = await threads.FORMS.run(company.sign_in, archive, pages.browser(request), identity)
        except Refusal as refusal:
            await pages.record(request, ACTION, refusal)
            query = urlencode({REFUSED_QUERY: refusal.code, "next": flow.next_page if flow else ""})
            back = RedirectResponse(f"{localized(SIGN_IN, language)}?{query}", 303, {"Cache-Control": "no-store"})
            pages.set(back, cookie, "", 0, "lax")
            return back
        path = (flow.next_page if flow else "") or _home(person.role_set, language)
        words = content.read(language).interface.sign_in
        arrived = _going_on(language, words.company_arrived, words.company_arrived_link, path)
        pages.set(arrived, cookie, "", 0, "lax")
        return await pages.begun(path, token, visitor.address, arrived)

    return [
        *route(COMPANY, leave, ("POST",)),
        # One address for all languages: it is registered at the provider, letter by letter.
        Route(ANSWER, arrive, methods=["GET"]),
    ]


def _going_on(language: Language, title: str, words: str, address: str) -> Response:
    """Return a page of this site that opens another by itself, also without scripts.

    Without a referrer: the address of the page may have a code.
    """
    link = h.p[h.a(href=address)[words]]
    headers = {"Refresh": f"0; url={address}", "Referrer-Policy": "no-referrer"}
    return plain_page(language, title, link, headers=headers)


def _invitation_routes(pages: PeoplePages) -> list[Route]:
    async def accept(request: Request) -> Response:
        fields, browser = await pages.fields(request, CREDENTIAL_BYTES), pages.browser(request)
        try:
            token = await threads.FORMS.run(
                passkeys.accept, pages.desk.archive(), browser, _token(request), fields.get(CREDENTIAL, "")
            )
        except Refusal as refusal:
            await pages.record(request, "accept invitation", refusal)
            return await _invitation(pages, request, refusal)
        return await pages.begun(localized(ACCOUNT, language_of_path(request.url.path)), token, browser.address)

    async def options(request: Request) -> Response:
        token, archive = _token(request), pages.desk.archive()

        def ask() -> tuple[str, str]:
            person = invitations.invited(archive, token)
            return passkeys.registration_options(archive, person, challenges.for_invitation(token))

        return await pages.options(request, ask)

    return [
        *route(INVITATION, partial(_invitation, pages)),
        *route(INVITATION, accept, ("POST",)),
        *route(INVITATION + OPTIONS, options, ("POST",)),
    ]


async def _invitation(pages: PeoplePages, request: Request, refusal: Refusal | None = None) -> Response:
    """Return the page of a link: the welcome, or that it invites nobody."""
    site, token = site_of(request), _token(request)
    words = site.interface.sign_in
    try:
        person = await threads.FORMS.run(invitations.invited, pages.desk.archive(), token)
    except Refusal as invalid:
        return await pages.desk.page(request, words.link_title, _why(site, invalid), _status(invalid), HEADERS)
    query, action = urlencode({"token": token}), site.address(INVITATION)
    body = [
        _why(site, refusal),
        note(words.in_app, "wrong") if _IN_APP.search(pages.browser(request).agent) else None,
        h.p[words.invited.format(company=site.company.name)],
        passkey_form(site, "create", f"{action}?{query}", f"{action}{OPTIONS}?{query}", words.register_button),
    ]
    title = words.welcome.format(name=person.name)
    return await pages.desk.page(request, title, body, _status(refusal), HEADERS)


def _token(request: Request) -> str:
    return request.query_params.get("token", "")[:TOKEN_CHARACTERS]
