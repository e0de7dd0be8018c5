"""``GET /feeds/CATEGORY.atom`` and ``/feeds/all.atom``, in Bangla below ``/bn``; ``?before=ID`` has older documents.

The newest page of a feed is written once for each version of its lists, and kept; older pages are read for each
request. Clients keep the answers and revalidate them each time.
"""

import asyncio
from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route
from starlette.types import ASGIApp

from starbond_site import content
from starbond_site.content import Language
from starbond_site.content.languages import language_of_path
from starbond_site.content.models import LANGUAGES
from starbond_site.documents import newest
from starbond_site.documents.archive import Archive
from starbond_site.documents.snapshot import UNREAD
from starbond_site.presentation import atom
from starbond_site.shared import local_time, threads
from starbond_site.web.api import Current, older_than
from starbond_site.web.encoding import SAME_FOR_ALL, TextResponse
from starbond_site.web.refusals import unavailable

Key = tuple[object, ...]


class Feeds:
    """The routes, and the newest page of each feed and language."""

    def __init__(self, archive: Callable[[], Archive], current: Current) -> None:
        self._archive = archive
        self._current = current
        self._newest: dict[tuple[str, Language], tuple[Key, TextResponse]] = {}
        self._reading = asyncio.Lock()

    @property
    def routes(self) -> list[Route]:
        return [Route(atom.address("{name}", language), self.feed) for language in LANGUAGES]

    async def feed(self, request: Request) -> ASGIApp:
        """Answer with a page of a feed; 404 for an unknown one, 503 while it cannot be read."""
        name, language = request.path_params["name"], language_of_path(request.url.path)
        if name not in atom.NAMES:
            return JSONResponse({"error": "unknown_feed", "feeds": list(atom.NAMES)}, 404)
        if before := older_than(request):
            return await self._written(name, language, before)
        return await self._kept(name, language)

    async def _kept(self, name: str, language: Language) -> ASGIApp:
        """Return the newest page, written again where a list has changed, or a withdrawal is no longer reported."""
        snapshot = await self._current()
        versions = [snapshot.version(category) for category in atom.categories(name)]
        if UNREAD in versions:
            return unavailable
        key = (*versions, local_time.today())
        kept = self._newest.get((name, language))
        if kept is None or kept[0] != key:
            # One request reads, and those that came meanwhile get what it has read.
            async with self._reading:
                kept = self._newest.get((name, language))
                if kept is None or kept[0] != key:
                    kept = self._newest[name, language] = (key, await self._written(name, language))
        return kept[1]

    async def _written(self, name: str, language: Language, before: int | None = None) -> TextResponse:
        archive, categories = self._archive(), atom.categories(name)
        found = await threads.READS.run(newest.read, archive, categories, before)
        body = atom.feed(
            content.read(language), name, found, archive.settings.public_url, before, archive.settings.feed_ids
        )
        return TextResponse(body, f"{atom.MEDIA_TYPE}; charset=utf-8", SAME_FOR_ALL)
