"""The menu of the desk: its pages, of which everybody sees those that their roles open."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

import htpy as h
from htpy import Element, Node

from starbond_site.content import Site
from starbond_site.content.addresses import ACCOUNT, DESK, SIGN_OUT, UPLOAD_PAGES, localized
from starbond_site.roles import Holder, Role


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
