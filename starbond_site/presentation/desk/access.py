"""What stands in place of a page of the desk for whoever lacks the right to see it."""

from collections.abc import Mapping
from typing import Any

import htpy as h
from htpy import Node

from starbond_site.content import Site
from starbond_site.content.addresses import DESK, SIGN_IN, UPLOAD_KEY, localized
from starbond_site.presentation.desk.parts import note
from starbond_site.presentation.forms import Field, Given, form

REFUSALS = ("key_wrong", "key_missing", "too_many_attempts", "foreign_origin", "rate_limited")
"""Codes of ``?refused=CODE`` that the form for the key says."""


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
