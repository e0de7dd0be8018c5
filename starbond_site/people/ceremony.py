"""Forms that ask the browser for a passkey, and the script that does; no page of the build needs it."""

from collections.abc import Mapping
from pathlib import Path
from typing import Literal

import htpy as h
from htpy import Node
from starlette.requests import Request
from starlette.responses import Response

from starbond_site.content import Site
from starbond_site.content.addresses import DESK
from starbond_site.presentation.forms import form

SCRIPT = f"{DESK}/passkeys.js"
OPTIONS = "/options"
"""Added to the address of a form: where its script gets what the authenticator signs."""
_TEXT = Path(__file__).with_name("passkeys.js").read_bytes()


async def script(_: Request) -> Response:
    return Response(_TEXT, media_type="text/javascript", headers={"Cache-Control": "no-cache"})


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
