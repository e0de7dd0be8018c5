"""Takes files in pieces, also over several connections: ``/api/uploads``, tus 1.0.0 (https://tus.io/protocols).

Of the protocol: the core and the extensions creation, termination and expiration. An upload is created with its length
and its ``filename``; pieces follow at the offset that the server has, also after a lost connection or a restarted
server. Nothing here knows what the file is for: that is said when it has arrived, by a step (`web.upload_steps`), which
``POST`` to the address of the upload takes, too. Who may send, how often and how much is decided from the head of a
request, before its body is read. Only the person, or the session of the upload key, that created an upload can
continue it.
"""

import asyncio
import base64
import binascii
import re
import time
from collections.abc import AsyncIterator
from email.utils import format_datetime

from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from starbond_site.content.addresses import UPLOADS as PATH
from starbond_site.documents.archive import Actor
from starbond_site.documents.records import UnfinishedUpload
from starbond_site.documents.refusals import Refusal
from starbond_site.documents.resuming import uploads
from starbond_site.documents.resuming.uploads import OffsetMismatch, PartialFile
from starbond_site.documents.storing import refusal_of
from starbond_site.shared import logs, threads
from starbond_site.shared.settings import UploadPolicy
from starbond_site.web.fields import read_fields
from starbond_site.web.refusals import OF_UPLOAD, ErrorResponse, status_of
from starbond_site.web.services import Services
from starbond_site.web.upload_steps import UploadSteps
from starbond_site.web.visitor import Visitor

VERSION = "1.0.0"
PIECE_TYPE = "application/offset+octet-stream"
METADATA_BYTES = 4096
LENGTH = re.compile(r"[0-9]{1,15}")


def announced(visitor: Visitor) -> tuple[str, int]:
    """Return name and size, in bytes, of a new upload; untrusted.

    Raises:
        HTTPException: the head cannot be read, or a body follows.
        Refusal: page_outdated: it comes from a page of an earlier release, which said here what the file is for.
    """
    length, body = visitor.headers.get("upload-length", ""), visitor.headers.get("content-length", "0")
    if not LENGTH.fullmatch(length) or body != "0" or "transfer-encoding" in visitor.headers:
        raise HTTPException(400)
    fields = _metadata(visitor.headers.get("upload-metadata", ""))
    if "category" in fields:
        raise Refusal("page_outdated")
    return fields.get("filename", ""), int(length)


def _metadata(header: str) -> dict[str, str]:
    """Return the fields of an ``Upload-Metadata`` header: names, each with a value in base64.

    Raises:
        HTTPException: the header is too long, or a value is no text in base64.
    """
    if len(header) > METADATA_BYTES:
        raise HTTPException(400)
    fields: dict[str, str] = {}
    for field in header.split(","):
        name, _, value = field.strip().partition(" ")
        try:
            fields[name] = base64.b64decode(value.strip(), validate=True).decode()
        except (binascii.Error, UnicodeDecodeError):
            raise HTTPException(400) from None
    return fields


def piece(visitor: Visitor, upload: UnfinishedUpload) -> tuple[int, int]:
    """Return offset and length of a piece.

    Raises:
        HTTPException: they are missing, or the file would be longer than announced.
    """
    if visitor.headers.get("content-type") != PIECE_TYPE:
        raise HTTPException(415)
    offset, length = visitor.headers.get("upload-offset", ""), visitor.headers.get("content-length", "")
    if not LENGTH.fullmatch(offset):
        raise HTTPException(400)
    if not LENGTH.fullmatch(length) or "transfer-encoding" in visitor.headers:
        raise HTTPException(411)
    if int(offset) + int(length) > upload.size:
        raise HTTPException(413)
    return int(offset), int(length)


def expires(upload: UnfinishedUpload) -> dict[str, str]:
    """Return until when an upload can be continued, as a header (RFC 9110, section 5.6.7)."""
    return {"Upload-Expires": format_datetime(upload.ends_at, usegmt=True)}


BATCH_BYTES, BATCH_SECONDS = 1024 * 1024, 0.02
"""Bytes are collected until there are so many, or for so long, before a thread writes them: a server that is killed
loses no more."""
SILENT_SECONDS = 60
"""A connection is taken for lost when nothing of a piece arrives for so long."""
_log = logs.get_logger(__name__)
OUTCOMES = {"published": 200, "looked": 200, "running": 202, "ended": 404, "incomplete": 409}
"""Status by the outcome of a step; a refusal has its own."""


class ResumableUploads:
    """The routes of resumable uploads."""

    def __init__(self, parts: Services) -> None:
        self._archive, self._rights, self._parts = parts.archive, parts.rights, parts
        self._steps = UploadSteps(parts.archive, parts.rights)

    @property
    def routes(self) -> list[Route]:
        methods = ["POST", "HEAD", "PATCH", "DELETE", "OPTIONS"]
        return [
            Route(PATH, self.answer, methods=["POST", "OPTIONS"]),
            Route(PATH + "/{token}", self.answer, methods=methods),
        ]

    async def answer(self, request: Request) -> Response:
        visitor = self._parts.visitor(request)
        # For clients that cannot send every method; the protocol asks for it.
        method = visitor.headers.get("x-http-method-override", request.method).upper()
        try:
            response = await self._answered(request, visitor, method)
        except HTTPException as problem:
            # The protocol asks for the status alone.
            response = Response(status_code=problem.status_code)
        except ClientDisconnect:
            response = Response(status_code=400)
        except SQLAlchemyError as problem:
            _log.exception("unfinished_upload_unreadable")
            response = ErrorResponse(refusal_of(problem), visitor.page_language, column=OF_UPLOAD)
        except Refusal as refusal:
            response = ErrorResponse(refusal, visitor.page_language, column=OF_UPLOAD)
        response.headers["Tus-Resumable"] = VERSION
        response.headers["Cache-Control"] = "no-store"
        if response.status_code >= 400 and request.scope.get("http_version", "1.1").startswith("1"):
            # Keeps the server from reading the rest of a body.
            response.headers["Connection"] = "close"
        return response

    async def _answered(self, request: Request, visitor: Visitor, method: str) -> Response:
        token = request.path_params.get("token")
        if method == "OPTIONS":
            return self._described()
        if token and method == "POST":
            return await self._step(request, visitor, token)
        if visitor.headers.get("tus-resumable") != VERSION:
            return Response(status_code=412, headers={"Tus-Version": VERSION})
        if method not in (("HEAD", "PATCH", "DELETE") if token else ("POST",)):
            raise HTTPException(405)
        # In threads: rights and limits may ask the database or Redis.
        limit = None if token else self._rights.uploads
        principal, denied = await threads.LIMITS.run(self._rights.prepare, visitor, limit)
        actor = self._rights.actor(visitor, principal)
        if denied:
            await self._rights.record(self._archive(), actor, "upload", "", denied.code)
            raise denied
        if token is None:
            return await self._create(visitor, actor, principal.uploader)
        upload = await threads.UPLOADS.run(uploads.find, self._archive(), token, principal.uploader)
        if method == "HEAD":
            return await self._report_offset(upload, visitor.headers.get("upload-sha-256", ""))
        if method == "PATCH":
            return await self._continue(request, visitor, actor, upload)
        # Unless it is at work.
        is_ended = await threads.UPLOADS.run(uploads.cancel, self._archive(), upload)
        return Response(status_code=204 if is_ended else 409)

    def _described(self) -> Response:
        most = str(self._archive().settings.max_upload_bytes)
        headers = {"Tus-Version": VERSION, "Tus-Extension": "creation,termination,expiration", "Tus-Max-Size": most}
        return Response(status_code=204, headers=headers)

    async def _step(self, request: Request, visitor: Visitor, token: str) -> Response:
        fields = await read_fields(request)
        result = await self._steps.take(visitor, token, {"language": visitor.page_language, **fields})
        code = result.get("code", "")
        return JSONResponse(result, OUTCOMES.get(result["outcome"]) or status_of(code, OF_UPLOAD))

    async def _create(self, visitor: Visitor, actor: Actor, uploader: str) -> Response:
        name, size = announced(visitor)
        is_limited = self._rights.policy is not UploadPolicy.LOCAL
        token, upload = await threads.UPLOADS.run(
            uploads.begin, self._archive(), name, size, actor, uploader, is_limited=is_limited
        )
        return Response(status_code=201, headers={"Location": f"{PATH}/{token}", **expires(upload)})

    async def _report_offset(self, upload: UnfinishedUpload, sha256: str) -> Response:
        """Say how far an upload is; one that was continued with another file than it began with is ended."""
        with await threads.UPLOADS.run(PartialFile, self._archive(), upload) as part:
            offset = await threads.UPLOADS.run(part.durable_size)
            if sha256 and offset == upload.size and sha256 != await threads.UPLOADS.run(part.sha256):
                await threads.UPLOADS.run(uploads.cancel, self._archive(), upload)
                raise Refusal("upload_ended")
        name = f"filename {base64.b64encode(upload.name.encode()).decode()}"
        headers = {"Upload-Offset": str(offset), "Upload-Length": str(upload.size), "Upload-Metadata": name}
        return Response(headers=headers | expires(upload))

    async def _continue(self, request: Request, visitor: Visitor, actor: Actor, upload: UnfinishedUpload) -> Response:
        offset, length = piece(visitor, upload)
        with await threads.UPLOADS.run(PartialFile, self._archive(), upload) as part:
            try:
                offset = await _write(part, offset, length, request)
            except Refusal as refusal:
                if refusal.code == "storage_full":
                    # Frees the space of an upload for which there is too little.
                    await self._rights.record(self._archive(), actor, "upload", "", refusal.code)
                    await threads.UPLOADS.run(uploads.remove, self._archive(), upload)
                raise
            except OffsetMismatch:
                # The server's own offset saves a client that reads it a request.
                size = await threads.UPLOADS.run(part.durable_size)
                return Response(status_code=409, headers={"Upload-Offset": str(size)})
        return Response(status_code=204, headers={"Upload-Offset": str(offset), **expires(upload)})


async def _write(part: PartialFile, offset: int, length: int, request: Request) -> int:
    """Append the body of a request as it arrives; return the offset that is on the disk.

    Where the body breaks off or is silent for long, what has arrived is kept, and nobody is there for the answer.

    Raises:
        OffsetMismatch: the file does not end at the offset.
        Refusal: storage_full or storage_unreachable: the disk.
    """
    end = offset + length
    # An empty piece, too, is refused at a wrong offset.
    await (writing := threads.UPLOADS.run(part.append, offset))
    batch, size, due = list[bytes](), 0, time.monotonic() + BATCH_SECONDS
    try:
        async for chunk in _arriving(request):
            batch.append(chunk)
            size += len(chunk)
            if size >= BATCH_BYTES or time.monotonic() >= due:
                # One is written while the next arrives; a request that is cancelled waits for it below, since the file
                # is closed afterwards.
                position = await asyncio.shield(writing)
                writing, batch, size = threads.UPLOADS.run(part.append, position, *batch), [], 0
                due = time.monotonic() + BATCH_SECONDS
    finally:
        offset = await threads.UPLOADS.run(part.append, await writing, *batch)
        await threads.UPLOADS.run(part.durable_size)
    if offset != end:
        raise HTTPException(400)
    return offset


async def _arriving(request: Request) -> AsyncIterator[bytes]:
    """Yield a body until it ends, breaks off or is silent for too long."""
    stream, chunk = request.stream(), b"."
    try:
        while chunk:
            async with asyncio.timeout(SILENT_SECONDS):
                chunk = await anext(stream, b"")
            yield chunk
    except (ClientDisconnect, TimeoutError):
        return
