"""Uploaders without browsers: they send what the upload page sends, and believe what its websocket is told."""

import asyncio
import hashlib
import json
import os
import random
import secrets
import sys
from contextlib import suppress
from importlib.metadata import version

from benchmarks.visitors import EVENT, Crowd, data_of
from starbond_site.state.upload import HANDLERS
from tests.serving import Server
from tests.unit.documents import samples

CATEGORY, PATH = "AllNotice", "/UploadFiles"
PIECE = 32 * 1024
LARGEST = 6_000_000
"""Bytes of the largest file: long enough on its way for many kills to come meanwhile."""
BOUNDARY = "----starbond-uploader"
RESULT_SECONDS = 120


async def upload(server: Server, seed: int, done: dict[str, str], count: int = sys.maxsize) -> None:
    """Publish so many files one after another, and note each that is reported as published: SHA-256 by its address."""
    chance = random.Random(seed)
    page = Crowd(server.port, version("reflex"))
    try:
        await page.grow(1)
        await _arrive(page)
        for _ in range(count):
            content = _file(chance)
            result = await _publish(server, page, content)
            assert result["outcome"] == "published", result
            done[result["href"]] = hashlib.sha256(content).hexdigest()
    finally:
        await page.leave()


async def _arrive(page: Crowd) -> None:
    """Open the upload page, and wait until the server knows who is there."""
    page.expect(lambda packet: packet.startswith(EVENT))
    await page.hydrate(0, PATH)
    await page.all_have_it(RESULT_SECONDS)


def _file(chance: random.Random) -> bytes:
    """Return a file that nobody has published: a report, or an archive of any size."""
    if chance.random() < 0.3:
        return samples.pdf(secrets.token_hex(16))
    return samples.zipped({"number": secrets.token_hex(16), "noise": os.urandom(chance.randrange(LARGEST))})


async def _publish(server: Server, page: Crowd, content: bytes) -> dict[str, str]:
    """Send a file and return what the page is told of it, whatever the request is answered with."""
    attempt = secrets.token_hex(8)
    page.expect(lambda packet: attempt in packet and "outcome" in packet)
    reader, writer = await asyncio.open_connection("localhost", server.port)
    try:
        for piece in _request(server, page.tokens[0], attempt, content):
            writer.write(piece)
            await writer.drain()
        await page.all_have_it(RESULT_SECONDS)
        return _result(data_of(page.last), attempt)
    finally:
        writer.close()
        with suppress(OSError):
            await reader.read()


def _request(server: Server, token: str, attempt: str, content: bytes) -> list[bytes]:
    """Return the request piece by piece."""
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
    return [head, before, *(content[start : start + PIECE] for start in range(0, len(content), PIECE)), after]


def _result(update: object, attempt: str) -> dict[str, str]:
    """Return the result of an attempt, wherever in the update of the page's state it stands."""
    if isinstance(update, dict):
        found = update.get(attempt)
        if isinstance(found, dict):
            return found
        return next((result for value in update.values() if (result := _result(value, attempt))), {})
    return {}
