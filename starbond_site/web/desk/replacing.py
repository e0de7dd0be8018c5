"""``POST /desk/documents/ID/file``: a native form with a file that takes the place of a document.

Refused before the body is read: who may not publish, other sites, a length that is missing or too large, too many
uploads. The bytes stream into the same checks (`documents.upload`).
"""

from contextlib import AsyncExitStack
from functools import partial

from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from starbond_site import content, local_time, threads
from starbond_site.content.addresses import DESK
from starbond_site.content.languages import language_of_path
from starbond_site.documents import async_upload, refusals
from starbond_site.documents.audit import Actor
from starbond_site.documents.reading import Published
from starbond_site.documents.upload import Upload
from starbond_site.presentation.desk.document import View
from starbond_site.presentation.desk.parts import Refused
from starbond_site.settings import MEBIBYTE
from starbond_site.web.decisions import LENGTH, STATUS
from starbond_site.web.desk import document
from starbond_site.web.desk.frame import Desk, route, see_other
from starbond_site.web.desk.multipart import boundary_of, parts
from starbond_site.web.desk.refusing import sentence_of, status_of, unavailable
from starbond_site.web.rights import ALLOWED, Decision
from starbond_site.web.visitor import Visitor

ENVELOPE_BYTES = 64 * 1024
"""What the form may add to its file, which is counted exactly."""
BATCH_BYTES = 2 * MEBIBYTE
"""Pieces are collected up to this size before a thread writes them."""


def routes(desk: Desk) -> list[Route]:
    """Return the routes."""

    async def posted(request: Request) -> Response:
        visitor = await desk.may_post(request)
        if isinstance(visitor, Response):
            return visitor
        return await _taken(desk, request, visitor)

    return route(f"{document.PATH}/file", posted, ("POST",))


async def _taken(desk: Desk, request: Request, visitor: Visitor) -> Response:
    number = request.path_params["number"]
    try:
        view = await threads.READS.run(document.view_of, desk.archive(), number)
    except SQLAlchemyError:
        return await unavailable(desk, request)
    if view is None:
        raise HTTPException(404)
    decision = await _decided(desk, request, visitor)
    if not decision.allowed:
        language = language_of_path(request.url.path)
        sentence = content.read(language).errors.say(decision.code, **decision.values)
        refused = Refused(form="file", sentence=sentence, typed={})
        return await document.answer(desk, request, refused, STATUS[decision.code])
    try:
        published = await _published(desk, request, await desk.actor(visitor), view)
    except (refusals.Refusal, SQLAlchemyError) as problem:
        refused = Refused(form="file", sentence=sentence_of(problem, language_of_path(request.url.path)), typed={})
        return await document.answer(desk, request, refused, status_of(problem))
    return see_other(request, f"{DESK}/documents/{published.id}?done=replaced")


async def _decided(desk: Desk, request: Request, visitor: Visitor) -> Decision:
    """Decide by the head of a request."""
    settings = desk.archive().settings
    length = visitor.headers.get("content-length", "")
    if not boundary_of(request):
        return Decision("malformed")
    if not LENGTH.fullmatch(length) or "transfer-encoding" in visitor.headers:
        return Decision("length_missing")
    if int(length) > settings.max_upload_bytes + ENVELOPE_BYTES:
        return Decision("too_large", {"limit": settings.max_upload_bytes // MEBIBYTE})
    decision = await threads.LIMITS.run(desk.rights.take_upload, visitor)
    return decision if not decision.allowed else ALLOWED


async def _published(desk: Desk, request: Request, actor: Actor, view: View) -> Published:
    """Stream the file into an upload, and publish it.

    Raises:
        refusals.Refusal: nothing was published.

    """
    replaced, upload, batch = view.details.document, None, bytearray()
    # It has the title of the document whose place it takes, and its day, where that was entered later.
    day = local_time.local_date(replaced.filed_at) if replaced.filed_at else None
    async with AsyncExitStack() as stack:
        try:
            async for part, piece in parts(request):
                if not part.file_name:
                    continue
                batch += piece
                if upload and len(batch) >= BATCH_BYTES:
                    await threads.UPLOADS.run(upload.write, bytes(batch))
                    batch.clear()
                elif not piece:
                    if upload:
                        raise refusals.SeveralFiles
                    begin = partial(
                        Upload,
                        desk.archive(),
                        replaced.category,
                        part.file_name,
                        actor,
                        filed_on=day,
                        replaces=replaced.id,
                        title=replaced.title,
                    )
                    upload = await stack.enter_async_context(async_upload.opened(begin))
        except ClientDisconnect as error:
            raise refusals.Interrupted from error
        if upload is None:
            raise refusals.NoFile
        await threads.UPLOADS.run(upload.write, bytes(batch))
        return await async_upload.publish(upload)
