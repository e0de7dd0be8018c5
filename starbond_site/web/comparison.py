"""Writes the products that an address names into ``/compare?product=ID&product=ID``, also without scripts."""

from collections.abc import Awaitable, Callable

from markupsafe import Markup
from starlette.datastructures import QueryParams
from starlette.types import ASGIApp, Receive, Scope, Send

from starbond_site import content
from starbond_site.content.addresses import COMPARE, localized
from starbond_site.content.languages import language_of_path
from starbond_site.content.models import LANGUAGES, Language
from starbond_site.presentation.fragments import Fragment
from starbond_site.presentation.products import comparison
from starbond_site.web import rows
from starbond_site.web.encoding import Encoded
from starbond_site.web.plain_page import plain_page

MAX_QUERY_BYTES = 2048
HEADERS = {"Cache-Control": "no-cache"}
"""Not kept by proxies: there are more combinations than anyone should store."""


class ComparePage:
    """ASGI middleware."""

    def __init__(self, app: ASGIApp, page: Callable[[Scope], Awaitable[Encoded | None]]) -> None:
        self.app = app
        self._page = page
        self._paths = frozenset(f"{localized(COMPARE, language)}/" for language in LANGUAGES)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer what names products, and pass every other request on."""
        response = None
        if scope["type"] == "http" and scope["method"] in ("GET", "HEAD") and scope["path"] in self._paths:
            names = QueryParams(scope["query_string"][:MAX_QUERY_BYTES]).getlist(comparison.PARAMETER)
            if any(names):
                response = await self._filled(scope, names)
        await (response or self.app)(scope, receive, send)

    async def _filled(self, scope: Scope, names: list[str]) -> ASGIApp:
        site = content.read(language_of_path(scope["path"]))
        choice = comparison.Choice.of(site, names)
        html = comparison.comparison(site, choice)
        page = await self._page(scope)
        if page is None:
            body = Markup(html)  # noqa: S704  (escaped by `comparison`)
            return plain_page(site.language, site.page(COMPARE).title, body)
        filled = rows.fill(page.text, {comparison.MARK: Fragment(html)})
        for language in LANGUAGES:
            if language != site.language:
                filled = _with_switch(filled, language, choice)
        return Encoded(filled.encode(), "text/html; charset=utf-8", HEADERS, is_kept=False)


def _with_switch(html: str, language: Language, choice: comparison.Choice) -> str:
    """Return the page with a language switch that keeps the choice; React keeps addresses that the server wrote."""
    switch = f'href="{localized(COMPARE, language)}"'
    same = comparison.address(content.read(language), choice.products).replace("&", "&amp;")
    return html.replace(switch, f'href="{same}"')
