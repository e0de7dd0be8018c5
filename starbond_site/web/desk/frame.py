"""What every page of the secretary's desk shares: the frame that it is written into, and who may see or do what.

A page is HTML that the server writes into the prerendered frame; without a build it is a plain page. Nothing of it is
kept: not in memory, not by browsers, not by a proxy. Whoever lacks the right gets the question for it and nothing else.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, cast

import htpy as h
from htpy import Element, Node
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from starbond_site import content
from starbond_site.content import LANGUAGES, Site
from starbond_site.content.addresses import (
    ACCOUNT,
    DESK,
    INVITATION,
    PEOPLE,
    SIGN_IN,
    SIGN_OUT,
    UPLOAD_KEY,
    UPLOAD_PAGES,
    language_of_path,
    localized,
)
from starbond_site.documents.archive import Actor
from starbond_site.presentation.desk.desk_html import MARK, kept, note
from starbond_site.presentation.form_fields import Field, FormInput, form
from starbond_site.shared import logs
from starbond_site.shared.roles import Principal, Role
from starbond_site.web.built import HTML, BuiltSite
from starbond_site.web.encoding import TextResponse
from starbond_site.web.filling import Head, framed
from starbond_site.web.refusals import RETRY, plain_page, status_of, unavailable_response
from starbond_site.web.rights import Denied, denial
from starbond_site.web.services import Services
from starbond_site.web.upload_key import refusal_in

HEADERS = {"Cache-Control": "no-store", "X-Robots-Tag": "noindex, nofollow"}
OF_PEOPLE = (ACCOUNT, INVITATION, PEOPLE, SIGN_IN, SIGN_OUT)
"""English paths of pages about people: there a fault says that people cannot be looked up, and nothing else."""
_log = logs.get_logger(__name__)


class Desk:
    """The site as the pages of the desk see it."""

    def __init__(self, parts: Services, built: BuiltSite) -> None:
        self.archive, self.rights = parts.archive, parts.rights
        self.visitor, self.principal = parts.visitor, parts.principal
        self.entries: list[MenuEntry] = []
        """Pages of the menu, in its order (`web.desk.pages`)."""
        self._built = built

    async def entered(self, request: Request, *roles: Role) -> Principal:
        """Return who sent a request.

        Raises:
            Denied: they have none of the roles.

        """
        principal = await self.principal(request)
        if denied := denial(principal, *roles):
            raise denied
        return principal

    def actor(self, request: Request, principal: Principal) -> Actor:
        return self.rights.actor(self.visitor(request), principal)

    async def denied(self, request: Request, problem: Exception) -> Response:
        """Answer `Denied`: with the question for key or sign-in, and with what was typed, and nothing else."""
        refusal, site = cast("Denied", problem), site_of(request)
        path = site.address(english(request))
        title, body = access_page(site, refusal.code, refusal.values, path, request.query_params)
        shown = [body, kept(site, typed_in(request))]
        return await self.page(request, title, shown, status_of(refusal.code), has_menu=False)

    async def unavailable(self, request: Request, problem: Exception) -> Response:
        """Answer while the database does not: on the desk with a page of it, and with what was typed."""
        _log.error("unavailable", path=request.url.path, exc_info=problem)
        path, site = english(request), site_of(request)
        if path.startswith(OF_PEOPLE):
            return await self.denied(request, Denied("people_unavailable"))
        if path != DESK and not path.startswith(f"{DESK}/"):
            return unavailable_response(request.scope)
        body = [note(site.errors.database_unavailable, "wrong"), kept(site, typed_in(request))]
        title, status = site.interface.document_page.unavailable_title, status_of("database_unavailable")
        return await self.page(request, title, body, status, RETRY)

    async def page(
        self,
        request: Request,
        title: str,
        body: Node,
        status: int = 200,
        headers: Mapping[str, str] | None = None,
        *,
        has_menu: bool = True,
    ) -> Response:
        """Return a page of the desk in the language of the request; somebody who has entered sees the menu."""
        site = site_of(request)
        language, path, headers = site.language, english(request), {**HEADERS, **(headers or {})}
        principal = has_menu and await self.principal(request)
        own_menu = principal and not principal.refusal and menu(site, self.entries, principal, path)
        frame = await self._built.page(f"{localized(DESK, language)}/")
        if frame is None:
            return plain_page(language, title, [own_menu, body], status, headers)
        follows = getattr(request.state, "follows", False) and h.i(data_follows=True, hidden=True)
        html = str(h.fragment[own_menu, h.div(".desk__page")[h.h1[title], body, follows]])
        head = Head(
            language=language,
            title=f"{title} | {site.company.name}",
            description=site.page(DESK).description,
            path=path,
            is_indexed=False,
        )
        written = framed(frame.text, MARK, html, head, DESK, self._built.fanout)
        return TextResponse(written, HTML, headers, status, caching={})


def site_of(request: Request) -> Site:
    return content.read(language_of_path(request.url.path))


def typed_in(request: Request) -> Mapping[str, str]:
    """Return what was typed into the form of a request, as far as it was read (`web.desk.posted`)."""
    return getattr(request.state, "typed", {})


def english(request: Request) -> str:
    """Return the English path of a request: of the desk itself, or of a page below it."""
    path = request.url.path.rstrip("/")
    prefix = localized("/", language_of_path(path)).rstrip("/")
    return path.removeprefix(prefix)


def route(path: str, answer: Callable[[Request], Any], methods: tuple[str, ...] = ("GET",)) -> list[Route]:
    """Return the routes of an address below `DESK` in every language."""
    return [Route(localized(path, language), answer, methods=list(methods)) for language in LANGUAGES]


def see_other(request: Request, path: str) -> Response:
    """Redirect after an action (RFC 9110, section 15.4.4), to an English path in the language of the request."""
    return RedirectResponse(localized(path, language_of_path(request.url.path)), 303, {"Cache-Control": "no-store"})


class MenuEntry(NamedTuple):
    """A page that the menu leads to."""

    path: str
    """English."""
    label: Callable[[Site], str]
    roles: tuple[Role, ...]
    """Of which one is needed."""


def menu(site: Site, entries: Iterable[MenuEntry], principal: Principal, path: str) -> Element:
    """Return the menu, in which the page at an English path is marked.

    Pages that publish, and the own account, stand around the entries.
    """
    words, account = site.interface.desk, site.interface.account
    own = [(entry.path, entry.label(site)) for entry in entries if principal.roles.intersection(entry.roles)]
    publishing = [(upload, site.page(upload).title) for upload in UPLOAD_PAGES if site.has(upload)]
    shown = [*own[:1], *(publishing if Role.PREPARE in principal.roles else ()), *own[1:]]
    if principal.person_id is not None:
        shown.append((ACCOUNT, account.title))
    links = h.ul[[h.li[_link(site, to, label, path)] for to, label in shown]]
    address = site.address(SIGN_OUT)
    sign_out = [h.p[principal.name], h.form(method="post", action=address)[h.button(".button")[account.sign_out]]]
    return h.nav(".desk__menu", aria_label=words.menu)[
        h.details(id="desk-menu")[h.summary[words.menu], links, principal.person_id is not None and sign_out]
    ]


def _link(site: Site, to: str, label: str, path: str) -> Node:
    """Return a link, marked on its page and on those below it."""
    is_here = path == to or (to != DESK and path.startswith(f"{to}/"))
    current = ("page" if path == to else "true") if is_here else None
    return h.a(href=site.address(to), aria_current=current)[label]


def access_page(
    site: Site, code: str, values: Mapping[str, Any], path: str, query: Mapping[str, str]
) -> tuple[str, Node]:
    words = site.interface.desk
    if code == "key_missing":
        return site.interface.upload.key_heading, _key_form(site, query)
    if code == "closed":
        return site.interface.upload.closed_heading, h.p[site.interface.upload.closed]
    if code == "sign_in_missing":
        address = f"{site.address(SIGN_IN)}?next={path}"
        link = h.a(".button.button--primary", href=address)[words.sign_in]
        return words.sign_in_heading, [h.p[words.sign_in_prompt], h.p[link]]
    return words.refused_heading, note(site.errors.say(code, **values), "wrong")


def _key_form(site: Site, query: Mapping[str, str]) -> Node:
    """Return the form for the key, with the reason for which the last one was refused."""
    words, refused = site.interface.upload, refusal_in(query, site.language)
    key = Field(
        name="key",
        label=words.key_label,
        kind="password",
        is_required=True,
        attributes={"autocomplete": "current-password", "autofocus": bool(refused)},
    )
    hidden = {"next": site.address(DESK)}
    inside = key.written(FormInput(problems={"key": refused}))
    return [
        h.p[words.key_prompt],
        form(UPLOAD_KEY, inside, words.key_button, hidden=hidden, aria_label=words.key_heading),
    ]
