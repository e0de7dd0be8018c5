"""Simulates visitors without browsers: websockets that speak Engine.IO and Socket.IO as Reflex's frontend does."""

import asyncio
import json
import resource
import time
import uuid
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

NAMESPACE = "/_event"
AT_ONCE = 25
"""Connections that are opened concurrently."""
CONNECT_SECONDS = 180
HYDRATE = "reflex___state____state.hydrate"
# Packet types of Engine.IO; type 4 carries packets of Socket.IO.
OPEN, PING, PONG, JOIN, EVENT = "0", "2", "3", f"40{NAMESPACE},", f"42{NAMESPACE},"


class SocketClients:
    """Many clients of one server, which record when a packet arrives."""

    def __init__(self, port: int, protocol: str | None = None) -> None:
        """Prepare without connecting.

        Args:
            port: of the server.
            protocol: subprotocol of the websocket, Reflex's version; None for the baseline server.
        """
        self._address = f"ws://localhost:{port}{NAMESPACE}/?EIO=4&transport=websocket&token="
        self._options: dict[str, Any] = {
            "origin": f"http://localhost:{port}",
            "compression": None,
            "ping_interval": None,
        }
        if protocol:
            self._options["subprotocols"] = [protocol]
        self._sockets: list[ClientConnection] = []
        self._listening: list[asyncio.Task[None]] = []
        self._connecting = asyncio.Semaphore(AT_ONCE)
        self._arrivals: list[float] = []
        self._matches: Callable[[str], bool] = lambda _: False
        self._complete = asyncio.Event()
        self.tokens: list[str] = []
        self.last = ""
        """The last packet that matched."""

    async def connect(self, count: int) -> None:
        """Open connections until there are ``count``."""
        raise_file_limit(3 * count + 200)
        async with asyncio.timeout(CONNECT_SECONDS):
            await asyncio.gather(*(self._connect_one() for _ in range(count - len(self._sockets))))

    async def _connect_one(self) -> None:
        token = str(uuid.uuid4())
        async with self._connecting:
            socket = await connect(self._address + token, max_size=None, **self._options)
            assert str(await socket.recv()).startswith(OPEN), "no Engine.IO server answers"
            await socket.send(JOIN)
            answer = str(await socket.recv())
            assert answer.startswith(JOIN), answer
        self._sockets.append(socket)
        self.tokens.append(token)
        self._listening.append(asyncio.create_task(self._listen(socket)))

    async def _listen(self, socket: ClientConnection) -> None:
        async for message in socket:
            arrived = time.time()
            text = str(message)
            if text == PING:
                await socket.send(PONG)
            elif self._matches(text):
                self._arrivals.append(arrived)
                self.last = text
                if len(self._arrivals) == len(self._sockets):
                    self._complete.set()

    def expect(self, matches: Callable[[str], bool]) -> None:
        """Record from now on the packets that match; every client should get one."""
        self._arrivals.clear()
        self._complete.clear()
        self._matches = matches

    async def wait_for_all(self, seconds: float) -> float:
        """Wait until every client has a matching packet; return the last arrival, in seconds since 1970.

        Raises:
            TimeoutError: some clients got none; the message says how many did.
        """
        try:
            async with asyncio.timeout(seconds):
                await self._complete.wait()
        except TimeoutError:
            message = f"{len(self._arrivals)} of {len(self._sockets)} clients got it within {seconds:.0f} s"
            raise TimeoutError(message) from None
        self._matches = lambda _: False
        return max(self._arrivals)

    async def hydrate(self, number: int, path: str) -> None:
        """Send the first event of a page; the server accepts uploads only from clients that it knows."""
        event = {
            "name": HYDRATE,
            "payload": {},
            "token": self.tokens[number],
            "router_data": {"pathname": path, "asPath": path, "query": {}},
        }
        await self._sockets[number].send(EVENT + json.dumps(["event", event]))

    async def close(self) -> None:
        """Close all connections."""
        for task in self._listening:
            task.cancel()
        await asyncio.gather(*self._listening, return_exceptions=True)
        await asyncio.gather(*(socket.close() for socket in self._sockets), return_exceptions=True)


def data_of(packet: str) -> Any:  # noqa: ANN401
    """Return the data of an event packet."""
    return json.loads(packet.removeprefix(EVENT))[1]


def raise_file_limit(wanted: int) -> None:
    """Raise the limit of open files, which servers and clients inherit, as far as this user may."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), max(hard, wanted)))
        return
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
