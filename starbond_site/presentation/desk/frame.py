"""What frames every page of the desk: its menu, and what stands in place of a page for whoever may not see it."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

import htpy as h
from htpy import Element, Node

from starbond_site.content import Site
from starbond_site.content.addresses import ACCOUNT, DESK, SIGN_IN, SIGN_OUT, UPLOAD_KEY, UPLOAD_PAGES, localized
from starbond_site.presentation.desk.parts import note
from starbond_site.presentation.forms import Field, Given, form
from starbond_site.roles import Holder, Role

REFUSALS = ("key_wrong", "key_missing", "too_many_attempts", "foreign_origin", "rate_limited")
"""Codes of ``?refused=CODE`` that the form for the key says."""


class Entry(NamedTuple):
    """A page that the menu leads to."""

    path: str
    """English."""
    label: Callable[[Site], str]
    roles: tuple[Role, ...]
    """Of which one is needed."""


def menu(site: Site, entries: Iterable[Entry], holder: Holder, path: str) -> Element:
    """Return the menu.

    Args:
        entries: pages of the desk. Those that publish, and the own account, stand around them.
        holder: who looks at it.
        path: English one of the page, which the menu marks.
    """
    words, account = site.interface.desk, site.interface.account
    own = [(entry.path, entry.label(site)) for entry in entries if holder.roles.intersection(entry.roles)]
    publishing = [(upload, site.page(upload).title) for upload in UPLOAD_PAGES if site.has(upload)]
    shown = [*own[:1], *(publishing if Role.PREPARE in holder.roles else ()), *own[1:]]
    if holder.person_id is not None:
        shown.append((ACCOUNT, account.title))
    links = h.ul[[h.li[_link(site, to, label, path)] for to, label in shown]]
    address = localized(SIGN_OUT, site.language)
    sign_out = [h.p[holder.name], h.form(method="post", action=address)[h.button(".button")[account.sign_out]]]
    return h.nav(".desk__menu", aria_label=words.menu)[
        h.details(id="desk-menu")[h.summary[words.menu], links, holder.person_id is not None and sign_out]
    ]


def _link(site: Site, to: str, label: str, path: str) -> Node:
    """Return a link, marked on its page and on those below it."""
    is_here = path == to or (to != DESK and path.startswith(f"{to}/"))
    current = ("page" if path == to else "true") if is_here else None
    return h.a(href=localized(to, site.language), aria_current=current)[label]


def access_page(
    site: Site, code: str, values: Mapping[str, Any], path: str, query: Mapping[str, str]
) -> tuple[str, Node]:
    words = site.interface.desk
    if code == "key_missing":
        return site.interface.upload.key_heading, _key_form(site, query)
    if code == "closed":
        return site.interface.upload.closed_heading, h.p[site.interface.upload.closed]
    if code == "sign_in_missing":
        address = f"{localized(SIGN_IN, site.language)}?next={path}"
        link = h.a(".button.button--primary", href=address)[words.sign_in]
        return words.sign_in_heading, [h.p[words.sign_in_prompt], h.p[link]]
    return words.refused_heading, note(site.errors.say(code, **values), "wrong")


def _key_form(site: Site, query: Mapping[str, str]) -> Node:
    """Return the form for the key, with the reason for which the last one was refused."""
    words, refused, problems = site.interface.upload, query.get("refused", ""), {}
    if refused in REFUSALS:
        given = query.get("minutes", "")
        minutes = int(given) if given.isdecimal() and len(given) < 4 else 1
        problems = {"key": site.errors.say(refused, minutes=minutes)}
    key = Field(
        name="key",
        label=words.key_label,
        kind="password",
        is_required=True,
        attributes={"autocomplete": "current-password"},
    )
    hidden = {"next": localized(DESK, site.language)}
    inside = key.written(Given(problems=problems))
    return [
        h.p[words.key_prompt],
        form(UPLOAD_KEY, inside, words.key_button, hidden=hidden, aria_label=words.key_heading),
    ]
