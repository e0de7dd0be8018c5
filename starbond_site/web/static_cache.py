"""Answers requests for the built site from memory: pages with their current rows, and files.

The newest rows, or all of them, are written into a page once per version and language (`built.BuiltPage`). Older pages
of a list and searches are read from the database for each request, and not kept.
"""

import asyncio
from collections.abc import Collection, Iterable, Mapping
from typing import Protocol

from sqlalchemy.exc import SQLAlchemyError
from starlette.datastructures import QueryParams
from starlette.types import ASGIApp, Receive, Scope, Send

from starbond_site import logs
from starbond_site.content.models import Language
from starbond_site.presentation.fragments import Fragment
from starbond_site.web.built import BuiltPage, BuiltSite
from starbond_site.web.encoding import Encoded

MAX_QUERY_BYTES = 4096
"""What is read of a query; enough for the longest name in Bangla, which has nine bytes a character."""
_log = logs.get_logger(__name__)


class FragmentSource(Protocol):
    """What `presentation.fragments.Fragments` does."""

    async def prepare(self, topics: Iterable[str], language: Language, /) -> None:
        """Read what `newest` needs and is not in memory; may raise SQLAlchemyError."""
        ...

    def newest(self, topic: str, language: Language, /) -> Fragment:
        """Return the newest state of a topic."""
        ...

    async def of(self, topic: str, language: Language, query: Mapping[str, str], /) -> Fragment:
        """Return the state that the query of a page selects: the newest, an older page or a search."""
        ...


class StaticCache:
    """ASGI middleware."""

    def __init__(
        self,
        app: ASGIApp,
        built: BuiltSite,
        fragments: FragmentSource,
        fanout: str = "",
        left_out: Collection[str] = (),
    ) -> None:
        self.app = app
        self.built = built
        self.fragments = fragments
        self.fanout = fanout
        self._left_out = frozenset(left_out)
        self._is_refining = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with a page or file of the build; pass every other request to the app."""
        if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD"):
            await self.app(scope, receive, send)
            return
        build, path = self.built.build, scope["path"]
        if path in self._left_out:
            response = None
        elif page := build.pages.get(path):
            response = await self._page(page, scope)
        elif file := build.files.get(path):
            response = await file.response(scope)
        else:
            response = None
        await (response or self.app)(scope, receive, send)
        if isinstance(response, Encoded) and response.has_rough_brotli:
            await self._refine(response)

    async def page(self, scope: Scope) -> Encoded | None:
        """Return the page of a request with its rows, for what is written into it on top; None where there is none."""
        page = self.built.build.pages.get(scope["path"])
        return await self._page(page, scope) if page else None

    async def _page(self, page: BuiltPage, scope: Scope) -> Encoded | None:
        """Return a page with its rows, or as it was built where there is nothing to show."""
        prerendered = await page.prerendered()
        if prerendered is None or not page.topics:
            return prerendered
        try:
            await self.fragments.prepare(page.topics, page.language)
        except SQLAlchemyError:
            _log.exception("rows_not_read", path=scope["path"])
            return prerendered
        if scope["query_string"]:
            try:
                shown = await self._selected(page, scope["query_string"])
            except SQLAlchemyError:
                # Serve the page without rows: they arrive over the websocket when the database is available again.
                _log.exception("rows_not_read", path=scope["path"])
                return prerendered
        else:
            shown = tuple([self.fragments.newest(topic, page.language) for topic in page.topics])
        if not self.fanout and not any(fragment.html for fragment in shown):
            return prerendered
        return page.filled(prerendered, shown, self.fanout)

    async def _selected(self, page: BuiltPage, query: bytes) -> tuple[Fragment, ...]:
        asked = QueryParams(query[:MAX_QUERY_BYTES])
        return tuple([await self.fragments.of(topic, page.language, asked) for topic in page.topics])

    async def _refine(self, response: Encoded) -> None:
        """Compress a page at a higher level after its first response; one at a time, to spare the processor."""
        if self._is_refining:
            return
        self._is_refining = True
        try:
            await asyncio.to_thread(response.refine)
        finally:
            self._is_refining = False
