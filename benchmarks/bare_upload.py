"""The floor of an upload: a Starlette endpoint that streams the body of ``PUT /`` into a file of ``UPLOAD_FOLDER``."""

import os
from pathlib import Path

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route

NAME = "received"


async def receive(request: Request) -> PlainTextResponse:
    """Write what comes, piece by piece, until it is on the disk."""
    size = 0
    with (Path(os.environ["UPLOAD_FOLDER"]) / NAME).open("wb") as file:
        async for piece in request.stream():
            size += file.write(piece)
        file.flush()
        os.fsync(file.fileno())
    return PlainTextResponse(str(size))


async def ping(_request: Request) -> PlainTextResponse:
    """Say that it runs."""
    return PlainTextResponse("pong")


app = Starlette(routes=[Route("/", receive, methods=["PUT"]), Route("/ping", ping)])
