"""Ends websockets whose message grows without end: Granian collects up to 64 MB of one before an application sees it.

The kernel counts what has arrived on a connection (tcp(7), ``TCP_INFO``); what exceeds the complete messages so far is
the one that is not finished. Connections are looked at when the memory of the process has grown.

Tried instead: Granian 2.8.9 hands tungstenite no limit (``ws_upgrade(&mut req, None)`` in its ``src/asgi/http.rs``);
nginx looks into no websocket, and ``proxy_upload_rate`` of its stream module counts from the start of a connection, so
that one of an hour sends an hour's bytes at once. This module goes when Granian passes a ``max_message_size`` on.
"""

import asyncio
import os
import socket
import struct
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from starbond_site.shared import logs

MAX_UNFINISHED = 256 * 1024
"""Bytes of a message that is not complete; complete ones have 64 KiB at most (``rxconfig.py``)."""
GROWTH = 8 * 1024 * 1024
"""Bytes of memory."""
FRAME = 14
"""Bytes around a message at most (RFC 6455, 5.2): on a page that is open for days they add up."""
SECONDS = 0.25
"""Between checks of the memory."""
_PAGE = os.sysconf("SC_PAGE_SIZE")
_RECEIVED = struct.Struct("=Q")
_RECEIVED_AT = 128  # tcpi_bytes_received in struct tcp_info (linux/tcp.h), since Linux 4.1
_log = logs.get_logger(__name__)


class UnfinishedMessages:
    """ASGI middleware."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._complete: dict[tuple[str, int], list[int]] = {}
        """Bytes of complete messages by the other end of each websocket."""
        self._watching: asyncio.Task[None] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "websocket" or not scope.get("client"):
            await self._app(scope, receive, send)
            return
        # Granian gives the port as text.
        peer = _peer(*scope["client"])
        complete = self._complete[peer] = [0]
        if self._watching is None or self._watching.done():
            self._watching = asyncio.create_task(self._watch())

        async def counted() -> Message:
            message = await receive()
            complete[0] += FRAME + len(message.get("bytes") or (message.get("text") or "").encode())
            return message

        try:
            await self._app(scope, counted, send)
        finally:
            if self._complete.get(peer) is complete:
                del self._complete[peer]

    async def _watch(self) -> None:
        """End what grows without end while there is a websocket."""
        known = _memory()
        while self._complete:
            await asyncio.sleep(SECONDS)
            if (memory := _memory()) > known + GROWTH:
                self.end_those_without_end()
            elif memory > known:
                continue
            known = memory

    def end_those_without_end(self) -> None:
        for connection, peer in _connections():
            complete = self._complete.get(peer)
            if complete and _received(connection) - complete[0] > MAX_UNFINISHED:
                _log.warning("message_without_end", received=_received(connection))
                connection.shutdown(socket.SHUT_RDWR)


def _memory() -> int:
    """Return the resident bytes of this process; 0 where there is no ``/proc``, so that nothing is looked at."""
    with suppress(OSError):
        return int(Path("/proc/self/statm").read_text().split()[1]) * _PAGE
    return 0


def _connections() -> Iterator[tuple[socket.socket, tuple[str, int]]]:
    """Yield the open TCP connections of this process with their other ends; they are Granian's, and stay open."""
    for file in Path("/proc/self/fd").iterdir():
        with suppress(OSError):
            connection = socket.socket(fileno=int(file.name))
            try:
                if connection.family in (socket.AF_INET, socket.AF_INET6):
                    yield connection, _peer(*connection.getpeername()[:2])
            finally:
                connection.detach()


def _peer(host: str, port: str | int) -> tuple[str, int]:
    """Return the other end of a connection, also of IPv4 at a listener of IPv6 (RFC 4291, 2.5.5.2)."""
    return host.removeprefix("::ffff:"), int(port)


def _received(connection: socket.socket) -> int:
    return _RECEIVED.unpack_from(connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 256), _RECEIVED_AT)[0]
