"""Forms that ask the browser for a passkey (`passkeys.js`), and what they say when it has none."""

from collections.abc import Mapping
from typing import Literal

import htpy as h
from htpy import Element, Node

from starbond_site.content import Site
from starbond_site.content.addresses import DESK, INVITATION, SIGN_IN, localized
from starbond_site.presentation.desk.parts import note
from starbond_site.presentation.forms import form

SCRIPT = f"{DESK}/passkeys.js"
COMPANY = f"{SIGN_IN}/company"
OPTIONS = "/options"
"""Added to the address of a form: where its script gets what the authenticator signs."""


def sign_in(site: Site, next_page: str, problem: str = "", *, has_company: bool = False) -> Node:
    """Return the page that asks for a passkey."""
    words, action = site.interface.sign_in, localized(SIGN_IN, site.language)
    return [
        note(problem, "wrong"),
        h.p[words.prompt],
        passkey_form(site, "get", action, action + OPTIONS, words.button, {"next": next_page}),
        has_company and _company_form(site, next_page),
        h.p[words.help],
    ]


def _company_form(site: Site, next_page: str) -> Element:
    """Return the button that leads to the company's sign-in.

    A form and not a link, since browsers prepare the pages that links lead to.
    """
    label = site.interface.sign_in.company_button
    action, button = localized(COMPANY, site.language), h.button(".button")[label]
    return form(action, None, button, hidden={"next": next_page}, aria_label=label)


def invitation(site: Site, query: str, problem: str = "") -> Node:
    """Return the page that a link leads to."""
    words, action = site.interface.sign_in, localized(INVITATION, site.language)
    return [
        note(problem, "wrong"),
        h.p[words.invited.format(company=site.company.name)],
        passkey_form(site, "create", f"{action}?{query}", f"{action}{OPTIONS}?{query}", words.register_button),
    ]


def passkey_form(
    site: Site,
    kind: Literal["create", "get"],
    action: str,
    options: str,
    button: str,
    fields: Mapping[str, str] | None = None,
) -> Node:
    """Return a form whose button asks the browser for a passkey, and which then sends the answer."""
    words = site.interface.sign_in
    said = ("waiting", "unsupported", "elsewhere", "cancelled", "known", "lost")
    data = {f"data-{name}": getattr(words, name) for name in said}
    after = [
        h.button(".button.button--primary")[button],
        h.p(role="status", hidden=True),
        h.p(".desk__problem", role="alert", hidden=True),
        h.noscript[h.p(".desk__problem")[words.no_script]],
    ]
    hidden = {"credential": "", **(fields or {})}
    attributes = {"aria-label": button, "data-passkey": kind, "data-options": options, **data}
    return [form(action, None, after, hidden=hidden, **attributes), h.script(src=SCRIPT, defer=True)]
