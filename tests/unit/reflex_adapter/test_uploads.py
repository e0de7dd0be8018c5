"""The contract with Reflex's upload endpoint: the form of a program reaches the handler of the installed Reflex."""

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest
import reflex as rx
from reflex_base.constants import Endpoint
from reflex_base.event import Event
from reflex_components_core.core._upload import upload
from reflex_components_core.core.upload import Upload
from starlette.requests import Request
from starlette.types import Message

from starbond_site.reflex_adapter import uploads
from starbond_site.state.upload import HANDLERS, Publishing

CONTENT = b"%PDF-1.7 " + bytes(range(256)) * 700
ARGUMENTS = {"category": "AllNotice", "name": "বার্ষিক.pdf", "size": len(CONTENT), "attempt": "7", "language": "bn"}
TOKEN = "b1946ac9-2492-4d23-8b1a-0f2d0e6a4c5e"
BOUNDARY = "----starbond-program"


@dataclass(frozen=True)
class Sent:
    """The request of a program."""

    headers: dict[str, str]
    body: bytes


@dataclass
class Handled:
    """What the event handler was called with."""

    token: str = ""
    event: Event | None = None
    content: bytes = b""
    arguments: dict[str, Any] = field(default_factory=dict)


@pytest.fixture
def sent() -> Sent:
    """Return a form as ``benchmarks/upload_client.py`` sends it: the arguments of the handler, then the file."""
    field = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="'
    head = f'{field}__reflex_event_args"\r\n\r\n{json.dumps(ARGUMENTS)}\r\n{field}files"; filename="upload"\r\n\r\n'
    headers = {
        uploads.HANDLER_HEADER: HANDLERS[0],
        uploads.TOKEN_HEADER: TOKEN,
        "content-type": f"multipart/form-data; boundary={BOUNDARY}",
    }
    return Sent(headers, head.encode() + CONTENT + f"\r\n--{BOUNDARY}--\r\n".encode())


def test_reflex_calls_our_handler_with_arguments_and_bytes(sent: Sent) -> None:
    handled = asyncio.run(_receive(sent))

    assert handled.token == TOKEN
    assert handled.event
    assert handled.event.name == HANDLERS[0]
    assert handled.arguments == ARGUMENTS
    assert handled.content == CONTENT


def test_reflex_needs_both_headers(sent: Sent) -> None:
    for missing in (uploads.HANDLER_HEADER, uploads.TOKEN_HEADER):
        headers = {name: value for name, value in sent.headers.items() if name != missing}
        with pytest.raises(Exception, match="Missing reflex-client-token or reflex-event-handler header"):
            asyncio.run(_receive(Sent(headers, sent.body)))


def test_the_endpoint_is_open_and_the_handler_runs_in_the_background() -> None:
    assert str(Endpoint.UPLOAD) == uploads.PATH
    assert Upload.is_used
    assert (f"{Publishing.get_full_name()}.publish",) == HANDLERS
    assert Publishing.event_handlers["publish"].is_background


def test_connection_is_that_of_the_websocket() -> None:
    headers = {uploads.PEER_HEADER: "127.0.0.1", "host": "localhost:3000"}
    router = SimpleNamespace(
        headers=SimpleNamespace(raw_headers=headers), session=SimpleNamespace(client_ip="10.0.0.7")
    )
    state: Any = SimpleNamespace(router=router)
    assert uploads.connection_of(state) == uploads.Connection("127.0.0.1", "10.0.0.7", headers)


async def _receive(sent: Sent) -> Handled:
    handled = Handled()

    async def handle(chunks: rx.UploadChunkIterator) -> None:
        handled.content = b"".join([chunk.data async for chunk in chunks])

    async def enqueue(token: str, event: Event) -> asyncio.Task[None]:
        handled.token, handled.event = token, event
        handled.arguments = {name: value for name, value in event.payload.items() if name != "chunks"}
        return asyncio.create_task(handle(event.payload["chunks"]))

    async def body() -> AsyncIterator[Message]:
        for start in range(0, len(sent.body), 65536):
            yield {"type": "http.request", "body": sent.body[start : start + 65536], "more_body": True}
        yield {"type": "http.request", "body": b"", "more_body": False}

    app: Any = SimpleNamespace(event_processor=SimpleNamespace(enqueue=enqueue))
    headers = [(name.encode(), value.encode()) for name, value in sent.headers.items()]
    scope = {"type": "http", "method": "POST", "path": uploads.PATH, "headers": headers}
    messages = body()
    await upload(app)(Request(scope, lambda: anext(messages)))
    await asyncio.sleep(0)
    return handled
