"""Visitors without browsers: websockets that speak Engine.IO and Socket.IO as Reflex's frontend does."""

import asyncio
import json
import resource
import time
import uuid
from collections.abc import Callable
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

NAMESPACE = "/_event"
AT_ONCE = 25
"""Connections that are opened together; a storm of all is another measurement."""
CONNECT_SECONDS = 180
HYDRATE = "reflex___state____state.hydrate"
# Engine.IO's packets, then Socket.IO's behind "4".
OPEN, PING, PONG, JOIN, EVENT = "0", "2", "3", f"40{NAMESPACE},", f"42{NAMESPACE},"


class Crowd:
    """Many visitors of one server, who note when something arrives."""

    def __init__(self, port: int, protocol: str | None = None) -> None:
        """Prepare.

        Args:
            port: of the server.
            protocol: Reflex's version, which its frontend gives as the websocket's protocol; a bare server has none.
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
        self._gate = asyncio.Semaphore(AT_ONCE)
        self._heard: list[float] = []
        self._wanted: Callable[[str], bool] = lambda _: False
        self._everyone = asyncio.Event()
        self.tokens: list[str] = []
        self.last = ""
        """The newest packet that was waited for."""

    async def grow(self, count: int) -> None:
        """Let visitors come until there are so many."""
        _allow_files(count)
        async with asyncio.timeout(CONNECT_SECONDS):
            await asyncio.gather(*(self._come() for _ in range(count - len(self._sockets))))

    async def _come(self) -> None:
        token = str(uuid.uuid4())
        async with self._gate:
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
            elif self._wanted(text):
                self._heard.append(arrived)
                self.last = text
                if len(self._heard) == len(self._sockets):
                    self._everyone.set()

    def expect(self, wanted: Callable[[str], bool]) -> None:
        """Begin to note the packets that fit; every visitor is to get one."""
        self._heard.clear()
        self._everyone.clear()
        self._wanted = wanted

    async def all_have_it(self, seconds: float) -> float:
        """Wait for everyone and return when the last one had it, in seconds since 1970.

        Raises:
            TimeoutError: somebody did not get it; the message says how many did.
        """
        try:
            async with asyncio.timeout(seconds):
                await self._everyone.wait()
        except TimeoutError:
            message = f"{len(self._heard)} of {len(self._sockets)} visitors got it within {seconds:.0f} s"
            raise TimeoutError(message) from None
        self._wanted = lambda _: False
        return max(self._heard)

    async def send(self, number: int, name: str, payload: dict[str, Any], path: str) -> None:
        """Send one visitor's event to the server, as the frontend does."""
        event = {
            "name": name,
            "payload": payload,
            "token": self.tokens[number],
            "router_data": {"pathname": path, "asPath": path, "query": {}},
        }
        await self._sockets[number].send(EVENT + json.dumps(["event", event]))

    async def hydrate(self, number: int, path: str) -> None:
        """Do what a page does first: the server learns who is there, and may then take files from them."""
        await self.send(number, HYDRATE, {}, path)

    async def leave(self) -> None:
        """Let everybody go."""
        for task in self._listening:
            task.cancel()
        await asyncio.gather(*self._listening, return_exceptions=True)
        await asyncio.gather(*(socket.close() for socket in self._sockets), return_exceptions=True)


def data_of(packet: str) -> Any:  # noqa: ANN401
    """Return what an event packet carries."""
    return json.loads(packet.removeprefix(EVENT))[1]


def _allow_files(count: int) -> None:
    """Raise this process's limit of open files, as far as it may."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < 3 * count + 200:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 3 * count + 200), hard))
