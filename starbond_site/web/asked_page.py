"""Pages of the build into which the server writes what the query of their address asks for, also without scripts."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from markupsafe import Markup, escape
from starlette.datastructures import QueryParams
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.routing import Route
from starlette.types import ASGIApp, Scope

from starbond_site import content
from starbond_site.content import Site
from starbond_site.content.addresses import localized
from starbond_site.content.languages import language_of_path
from starbond_site.content.models import LANGUAGES
from starbond_site.presentation.fragments import Fragment
from starbond_site.web import rows
from starbond_site.web.built import HTML
from starbond_site.web.encoding import Encoded
from starbond_site.web.plain_page import plain_page

MAX_QUERY_BYTES = 2048
HEADERS = {"Cache-Control": "no-cache"}
"""Not kept by proxies: there are more answers than anyone should store."""
Pages = Callable[[Scope], Awaitable[Encoded | None]]
"""Returns the page of a request with its rows; None where nothing is built, as in development."""


@dataclass(frozen=True)
class Answered:
    """What the page shows."""

    html: Markup
    query: str
    """Of the same page in another language, to which its switch leads."""
    status: int = 200


Answer = Callable[[Site, QueryParams], Awaitable[Answered | None]]
"""Answers a query; None where it asks for nothing."""


def routes(path: str, mark: str, pages: Pages, answer: Answer) -> list[Route]:
    """Return the routes of a page in every language, with the slash that `web.paths` adds.

    Args:
        mark: of the element that is filled (``data-live``).
    """

    async def answered(request: Request) -> ASGIApp:
        site, page = content.read(language_of_path(request.url.path)), await pages(request.scope)
        query = QueryParams(request.scope["query_string"][:MAX_QUERY_BYTES])
        shown = await answer(site, query)
        if shown is None:
            if page is None:
                raise HTTPException(404)
            return page
        if page is None:
            return plain_page(site.language, site.page(path).title, shown.html, shown.status)
        html = rows.fill(page.text, {mark: Fragment(shown.html, 1)})
        for language in LANGUAGES:
            if language != site.language:
                # React keeps addresses that the server wrote.
                switch = f'href="{localized(path, language)}'
                html = html.replace(f'{switch}"', f'{switch}?{escape(shown.query)}"')
        return Encoded(html.encode(), HTML, HEADERS, status=shown.status, is_kept=False)

    return [Route(f"{localized(path, language)}/", answered) for language in LANGUAGES]
