"""``/desk/account``: the own passkeys and sessions of whoever is signed in, whatever their roles."""

from collections.abc import Collection, Sequence
from functools import partial

import htpy as h
from htpy import Element, Node
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from starbond_site.content import Site
from starbond_site.content.addresses import ACCOUNT
from starbond_site.documents import audit
from starbond_site.documents.archive import Archive
from starbond_site.documents.refusals import Refusal
from starbond_site.documents.secret_tokens import hashed
from starbond_site.features.people import challenges, passkeys, persons, sessions
from starbond_site.features.people.records import NAME_CHARACTERS, Passkey, PersonSession
from starbond_site.features.people.shared import CREDENTIAL, OPTIONS, PeoplePages, passkey_form
from starbond_site.presentation.desk.desk_html import moment, note, section, table
from starbond_site.presentation.form_fields import form
from starbond_site.shared.roles import Principal, Role
from starbond_site.web.desk.frame import route
from starbond_site.web.desk.pages import Action, DeskForm, DeskPage, DeskRequest, DeskView

PASSKEYS = f"{ACCOUNT}/passkeys"


def routes(pages: PeoplePages) -> list[Route]:
    async def options(request: Request) -> Response:
        principal = await pages.principal(request)
        return await pages.options(request, lambda: _options(pages.desk.archive(), principal))

    actions = {name: Action(partial(work, pages), role=None) for name, work in (("", _change), ("passkeys", _add))}
    page = DeskPage(path=ACCOUNT, show=partial(_show, pages), roles=tuple(Role), actions=actions)
    return [*page.routes(pages.desk), *route(PASSKEYS + OPTIONS, options, ("POST",))]


def _change(pages: PeoplePages, sent: DeskForm) -> str:
    """Do what a form of the page asks for; the next page tells the browser of a passkey that was removed."""
    archive, actor, own, operation = sent.archive, sent.actor, sent.actor.person_id or 0, sent.fields.get("operation")
    number, done = sent.integer("number") or 0, f"{ACCOUNT}?done={operation}"
    if operation == "rename":
        passkeys.rename(archive, actor, own, number, sent.fields.get("name", ""))
    elif operation == "remove":
        return f"{done}&removed={passkeys.remove(archive, actor, own, number)}"
    elif operation == "end":
        sessions.end_own(archive, actor, own, lambda one: one.id == number)
    elif operation == "others":
        this = hashed(pages.browser(sent.request).session)
        sessions.end_own(archive, actor, own, lambda one: one.hash != this)
    else:
        raise Refusal("malformed")
    return done


def _add(pages: PeoplePages, sent: DeskForm) -> str:
    archive, actor, action = sent.archive, sent.actor, "add passkey"
    browser, credential = pages.browser(sent.request), sent.fields.get(CREDENTIAL, "")
    try:
        passkeys.add(archive, actor, browser, actor.person_id or 0, credential)
    except Refusal as refusal:
        if pages.desk.rights.is_recorded(action, actor):
            audit.record(archive, actor, action, "", refusal.code, refusal.detail)
        raise
    return f"{ACCOUNT}?done=add"


def _options(archive: Archive, principal: Principal) -> tuple[str, str]:
    if principal.person_id is None:
        raise Refusal("sign_in_missing")
    person = persons.find(archive, principal.email)
    return passkeys.registration_options(archive, person, challenges.for_person(principal.person_id))


def _show(pages: PeoplePages, asked: DeskRequest) -> DeskView:
    site, words, removed = asked.site, asked.site.interface.account, asked.query.get("removed", "")
    keys, found = passkeys.own(asked.archive, asked.principal.person_id or 0)
    own, host = hashed(pages.browser(asked.request).session), passkeys.relying_party(asked.archive.settings).id
    # Never one that still signs in: whoever made the link would take it away.
    is_gone = removed and removed not in [key.credential for key in keys]
    body = [
        asked.done(words.done),
        is_gone and h.span(hidden=True, data_removed=removed, data_host=host),
        _person(site, asked.principal),
        _passkeys(site, keys),
        _sessions(site, found, own),
    ]
    return DeskView(words.title, body)


def role_names(site: Site, roles: Collection[Role]) -> str:
    return ", ".join(name for role, name in site.interface.account.role_names.items() if role in roles)


def operation_form(
    path: str, site: Site, operation: str, number: int | None, button: str, label: str, field: Node = None
) -> Element:
    """Return a form of one button, which does something with what has a number; with a further field, if any."""
    send = h.button(".button", name="operation", value=operation, aria_label=label)[button]
    hidden = {"number": number} if number else {}
    return form(site.address(path), field, send, hidden=hidden, style="desk__inline")


_form = partial(operation_form, ACCOUNT)


def _person(site: Site, principal: Principal) -> Node:
    words = site.interface.account
    name, roles = words.signed_in.format(name=principal.name, email=principal.email), role_names(site, principal.roles)
    return h.p[name, h.br, words.roles.format(roles=roles)]


def _passkeys(site: Site, passkeys: Sequence[Passkey]) -> Element:
    words, path = site.interface.account, site.address(PASSKEYS)
    heads = (words.name, words.added, words.used, words.remove)
    rows = [_passkey(site, number, passkey) for number, passkey in enumerate(passkeys, 1)]
    second = len(rows) == 1 and note(words.second)
    add = passkey_form(site, "create", path, path + OPTIONS, words.add)
    return section(words.passkeys, "passkeys", table(words.passkeys, heads, rows), second, add)


def _passkey(site: Site, number: int, passkey: Passkey) -> tuple[Node, ...]:
    words = site.interface.account
    name = passkey.name or words.unnamed.format(number=site.digits(number))
    field = h.input(".input", name="name", maxlength=NAME_CHARACTERS, aria_label=words.name, value=name)
    return (
        _form(site, "rename", passkey.id, words.save, words.save_name.format(name=name), field),
        moment(site, passkey.created_at),
        moment(site, passkey.used_at) if passkey.used_at else words.never,
        _form(site, "remove", passkey.id, words.remove, words.remove_name.format(name=name)),
    )


def _sessions(site: Site, shown: Sequence[PersonSession], own: str) -> Element:
    words = site.interface.account
    heads = (words.browser, words.address, words.began, words.seen, words.end)
    rows = [_session(site, found, is_own=found.hash == own) for found in shown]
    others = len(rows) > 1 and _form(site, "others", None, words.end_others, words.end_others)
    return section(words.sessions, "sessions", h.p[words.sessions_note], table(words.sessions, heads, rows), others)


def _session(site: Site, found: PersonSession, *, is_own: bool) -> tuple[Node, ...]:
    words = site.interface.account
    agent = found.agent or words.browser_unknown
    ending = _form(site, "end", found.id, words.end, words.end_session.format(browser=agent))
    return (
        [agent, not found.passkey_id and [h.br, h.small[words.by_company]]],
        found.address,
        moment(site, found.created_at),
        moment(site, found.seen_at),
        h.strong[words.this_browser] if is_own else ending,
    )
