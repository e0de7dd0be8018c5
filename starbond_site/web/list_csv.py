"""What is shown of a list as a file for spreadsheets: ``GET /api/documents/CATEGORY.csv``.

Query: that of the page (`documents.selection.selected`), and ``language`` for the names of the columns. All pages of
the selection are in it, up to `MAX_ROWS` documents. ``filings`` in place of a category has all lists.
"""

from collections.abc import Callable
from dataclasses import replace

from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route
from starlette.types import ASGIApp

from starbond_site import content, threads
from starbond_site.content import Site
from starbond_site.content.languages import as_language
from starbond_site.documents import reading
from starbond_site.documents.archive import Archive
from starbond_site.documents.reading import FILINGS
from starbond_site.documents.selection import Selection, selected
from starbond_site.presentation import list_csv
from starbond_site.presentation.topics import TABLES
from starbond_site.web.encoding import SAME_FOR_ALL, Encoded
from starbond_site.web.static_cache import MAX_QUERY_BYTES

MAX_ROWS = 10_000


def route(archive: Callable[[], Archive]) -> Route:
    """Return the route, which stands before that of the JSON, whose pattern it fits."""

    async def table(request: Request) -> ASGIApp:
        category = request.path_params["category"]
        if category not in TABLES:
            return JSONResponse({"error": "unknown_category", "categories": list(TABLES)}, 404)
        query = QueryParams(request.scope["query_string"][:MAX_QUERY_BYTES])
        chosen = selected(query) if category == FILINGS else replace(selected(query), category="")
        site = content.read(as_language(query.get("language", "")))
        body = await threads.TABLES.run(lambda: _written(archive(), site, category, chosen))
        headers = {**SAME_FOR_ALL, "Content-Disposition": f'attachment; filename="{category}.csv"'}
        return Encoded(body, "text/csv; charset=utf-8", headers, is_kept=False)

    return Route("/api/documents/{category}.csv", table)


def _written(archive: Archive, site: Site, category: str, chosen: Selection) -> bytes:
    documents = reading.every(archive, category, chosen, MAX_ROWS)
    return list_csv.write(site, documents, archive.settings.public_url).encode()
