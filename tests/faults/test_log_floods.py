"""Floods of junk from visitors: at most one line of the log a second, and nothing of what they sent stands in it."""

import asyncio
import contextlib
import json
import time
import urllib.request
import uuid
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from reflex.state import FrontendEventExceptionState
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from benchmarks.socket_clients import EVENT, JOIN, NAMESPACE
from tests.serving import Server, serving

SECRET = "session-of-a-secretary"
PERSON = "someone@example.com"
SECONDS = 8
PAYLOAD = {"email": PERSON, "message": "Confidential"}
ROUTER = {"pathname": "/", "asPath": "/", "query": {}, "headers": {"cookie": SECRET}}
REPORT = f"{FrontendEventExceptionState.get_full_name()}.handle_frontend_exception"
JUNK_EVENTS = (
    ["event", {"name": "no.such.handler", "payload": PAYLOAD, "router_data": ROUTER}],
    ["event", {"name": "n" * 100_000, "payload": PAYLOAD}],
    ["event", {"name": {"a": 1}, "payload": PAYLOAD}],
    ["event", {"name": "reflex___state____state.hydrate", "payload": PAYLOAD, "router_data": "none"}],
    ["event", {"name": "reflex___state____state.hydrate", "payload": [PERSON]}],
    ["event", {"payload": PAYLOAD}],
    ["event", json.dumps(PAYLOAD)],
    ["event", f"not JSON, {PERSON}"],
    ["event", [PERSON]],
    ["event", 7],
    ["event"],
    ["no such event", PAYLOAD],
    ["client_error", {"error_type": "x", "message": PERSON}],
    ["client_error", [PERSON]],
    ["event", {"name": REPORT, "payload": {"info": PERSON, "component_stack": PERSON}}],
    ["event", {"name": REPORT, "payload": {"unexpected": PERSON}}],
)
JUNK_PACKETS = (
    "",
    "4",
    "9",
    "49",
    "42",
    "42[",
    f"42{NAMESPACE},",
    f"45{NAMESPACE},1-[",
    "40/other,",
    f"43{NAMESPACE},1[]",
    "4\0",
)
JUNK_REQUESTS = (
    b"GET /%00 HTTP/1.1",
    b"GET /%ff%fe HTTP/1.1",
    b"GET /../../etc/passwd HTTP/1.1",
    b"GET /api/search?q=%00%ff HTTP/1.1",
    b"GET /api/documents/Nothing?page=x HTTP/1.1",
    b"GET /files/99999999999999999999999999/x HTTP/1.1",
    b"GET /files/-1/%00 HTTP/1.1",
    b"POST /_upload HTTP/1.1",
    b"GET /_event/?EIO=3&transport=polling HTTP/1.1",
    b"POST /_event/?EIO=4&transport=websocket HTTP/1.1",
    b"GET /?list=%00&page=99999999999999999999 HTTP/1.1",
    b"BREW / HTTP/1.1",
    b"\0\1\2",
)


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Server]:
    """Serve a site that logs JSON."""
    with serving(tmp_path, STARBOND_LOGS="json") as server:
        yield server


@contextlib.asynccontextmanager
async def _socket(site: Server, *, token: str) -> AsyncIterator[ClientConnection]:
    address = f"ws://localhost:{site.port}{NAMESPACE}/?EIO=4&transport=websocket{token}"
    headers = {"Cookie": f"starbond={SECRET}"}
    async with connect(address, origin=site.url, additional_headers=headers) as socket:  # type: ignore[arg-type]
        await socket.recv()
        await socket.send(JOIN)
        yield socket


async def _flood_socket(site: Server, deadline: float, *, with_token: bool) -> int:
    """Send junk over websockets until a moment; return how much."""
    sent = 0
    packets = [*(EVENT + json.dumps(junk) for junk in JUNK_EVENTS), *JUNK_PACKETS]
    while time.monotonic() < deadline:
        token = f"&token={uuid.uuid4()}" if with_token else ""
        with contextlib.suppress(WebSocketException, OSError):
            async with _socket(site, token=token) as socket:
                # Each once first, as some of them end the connection; then what arrives in a row.
                for packet in [packets[sent % len(packets)], *packets]:
                    sent += 1
                    await socket.send(packet)
    return sent


async def _flood_requests(site: Server, deadline: float) -> int:
    """Send junk requests until a moment; return how many."""
    sent = 0
    while time.monotonic() < deadline:
        with contextlib.suppress(OSError):
            reader, writer = await asyncio.open_connection("localhost", site.port)
            line = JUNK_REQUESTS[sent % len(JUNK_REQUESTS)]
            writer.write(line + f"\r\nHost: x\r\nCookie: {SECRET}\r\nRange: bytes=x-\r\nX: ".encode() + b"\xff\r\n")
            writer.write(b"Connection: close\r\nContent-Length: 0\r\n\r\n")
            sent += 1
            await asyncio.wait_for(reader.read(), 5)
            writer.close()
    return sent


def test_flood_of_junk(site: Server):
    """Thousands of junk events and requests write a line a second at most; the site answers all the while."""
    before = site.log.read_text().splitlines()

    async def flood() -> list[int]:
        deadline = time.monotonic() + SECONDS
        floods = [_flood_socket(site, deadline, with_token=number < 3) for number in range(4)]
        return await asyncio.gather(*floods, *(_flood_requests(site, deadline) for _ in range(2)))

    began = time.monotonic()
    sent = asyncio.run(flood())
    written = site.log.read_text()
    lines = written.splitlines()[len(before) :]
    assert len(lines) <= time.monotonic() - began + 1, "\n".join(lines)
    assert min(sent) > 20
    assert lines, "nothing was logged: the flood tests nothing"
    for line in lines:
        assert set(json.loads(line)) >= {"timestamp", "level", "event", "logger", "process"}
    for private in (SECRET, PERSON, "Confidential"):
        assert private not in written


ASKED = (
    "/AllNotice",
    "/",
    "/api/documents/AllNotice",
    "/api/search?q=report",
    "/files/1/x.pdf",
    "/_health",
    "/AllNotice?page=2",
)
MOST_BYTES = 150_000
"""Of traces: each kind of fault writes one. It was 0.7 MB in 15 seconds."""


def test_database_that_is_gone(site: Server):
    """Every request and every poll fails: the log has each fault once, and says when the lists are well again."""
    file = site.data / "starbond.db"
    before = len(site.log.read_text().splitlines())
    away = file.rename(file.with_name("away"))

    async def ask(deadline: float) -> None:
        while time.monotonic() < deadline:
            for path in ASKED:
                reader, writer = await asyncio.open_connection("localhost", site.port)
                writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
                assert await asyncio.wait_for(reader.read(), 20)
                writer.close()

    async def flood() -> None:
        deadline = time.monotonic() + SECONDS
        await asyncio.gather(*(ask(deadline) for _ in range(4)))

    began = time.monotonic()
    asyncio.run(flood())
    text = "\n".join(site.log.read_text().splitlines()[before:])
    assert len(text.splitlines()) <= time.monotonic() - began + 1, text
    assert len(text) < MOST_BYTES
    # Each kind of fault waits for its line, of which there is one a second.
    deadline = time.monotonic() + 30
    while "lists_not_refreshed" not in site.log.read_text():
        assert time.monotonic() < deadline
        time.sleep(0.1)
    away.rename(file)
    deadline = time.monotonic() + 15
    while not any(_is_over(line) for line in site.log.read_text().splitlines()[before:]):
        assert time.monotonic() < deadline, "nothing says that the lists are well again"
        urllib.request.urlopen(f"{site.url}/AllNotice", timeout=10).close()  # noqa: S310


def _is_over(line: str) -> bool:
    event = json.loads(line)
    return (event["event"], event.get("fault")) == ("all_well_again", "lists_not_refreshed")
