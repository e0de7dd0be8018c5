"""Inserts current rows into prerendered pages, so that lists are complete at the first paint and without scripts.

The build leaves marked elements empty, ``<div data-live="AllNotice">`` or ``<tbody data-live="shared">``. This fills
them with the HTML that a source returns for the mark, and writes its version into ``data-version``, which the
component compares with later versions after hydration. A page without content for its marks is left to the static
server, which has compressed it already.
"""

import asyncio
import logging
import re
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError
from starlette.background import BackgroundTask
from starlette.datastructures import Headers, QueryParams
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from starbond_site.content.languages import language_of_path
from starbond_site.content.models import Language
from starbond_site.presentation.fragments import Fragment
from starbond_site.web.encoding import Encoded, matches, negotiate

MARKED = re.compile(r"<(?P<tag>[a-z][a-z0-9]*)\b(?P<attributes>[^>]*?\sdata-live=\"(?P<mark>[^\"]+)\"[^>]*)>")
VERSION = re.compile(r'\sdata-version="[^"]*"')
SAFE = re.compile(r"[A-Za-z0-9_-]+")
"""Allowed segments of a path; any other path is not looked up on the disk."""
KEPT_PAGES = 256
_log = logging.getLogger(__name__)


Source = Callable[[Language, QueryParams], Awaitable[Fragment]]
"""Returns the fragment for a language and the query of the request, which may select an older page."""


def marks(html: str) -> tuple[str, ...]:
    """Return the marks in a page, in their order."""
    return tuple(match["mark"] for match in MARKED.finditer(html))


def fill(html: str, fragments: Mapping[str, Fragment], fanout: str = "") -> str:
    """Return ``html`` with the content of every marked element replaced; marks without a fragment stay as they are.

    With ``fanout``, the elements name that address, where the page subscribes to updates by EventSource.

    Raises ValueError where a marked element is never closed.
    """
    parts: list[str] = []
    position = 0
    for match in MARKED.finditer(html):
        fragment = fragments.get(match["mark"])
        if fragment is None or match.start() < position:
            continue
        end = _end(html, match["tag"], match.end())
        attributes = VERSION.sub("", match["attributes"]) + (f' data-fanout="{fanout}"' if fanout else "")
        parts += (
            html[position : match.start()],
            f'<{match["tag"]}{attributes} data-version="{fragment.version}">',
            fragment.html,
        )
        position = end
    return "".join((*parts, html[position:]))


def _end(html: str, tag: str, start: int) -> int:
    """Return where the element that was opened just before ``start`` is closed."""
    depth = 1
    for match in re.compile(rf"<(/?){tag}\b[^>]*>").finditer(html, start):
        depth += -1 if match[1] else 1
        if not depth:
            return match.start()
    message = f"the element <{tag}> is never closed"
    raise ValueError(message)


@dataclass(frozen=True)
class _Page:
    """A prerendered page as it was read, its marks, and the time of its last change in nanoseconds."""

    html: str
    marks: tuple[str, ...]
    changed: int


class LiveRows:
    """ASGI middleware that fills the marked elements of prerendered pages."""

    def __init__(self, app: ASGIApp, static: Path, sources: Mapping[str, Source], fanout: str = "") -> None:
        """Wrap ``app``: pages in the folder ``static`` get the fragments that ``sources`` return for their marks.

        With ``fanout``, pages are told that they can subscribe to updates at that address.
        """
        self.app = app
        self.static = static
        self.sources = dict(sources)
        self.fanout = fanout
        self._pages: dict[Path, _Page] = {}
        self._filled: OrderedDict[tuple[Path, int, tuple[Fragment, ...]], Encoded] = OrderedDict()
        self._is_refining = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with a filled page where a mark has content; pass every other request to the app."""
        if scope["type"] == "http" and scope["method"] in ("GET", "HEAD") and scope["path"].endswith("/"):
            response = await self._response(scope)
            if response:
                await response(scope, receive, send)
                return
        await self.app(scope, receive, send)

    async def _response(self, scope: Scope) -> Response | None:
        page, file = self._read(scope["path"])
        if not page or not page.marks:
            return None
        language = language_of_path(scope["path"])
        query = QueryParams(scope.get("query_string", b""))
        try:
            fragments = {mark: await self.sources[mark](language, query) for mark in page.marks if mark in self.sources}
        except SQLAlchemyError:
            # Serve the page without rows: they arrive over the websocket when the database is available again.
            _log.exception("The rows of %s could not be read", scope["path"])
            return None
        if not self.fanout and not any(fragment.html for fragment in fragments.values()):
            return None
        headers = Headers(scope=scope)
        encoding = negotiate(headers.get("accept-encoding", ""))
        encoded = await self._encode(file, page, fragments, encoding)
        response_headers = {"ETag": encoded.etag(encoding), "Vary": "Accept-Encoding", "Cache-Control": "no-cache"}
        if matches(headers.get("if-none-match", ""), response_headers["ETag"]):
            return Response(status_code=304, headers=response_headers)
        if encoding:
            response_headers["Content-Encoding"] = encoding
        refine = BackgroundTask(self._refine, encoded) if encoding == "br" and not encoded.is_refined else None
        return Response(encoded.body(encoding), headers=response_headers, media_type="text/html", background=refine)

    async def _encode(self, file: Path, page: _Page, fragments: Mapping[str, Fragment], encoding: str) -> Encoded:
        """Return the filled page, compressed in a thread the first time it is requested."""
        key = (file, page.changed, tuple(fragments.values()))
        encoded = self._filled.get(key)
        if encoded is None:
            encoded = Encoded(fill(page.html, fragments, self.fanout).encode())
            self._filled[key] = encoded
            if len(self._filled) > KEPT_PAGES:
                self._filled.popitem(last=False)
        self._filled.move_to_end(key)
        if not encoded.has(encoding):
            await asyncio.to_thread(encoded.body, encoding)
        return encoded

    async def _refine(self, encoded: Encoded) -> None:
        """Compress a page at a higher level after its first response; one at a time, to spare the processor."""
        if self._is_refining:
            return
        self._is_refining = True
        try:
            await asyncio.to_thread(encoded.refine)
        finally:
            self._is_refining = False

    def _read(self, path: str) -> tuple[_Page | None, Path]:
        """Return the prerendered page of a path; it is read again when the file has changed."""
        parts = [part for part in path.split("/") if part]
        file = self.static.joinpath(*parts, "index.html")
        if not all(SAFE.fullmatch(part) for part in parts):
            return None, file
        try:
            changed = file.stat().st_mtime_ns
        except OSError:
            return None, file
        page = self._pages.get(file)
        if page is None or page.changed != changed:
            html = file.read_text("utf-8")
            page = self._pages[file] = _Page(html, marks(html), changed)
        return page, file
