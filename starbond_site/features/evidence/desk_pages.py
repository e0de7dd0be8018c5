"""``GET /desk/documents/ID/evidence.zip``: the evidence of a document, made for each request and kept nowhere."""

import tempfile
from collections.abc import AsyncIterator
from typing import IO

import htpy as h
from htpy import Element
from sqlalchemy.exc import SQLAlchemyError
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from starbond_site.content.addresses import DESK
from starbond_site.documents.archive import Actor, Archive
from starbond_site.documents.database import DatabaseProblem
from starbond_site.documents.document_record import DocumentDetails
from starbond_site.documents.refusals import Refusal
from starbond_site.features.evidence import pack
from starbond_site.features.evidence.pack import FinishedPack
from starbond_site.presentation.desk.desk_html import folded, note, way
from starbond_site.shared import logs, threads
from starbond_site.shared.roles import Role
from starbond_site.web.desk.frame import HEADERS, Desk, route, site_of
from starbond_site.web.desk.pages import DeskRequest
from starbond_site.web.files import disposition
from starbond_site.web.refusals import status_of
from starbond_site.web.rights import Denied

PATH = DESK + "/documents/{number}/evidence.zip"
CHUNK = 256 * 1024
SAID = ("document_unknown", "evidence_missing", "evidence_altered")
"""Refusals with a sentence of their own: after any other the pack can be had later."""
_log = logs.get_logger(__name__)


def of_document(asked: DeskRequest, details: DocumentDetails) -> Element:
    words = asked.site.interface.evidence
    button = way(asked.site, PATH.format(number=details.document.id), words.button)
    return folded(words.heading, "evidence", h.p[words.explanation], h.p[button])


def routes(desk: Desk) -> list[Route]:
    async def answer(request: Request) -> Response:
        principal = await desk.entered(request, Role.PREPARE)
        if not desk.rights.is_own_page(desk.visitor(request)):
            # Every pack writes an entry of the audit and copies the document: other sites must not cause that.
            raise Denied("foreign_origin")
        if request.method == "HEAD":
            return Response(headers=HEADERS, media_type="application/zip")
        actor = desk.actor(request, principal)
        try:
            made, file, size = await threads.EVIDENCE.run(_make, desk.archive(), request.path_params["number"], actor)
        except (SQLAlchemyError, DatabaseProblem, Refusal) as problem:
            if isinstance(problem, Refusal) and problem.code in SAID:
                return await _refused(desk, request, problem.code)
            _log.exception("evidence_not_made")
            return await _refused(desk, request, "evidence_unavailable")
        attached = {"Content-Disposition": disposition(made.name, inline=False), "Content-Length": str(size)}
        return StreamingResponse(_chunks(file), headers=HEADERS | attached, media_type="application/zip")

    return route(PATH.replace("{number}", "{number:id}"), answer)


async def _refused(desk: Desk, request: Request, code: str) -> Response:
    site = site_of(request)
    said = note(site.errors.say(code), "wrong")
    return await desk.page(request, site.interface.evidence.heading, said, status_of(code))


def _make(archive: Archive, number: int, actor: Actor) -> tuple[FinishedPack, IO[bytes], int]:
    """Return a pack in a file without a name, which is gone when it is closed, also after this process was killed."""
    archive.incoming.mkdir(mode=0o700, parents=True, exist_ok=True)
    file = tempfile.TemporaryFile(dir=archive.incoming)  # noqa: SIM115  closed by `_chunks`
    try:
        made = pack.write(archive, number, actor, file)
        size = file.seek(0, 2)
        file.seek(0)
    except BaseException:
        file.close()
        raise
    return made, file, size


async def _chunks(file: IO[bytes]) -> AsyncIterator[bytes]:
    try:
        while chunk := await threads.EVIDENCE.run(file.read, CHUNK):
            yield chunk
    finally:
        file.close()
