"""The built site, answered from memory: files, each read when it is first requested, and pages with their current rows.

The newest rows, or all of them, are written into a page once per version and language (`BuiltPage`). Older pages of a
list and searches are read from the database for each request, and not kept.

A new build is noticed at most a second later, whether it was written into the folder or the folder was replaced:
everything is then read anew, and so are the hashes of the inline scripts, which must fit the pages.
"""

import asyncio
import os
import time
from collections.abc import Mapping
from contextlib import suppress
from email.utils import formatdate
from functools import cached_property, partial
from mimetypes import guess_type
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError
from starlette.datastructures import Headers
from starlette.types import Scope

from starbond_site.content.addresses import DEFAULT, LANGUAGES, Language, language_of_path
from starbond_site.presentation.topics import SHEET_OF, TOPICS, Fragment
from starbond_site.shared import logs
from starbond_site.web import filling
from starbond_site.web.encoding import TextResponse
from starbond_site.web.fields import query_of
from starbond_site.web.headers import page_policy, read_policy
from starbond_site.web.services import Services

CHECK_SECONDS = 1.0
"""Shortest time between two checks of the folder."""
MAX_KEPT_BYTES = 32 * 1024 * 1024
"""Of files other than pages, all encodings together; Reflex sends further ones from the disk."""
MAX_FILE_BYTES = 512 * 1024
KEPT_FILLED = 2
"""States of a page that are kept: with the newest rows, and with every row."""
HTML = "text/html; charset=utf-8"
SIDECARS = {"br": ".br", "gzip": ".gz"}
"""Suffixes of the compressed files that the build writes beside a file, by encoding."""
UNKNOWN, AVAILABLE, UNAVAILABLE = (f'data-alerts="{state}"'.encode() for state in ("unknown", "on", "off"))
"""Attribute of pages that says whether this server sends mail: as it is built, and as it is served."""
PAGE, NOT_FOUND = "index.html", "not-found.html"
Stamp = tuple[tuple[int, int, int], ...]
_log = logs.get_logger(__name__)


class BuiltFile:
    """A file of the build: a script, a picture, a font."""

    def __init__(self, build: "Build", place: Path) -> None:
        self._build = build
        self._place = place
        self._as_built: TextResponse | None = None
        self._reading = asyncio.Lock()

    async def as_built(self) -> TextResponse | None:
        """Return the file; None where it is gone, or too much to keep."""
        if self._as_built is None:
            async with self._reading:
                with suppress(OSError):
                    self._as_built = self._as_built or await asyncio.to_thread(self._read)
        return self._as_built

    def _read(self) -> TextResponse | None:
        status = self._place.stat()
        if status.st_size > MAX_FILE_BYTES or self._build.kept_bytes > MAX_KEPT_BYTES:
            return None
        headers = {"Last-Modified": formatdate(status.st_mtime, usegmt=True), "Accept-Ranges": "bytes"}
        kind, sidecars = _media_type(self._place), _sidecars(self._place)
        kept = TextResponse(self._place.read_bytes(), kind, headers, compressed=sidecars, caching={})
        self._build.kept_bytes += kept.size
        return kept


class BuiltPage(BuiltFile):
    """A prerendered page, and the newest state of it with rows."""

    def __init__(self, build: "Build", place: Path, language: Language, status: int = 200) -> None:
        super().__init__(build, place)
        self._status = status
        self._filled: dict[tuple[Fragment, ...], TextResponse] = {}
        self.language: Language = language
        self.topics: tuple[str, ...] = ()
        """Topics of its marked elements; empty until the page was read."""

    def filled(self, page: TextResponse, fragments: tuple[Fragment, ...], fanout: str = "") -> TextResponse:
        """Return the page with rows; the last `KEPT_FILLED` of those that are the same for others are kept."""
        if found := self._filled.get(fragments):
            return found
        is_kept = all(fragment.is_kept for fragment in fragments)
        html = filling.fill(page.text, dict(zip(self.topics, fragments, strict=True)), fanout)
        filled = TextResponse(html.encode(), HTML, self._policy, is_refined=is_kept)
        if is_kept:
            self._filled = dict([*self._filled.items(), (fragments, filled)][-KEPT_FILLED:])
        return filled

    def _read(self) -> TextResponse:
        body, sidecars = self._place.read_bytes(), _sidecars(self._place)
        if UNKNOWN in body:
            # So that the page is right without scripts too.
            body, sidecars = body.replace(UNKNOWN, AVAILABLE if self._build.has_mail else UNAVAILABLE), {}
        marks = filling.marks(body.decode())
        self.topics = tuple(mark for mark in marks if mark in TOPICS or mark.startswith(SHEET_OF))
        return TextResponse(body, HTML, self._policy, self._status, compressed=sidecars or None, is_refined=True)

    @property
    def _policy(self) -> Mapping[str, str]:
        return {"Content-Security-Policy": self._build.policy}


class Build:
    """One build: its files by their address, as they stood in the folder when it was noticed."""

    def __init__(self, static: Path, script_hashes: Path, *, is_secure: bool, has_mail: bool) -> None:
        """List the folder; a folder that is missing has no files."""
        self.has_mail = has_mail
        self._script_hashes = script_hashes
        self._is_secure = is_secure
        self.pages: dict[str, BuiltPage] = {}
        """By address with a slash at its end."""
        self.files: dict[str, BuiltFile] = {}
        self.kept_bytes = 0
        """In memory, of `files`."""
        # The folder that a link leads to now: its files stay together when the link is changed.
        root = static.resolve()
        self.not_found = {
            language: BuiltPage(self, root / ("" if language == DEFAULT else language) / NOT_FOUND, language, 404)
            for language in LANGUAGES
        }
        """The 404 page of each language."""
        for folder, _, names in os.walk(root):
            place, below = Path(folder), Path(folder).relative_to(root).parts
            address = "/".join(("", *below, ""))
            for name in names:
                if name == PAGE:
                    self.pages[address] = BuiltPage(self, place / name, language_of_path(address))
                elif not name.endswith((".html", *SIDECARS.values())):
                    self.files[address + name] = BuiltFile(self, place / name)

    @cached_property
    def policy(self) -> str:
        """The Content-Security-Policy of its pages; in development there are none, and no hashes."""
        is_secure = self._is_secure
        return read_policy(self._script_hashes, is_secure=is_secure) if self.pages else page_policy(is_secure=is_secure)


class BuiltSite:
    """The newest build, and its pages with their rows."""

    def __init__(self, parts: Services, *, has_mail: bool = False, fanout: str = "") -> None:
        static, script_hashes = parts.static, parts.script_hashes
        self._read = partial(Build, static, script_hashes, is_secure=parts.rights.is_secure, has_mail=has_mail)
        self._fragments, self.fanout = parts.fragments, fanout
        # The compressed home page is among the last files that a build writes.
        self._watched = (static / PAGE, static / f"{PAGE}.br", script_hashes)
        self._stamp: Stamp = ()
        self._build: Build | None = None
        self._next_check = 0.0

    @property
    def build(self) -> Build:
        """The newest build. While a folder has no home page it is being written, and the last build stays."""
        now = time.monotonic()
        if now < self._next_check and self._build is not None:
            return self._build
        self._next_check = now + CHECK_SECONDS
        stamp = tuple(_stamp(file) for file in self._watched)
        if self._build is None or (stamp != self._stamp and any(stamp[0])):
            self._stamp = stamp
            self._build = self._read()
        return self._build

    async def answer(self, scope: Scope) -> TextResponse | None:
        """Return what the build has for a request: a page with its rows, or a whole file; None for nothing."""
        build, path = self.build, scope["path"]
        if path in build.pages:
            return await self.page(path, query_of(scope))
        # Reflex has the files too: it sends parts of them, and those that are not kept, from the disk.
        file = build.files.get(path)
        return await file.as_built() if file and "range" not in Headers(scope=scope) else None

    async def page(self, path: str, query: Mapping[str, str] | None = None) -> TextResponse | None:
        """Return the page of an address with its rows, as it was built where there is nothing to show; None for none.

        Args:
            path: with a slash at its end.
            query: what the address asks for of its lists.
        """
        page = self.build.pages.get(path)
        prerendered = await page.as_built() if page else None
        if page is None or prerendered is None or not page.topics:
            return prerendered
        try:
            await self._fragments.prepare(page.topics, page.language)
            if query:
                shown = tuple([await self._fragments.of(topic, page.language, query) for topic in page.topics])
            else:
                shown = tuple([self._fragments.newest(topic, page.language) for topic in page.topics])
        except SQLAlchemyError:
            # Serve the page without rows: they arrive over the websocket when the database is available again.
            _log.exception("rows_not_read", path=path)
            return prerendered
        if not self.fanout and not any(fragment.html for fragment in shown):
            return prerendered
        return page.filled(prerendered, shown, self.fanout)


def _stamp(file: Path) -> tuple[int, int, int]:
    try:
        status = file.stat()
    except OSError:
        return 0, 0, 0
    return status.st_ino, status.st_mtime_ns, status.st_size


def _sidecars(place: Path) -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    for encoding, suffix in SIDECARS.items():
        sidecar = place.with_name(place.name + suffix)
        if sidecar.is_file():
            found[encoding] = sidecar.read_bytes()
    return found


def _media_type(place: Path) -> str:
    kind = guess_type(place.name)[0] or "text/plain"
    return f"{kind}; charset=utf-8" if kind.startswith("text/") else kind
