"""A page with its websocket, as the browser keeps it: opened again whenever it is lost. It comes through nginx."""

import http.client
import json
import ssl
import threading
import time
import uuid
from collections.abc import Callable
from contextlib import suppress
from importlib.metadata import version

from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

from benchmarks.socket_clients import EVENT, HYDRATE, JOIN, NAMESPACE, OPEN, PING, PONG, data_of
from tests.faults.proxy import Proxy

FAILURES = (OSError, http.client.HTTPException, WebSocketException)


class OpenPage:
    """A page with its websocket, which is opened again whenever it is lost."""

    def __init__(self, proxy: Proxy, path: str) -> None:
        self._proxy = proxy
        self._path = path
        self.token = str(uuid.uuid4())
        self._socket: ClientConnection | None = None

    @property
    def is_connected(self) -> bool:
        """Whether the page has a websocket that is not known to be lost."""
        return self._socket is not None

    def opened(self, seconds: float = 30) -> ClientConnection:
        """Return the websocket; open it when there is none.

        Raises:
            TimeoutError: the server did not answer in time.

        """
        deadline = time.monotonic() + seconds
        while self._socket is None:
            try:
                self._socket = self._connect()
            except (*FAILURES, TimeoutError):
                if time.monotonic() > deadline:
                    raise
                threading.Event().wait(0.25)
        return self._socket

    def lost(self) -> None:
        """Forget the websocket."""
        if self._socket:
            with suppress(*FAILURES):
                self._socket.close()
        self._socket = None

    def send(self, name: str, payload: dict[str, object]) -> None:
        """Send an event as the page does."""
        self.opened().send(EVENT + json.dumps(["event", self._event(name, payload)]))

    def wait_for(self, matches: Callable[[str], bool], seconds: float) -> str:
        """Return the next packet that matches; open the websocket again when it is lost.

        Raises:
            TimeoutError: none came in time.

        """
        deadline = time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0:
            try:
                text = str(self.opened(left).recv(min(left, 1)))
            except TimeoutError:
                continue
            except FAILURES:
                self.lost()
                continue
            if text == PING:
                with suppress(*FAILURES):
                    self.opened(left).send(PONG)
            elif matches(text):
                return text
        raise TimeoutError

    def _connect(self) -> ClientConnection:
        address = f"wss://localhost:{self._proxy.https}{NAMESPACE}/?EIO=4&transport=websocket&token={self.token}"
        socket = connect(
            address,
            ssl=self._trust(),
            origin=self._proxy.url,  # pyright: ignore[reportArgumentType]
            subprotocols=[version("reflex")],  # pyright: ignore[reportArgumentType]
            compression=None,
            ping_interval=None,
            open_timeout=5,
            close_timeout=1,
            max_size=None,
        )
        if not str(socket.recv(5)).startswith(OPEN):
            message = "no Engine.IO server answers"
            raise ConnectionError(message)
        # The first event, which loads the state, comes with the request to join.
        socket.send(JOIN + json.dumps({"event": self._event(HYDRATE, {})}))
        while not (packet := str(socket.recv(5))).startswith(JOIN):
            # Where a server was killed, the name of this page is still taken in Redis.
            if packet.startswith(f'{EVENT}["new_token"'):
                self.token = data_of(packet)
        return socket

    def _trust(self) -> ssl.SSLContext:
        # With TLS 1.3 one handshake of 150 hung for 10 s (websockets 17.4, Python 3.11): a thread of its client
        # waits for data behind a session ticket while another one sends.
        context = self._proxy.trust
        context.maximum_version = ssl.TLSVersion.TLSv1_2
        return context

    def _event(self, name: str, payload: dict[str, object]) -> dict[str, object]:
        router = {"pathname": self._path, "asPath": self._path, "query": {}}
        return {"name": name, "payload": payload, "token": self.token, "router_data": router}
