"""Serves every page at one spelling of its path, redirects other spellings to it, and sends the 404 page.

The home page is redirected to the language that a visitor chose last; on a site in one language there is no choice.

The static server answers ``/Bod`` with a temporary redirect to ``/Bod/``; here the slash is added internally, so that
the public address itself answers (docs/requirements.md, "Routes"). Convertors read ids and names in the paths of
routes, such as ``{number:id}``.
"""

import re
from collections.abc import Collection, Mapping
from urllib.parse import quote

from starlette.convertors import Convertor, StringConvertor, register_url_convertor
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from starbond_site.content import LANGUAGES
from starbond_site.content.addresses import DEFAULT, DOCUMENT_FRAME, as_language, language_of_path, localized
from starbond_site.shared.declarations import entries
from starbond_site.web.built import BuiltSite
from starbond_site.web.headers import changing_heads
from starbond_site.web.visitor import cookie_of

LARGEST = 2**31 - 1
"""Id of a record."""
_LIST_PAGES = [str(page.get("path", "")) for page in entries("investors.toml", "pages")]
_TEXTS = {
    # The folder of documents in capital or small letters.
    "documents": f"(?i:{DOCUMENT_FRAME[1:]})",
    # What stands behind an address in a sentence, and is taken for a part of it.
    "ending": "[/.,;:!?'\")>\\]\u2019\u201d\u0964]+",
    # The path of a page that shows lists, without its first slash.
    "list_page": "|".join(re.escape(path[1:]) for path in _LIST_PAGES if path[1:]) or "(?!)",
}


def record_id(text: str) -> int:
    """Return the id of a record; 0 for whatever no record can have."""
    return int(text) if re.fullmatch("[1-9][0-9]{0,9}", text) and int(text) <= LARGEST else 0


class _RecordId(Convertor[int]):
    """In a path whose answer says that there is none."""

    regex = "[^/]+"

    def convert(self, value: str) -> int:
        return record_id(value)

    def to_string(self, value: int) -> str:
        return str(value)


class _DocumentNumber(_RecordId):
    """In a path that only numbers without leading zeros fit."""

    regex = "[1-9][0-9]{0,9}"


register_url_convertor("id", _RecordId())
register_url_convertor("document", _DocumentNumber())
for _name, _regex in _TEXTS.items():
    register_url_convertor(_name, type(_name, (StringConvertor,), {"regex": _regex})())


COOKIE = "language"
"""Written by the language switch (``site_menu.jsx``); holds the code of a language and nothing about the visitor."""
SERVICE_WORKER = "/service-worker.js"
"""As WebKit names it where no page has led to an address."""
VARY = "Cookie, Sec-Fetch-Site"
"""Headers that the answer to ``/`` depends on: a shared cache must not give one visitor the redirect of another."""
VARY_OF_CHOSEN = f"{VARY}, Referer"
"""Likewise, where the cookie names another language than that of the page."""


class Paths:
    """ASGI middleware."""

    def __init__(
        self,
        app: ASGIApp,
        known: Collection[str],
        built: BuiltSite,
        *,
        aliases: Mapping[str, str] | None = None,
        left_out: Collection[str] = (),
    ) -> None:
        """Wrap ``app``, which answers what the build has not.

        Args:
            app: serves pages with a slash at the end of their path.
            known: English paths as they are spelled (``/Bod``); each exists in every language.
            aliases: further paths that answer themselves, and the page they show (``/Chairman``: ``/chairman``).
            left_out: paths that ``app`` answers although the build has a page there.
        """
        self.app = app
        self.built = built
        self._left_out = frozenset(left_out)
        english = {path: path for path in known} | dict(aliases or {})
        self._served = {
            localized(path, language): localized(page, language)
            for language in LANGUAGES
            for path, page in english.items()
        }
        self._spellings = {path.casefold(): page for path, page in self._served.items()}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Redirect, serve with its inner slash, or replace the body of a 404."""
        if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD"):
            await self.app(scope, receive, send)
            return
        path = scope["path"]
        if page := self._served.get(path):
            inner = page if page.endswith("/") else page + "/"
            app = _at_home(self._answer, scope) if page == "/" and len(LANGUAGES) > 1 else self._answer
            await app({**scope, "path": inner, "raw_path": inner.encode()}, receive, send)
        elif right := self.spelling(path):
            query = scope.get("query_string", b"").decode("latin-1")
            await RedirectResponse(f"{quote(right)}?{query}" if query else right, 301)(scope, receive, send)
        elif wants_page(scope):
            await self._with_not_found(scope, receive, send)
        else:
            await self._answer(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        response = None if scope["path"] in self._left_out else await self.built.answer(scope)
        await (response or self.app)(scope, receive, send)

    def spelling(self, path: str) -> str:
        """Return the right spelling of the path of a known page; empty where the page is unknown."""
        plain = "/" + "/".join(part for part in path.split("/") if part)
        return self._spellings.get(plain.casefold(), "")

    async def _with_not_found(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, and replace the body of a 404 by the 404 page."""
        replacing = False

        async def replace(message: Message) -> None:
            nonlocal replacing
            if message["type"] == "http.response.start" and message["status"] == 404:
                kind = MutableHeaders(scope=message).get("content-type", "text/plain")
                replacing = kind.startswith(("text/html", "text/plain"))
                page = self.built.build.not_found[language_of_path(scope["path"])]
                if replacing and (response := await page.as_built()):
                    await response(scope, receive, send)
                else:
                    replacing = False
            if not replacing:
                await send(message)

        await self._answer(scope, receive, replace)


def wants_page(scope: Scope) -> bool:
    """Return whether a person would read the response: HTML is accepted, and the path names no file of the site."""
    accept = dict(scope["headers"]).get(b"accept", b"*/*").decode("latin-1")
    last = scope["path"].rpartition("/")[2]
    is_asset = "." in last and not last.endswith(".html") and not scope["path"].startswith("/files/")
    return "text/html" in accept or ("*/*" in accept and not is_asset)


def _at_home(app: ASGIApp, scope: Scope) -> ASGIApp:
    """Return what answers ``/``: for visitors who come from elsewhere the redirect to the language that they chose.

    Every other address names its language, and links inside the site are followed as they are. A service worker asks
    for what was typed as if it were one of those, but no page has led there: it has no ``Referer``, or its own address.
    """
    headers = Headers(scope=scope)
    chosen = as_language(cookie_of(headers.get("cookie", ""), COOKIE))
    sender = headers.get("referer", SERVICE_WORKER)
    is_followed = headers.get("sec-fetch-site") == "same-origin" and not sender.endswith(SERVICE_WORKER)
    vary = VARY if chosen == DEFAULT else VARY_OF_CHOSEN
    if scope["method"] == "GET" and chosen != DEFAULT and not is_followed:
        return RedirectResponse(localized("/", chosen), 302, {"Cache-Control": "no-store", "Vary": vary})
    return changing_heads(app, lambda _scope, answered, _status: answered.append("Vary", vary))
