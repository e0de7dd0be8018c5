"""Writes the products that an address names into ``/compare?product=ID&product=ID``, also without scripts."""

from collections.abc import Awaitable, Callable
from functools import lru_cache

from markupsafe import Markup
from starlette.datastructures import QueryParams
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.routing import Route
from starlette.types import ASGIApp, Scope

from starbond_site import content
from starbond_site.content.addresses import COMPARE, localized
from starbond_site.content.languages import language_of_path
from starbond_site.content.models import LANGUAGES, Language
from starbond_site.presentation.fragments import Fragment
from starbond_site.presentation.products import comparison
from starbond_site.web import rows
from starbond_site.web.built import HTML
from starbond_site.web.encoding import Encoded
from starbond_site.web.plain_page import plain_page

MAX_QUERY_BYTES = 2048
KEPT = 64
"""In memory of one worker; a comparison takes about 3 ms and 15 kB."""
HEADERS = {"Cache-Control": "no-cache"}
"""Not kept by proxies: there are more combinations than anyone should store."""


def routes(pages: Callable[[Scope], Awaitable[Encoded | None]]) -> list[Route]:
    """Return the routes, with the slash that `web.paths` adds.

    Args:
        pages: returns the page of a request with its rows.
    """

    async def answer(request: Request) -> ASGIApp:
        page = await pages(request.scope)
        names = QueryParams(request.scope["query_string"][:MAX_QUERY_BYTES]).getlist(comparison.PARAMETER)
        if not any(names):
            if page is None:
                raise HTTPException(404)
            return page
        site = content.read(language_of_path(request.url.path))
        choice, html = _written(site.language, tuple(names))
        if page is None:
            return plain_page(site.language, site.page(COMPARE).title, html)
        filled = rows.fill(page.text, {comparison.MARK: Fragment(html)})
        for language in LANGUAGES:
            if language != site.language:
                filled = _with_switch(filled, language, choice)
        return Encoded(filled.encode(), HTML, HEADERS, is_kept=False)

    return [Route(f"{localized(COMPARE, language)}/", answer) for language in LANGUAGES]


@lru_cache(maxsize=KEPT)
def _written(language: Language, names: tuple[str, ...]) -> tuple[comparison.Choice, Markup]:
    site = content.read(language)
    choice = comparison.Choice.of(site, names)
    return choice, comparison.comparison(site, choice)


def _with_switch(html: str, language: Language, choice: comparison.Choice) -> str:
    """Return the page with a language switch that keeps the choice; React keeps addresses that the server wrote."""
    switch = f'href="{localized(COMPARE, language)}"'
    same = comparison.address(content.read(language), choice.products).replace("&", "&amp;")
    return html.replace(switch, f'href="{same}"')
