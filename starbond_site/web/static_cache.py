"""Answers requests for the built site from memory: pages with their current rows, and files.

The newest rows, or all of them, are written into a page once per version and language (`built.BuiltPage`). Older pages
of a list and searches are read from the database for each request, and not kept.
"""

import asyncio
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from sqlalchemy.exc import SQLAlchemyError
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from starbond_site.content.addresses import localized
from starbond_site.content.models import Language
from starbond_site.presentation.fragments import Fragment, Fragments
from starbond_site.presentation.spoken import spoken
from starbond_site.shared import logs
from starbond_site.web import filling
from starbond_site.web.built import BuiltSite
from starbond_site.web.encoding import TextResponse
from starbond_site.web.fields import query_of
from starbond_site.web.filling import Head, with_head

_log = logs.get_logger(__name__)


class StaticCache:
    """ASGI middleware."""

    def __init__(
        self, app: ASGIApp, pages: "FilledPages", left_out: Collection[str] = (), asked: Collection[str] = ()
    ) -> None:
        """Wrap ``app``.

        Args:
            app: answers every other request.
            pages: of the build.
            left_out: paths of pages that it answers itself.
            asked: likewise, where they have a query.
        """
        self.app = app
        self.pages = pages
        self._left_out, self._asked = frozenset(left_out), frozenset(asked)
        self._refining = asyncio.Lock()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD"):
            await self.app(scope, receive, send)
            return
        build, path, response = self.pages.built.build, scope["path"], None
        if path in self._left_out or (scope["query_string"] and path in self._asked):
            pass
        elif path in build.pages:
            response = await self.pages.of(scope)
        elif (file := build.files.get(path)) and "range" not in Headers(scope=scope):
            response = await file.as_built()
        # Reflex has the files too: it sends parts of them, and those that are not kept, from the disk.
        await (response or self.app)(scope, receive, send)
        if response and response.has_rough_brotli and not self._refining.locked():
            # At a higher level after the first response; one page at a time, to spare the processor.
            async with self._refining:
                await asyncio.to_thread(response.refine)


class FilledPages:
    """The pages of the build with their rows."""

    def __init__(self, built: BuiltSite, fragments: Fragments, fanout: str = "") -> None:
        self.built = built
        self.fragments = fragments
        self.fanout = fanout

    async def of(self, scope: Scope) -> TextResponse | None:
        """Return the page of a request, as it was built where there is nothing to show; None where there is none."""
        page = self.built.build.pages.get(scope["path"])
        prerendered = await page.as_built() if page else None
        if page is None or prerendered is None or not page.topics:
            return prerendered
        query = query_of(scope)
        try:
            await self.fragments.prepare(page.topics, page.language)
            if scope["query_string"]:
                shown = tuple([await self.fragments.of(topic, page.language, query) for topic in page.topics])
            else:
                shown = tuple([self.fragments.newest(topic, page.language) for topic in page.topics])
        except SQLAlchemyError:
            # Serve the page without rows: they arrive over the websocket when the database is available again.
            _log.exception("rows_not_read", path=scope["path"])
            return prerendered
        if not self.fanout and not any(fragment.html for fragment in shown):
            return prerendered
        return page.filled(prerendered, shown, self.fanout)

    async def frame(self, path: str, language: Language) -> "Frame | None":
        """Return the page at an English path as a frame for a page of the server; None where the build has none."""
        page = self.built.build.pages.get(localized(path, language) + "/")
        prerendered = await page.as_built() if page else None
        if page is None or prerendered is None:
            return None
        newest = {topic: self.fragments.newest(topic, language) for topic in page.topics}
        return Frame(path, prerendered, newest, self.fanout)


@dataclass(frozen=True)
class Frame:
    """A page of the build that the server writes a page of its own into."""

    path: str
    """English."""
    prerendered: TextResponse
    newest: Mapping[str, Fragment]
    """Its header lines."""
    fanout: str

    def filled(self, mark: str, html: str, head: Head) -> bytes:
        fragments = {**self.newest, mark: Fragment(spoken(head.language, html))}
        return with_head(filling.fill(self.prerendered.text, fragments, self.fanout), head, self.path).encode()
