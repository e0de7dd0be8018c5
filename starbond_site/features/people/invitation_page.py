"""``/desk/invitation?token=...``: the link of an invitation, which registers a passkey and signs a person in."""

import re
from functools import partial
from urllib.parse import urlencode

import htpy as h
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from starbond_site.content.addresses import ACCOUNT, INVITATION, localized
from starbond_site.content.languages import language_of_path
from starbond_site.content.sentences import refusal_sentence
from starbond_site.documents.refusals import Refusal
from starbond_site.features.people import challenges, invitations, passkeys
from starbond_site.features.people.shared import CREDENTIAL_BYTES, OPTIONS, PeoplePages, passkey_form
from starbond_site.presentation.desk.desk_html import note
from starbond_site.shared import threads
from starbond_site.web.desk.frame import route, site_of

TOKEN_CHARACTERS = 100
GONE = 410
"""For a link that invites nobody any more; a 404 would be answered with the page for unknown addresses."""
_IN_APP = re.compile(r"; wv\)|\b(?:FBA[NV]|FB_IAB|Instagram|WhatsApp)\b|\((?:iPhone|iPad)(?!.* Safari/)")
"""User agents of browsers inside apps, which have no passkeys though some say so."""
HEADERS = {"Referrer-Policy": "same-origin"}
"""The address has the token. With ``no-referrer`` browsers send forms with ``Origin: null`` (Fetch standard)."""


def routes(pages: PeoplePages) -> list[Route]:
    async def accept(request: Request) -> Response:
        fields, browser = await pages.fields(request, CREDENTIAL_BYTES), pages.browser(request)
        language = language_of_path(request.url.path)
        try:
            token = await threads.FORMS.run(
                passkeys.accept, pages.desk.archive(), browser, _token(request), fields.get("credential", "")
            )
        except Refusal as refusal:
            await pages.record(request, "accept invitation", refusal)
            return await _page(pages, request, refusal_sentence(refusal.code, language, refusal.values))
        return await pages.begun(localized(ACCOUNT, language), token, browser.address)

    async def options(request: Request) -> Response:
        token, archive = _token(request), pages.desk.archive()

        def ask() -> tuple[str, str]:
            person = invitations.invited(archive, token)
            return passkeys.registration_options(archive, person, challenges.for_invitation(token))

        return await pages.options(request, ask)

    return [
        *route(INVITATION, partial(_page, pages)),
        *route(INVITATION, accept, ("POST",)),
        *route(INVITATION + OPTIONS, options, ("POST",)),
    ]


async def _page(pages: PeoplePages, request: Request, problem: str = "") -> Response:
    """Return the page of a link: the welcome, or that it invites nobody."""
    site, token = site_of(request), _token(request)
    words = site.interface.sign_in
    try:
        person = await threads.FORMS.run(invitations.invited, pages.desk.archive(), token)
    except Refusal as refusal:
        body = note(site.errors.say(refusal.code), "wrong")
        return await pages.desk.page(request, words.link_title, body, GONE, HEADERS)
    query, action = urlencode({"token": token}), localized(INVITATION, site.language)
    body = [
        note(problem, "wrong"),
        note(words.in_app, "wrong") if _IN_APP.search(pages.browser(request).agent) else None,
        h.p[words.invited.format(company=site.company.name)],
        passkey_form(site, "create", f"{action}?{query}", f"{action}{OPTIONS}?{query}", words.register_button),
    ]
    title = words.welcome.format(name=person.name)
    return await pages.desk.page(request, title, body, 403 if problem else 200, HEADERS)


def _token(request: Request) -> str:
    return request.query_params.get("token", "")[:TOKEN_CHARACTERS]
