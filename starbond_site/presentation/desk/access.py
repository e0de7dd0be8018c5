"""What stands in place of a page of the desk for whoever lacks the right to see it."""

from collections.abc import Mapping
from html import escape
from typing import Any

from starbond_site.content import Site
from starbond_site.content.addresses import DESK, localized
from starbond_site.presentation.desk.parts import note

KEY_ACTION = "/api/upload-key"
SIGN_IN = f"{DESK}/sign-in"
REFUSALS = ("key_wrong", "key_missing", "too_many_attempts", "foreign_origin", "rate_limited")
"""Codes of ``?refused=CODE`` that the form for the key says."""


def access_page(
    site: Site, code: str, values: Mapping[str, Any], path: str, query: Mapping[str, str]
) -> tuple[str, str]:
    """Return title and HTML of the page.

    Args:
        site: words.
        code: why the page is not shown.
        values: of the sentence of that code.
        path: of the page in its language.
        query: of the request, in which a refused key comes back.
    """
    words = site.interface.desk
    if code == "key_missing":
        return site.interface.upload.key_heading, _key_form(site, query)
    if code == "closed":
        return site.interface.upload.closed_heading, f"<p>{escape(site.interface.upload.closed)}</p>"
    if code == "sign_in_missing":
        link = f'<a class="button button--primary" href="{localized(SIGN_IN, site.language)}?next={escape(path)}">'
        return words.sign_in_heading, f"<p>{escape(words.sign_in_prompt)}</p><p>{link}{escape(words.sign_in)}</a></p>"
    return words.refused_heading, note(site.errors.say(code, **values), "wrong")


def _key_form(site: Site, query: Mapping[str, str]) -> str:
    """Return the form for the key, with the reason for which the last one was refused."""
    words, refused = site.interface.upload, query.get("refused", "")
    problem = ""
    if refused in REFUSALS:
        minutes = query.get("minutes", "")
        said = site.errors.say(refused, minutes=int(minutes) if minutes.isdecimal() and len(minutes) < 4 else 1)
        problem = f'<p role="alert" class="desk__problem" id="key-problem">{escape(said)}</p>'
    return (
        f"<p>{escape(words.key_prompt)}</p>"
        f'<form class="desk__form" method="post" action="{KEY_ACTION}" aria-label="{escape(words.key_heading)}">'
        f'<input type="hidden" name="next" value="{localized(DESK, site.language)}">'
        f'<div class="desk__field"><label class="field__label" for="key">{escape(words.key_label)}</label>'
        f'<input class="input" type="password" id="key" name="key" required autocomplete="current-password"'
        f"{' aria-invalid=true aria-describedby=key-problem' if problem else ''}></div>{problem}"
        f'<button class="button button--primary">{escape(words.key_button)}</button></form>'
    )
