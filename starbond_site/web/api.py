"""The lists and nodes as JSON, for everyone, read-only.

``GET /api/documents/CATEGORY`` and ``GET /api/nodes`` answer from the snapshot that the change feed keeps. Older pages
of a list (``?before=ID``) and ``GET /api/search`` are read from the database for each request, and not kept. Clients
keep the answers and revalidate them each time.
"""

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route
from starlette.types import ASGIApp

from starbond_site import threads
from starbond_site.categories import LISTS
from starbond_site.documents import reading, text_search, tokens
from starbond_site.documents.archive import Archive
from starbond_site.documents.reading import Published
from starbond_site.documents.refusals import Refusal
from starbond_site.documents.snapshot import UNREAD, Snapshot
from starbond_site.documents.text_search import Match
from starbond_site.web.encoding import SAME_FOR_ALL, Encoded, as_json
from starbond_site.web.files import LARGEST, NUMBER
from starbond_site.web.refusals import unavailable

_COUNT = re.compile("[1-9][0-9]?")


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

    @property
    def routes(self) -> list[Route]:
        return [
            Route("/api/documents/{category}", self.documents),
            Route("/api/nodes", self.nodes),
            Route("/api/search", self.search),
        ]

    async def documents(self, request: Request) -> ASGIApp:
        """Answer with a page of a list, newest first: the newest documents, or those older than the id ``before``."""
        category = request.path_params["category"]
        if category not in LISTS:
            known = [known.value for known in LISTS]
            return JSONResponse({"error": "unknown_category", "categories": known}, 404)
        if cursors := request.query_params.getlist("before"):
            return await self._older(category, cursors)
        view = (await self._current()).lists[category]
        if view.version == UNREAD:
            return unavailable
        kept = self._lists.get(category)
        if kept is None or kept[0] != view.version:
            has_more = view.total > len(view.documents)
            encoded = _encoded_page(category, view.version, view.documents, has_more=has_more)
            kept = self._lists[category] = (view.version, encoded)
        return kept[1]

    async def nodes(self, _request: Request) -> ASGIApp:
        """Answer with the single records and the free-form nodes."""
        views = (await self._current()).nodes
        if any(view.version == UNREAD for view in views.values()):
            return unavailable
        if self._nodes is None or self._nodes[0] is not views:
            self._nodes = (views, as_json({name: view.value for name, view in views.items()}, SAME_FOR_ALL))
        return self._nodes[1]

    async def search(self, request: Request) -> ASGIApp:
        """Answer with documents whose names, or text, hold the words of ``q``, ``count`` of each at most."""
        query = request.query_params.get("q", "")[: tokens.MAX_QUERY]
        asked = request.query_params.get("count", "")
        count = min(int(asked), text_search.MOST) if _COUNT.fullmatch(asked) else text_search.LIMIT
        found = await threads.SEARCHES.run(lambda: text_search.search(self._archive(), query, count))
        return as_json([_as_result(match) for match in found], {"Cache-Control": "no-cache"})

    async def _older(self, category: str, cursors: Sequence[str]) -> ASGIApp:
        """Answer with the documents that are older than one of them.

        A document is the cursor, not a count of rows: pages stay what they are while newer ones are published.
        """
        before = cursors[0]
        if len(cursors) > 1 or not NUMBER.fullmatch(before) or int(before) > LARGEST:
            raise Refusal("before_invalid")
        page = await threads.READS.run(lambda: reading.older(self._archive(), category, int(before)))
        if page is None:
            raise Refusal("before_invalid")
        version, documents, has_more = page
        return _encoded_page(category, version, documents, has_more=has_more)


def _as_result(match: Match) -> dict[str, Any]:
    """Return what a search says of a document; page and snippet where its text was found."""
    document = match.document
    result: dict[str, Any] = {
        "FileName": document.file_name,
        "DownloadUrl": document.download_url,
        "title": document.shown_name,
        "url": f"/documents/{document.id}",
    }
    if match.snippet is not None:
        result |= {"page": match.page, "snippet": match.snippet}
        result["text"] = f"/documents/{document.id}/text#page-{match.part}"
        result |= {"label": match.label} if match.label else {}
    return result


def _encoded_page(category: str, version: int, documents: Sequence[Published], *, has_more: bool) -> Encoded:
    """Return a page of a list, with the address of the following one in the body and as a link (RFC 8288)."""
    page: dict[str, Any] = {"version": version, "documents": [document.as_record() for document in documents]}
    if not has_more:
        return as_json(page, SAME_FOR_ALL)
    page["next"] = f"/api/documents/{category}?before={documents[-1].id}"
    return as_json(page, {**SAME_FOR_ALL, "Link": f'<{page["next"]}>; rel="next"'})
