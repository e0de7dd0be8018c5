"""Baseline of an upload: a Starlette endpoint that streams the body of ``PUT /`` into a file of ``UPLOAD_FOLDER``."""

import os
from pathlib import Path

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route

NAME = "received"


async def receive(request: Request) -> PlainTextResponse:
    """Write each chunk to the file, then force the file to the disk (fsync)."""
    size = 0
    with (Path(os.environ["UPLOAD_FOLDER"]) / NAME).open("wb") as file:
        async for chunk in request.stream():
            size += file.write(chunk)
        file.flush()
        os.fsync(file.fileno())
    return PlainTextResponse(str(size))


async def ping(_request: Request) -> PlainTextResponse:
    """Answer as soon as the server is ready."""
    return PlainTextResponse("pong")


app = Starlette(routes=[Route("/", receive, methods=["PUT"]), Route("/ping", ping)])
