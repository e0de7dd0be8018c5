"""``GET /files/ID/NAME``: a published document, from this machine or by a short-lived address of the bucket."""

import asyncio
import re
import unicodedata
from collections.abc import Callable
from email.utils import format_datetime, parsedate_to_datetime
from urllib.parse import quote

from markupsafe import Markup
from sqlalchemy.exc import SQLAlchemyError
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, RedirectResponse, Response
from starlette.routing import Route

from starbond_site import content, local_time, logs, threads
from starbond_site.documents import details as documents
from starbond_site.documents import names, reading, refusals
from starbond_site.documents.archive import Archive
from starbond_site.documents.records import Document
from starbond_site.documents.storage import Download
from starbond_site.presentation.document_page import gone
from starbond_site.web.encoding import matches
from starbond_site.web.plain_page import plain_page
from starbond_site.web.responses import ErrorResponse
from starbond_site.web.visitor import Visitor

INLINE = frozenset({"application/pdf", "image/jpeg", "image/png"})
"""What browsers show by themselves; everything else is saved."""
SIGNED_SECONDS = 300
CACHE_CONTROL = "no-cache"
"""Kept, and asked for again each time: a withdrawn document must not come out of a cache."""
SANDBOX = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-ancestors 'none'; sandbox"
READER_NEEDS = " allow-scripts allow-downloads"
"""For PDFs: Safari leaves some of them blank in a sandbox that forbids scripts. The document still has an origin of its
own and may load nothing; Chromium and Firefox show it either way (seen in both, November 2026)."""
NUMBER = re.compile(r"[1-9][0-9]{0,9}")
LARGEST = 2**31 - 1
RANGES = re.compile(r"bytes=\s*(\d+-\d*|-\d+)(\s*,\s*(\d+-\d*|-\d+))*\s*", re.ASCII | re.IGNORECASE)
_log = logs.get_logger(__name__)


def routes(archive: Callable[[], Archive]) -> list[Route]:
    """Return the routes; ``archive`` gives the site's archive when the first file is asked for."""

    async def download(request: Request) -> Response:
        number = request.path_params["number"]
        if not NUMBER.fullmatch(number) or int(number) > LARGEST:
            raise HTTPException(404)
        try:
            document = await threads.READS.run(reading.find, archive(), int(number))
            if document is None:
                return await _gone(request, archive(), int(number))
            return await _answer(request, archive(), document)
        except SQLAlchemyError:
            _log.exception("record_not_read")
            return _unavailable(request, "database_unavailable")
        except (refusals.StorageUnreachable, FileNotFoundError):
            _log.exception("object_not_read")
            return _unavailable(request, "storage_unreachable")

    return [Route("/files/{number}/{name}", download), Route("/files/{number}", download)]


async def _answer(request: Request, archive: Archive, document: Document) -> Response:
    """Answer with the file, what spares sending it, or where it is."""
    if request.path_params.get("name") != document.file_name:
        return RedirectResponse(reading.published(document).download_url, 301, {"Cache-Control": CACHE_CONTROL})
    headers = headers_of(document)
    if _is_unchanged(request.headers, headers):
        return Response(status_code=304, headers=headers)
    path = archive.storage.path(document.key)
    if path is not None:
        status = await asyncio.to_thread(path.stat)
        return _ranged(request, FileResponse(path, 200, headers, document.media_type, stat_result=status))
    if request.method == "HEAD":
        # A signed address answers the one method it was signed for.
        length = {"Content-Length": str(document.size)}
        return Response(status_code=200, headers=headers | length, media_type=document.media_type)
    wanted = Download(document.media_type, headers["Content-Disposition"], CACHE_CONTROL)
    address = await asyncio.to_thread(archive.storage.signed_url, document.key, wanted, SIGNED_SECONDS)
    if address is None:
        raise refusals.StorageUnreachable
    return RedirectResponse(address, 302, {"Cache-Control": "no-store"})


async def _gone(request: Request, archive: Archive, number: int) -> Response:
    """Answer in place of a withdrawn document: what became of it, and the way to its page."""
    details = await threads.READS.run(documents.read, archive, number)
    if details is None or details.withdrawn is None:
        raise HTTPException(404)
    language = Visitor.of_scope(request.scope).page_language
    site = content.read(language)
    body = Markup(gone(site, details))  # noqa: S704  (escaped by `gone`)
    return plain_page(language, site.interface.document_page.gone_title, body, 410)


def headers_of(document: Document) -> dict[str, str]:
    """Return the headers of a document's download."""
    return {
        "Content-Disposition": disposition(
            document.file_name, plain_name(document), inline=document.media_type in INLINE
        ),
        "Content-Security-Policy": SANDBOX + (READER_NEEDS if document.media_type == "application/pdf" else ""),
        "X-Content-Type-Options": "nosniff",
        "Cache-Control": CACHE_CONTROL,
        "ETag": f'"{document.sha256}"',
        "Last-Modified": format_datetime(document.published_at, usegmt=True),
        "Accept-Ranges": "bytes",
    }


def plain_name(document: Document) -> str:
    """Return a name in ASCII that says which document it is: ``AllNotice-5-2026-11-25.pdf``."""
    day = local_time.local_date(document.filed_at or document.published_at)
    return f"{document.category}-{document.id}-{day}{names.extension(document.file_name)}"


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


def _is_unchanged(asked: Headers, headers: dict[str, str]) -> bool:
    """Return whether the browser has what would be sent (RFC 9110, section 13.2.2)."""
    if "if-none-match" in asked:
        return matches(asked["if-none-match"], headers["ETag"])
    try:
        since = parsedate_to_datetime(asked.get("if-modified-since", ""))
        return parsedate_to_datetime(headers["Last-Modified"]) <= since
    except (TypeError, ValueError):
        return False


def _ranged(request: Request, response: FileResponse) -> Response:
    """Let the response read ``Range`` only where it counts; a malformed one is ignored (RFC 9110, section 14.2)."""
    if request.method != "GET" or not RANGES.fullmatch(request.headers.get("range", "bytes=0-")):
        request.scope["headers"] = [pair for pair in request.scope["headers"] if pair[0].lower() != b"range"]
    return response


def _unavailable(request: Request, code: str) -> Response:
    visitor = Visitor.of_scope(request.scope)
    return ErrorResponse(503, code, visitor.page_language, headers={"Retry-After": "60"})
