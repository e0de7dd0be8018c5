"""``GET /files/ID/NAME``: a published document, from this machine or from a bucket."""

import asyncio
import os
import re
import stat
import unicodedata
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from email.utils import format_datetime
from typing import Any
from urllib.parse import quote

from sqlalchemy.exc import SQLAlchemyError
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from starbond_site import content
from starbond_site.documents import document_record as documents
from starbond_site.documents import names, public_view
from starbond_site.documents.archive import Archive
from starbond_site.documents.records import Document
from starbond_site.documents.refusals import Refusal
from starbond_site.documents.snapshot import Snapshot
from starbond_site.documents.storage import CHUNK, Storage
from starbond_site.presentation.document_page import gone
from starbond_site.shared import logs, threads
from starbond_site.web.encoding import is_unchanged
from starbond_site.web.refusals import plain_page, unavailable
from starbond_site.web.visitor import Visitor

INLINE = frozenset({"application/pdf", "image/jpeg", "image/png"})
"""Types that browsers display; everything else is saved."""
SIGNED_SECONDS = 300
PATIENCE_SECONDS = 1.0
"""Longest wait for the database about a document that the snapshot knows."""
CACHE_CONTROL = "no-cache"
"""Kept, and asked for again each time: a withdrawn document must not come out of a cache."""
NOTHING = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-ancestors 'none'"
"""Policy of every file: it runs no script and loads nothing but pictures."""
RANGES = re.compile(r"bytes=\s*(\d+-\d*|-\d+)(\s*,\s*(\d+-\d*|-\d+))*\s*", re.ASCII | re.IGNORECASE)
_log = logs.get_logger(__name__)


def routes(archive: Callable[[], Archive], current: Callable[[], Awaitable[Snapshot]]) -> list[Route]:
    """Return the routes; documents that the snapshot knows are read also while the database does not answer."""

    async def download(request: Request) -> ASGIApp:
        number = request.path_params["number"]
        if not number:
            raise HTTPException(404)
        try:
            document = await _found(archive(), number, (await current()).document(number))
            if document is None:
                return await _gone(request, archive(), number)
            return await _answer(request, archive(), document)
        except (Refusal, FileNotFoundError):
            _log.exception("object_not_read")
            return unavailable

    return [Route("/files/{number:id}/{name}", download), Route("/files/{number:id}", download)]


async def _found(archive: Archive, number: int, known: Document | None) -> Document | None:
    """Return a document that may be read.

    Raises:
        SQLAlchemyError: the database does not answer, and the snapshot does not know the document.
    """
    asked = threads.READS.run(public_view.find, archive, number)
    if known is None:
        return await asked
    try:
        return await asyncio.wait_for(asked, PATIENCE_SECONDS)
    except (SQLAlchemyError, TimeoutError):
        _log.exception("record_not_read")
        return known


async def _answer(request: Request, archive: Archive, document: Document) -> Response:
    if request.path_params.get("name") != document.file_name:
        return RedirectResponse(document.download_url, 301, {"Cache-Control": CACHE_CONTROL})
    headers = headers_of(document, archive.settings.public_url)
    if is_unchanged(Headers(headers), request.headers):
        return Response(status_code=304, headers=headers)
    path = archive.storage.path(document.key)
    if path is not None:
        status = await asyncio.to_thread(path.stat)
        return _ranged(request, FileResponse(path, 200, headers, document.media_type, stat_result=status))
    # A signed address answers the one method it was signed for.
    if request.method == "HEAD" or archive.settings.downloads == "stream":
        return _ranged(request, StoredResponse(archive.storage, document, headers))
    signed = {name: headers[name] for name in ("Content-Disposition", "Cache-Control")}
    signed |= {"Content-Type": document.media_type}
    address = await asyncio.to_thread(archive.storage.signed_url, document.key, signed, SIGNED_SECONDS)
    if address is None:
        raise Refusal("storage_unreachable")
    return RedirectResponse(address, 302, {"Cache-Control": "no-store"})


async def _gone(request: Request, archive: Archive, number: int) -> Response:
    """Answer in place of a withdrawn document: what became of it, and the way to its page."""
    details = await threads.READS.run(documents.read, archive, number)
    if details is None or not details.document.is_withdrawn:
        raise HTTPException(404)
    language = Visitor.of_scope(request.scope).page_language
    site = content.read(language)
    body = gone(site, details)
    return plain_page(language, site.interface.document_page.gone_title, body, 410)


def headers_of(document: Document, public_url: str) -> dict[str, str]:
    return {
        "Content-Disposition": disposition(
            document.file_name, plain_name(document), inline=document.media_type in INLINE
        ),
        "Content-Security-Policy": policy(document.media_type),
        "X-Content-Type-Options": "nosniff",
        "Cache-Control": CACHE_CONTROL,
        "ETag": f'"{document.sha256}"',
        "Last-Modified": format_datetime(document.published_at, usegmt=True),
        "Accept-Ranges": "bytes",
        "Link": f'<{public_url}/documents/{document.id}>; rel="canonical"',
        **({"X-Robots-Tag": "noindex"} if document.replaced_by is not None else {}),
    }


def policy(media_type: str) -> str:
    """Return the policy of a file: an origin of its own for all but PDFs, which were inspected.

    WebKit reads a PDF anew for its viewer, and in a sandbox it shows an empty one.
    """
    return NOTHING if media_type == "application/pdf" else f"{NOTHING}; sandbox"


def plain_name(document: Document) -> str:
    """Return a name in ASCII that says which document it is: ``AllNotice-5-2026-11-25.pdf``."""
    return f"{document.category}-{document.id}-{document.own_day}{names.extension(document.file_name)}"


def disposition(name: str, plain_name: str = "", *, inline: bool) -> str:
    """Return a ``Content-Disposition`` for a name in any script (RFC 6266, RFC 8187).

    Old clients read the first name, in ASCII; all others the second. Where a name has letters that ASCII has not, the
    first is ``plain_name``.
    """
    folded = unicodedata.normalize("NFKD", name)
    plain = "".join(
        character if " " <= character <= "~" and character not in '"\\%' else "_"
        for character in folded
        if not unicodedata.combining(character)
    )
    if plain_name and any(ord(character) > 0x7F and character.isalpha() for character in folded):
        plain = plain_name
    kind = "inline" if inline else "attachment"
    if plain == name:
        return f'{kind}; filename="{name}"'
    return f"{kind}; filename=\"{plain}\"; filename*=UTF-8''{quote(name, safe='')}"


def _ranged(request: Request, response: FileResponse) -> Response:
    """Let the response read ``Range`` only where it counts; a malformed one is ignored (RFC 9110, section 14.2)."""
    if request.method != "GET" or not RANGES.fullmatch(request.headers.get("range", "bytes=0-")):
        request.scope["headers"] = [pair for pair in request.scope["headers"] if pair[0].lower() != b"range"]
    return response


class StoredResponse(FileResponse):
    """A file of a bucket, with parts as `FileResponse` gives them."""

    chunk_size = CHUNK

    def __init__(self, storage: Storage, document: Document, headers: dict[str, str]) -> None:
        moment = document.published_at.timestamp()
        status = os.stat_result((stat.S_IFREG, 0, 0, 1, 0, 0, document.size, moment, moment, moment))
        super().__init__(document.key, 200, headers, document.media_type, stat_result=status)
        self._storage, self._document = storage, document

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the head with the first bytes: until then it can be said that the storage does not answer."""
        heads: list[Message] = []

        async def send_head_later(message: Message) -> None:
            if message["type"] == "http.response.start":
                heads.append(message)
                return
            while heads:
                await send(heads.pop())
            await send(message)

        try:
            # Without the extension with which a server sends files of this machine.
            await super().__call__({**scope, "extensions": {}}, receive, send_head_later)
        except (Refusal, FileNotFoundError):
            _log.exception("object_not_read")
            if not heads:
                raise
            await unavailable(scope, receive, send)

    @asynccontextmanager
    async def _open_file(self) -> AsyncIterator[Any]:
        yield _Reader(self._storage, self._document)


class _Reader:
    """Reads an object of the storage where `FileResponse` reads a file."""

    def __init__(self, storage: Storage, document: Document) -> None:
        self._storage, self._document, self._place = storage, document, 0

    async def seek(self, place: int) -> None:
        self._place = place

    async def read(self, size: int) -> bytes:
        size = min(size, self._document.size - self._place)
        if not size:
            return b""
        found = await threads.DOWNLOADS.run(self._storage.part, self._document.key, self._place, size)
        self._place += len(found)
        return found
