"""The language a visitor chose last: the home page opens in it.

Only the bare home page is redirected, and only when the visitor comes from elsewhere: every other address names its
language, and a link inside the site means what it says.
"""

from http.cookies import CookieError, SimpleCookie

from starlette.datastructures import Headers
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send

COOKIE = "language"
"""Written by the language switch (``site_menu.jsx``); holds ``en`` or ``bn`` and nothing about the visitor."""


class RememberedLanguage:
    """ASGI middleware; see the module."""

    def __init__(self, app: ASGIApp, languages: tuple[str, ...] = ("bn",)) -> None:
        """Wrap ``app``; ``languages`` are those that stand below a prefix."""
        self.app = app
        self.languages = languages

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Redirect the home page to the remembered language, or pass on."""
        if scope["type"] == "http" and scope["path"] == "/" and scope["method"] == "GET":
            headers = Headers(scope=scope)
            chosen = remembered(headers.get("cookie", ""))
            if chosen in self.languages and headers.get("sec-fetch-site", "none") != "same-origin":
                answer = RedirectResponse(f"/{chosen}", 302, {"Cache-Control": "no-store", "Vary": "Cookie"})
                await answer(scope, receive, send)
                return
        await self.app(scope, receive, send)


def remembered(cookies: str) -> str:
    """Return the language in a ``Cookie`` header; empty where there is none."""
    try:
        morsel = SimpleCookie(cookies).get(COOKIE)
    except CookieError:
        return ""
    return morsel.value if morsel else ""
