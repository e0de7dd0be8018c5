"""The own passkeys and sessions of somebody who is signed in, and the section about them on the desk."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import htpy as h
from htpy import Element, Node

from starbond_site.content import Site
from starbond_site.content.addresses import ACCOUNT, localized
from starbond_site.content.formats import digits
from starbond_site.people.ceremony import OPTIONS, passkey_form
from starbond_site.people.records import NAME_CHARACTERS, Passkey, PersonSession
from starbond_site.presentation.desk.parts import moment, note, section, table
from starbond_site.presentation.forms import form
from starbond_site.roles import Holder, Role

PASSKEYS = f"{ACCOUNT}/passkeys"


@dataclass(frozen=True, kw_only=True)
class Account:
    """What the page shows."""

    holder: Holder
    passkeys: Sequence[Passkey]
    sessions: Sequence[PersonSession]
    own_session: int | None
    """Id of the session of this browser."""


def account(site: Site, shown: Account) -> Node:
    """Return the page."""
    return [_person(site, shown.holder), _passkeys(site, shown), _sessions(site, shown)]


def done(site: Site, deed: str) -> Node:
    """Return the note that says what was done; nothing for any other text, since addresses are untrusted."""
    return note(site.interface.account.done.get(deed, ""), "done")


def role_names(site: Site, roles: Collection[Role]) -> str:
    """Return roles in words."""
    return ", ".join(name for role, name in site.interface.account.role_names.items() if role in roles)


def deed_button(deed: str, words: str, label: str) -> Element:
    """Return the button of a form that says which deed it is for."""
    return h.button(".button", name="deed", value=deed, aria_label=label)[words]


def _person(site: Site, holder: Holder) -> Node:
    """Return who is signed in and as what."""
    words = site.interface.account
    name, roles = words.signed_in.format(name=holder.name, email=holder.email), role_names(site, holder.roles)
    return h.p[name, h.br, words.roles.format(roles=roles)]


def _passkeys(site: Site, shown: Account) -> Element:
    words, path = site.interface.account, localized(PASSKEYS, site.language)
    heads = (words.name, words.added, words.used, words.remove)
    rows = [_passkey(site, number, passkey) for number, passkey in enumerate(shown.passkeys, 1)]
    second = len(rows) == 1 and note(words.second)
    add = passkey_form(site, "create", path, path + OPTIONS, words.add)
    return section(words.passkeys, "passkeys", table(words.passkeys, heads, rows), second, add)


def _passkey(site: Site, number: int, passkey: Passkey) -> tuple[Node, ...]:
    words = site.interface.account
    name = passkey.name or words.unnamed.format(number=digits(number, site.interface.dates))
    field = h.input(".input", name="name", maxlength=NAME_CHARACTERS, aria_label=words.name, value=name)
    return (
        _form(site, "rename", passkey.id, words.save, words.save_name.format(name=name), field),
        moment(site, passkey.created_at),
        moment(site, passkey.used_at) if passkey.used_at else words.never,
        _form(site, "remove", passkey.id, words.remove, words.remove_name.format(name=name)),
    )


def _sessions(site: Site, shown: Account) -> Element:
    words = site.interface.account
    heads = (words.browser, words.address, words.began, words.seen, words.end)
    rows = [_session(site, found, is_own=found.id == shown.own_session) for found in shown.sessions]
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


def _form(site: Site, deed: str, number: int | None, button: str, label: str, field: Node = None) -> Element:
    """Return a form of one button.

    Args:
        field: a further one.
    """
    action, hidden = localized(ACCOUNT, site.language), {"number": number} if number else {}
    return form(action, field, deed_button(deed, button, label), hidden=hidden, style="desk__inline")
