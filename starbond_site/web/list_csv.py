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


class ListCsv:
    """The route."""

    def __init__(self, archive: Callable[[], Archive]) -> None:
        """Take the site's archive, which is opened with the first request that needs it."""
        self._archive = archive

    @property
    def route(self) -> Route:
        """The Starlette route; it stands before that of the JSON, whose pattern it fits."""
        return Route("/api/documents/{category}.csv", self.table)

    async def table(self, request: Request) -> ASGIApp:
        """Answer with the documents; 404 for an unknown list, 503 while the database cannot be read."""
        category = request.path_params["category"]
        if category not in TABLES:
            return JSONResponse({"error": "unknown_category", "categories": list(TABLES)}, 404)
        query = QueryParams(request.scope["query_string"][:MAX_QUERY_BYTES])
        language = as_language(query.get("language", ""))
        chosen = selected(query) if category == FILINGS else replace(selected(query), category="")
        body = await threads.TABLES.run(self._written, category, chosen, language)
        headers = {**SAME_FOR_ALL, "Content-Disposition": f'attachment; filename="{category}.csv"'}
        return Encoded(body, "text/csv; charset=utf-8", headers, is_kept=False)

    def _written(self, category: str, chosen: Selection, language: content.Language) -> bytes:
        archive = self._archive()
        documents = reading.every(archive, category, chosen, MAX_ROWS)
        return list_csv.write(content.read(language), documents, archive.settings.public_url).encode()
