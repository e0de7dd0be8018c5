"""The lists and nodes as JSON, for everyone, read-only.

``GET /api/documents/CATEGORY`` and ``GET /api/nodes`` answer from the snapshot that the change feed keeps,
``GET /api/search`` from the database. Clients keep the answers and revalidate them each time.
"""

import asyncio
import json
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from sqlalchemy.exc import SQLAlchemyError
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from starbond_site.categories import LISTS
from starbond_site.documents import names, reading
from starbond_site.documents.archive import Archive
from starbond_site.documents.reading import Published
from starbond_site.documents.snapshot import UNREAD, ListView, Snapshot
from starbond_site.web.encoding import Encoded, matches, negotiate
from starbond_site.web.responses import ErrorResponse

_log = logging.getLogger(__name__)


Current = Callable[[], Awaitable[Snapshot]]
"""Returns the current snapshot: see `documents.feed.Feed.current`."""


class Api:
    """The routes, and the newest answer of each list and of the nodes."""

    def __init__(self, archive: Callable[[], Archive], current: Current) -> None:
        """Take the site's archive, which is opened with the first request that needs it, and its snapshot."""
        self._archive = archive
        self._current = current
        self._lists: dict[str, tuple[int, Encoded]] = {}
        self._nodes: tuple[Mapping[str, Any], Encoded] | None = None
        self._reading: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

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
        view = (await self._current()).lists[category]
        if view.version == UNREAD:
            return _unavailable()
        try:
            return await _answer(request, await self._list(category, view))
        except SQLAlchemyError:
            _log.exception("The list %s could not be read", category)
            return _unavailable()

    async def nodes(self, request: Request) -> Response:
        """Answer with the single records and the free-form nodes."""
        views = (await self._current()).nodes
        if any(view.version == UNREAD for view in views.values()):
            return _unavailable()
        if self._nodes is None or self._nodes[0] is not views:
            self._nodes = (views, _encoded({name: view.value for name, view in views.items()}))
        return await _answer(request, self._nodes[1])

    async def search(self, request: Request) -> Response:
        """Answer with the newest documents whose names hold the words of ``q``; for the search of the header."""
        query = request.query_params.get("q", "")[: names.MAX_CHARACTERS]
        try:
            found = await asyncio.to_thread(lambda: reading.search(self._archive(), query))
        except SQLAlchemyError:
            _log.exception("The documents could not be searched")
            return _unavailable()
        records = [{"FileName": document.file_name, "DownloadUrl": document.download_url} for document in found]
        return await _answer(request, _encoded(records))

    async def _list(self, category: str, view: ListView) -> Encoded:
        """Return a list; one that is longer than the snapshot's part of it is read once per version."""
        async with self._reading[category]:
            known = self._lists.get(category)
            if known and known[0] >= view.version:
                return known[1]
            version, documents = view.version, view.documents
            if view.total > len(documents):
                version, documents = await asyncio.to_thread(lambda: reading.everything(self._archive(), category))
            encoded = await asyncio.to_thread(_encoded_list, version, documents)
            self._lists[category] = (version, encoded)
            return encoded


async def _answer(request: Request, encoded: Encoded) -> Response:
    """Send JSON, compressed, or reply that the client has it already."""
    encoding = negotiate(request.headers.get("accept-encoding", ""))
    etag = encoded.etag(encoding)
    headers = {"ETag": etag, "Vary": "Accept-Encoding", "Cache-Control": "no-cache"}
    if matches(request.headers.get("if-none-match", ""), etag):
        return Response(status_code=304, headers=headers)
    if encoding:
        headers["Content-Encoding"] = encoding
    body = encoded.body(encoding) if encoded.has(encoding) else await asyncio.to_thread(encoded.body, encoding)
    return Response(body, headers=headers, media_type="application/json")


def _unavailable() -> Response:
    return ErrorResponse(503, "database_unavailable", headers={"Retry-After": "60"})


def _encoded_list(version: int, documents: tuple[Published, ...]) -> Encoded:
    return _encoded({"version": version, "documents": [document.as_record() for document in documents]})


def _encoded(value: dict[str, Any] | list[dict[str, str]]) -> Encoded:
    return Encoded(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode())
