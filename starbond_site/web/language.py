"""Redirects the home page to the language that a visitor chose last.

Only ``/`` is redirected, and only for visitors who come from elsewhere: every other address names its language, and
links inside the site are followed as they are.
"""

from starlette.datastructures import Headers
from starlette.requests import cookie_parser
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from starbond_site.content.addresses import localized
from starbond_site.content.languages import DEFAULT, as_language

COOKIE = "language"
"""Written by the language switch (``site_menu.jsx``); holds ``en`` or ``bn`` and nothing about the visitor."""


class RememberedLanguage:
    """ASGI middleware."""

    def __init__(self, app: ASGIApp) -> None:
        """Wrap ``app``."""
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Redirect the home page to the remembered language, or pass on."""
        if scope["type"] == "http" and scope["path"] == "/" and scope["method"] == "GET":
            headers = Headers(scope=scope)
            chosen = as_language(cookie_parser(headers.get("cookie", "")).get(COOKIE))
            if chosen != DEFAULT and headers.get("sec-fetch-site", "none") != "same-origin":
                answer = RedirectResponse(localized("/", chosen), 302, {"Cache-Control": "no-store", "Vary": "Cookie"})
                await answer(scope, receive, send)
                return
        await self.app(scope, receive, send)
