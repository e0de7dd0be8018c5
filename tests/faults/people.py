"""Readers and visitors who go on while something breaks, and remember what they saw. They come through nginx."""

import http.client
import json
import re
import ssl
import threading
import time
import uuid
from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any, Protocol

from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

from benchmarks.socket_clients import EVENT, HYDRATE, JOIN, NAMESPACE, OPEN, PING, PONG, data_of
from starbond_site.state.live import Live
from tests.faults.proxy import Proxy, request

CATEGORY = "AllNotice"
PAGES = ("/", "/AllNotice", "/bn/AllNotice", "/GumkingSyntheticResin", "/contact", "/api/documents/AllNotice")
END_SECONDS = 150
FRESH = {"Cookie": "starbond=x"}
"""With a cookie of the site nginx keeps no answer."""
FAILURES = (OSError, http.client.HTTPException, WebSocketException)
LIVE = Live.get_full_name()
DOCUMENT = re.compile(r"/files/(\d+)/")
PATH = f"/api/live/{CATEGORY}"


class Front(Protocol):
    """What readers and uploaders connect to."""

    @property
    def url(self) -> str: ...

    def connect(self, seconds: float, sender: str = ...) -> http.client.HTTPConnection: ...


@dataclass(frozen=True)
class Seen:
    at: float
    path: str
    status: int
    seconds: float


class Background(ABC):
    """Something that goes on in a thread until the context ends."""

    def __init__(self) -> None:
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._run_until_the_end, daemon=True)
        self._problem: BaseException | None = None

    def __enter__(self):  # noqa: ANN204  the class of the object
        self._thread.start()
        return self

    def __exit__(self, *_given: object) -> None:
        self._end.set()
        self._thread.join(END_SECONDS)
        if self._problem:
            raise self._problem

    @abstractmethod
    def once(self) -> None:
        """Do it once."""

    def _run_until_the_end(self) -> None:
        try:
            while not self._end.is_set():
                self.once()
        except BaseException as problem:
            self._problem = problem


class Reader(Background):
    def __init__(self, front: Front, paths: Sequence[str] = PAGES, between: float = 0.1) -> None:
        super().__init__()
        self.seen: list[Seen] = []
        self.downloads: list[Seen] = []
        self._front, self._paths, self._between = front, paths, between

    def once(self) -> None:
        path, began = self._paths[len(self.seen) % len(self._paths)], time.monotonic()
        status, body = ask(self._front, path)
        self.seen.append(Seen(began, path, status, time.monotonic() - began))
        if path.startswith("/api/documents/") and status == 200 and (documents := json.loads(body)["documents"]):
            began, path = time.monotonic(), documents[len(documents) // 2]["DownloadUrl"]
            status, _body = ask(self._front, path, **FRESH)
            self.downloads.append(Seen(began, path, status, time.monotonic() - began))
        self._end.wait(self._between)


class Watcher(Background):
    """A visitor who has the list open, as ``components/react/live`` keeps it: it connects again when it is lost."""

    def __init__(self, proxy: Proxy) -> None:
        super().__init__()
        self._proxy = proxy
        self._token = str(uuid.uuid4())
        self._socket: ClientConnection | None = None
        self._shown_at: dict[str, float] = {}

    def arrival(self, href: str) -> float | None:
        """Return when the row of a document was first shown, on the clock of `time.monotonic`."""
        return self._shown_at.get(href.split("/")[2])

    def once(self) -> None:
        try:
            self._socket = self._socket or self._connect()
            with suppress(TimeoutError):
                self._hear(self._socket, str(self._socket.recv(0.2)))
        except FAILURES:
            if self._socket:
                self._socket.close()
            self._socket = None
            self._end.wait(0.25)

    def __exit__(self, *given: object) -> None:
        super().__exit__(*given)
        if self._socket:
            self._socket.close()

    def _connect(self) -> ClientConnection:
        # With TLS 1.3 one handshake of 150 hung for 10 s (websockets 17.4, Python 3.11): a thread of its client
        # waits for data behind a session ticket while another one sends.
        trust = self._proxy.trust
        trust.maximum_version = ssl.TLSVersion.TLSv1_2
        options: dict[str, Any] = {"origin": self._proxy.url, "subprotocols": [version("reflex")], "legacy": True}
        options |= {"open_timeout": 5, "close_timeout": 1, "ping_interval": None, "compression": None, "max_size": None}
        address = f"wss://localhost:{self._proxy.https}{NAMESPACE}/?EIO=4&transport=websocket&token={self._token}"
        socket = connect(address, ssl=trust, **options)
        try:
            if not str(socket.recv(5)).startswith(OPEN):
                raise ConnectionError
            # The first event, which loads the state, comes with the request to join.
            router = {"pathname": f"/{CATEGORY}", "asPath": f"/{CATEGORY}", "query": {}}
            event = {"name": HYDRATE, "payload": {}, "token": self._token, "router_data": router}
            socket.send(JOIN + json.dumps({"event": event}))
            while not (packet := str(socket.recv(5))).startswith(JOIN):
                # Where a server was killed, the name of this page is still taken in Redis.
                if packet.startswith(f'{EVENT}["new_token"'):
                    self._token = data_of(packet)
        except BaseException:
            socket.close()
            raise
        return socket

    def _hear(self, socket: ClientConnection, packet: str) -> None:
        if packet == PING:
            socket.send(PONG)
        elif packet.startswith(EVENT):
            # The name of a var has a marker behind it.
            values = dict(data_of(packet).get("delta") or {}).get(LIVE, {})
            for view in (value for name, value in values.items() if name.startswith(CATEGORY)):
                # As `live.jsx`, which asks where it cannot apply an update.
                shown = json.dumps(view) if "rows" in view else ask(self._proxy, PATH, **FRESH)[1].decode()
                for number in DOCUMENT.findall(shown):
                    self._shown_at.setdefault(number, time.monotonic())


def ask(front: Front, path: str, **headers: str) -> tuple[int, bytes]:
    """Return status and body of a request; status 0 where no answer came in time."""
    try:
        with closing(front.connect(30)) as connection:
            reply = request(connection, path, "GET", None, Accept="text/html,*/*", **headers)
            return reply.status, reply.body
    except (OSError, http.client.HTTPException):
        return 0, b""


def published(proxy: Proxy) -> list[dict[str, str]]:
    """Return every document of the list, as the site says at this moment."""
    found, address = [], f"/api/documents/{CATEGORY}"
    while address:
        status, body = ask(proxy, address, **FRESH)
        assert status == 200
        page = json.loads(body)
        found += page["documents"]
        address = page.get("next", "")
    return found
