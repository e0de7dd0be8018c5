"""The own passkeys and sessions of somebody who is signed in, and the section about them on the desk."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from starbond_site.content import Site
from starbond_site.content.addresses import DESK, localized
from starbond_site.content.formats import digits
from starbond_site.people import Holder, Role
from starbond_site.people.records import NAME_CHARACTERS, Passkey, PersonSession
from starbond_site.presentation.desk.parts import moment, note, section, table
from starbond_site.presentation.people.ceremony import OPTIONS, passkey_form

ACCOUNT = f"{DESK}/account"
PASSKEYS = f"{ACCOUNT}/passkeys"
PEOPLE = f"{DESK}/people"
SIGN_OUT = f"{DESK}/sign-out"


@dataclass(frozen=True, kw_only=True)
class Account:
    """What the page shows."""

    holder: Holder
    passkeys: Sequence[Passkey]
    sessions: Sequence[PersonSession]
    own_session: int | None
    """Id of the session of this browser."""


def account(site: Site, shown: Account, said: str = "") -> str:
    """Return the page; ``said`` is the note above it."""
    return "".join((said, _person(site, shown.holder), _passkeys(site, shown), _sessions(site, shown)))


def done(site: Site, deed: str) -> str:
    """Return the note that says what was done; nothing for any other text, since addresses are untrusted."""
    words = site.interface.account
    sentences = {
        "add": words.done_add,
        "rename": words.done_rename,
        "remove": words.done_remove,
        "end": words.done_end,
        "others": words.done_others,
    }
    return note(sentences[deed], "done") if deed in sentences else ""


def desk_section(site: Site, holder: Holder) -> str:
    """Return the section of the desk about who is signed in; nothing where nobody has a name."""
    if holder.person_id is None:
        return ""
    words = site.interface.account
    link = f'<a class="button" href="{localized(ACCOUNT, site.language)}">{escape(words.title)}</a>'
    return section(words.title, _person(site, holder, link), "account")


def role_names(site: Site, roles: Iterable[Role]) -> str:
    """Return roles in words."""
    names = {
        Role.PREPARE: site.interface.account.prepare,
        Role.APPROVE: site.interface.account.approve,
        Role.ADMINISTER: site.interface.account.administer,
    }
    return ", ".join(name for role, name in names.items() if role in roles)


def _person(site: Site, holder: Holder, link: str = "") -> str:
    """Return who is signed in and as what, with the ways on."""
    words = site.interface.account
    name = escape(words.signed_in.format(name=holder.name, email=holder.email))
    roles = escape(words.roles.format(roles=role_names(site, holder.roles)))
    people = f'<a class="button" href="{localized(PEOPLE, site.language)}">{escape(words.people_link)}</a>'
    sign_out = (
        f'<form method="post" action="{localized(SIGN_OUT, site.language)}">'
        f'<button class="button">{escape(words.sign_out)}</button></form>'
    )
    administers = Role.ADMINISTER in holder.roles
    return f'<p>{name}<br>{roles}</p><div class="button-row">{link}{people if administers else ""}{sign_out}</div>'


def _passkeys(site: Site, shown: Account) -> str:
    words, path = site.interface.account, localized(PASSKEYS, site.language)
    heads = (words.name, words.added, words.used, words.remove)
    rows = [_passkey(site, number, passkey) for number, passkey in enumerate(shown.passkeys, 1)]
    second = note(words.second) if len(shown.passkeys) == 1 else ""
    add = passkey_form(site, "create", path, path + OPTIONS, words.add)
    return section(words.passkeys, table(words.passkeys, heads, rows) + second + add, "passkeys")


def _passkey(site: Site, number: int, passkey: Passkey) -> tuple[str, ...]:
    words = site.interface.account
    name = passkey.name or words.unnamed.format(number=digits(number, site.interface.dates))
    field = (
        f'<input class="input" name="name" maxlength="{NAME_CHARACTERS}" aria-label="{escape(words.name)}"'
        f' value="{escape(name)}">'
    )
    rename = _form(site, "rename", passkey.id, words.save, words.save_name.format(name=name), field)
    remove = _form(site, "remove", passkey.id, words.remove, words.remove_name.format(name=name))
    used = moment(site, passkey.used_at) if passkey.used_at else escape(words.never)
    return rename, moment(site, passkey.created_at), used, remove


def _sessions(site: Site, shown: Account) -> str:
    words = site.interface.account
    heads = (words.browser, words.address, words.began, words.seen, words.end)
    rows = [_session(site, found, is_own=found.id == shown.own_session) for found in shown.sessions]
    others = _form(site, "others", None, words.end_others, words.end_others) if len(rows) > 1 else ""
    explained = f"<p>{escape(words.sessions_note)}</p>"
    return section(words.sessions, explained + table(words.sessions, heads, rows) + others, "sessions")


def _session(site: Site, found: PersonSession, *, is_own: bool) -> tuple[str, ...]:
    words = site.interface.account
    agent = found.agent or words.browser_unknown
    last = f"<strong>{escape(words.this_browser)}</strong>" if is_own else ""
    last = last or _form(site, "end", found.id, words.end, words.end_session.format(browser=agent))
    with_company = "" if found.passkey_id else f"<br><small>{escape(words.by_company)}</small>"
    return (
        escape(agent) + with_company,
        escape(found.address),
        moment(site, found.created_at),
        moment(site, found.seen_at),
        last,
    )


def _form(site: Site, deed: str, number: int | None, button: str, label: str, field: str = "") -> str:
    """Return a form of one button.

    Args:
        site: words.
        deed: what it does, as `web.people.account` names it.
        number: id of the passkey or session.
        button: words.
        label: accessible name of the button.
        field: HTML of a further field.
    """
    about = f'<input type="hidden" name="number" value="{number}">' if number else ""
    return (
        f'<form class="desk__inline" method="post" action="{localized(ACCOUNT, site.language)}">{field}{about}'
        f'<button class="button" name="deed" value="{deed}" aria-label="{escape(label)}">{escape(button)}</button>'
        "</form>"
    )
