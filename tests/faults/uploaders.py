"""Uploads files without a browser, each as one form, and reads the result from the websocket of a page."""

import asyncio
import hashlib
import json
import os
import random
import secrets
import sys
import time
from contextlib import suppress
from importlib.metadata import version

from benchmarks.socket_clients import EVENT, SocketClients, data_of
from starbond_site.state.upload import HANDLERS
from tests.serving import Server
from tests.unit.documents import samples

CATEGORY, PATH = "AllNotice", "/UploadFiles"
CHUNK = 32 * 1024
LARGEST = 6_000_000
"""Bytes of the largest file: its transfer takes long enough for several kills of the server."""
BOUNDARY = "----starbond-uploader"
RESULT_SECONDS = 120


async def upload(server: Server, seed: int, done: dict[str, str], count: int = sys.maxsize) -> None:
    """Publish ``count`` files one after another; add the SHA-256 of each published file to ``done``, by its address."""
    chance = random.Random(seed)
    page = SocketClients(server.port, version("reflex"))
    try:
        await page.connect(1)
        await _open_page(page)
        for _ in range(count):
            content = _file(chance)
            result = await _publish(server, page, content)
            assert result["outcome"] == "published", result
            done[result["href"]] = hashlib.sha256(content).hexdigest()
    finally:
        await page.close()


async def send(server: Server, content: bytes) -> tuple[dict[str, str], float]:
    """Upload one file from a page of its own; return its result, published or refused, and how many seconds it took."""
    page = SocketClients(server.port, version("reflex"))
    try:
        await page.connect(1)
        await _open_page(page)
        began = time.monotonic()
        return await _publish(server, page, content), time.monotonic() - began
    finally:
        await page.close()


async def _open_page(page: SocketClients) -> None:
    """Open the upload page, and wait until the server knows its client token."""
    page.expect(lambda packet: packet.startswith(EVENT))
    await page.hydrate(0, PATH)
    await page.wait_for_all(RESULT_SECONDS)


def _file(chance: random.Random) -> bytes:
    """Return a file of unique content: a PDF, or a ZIP of random size."""
    if chance.random() < 0.3:
        return samples.pdf(secrets.token_hex(16))
    return samples.zipped({"number": secrets.token_hex(16), "noise": os.urandom(chance.randrange(LARGEST))})


async def _publish(server: Server, page: SocketClients, content: bytes) -> dict[str, str]:
    """Send a file; return the result that arrives over the websocket, whatever the status of the response."""
    attempt = secrets.token_hex(8)
    page.expect(lambda packet: attempt in packet and "outcome" in packet)
    reader, writer = await asyncio.open_connection("localhost", server.port)
    try:
        for chunk in _request(server, page.tokens[0], attempt, content):
            writer.write(chunk)
            await writer.drain()
        await page.wait_for_all(RESULT_SECONDS)
        return _result(data_of(page.last), attempt)
    finally:
        writer.close()
        with suppress(OSError):
            await reader.read()


def _request(server: Server, token: str, attempt: str, content: bytes) -> list[bytes]:
    """Return the request in chunks."""
    extension = "pdf" if content.startswith(b"%PDF") else "zip"
    asked = {"category": CATEGORY, "name": f"{attempt}.{extension}", "size": len(content), "attempt": attempt}
    field = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="'
    before = (
        f'{field}__reflex_event_args"\r\n\r\n{json.dumps(asked | {"language": "en"})}\r\n'
        f'{field}files"; filename="upload"\r\nContent-Type: application/octet-stream\r\n\r\n'
    ).encode()
    after = f"\r\n--{BOUNDARY}--\r\n".encode()
    head = (
        f"POST /_upload HTTP/1.1\r\nHost: localhost:{server.port}\r\nOrigin: {server.url}\r\n"
        f"Content-Type: multipart/form-data; boundary={BOUNDARY}\r\n"
        f"Content-Length: {len(before) + len(content) + len(after)}\r\n"
        f"Reflex-Client-Token: {token}\r\nReflex-Event-Handler: {HANDLERS[0]}\r\nX-Upload-Attempt: {attempt}\r\n"
        "Connection: close\r\n\r\n"
    ).encode()
    return [head, before, *(content[start : start + CHUNK] for start in range(0, len(content), CHUNK)), after]


def _result(update: object, attempt: str) -> dict[str, str]:
    """Return the result of an attempt, from any level of the update of the page's state."""
    if isinstance(update, dict):
        found = update.get(attempt)
        if isinstance(found, dict):
            return found
        return next((result for value in update.values() if (result := _result(value, attempt))), {})
    return {}
