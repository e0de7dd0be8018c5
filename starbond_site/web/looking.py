"""``POST /api/look``: what visitors would get of a file, and what its author may have overlooked; writes nothing.

What is to be looked at stands in the header `HEADER` as percent-encoded JSON: ``category``, ``name``, ``title``,
``size``, ``language`` and ``pair``; not in the address, which servers write into their logs. The body is the file, or
empty: then only the name is looked at. Right, origin, length and number are checked before the body is read, as for
uploads.
"""

import asyncio
import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any
from urllib.parse import unquote

from sqlalchemy.exc import SQLAlchemyError
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from starbond_site import content, logs, threads
from starbond_site.content.languages import as_language
from starbond_site.content.models import Language
from starbond_site.documents.archive import Archive
from starbond_site.documents.looking.look import Look, Subject, by_file, by_name
from starbond_site.documents.looking.received import Received
from starbond_site.documents.refusals import Refusal
from starbond_site.limits import Limit
from starbond_site.presentation.look import answer
from starbond_site.settings import MEBIBYTE
from starbond_site.web.decisions import LENGTH, STATUS
from starbond_site.web.responses import ErrorResponse, retry_after
from starbond_site.web.rights import ALLOWED, Decision, Rights
from starbond_site.web.visitor import Visitor

LOOK_PATH = "/api/look"
HEADER = "x-look"
LOOK_MB = 5
"""Files up to this size are sent to be looked at when they are chosen; larger ones when it is asked for."""
NAMES = 600
NAME_SECONDS = 10 * 60
"""Looks at a name alone, per address and time."""
CHECKS = 2
"""Files of one worker that are checked at the same time; publications have the other places (`file_types`)."""
BATCH_BYTES = 2 * MEBIBYTE
_log = logs.get_logger(__name__)


class LookEndpoint:
    """Looks at files."""

    def __init__(self, archive: Callable[[], Archive], rights: Rights, max_bytes: int, proxy_hops: int = 0) -> None:
        """Prepare the route.

        Args:
            archive: returns the archive.
            rights: decide who may publish: nobody else may look.
            max_bytes: largest file.
            proxy_hops: number of trusted reverse proxies.
        """
        self._archive = archive
        self._rights = rights
        self._max_bytes = max_bytes
        self._proxy_hops = proxy_hops
        self._names = Limit(NAMES, NAME_SECONDS, name="looks at names")
        self._checks = asyncio.Semaphore(CHECKS)

    @property
    def route(self) -> Route:
        """The Starlette route."""
        return Route(LOOK_PATH, self.answer, methods=["POST"])

    async def answer(self, request: Request) -> Response:
        """Answer with what a form shows (`presentation.look`), also where publishing would refuse the file."""
        visitor = Visitor.of_scope(request.scope, self._proxy_hops)
        status, decision = await threads.LIMITS.run(self._decide, visitor)
        if not decision.allowed:
            return _refused(status, decision, visitor)
        asked = _asked(visitor)
        if asked is None:
            return _refused(400, Decision("malformed"), visitor)
        subject, language = asked
        length = int(visitor.headers["content-length"])
        try:
            look = await (self._file(request, subject, length) if length else threads.LOOKS.run(self._name, subject))
        except ClientDisconnect:
            return Response(status_code=400)
        except SQLAlchemyError:
            _log.exception("not_looked_at")
            return ErrorResponse(503, "database_unavailable", language)
        headers = {"Cache-Control": "no-store"}
        return JSONResponse(answer(content.read(language), look), headers=headers)

    def _decide(self, visitor: Visitor) -> tuple[int, Decision]:
        """Return status and decision, from the head of the request alone; may block."""
        if not self._rights.is_own_page(visitor):
            return STATUS["foreign_origin"], Decision("foreign_origin")
        decision = self._rights.may_publish(visitor)
        length = visitor.headers.get("content-length", "")
        if not decision.allowed:
            return STATUS[decision.code], decision
        if not LENGTH.fullmatch(length) or "transfer-encoding" in visitor.headers:
            return STATUS["length_missing"], Decision("length_missing")
        if int(length) > self._max_bytes:
            return STATUS["too_large"], Decision("too_large", {"limit": self._max_bytes // MEBIBYTE})
        if int(length):
            decision = self._rights.take_look(visitor)
        elif seconds := self._names.take(visitor.address):
            decision = Decision("too_many_uploads", {"minutes": round(seconds / 60) + 1}, seconds)
        return (200, ALLOWED) if decision.allowed else (STATUS[decision.code], decision)

    def _name(self, subject: Subject) -> Look:
        return by_name(self._archive(), subject)

    async def _file(self, request: Request, subject: Subject, length: int) -> Look:
        """Receive a file, look at it and remove it."""
        archive = self._archive()
        try:
            received = await threads.LOOKS.run(Received, archive, length)
        except Refusal as refusal:
            return Look(refusal=refusal)
        try:
            await _receive(request, received)
            async with self._checks:
                return await asyncio.shield(
                    threads.LOOKS.run(by_file, archive, replace(subject, size=length), received, _company())
                )
        except Refusal as refusal:
            return Look(refusal=refusal)
        finally:
            await asyncio.shield(threads.LOOKS.run(received.remove))


async def _receive(request: Request, received: Received) -> None:
    """Write the body, in batches."""
    batch = bytearray()
    async for chunk in request.stream():
        batch += chunk
        if len(batch) >= BATCH_BYTES:
            await threads.LOOKS.run(received.write, bytes(batch))
            batch.clear()
    await threads.LOOKS.run(received.write, bytes(batch))
    await threads.LOOKS.run(received.complete)


def _asked(visitor: Visitor) -> tuple[Subject, Language] | None:
    """Return what a request wants to know; None for one that is malformed."""
    try:
        said: Any = json.loads(unquote(visitor.headers.get(HEADER, ""), errors="strict"))
        category, name, title, language = (said.get(field, "") for field in ("category", "name", "title", "language"))
        size, pair = (said.get(field, 0) for field in ("size", "pair"))
    except (ValueError, AttributeError, RecursionError):
        return None
    if not all(isinstance(text, str) for text in (category, name, title, language)):
        return None
    if not all(type(number) is int and 0 <= number < 2**53 for number in (size, pair)):
        return None
    return Subject(category=category, name=name, title=title, size=size, pair=pair), as_language(language)


def _company() -> tuple[str, ...]:
    """Return the names of the company, which are no people."""
    sites = [content.read(language) for language in content.LANGUAGES]
    return tuple({name for site in sites for name in (site.company.name, site.company.legal_name)})


def _refused(status: int, decision: Decision, visitor: Visitor) -> Response:
    """Return a refusal; the connection is closed, which keeps the server from reading the rest of the body."""
    headers = retry_after(decision.seconds) | {"Connection": "close"}
    return ErrorResponse(status, decision.code, visitor.page_language, decision.values, headers)
