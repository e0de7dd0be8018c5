"""Floods of junk, as programs that try out a site send them: events, packets and requests that no page sends."""

import asyncio
import contextlib
import json
import uuid

from reflex.state import FrontendEventExceptionState
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from benchmarks.socket_clients import EVENT, JOIN, NAMESPACE
from tests.serving import Server

SECRET, PERSON, WORDS = "session-of-a-secretary", "someone@example.com", "Confidential"
PRIVATE = (SECRET, PERSON, WORDS)
PAYLOAD = {"email": PERSON, "message": WORDS}
ROUTER = {"pathname": "/", "asPath": "/", "query": {}, "headers": {"cookie": SECRET}}
HYDRATE = "reflex___state____state.hydrate"
REPORT = f"{FrontendEventExceptionState.get_full_name()}.handle_frontend_exception"
EVENTS = (
    ["event", {"name": "no.such.handler", "payload": PAYLOAD, "router_data": ROUTER}],
    ["event", {"name": "n" * 100_000, "payload": PAYLOAD}],
    ["event", {"name": {"a": 1}, "payload": PAYLOAD}],
    ["event", {"name": HYDRATE, "payload": PAYLOAD, "router_data": "none"}],
    ["event", {"name": HYDRATE, "payload": [PERSON]}],
    ["event", {"payload": PAYLOAD}],
    *(["event", given] for given in (json.dumps(PAYLOAD), f"not JSON, {PERSON}", [PERSON], 7)),
    ["event"],
    ["no such event", PAYLOAD],
    ["client_error", {"error_type": "x", "message": PERSON}],
    ["client_error", [PERSON]],
    ["event", {"name": REPORT, "payload": {"info": PERSON, "component_stack": PERSON}}],
    ["event", {"name": REPORT, "payload": {"unexpected": PERSON}}],
)
BROKEN = (("42", ""), ("45", "1-["), ("43", "1[]"))
HALF = ("", "4", "9", "49", "42", "42[", "40/other,", "4\0", *(f"{kind}{NAMESPACE},{rest}" for kind, rest in BROKEN))
PACKETS = (*(EVENT + json.dumps(event) for event in EVENTS), *HALF)
PATHS = (
    "/%00", "/%ff%fe", "/../../etc/passwd", "/api/search?q=%00%ff", "/api/documents/Nothing?page=x", "/files/-1/%00",
)  # fmt: skip
PATHS += (f"/files/{'9' * 26}/x", "/_event/?EIO=3&transport=polling", "/?list=%00&page=99999999999999999999")
REQUESTS = (
    *(f"GET {path} HTTP/1.1".encode() for path in PATHS), b"PATCH /api/uploads/x HTTP/1.1",
    b"POST /_event/?EIO=4&transport=websocket HTTP/1.1", b"BREW / HTTP/1.1", b"\0\1\2",
)  # fmt: skip


async def flood(site: Server) -> None:
    await asyncio.gather(_packets(site, with_token=True), _packets(site, with_token=False), _requests(site))


async def _packets(site: Server, *, with_token: bool) -> None:
    """Send each packet once as the first of a connection, as some end it, and all others behind it."""
    address = f"ws://localhost:{site.port}{NAMESPACE}/?EIO=4&transport=websocket"
    headers = {"Cookie": f"starbond={SECRET}"}
    for first in PACKETS:
        token = f"&token={uuid.uuid4()}" if with_token else ""
        with contextlib.suppress(WebSocketException, OSError):
            async with connect(address + token, origin=site.url, additional_headers=headers) as socket:  # type: ignore[arg-type]
                await socket.recv()
                for packet in (JOIN, first, *PACKETS):
                    await socket.send(packet)


async def _requests(site: Server) -> None:
    for line in REQUESTS * 10:
        with contextlib.suppress(OSError):
            reader, writer = await asyncio.open_connection("localhost", site.port)
            writer.write(line + f"\r\nHost: x\r\nCookie: {SECRET}\r\nRange: bytes=x-\r\nX: ".encode() + b"\xff\r\n")
            writer.write(b"Connection: close\r\nContent-Length: 0\r\n\r\n")
            await asyncio.wait_for(reader.read(), 5)
            writer.close()
