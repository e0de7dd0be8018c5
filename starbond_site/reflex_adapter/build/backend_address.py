"""The page talks to the server it came from: one build serves every port, host name and protocol.

Reflex writes the address of the backend into the JavaScript. In production both are one server, so the address of the
page is the right one, behind a reverse proxy too. In development Vite forwards to the backend what is the backend's.
"""

import json
from collections.abc import Iterable
from pathlib import Path

from reflex_base import constants
from reflex_base.config import get_config

from starbond_site.content.languages import PREFIXED
from starbond_site.reflex_adapter.build.step import STATE, VITE, replace_once

BEFORE = "export const getBackendURL = (url_str) => {\n"
AFTER = BEFORE + (
    '  if (typeof window !== "undefined") {\n'
    "    return new URL(new URL(url_str ?? env.PING).pathname, window.location.origin);\n"
    "  }\n"
)
_BELOW = "(|" + "|".join(f"{language}/" for language in PREFIXED) + ")"
"""Where pages of a language stand; a folder of content may have any other name."""
FORWARDED = (
    "^/(_event|_upload|_health|_ready|sitemap[.]xml|robots[.]txt|ping|api|files|log|newsletter|alerts/[a-z]+|[.]well-known|sitemap-documents[.]xml"
    f"|{_BELOW}(feeds|calendar[.]ics|calendar/[^/]+))(/|$|[?])"
)
"""Addresses that the backend answers, as a regular expression of Vite."""
POSTED = f"^/{_BELOW}(contact|alerts)$"
"""Pages whose form is posted to their own address: the backend answers ``POST`` alone."""
DOCUMENTS = f"^/{_BELOW}documents/[0-9]"
"""Pages of documents, which the backend writes; their frame is a page like others."""
PRODUCTS = f"^/([A-Za-z0-9/-]+/sheet/?$|{_BELOW}(compare|search)/?[?])"
"""Data sheets, products side by side, and results of a search, likewise."""
HMR = "    hmr: true,\n"


def delivered_state() -> Iterable[tuple[Path, str]]:
    """Return ``state.js`` as Reflex delivers it: Reflex copies it once and then finds what an earlier build changed."""
    return [(Path(STATE), (constants.Templates.Dirs.WEB_TEMPLATE / STATE).read_text("utf-8"))]


def same_origin(code: str) -> str:
    """Return ``state.js`` with the page's own origin as that of the backend."""
    return replace_once(code, BEFORE, AFTER, STATE)


def with_proxy(config: str, port: int | None = None) -> str:
    """Return Vite's configuration with a proxy to the backend at ``port``, by default the configured one."""
    target = f"http://127.0.0.1:{port or get_config().backend_port}"
    backend = json.dumps({"target": target, "ws": True})
    forwarded = ", ".join(f"{json.dumps(each)}: {backend}" for each in (FORWARDED, DOCUMENTS, PRODUCTS))
    bypass = '(request) => request.method === "POST" ? undefined : request.url'
    posted = f"{json.dumps(POSTED)}: {{target: {json.dumps(target)}, bypass: {bypass}}}"
    return replace_once(config, HMR, f"{HMR}    proxy: {{{forwarded}, {posted}}},\n", VITE)
