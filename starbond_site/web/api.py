"""The lists and nodes as JSON, for everyone, read-only.

``GET /api/documents/CATEGORY``, ``GET /api/nodes`` and ``GET /api/search``; all are kept by clients and
asked for again each time.
"""

import asyncio
import json
import logging
from collections.abc import Callable
from typing import Any

from sqlalchemy.exc import SQLAlchemyError
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from starbond_site.documents import database, nodes, reading
from starbond_site.documents.archive import Archive
from starbond_site.documents.records import LISTS
from starbond_site.web.encoding import Encoded, matches, negotiate
from starbond_site.web.responses import Refusal

_log = logging.getLogger(__name__)


class Api:
    """The routes, and the answers written so far: one per list and version."""

    def __init__(self, archive: Callable[[], Archive]) -> None:
        """Take what gives the site's archive when the first request comes."""
        self._archive = archive
        self._documents: dict[str, tuple[int, Encoded]] = {}

    @property
    def routes(self) -> list[Route]:
        """The Starlette routes."""
        return [
            Route("/api/documents/{category}", self.documents),
            Route("/api/nodes", self.nodes),
            Route("/api/search", self.search),
        ]

    async def documents(self, request: Request) -> Response:
        """Answer with a list, newest first."""
        category = request.path_params["category"]
        if category not in LISTS:
            known = [known.value for known in LISTS]
            return JSONResponse({"error": "unknown_category", "categories": known}, 404)
        return await self._answer(request, lambda: self._list(category))

    async def nodes(self, request: Request) -> Response:
        """Answer with the single records and the free-form nodes."""
        return await self._answer(request, lambda: _encoded(nodes.values(self._archive())))

    async def search(self, request: Request) -> Response:
        """Answer with the newest documents whose names hold the words of ``q``; for the search of the header."""
        query = request.query_params.get("q", "")
        return await self._answer(request, lambda: _encoded(self._found(query)))

    def _found(self, query: str) -> list[dict[str, str]]:
        found = reading.search(self._archive(), query)
        return [{"FileName": document.file_name, "DownloadUrl": document.download_url} for document in found]

    async def _answer(self, request: Request, read: Callable[[], Encoded]) -> Response:
        """Send what ``read`` returns, compressed, or say that the client has it."""
        encoding = negotiate(request.headers.get("accept-encoding", ""))

        def work() -> tuple[bytes, str]:
            encoded = read()
            return encoded.body(encoding), encoded.etag(encoding)

        try:
            body, etag = await asyncio.to_thread(work)
        except SQLAlchemyError:
            _log.exception("A list could not be read")
            return Refusal(503, "database_unavailable", headers={"Retry-After": "60"})
        headers = {"ETag": etag, "Vary": "Accept-Encoding", "Cache-Control": "no-cache"}
        if matches(request.headers.get("if-none-match", ""), etag):
            return Response(status_code=304, headers=headers)
        if encoding:
            headers["Content-Encoding"] = encoding
        return Response(body, headers=headers, media_type="application/json")

    def _list(self, category: str) -> Encoded:
        """Return a list; it is read again when its version has changed."""
        with database.reading(self._archive().engine) as session:
            version = reading.version_of(session, category)
        known = self._documents.get(category)
        if known and known[0] == version:
            return known[1]
        version, documents = reading.everything(self._archive(), category)
        encoded = _encoded({"version": version, "documents": [document.as_record() for document in documents]})
        self._documents[category] = (version, encoded)
        return encoded


def _encoded(value: dict[str, Any] | list[dict[str, str]]) -> Encoded:
    return Encoded(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode())
