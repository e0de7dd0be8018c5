"""Forms that ask the browser for a passkey (`web/people/passkeys.js`), and what they say when it has none."""

from collections.abc import Mapping
from html import escape
from typing import Literal

from starbond_site.content import Site
from starbond_site.content.addresses import DESK, localized
from starbond_site.presentation.desk.parts import note

SCRIPT = f"{DESK}/passkeys.js"
SIGN_IN = f"{DESK}/sign-in"
COMPANY = f"{SIGN_IN}/company"
INVITATION = f"{DESK}/invitation"
OPTIONS = "/options"
"""Added to the address of a form: where its script gets what the authenticator signs."""


def sign_in(site: Site, next_page: str, problem: str = "", *, has_company: bool = False) -> str:
    """Return the page that asks for a passkey.

    Args:
        site: words.
        next_page: address to go on to.
        problem: sentence that says why the last one was refused.
        has_company: whether a company account also opens the desk.
    """
    words, action = site.interface.sign_in, localized(SIGN_IN, site.language)
    form = passkey_form(site, "get", action, action + OPTIONS, words.button, {"next": next_page})
    said = note(problem, "wrong") if problem else ""
    company = _company_form(site, next_page) if has_company else ""
    return f"{said}<p>{escape(words.prompt)}</p>{form}{company}<p>{escape(words.help)}</p>"


def _company_form(site: Site, next_page: str) -> str:
    """Return the button that leads to the company's sign-in.

    A form and not a link, since browsers prepare the pages that links lead to.
    """
    words = site.interface.sign_in
    return (
        f'<form class="desk__form" method="post" action="{localized(COMPANY, site.language)}"'
        f' aria-label="{escape(words.company_button)}"><input type="hidden" name="next" value="{escape(next_page)}">'
        f'<button class="button">{escape(words.company_button)}</button></form>'
    )


def invitation(site: Site, query: str, problem: str = "") -> str:
    """Return the page that a link leads to.

    Args:
        site: words.
        query: of the link, with its token.
        problem: sentence that says why the last passkey was refused.
    """
    words, action = site.interface.sign_in, localized(INVITATION, site.language)
    form = passkey_form(site, "create", f"{action}?{query}", f"{action}{OPTIONS}?{query}", words.register_button)
    said = note(problem, "wrong") if problem else ""
    return f"{said}<p>{escape(words.invited.format(company=site.company.name))}</p>{form}"


def passkey_form(
    site: Site,
    kind: Literal["create", "get"],
    action: str,
    options: str,
    button: str,
    fields: Mapping[str, str] | None = None,
) -> str:
    """Return a form whose button asks the browser for a passkey, and which then sends the answer.

    Args:
        site: words.
        kind: the function of ``navigator.credentials``.
        action: address that takes the answer.
        options: address that gives the options of the function.
        button: words.
        fields: further ones, hidden.
    """
    words = site.interface.sign_in
    said = {
        name: getattr(words, name) for name in ("waiting", "unsupported", "elsewhere", "cancelled", "known", "lost")
    }
    data = "".join(f' data-{name}="{escape(text)}"' for name, text in said.items())
    hidden = "".join(
        f'<input type="hidden" name="{name}" value="{escape(value)}">'
        for name, value in {"credential": "", **(fields or {})}.items()
    )
    return (
        f'<form class="desk__form" method="post" action="{escape(action)}" aria-label="{escape(button)}"'
        f' data-passkey="{kind}" data-options="{escape(options)}"{data}>{hidden}'
        f'<button class="button button--primary">{escape(button)}</button>'
        '<p role="status" hidden></p><p role="alert" class="desk__problem" hidden></p>'
        f'<noscript><p class="desk__problem">{escape(words.no_script)}</p></noscript></form>'
        f'<script src="{SCRIPT}" defer></script>'
    )
