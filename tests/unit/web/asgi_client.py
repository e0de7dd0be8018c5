"""Requests without a network and without a server."""

import asyncio
import json
import threading
from collections.abc import Iterable, Mapping, Sequence
from contextvars import copy_context
from dataclasses import dataclass
from typing import Any

from starlette.types import ASGIApp, Message

_kept = threading.local()


def _loop() -> asyncio.Runner:
    """Return the event loop of this thread: as in a server, all requests have one, and its threads are kept."""
    if not hasattr(_kept, "runner"):
        _kept.runner = asyncio.Runner()
    return _kept.runner


@dataclass(frozen=True)
class Answer:
    """What an app answered."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    pieces_read: int
    cookies: Sequence[str] = ()
    """Values of ``Set-Cookie``, which a response may have several of."""

    @property
    def text(self) -> str:
        return self.body.decode()

    @property
    def json(self) -> Any:  # noqa: ANN401  whatever was sent
        return json.loads(self.body)


def ask(
    app: ASGIApp,
    path: str = "/",
    method: str = "GET",
    headers: Mapping[str, str] | None = None,
    *,
    peer: str | None = "127.0.0.1",
    pieces: Iterable[bytes] = (b"",),
    query: str = "",
    is_cut: bool = False,
) -> Answer:
    """Send one request; ``is_cut`` ends the connection in place of the end of the body."""
    scope: dict[str, Any] = {
        "type": "http", "asgi": {"version": "3.0", "spec_version": "2.3"}, "http_version": "1.1", "method": method,
        "scheme": "http", "path": path, "raw_path": path.encode(), "root_path": "", "query_string": query.encode(),
        "headers": [(name.lower().encode(), value.encode("latin-1")) for name, value in (headers or {}).items()],
        "client": (peer, 50000) if peer is not None else None, "server": ("127.0.0.1", 3000),
    }  # fmt: skip
    waiting = list(pieces)
    read = 0
    sent: list[Message] = []

    async def receive() -> Message:
        nonlocal read
        if not waiting:
            if not is_cut:
                # The client waits for its answer.
                await asyncio.Event().wait()
            return {"type": "http.disconnect"}
        read += 1
        return {"type": "http.request", "body": waiting.pop(0), "more_body": bool(waiting) or is_cut}

    async def send(message: Message) -> None:
        sent.append(message)

    async def run() -> None:
        await app(scope, receive, send)

    _loop().run(run(), context=copy_context())
    starts = [message for message in sent if message["type"] == "http.response.start"]
    assert len(starts) == 1, "an app answers once"
    raw = starts[0].get("headers", [])
    body = b"".join(message.get("body", b"") for message in sent if message["type"] == "http.response.body")
    named = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in raw]
    cookies = [value for name, value in named if name == "set-cookie"]
    return Answer(starts[0]["status"], dict(named), body, read, cookies)
