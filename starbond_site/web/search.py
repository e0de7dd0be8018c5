"""The page ``/search?q=``, also without scripts, and its results for the search of the header."""

from collections.abc import Callable

from sqlalchemy.exc import SQLAlchemyError
from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.routing import Route
from starlette.types import ASGIApp

from starbond_site import content, logs, threads
from starbond_site.content import Site
from starbond_site.content.addresses import SEARCH, SEARCH_RESULTS
from starbond_site.content.languages import as_language
from starbond_site.documents import text_search, tokens
from starbond_site.documents.archive import Archive
from starbond_site.documents.text_search import Match
from starbond_site.presentation import search
from starbond_site.presentation.search import Results
from starbond_site.web import asked_page
from starbond_site.web.asked_page import HEADERS, MAX_QUERY_BYTES, Answered, Pages
from starbond_site.web.encoding import as_json

_log = logs.get_logger(__name__)


def routes(archive: Callable[[], Archive], pages: Pages) -> list[Route]:
    async def found(site: Site, query: QueryParams) -> tuple[str, Results]:
        typed = query.get(search.PARAMETER, "")[: tokens.MAX_QUERY].strip()
        count = next((each for each in search.COUNTS if str(each) == query.get(search.COUNT)), search.COUNTS[0])
        return typed, await threads.SEARCHES.run(
            lambda: search.results(site, typed, _documents(archive, typed, count), count)
        )

    async def page(site: Site, query: QueryParams) -> Answered | None:
        if search.PARAMETER not in query:
            return None
        typed, results = await found(site, query)
        return Answered(search.search(site, typed, results), str(QueryParams({search.PARAMETER: typed})))

    async def results(request: Request) -> ASGIApp:
        query = QueryParams(request.scope["query_string"][:MAX_QUERY_BYTES])
        _, shown = await found(content.read(as_language(query.get("language", ""))), query)
        return as_json({"said": shown.said, "html": shown.html}, HEADERS, is_kept=False)

    return [Route(SEARCH_RESULTS, results), *asked_page.routes(SEARCH, search.MARK, pages, page)]


def _documents(archive: Callable[[], Archive], query: str, count: int) -> list[Match] | None:
    try:
        return text_search.search(archive(), query, count)
    except SQLAlchemyError:
        # Products and pages are found all the same.
        _log.exception("documents_not_searched")
        return None
