"""Websocket messages that never end cost the server next to no memory: ``web/unfinished_messages.py``."""

import struct
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from uuid import uuid4

import httpx2
import pytest
from websockets.sync.client import connect

from benchmarks.memory import resident
from tests.serving import Server, build, serving

MESSAGES, MEGABYTES = 12, 60
MEBIBYTE = bytes(1024 * 1024)
MOST = 250
"""MB; it was 750."""


def memory(site: Server) -> int:
    """Return the MB of a site."""
    assert site.process
    return resident(site.process.pid) // len(MEBIBYTE)


def send_without_end(site: Server) -> int:
    """Return how many MB of a message could be sent: of frames, none of which is the last (RFC 6455, 5.2)."""
    address = f"{site.url.replace('http', 'ws')}/_event/?EIO=4&transport=websocket&token={uuid4()}"
    sent = 0
    with connect(address, origin=site.url, ping_interval=None, close_timeout=0) as line, suppress(OSError):  # pyright: ignore[reportArgumentType]
        for sent in range(MEGABYTES):
            head = bytes([0 if sent else 1, 0x80 | 127]) + struct.pack(">Q", len(MEBIBYTE)) + bytes(4)
            line.socket.sendall(head + MEBIBYTE)
    return sent


@pytest.mark.thorough
def test_twelve_messages_of_60_mb(tmp_path: Path) -> None:
    build()
    with serving(tmp_path) as site, ThreadPoolExecutor(MESSAGES) as pool:
        httpx2.get(f"{site.url}/AllNotice")
        before = most = memory(site)
        slowest = 0.0
        senders = [pool.submit(send_without_end, site) for _ in range(MESSAGES)]
        while not all(sender.done() for sender in senders):
            began = time.monotonic()
            assert httpx2.get(f"{site.url}/AllNotice").status_code == 200
            slowest, most = max(slowest, time.monotonic() - began), max(most, memory(site))
        sent = [sender.result() for sender in senders]
        print(f"\n{before} MB, {most} MB at most, slowest page {slowest:.2f} s, sent {sent} MB")
        assert most - before < MOST
