"""Redirects the home page to the language that a visitor chose last; on a site in one language there is no choice.

Only ``/`` is redirected, and only for visitors who come from elsewhere: every other address names its language, and
links inside the site are followed as they are.
"""

from starlette.datastructures import Headers
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from starbond_site.content.addresses import localized
from starbond_site.content.languages import DEFAULT, PREFIXED, as_language
from starbond_site.web.visitor import cookie_of

COOKIE = "language"
"""Written by the language switch (``site_menu.jsx``); holds the code of a language and nothing about the visitor."""
VARY = "Cookie, Sec-Fetch-Site"
"""What the answer to ``/`` depends on: a shared cache must not hand one visitor the page or redirect of another."""


class RememberedLanguage:
    """ASGI middleware."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Redirect the home page to the remembered language, or pass on."""
        is_home = scope["type"] == "http" and scope["path"] == "/" and scope["method"] in ("GET", "HEAD")
        if not (is_home and PREFIXED):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        cookie = headers.get("cookie")
        chosen = as_language(cookie_of(cookie, COOKIE)) if cookie else DEFAULT
        if scope["method"] == "GET" and chosen != DEFAULT and headers.get("sec-fetch-site", "none") != "same-origin":
            answer = RedirectResponse(localized("/", chosen), 302, {"Cache-Control": "no-store", "Vary": VARY})
            await answer(scope, receive, send)
            return

        async def send_varying(message: Message) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message.get("headers", ()), (b"vary", VARY.encode())]}
            await send(message)

        await self.app(scope, receive, send_varying)
