"""The gate together with Reflex's own upload code: what Reflex would take for a complete upload is stopped before."""

import asyncio
from dataclasses import dataclass, field
from typing import Any

from asgi_client import ask
from reflex_base.event import Event
from reflex_components_core.core._upload import UploadChunkIterator, _upload_chunk_file
from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send
from upload_gate import ENDPOINT, HANDLER, HERE, LIMIT, PIECES

from starbond_site.settings import UploadPolicy
from starbond_site.web.guard import Guard
from starbond_site.web.rights import Rights


@dataclass
class Reflex:
    """Reflex's streaming upload with a handler that publishes what it has read to the end."""

    published: list[bytes] = field(default_factory=list)
    event_processor: Any = None

    def __post_init__(self) -> None:
        """Be the event processor too."""
        self.event_processor = self

    async def enqueue(self, _token: str, event: Event) -> asyncio.Task[None]:
        """Start the handler."""
        return asyncio.create_task(self._publish(event.payload["chunks"]))

    async def _publish(self, chunks: UploadChunkIterator) -> None:
        received = b"".join([chunk.data async for chunk in chunks])
        self.published.append(received)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        response = await _upload_chunk_file(
            Request(scope, receive),
            self,  # pyright: ignore[reportArgumentType]
            token="token",
            handler_name=HANDLER,
            handler_upload_param=("chunks", UploadChunkIterator),
            acknowledge_on_upload_endpoint=True,
        )
        await response(scope, receive, send)
        await asyncio.sleep(0)
        await asyncio.sleep(0)


def guarded(app: ASGIApp) -> Guard:
    rights = Rights(UploadPolicy.LOCAL, public_url="http://localhost:3000")
    return Guard(app, rights, ENDPOINT, max_bytes=LIMIT)


def test_a_whole_upload_is_published():
    reflex = Reflex()
    assert ask(guarded(reflex), "/_upload", "POST", HERE, pieces=PIECES).status == 202
    assert reflex.published == [PIECES[1]]


TRUNCATED = (*PIECES[:2], b" " * len(PIECES[2]))


def test_reflex_alone_takes_half_a_file_for_a_whole_one():
    reflex = Reflex()
    assert ask(reflex, "/_upload", "POST", HERE, pieces=TRUNCATED).status == 202
    assert len(reflex.published) == 1, "if Reflex has learned to refuse this, `guard` may forget its boundary"


def test_behind_the_gate_it_is_refused_and_the_handler_cancelled():
    for pieces in (TRUNCATED, PIECES[:2], (PIECES[0],)):
        reflex = Reflex()
        answer = ask(guarded(reflex), "/_upload", "POST", HERE, pieces=pieces)
        assert (answer.status, "interrupted" in answer.text, reflex.published) == (400, True, [])
