"""Nginx in front of two stand-ins for the site, which record every request and answer as a test says."""

import copy
import http.client
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from tests.faults import proxy
from tests.faults.proxy import Proxy

SECONDS = 20
KEPT_SECONDS = 0.9


@dataclass
class Answer:
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=lambda: {"Cache-Control": "no-cache"})
    body: bytes = b"a page"


@dataclass
class Instance:
    port: int
    answer: Callable[[str], Answer] = field(default=lambda _path: Answer())
    requests: list[BaseHTTPRequestHandler] = field(default_factory=list)
    bodies: list[bytes] = field(default_factory=list)
    first_bytes: threading.Event = field(default_factory=threading.Event)
    drops: bool = False

    def count(self, path: str) -> int:
        return sum(request.path == path for request in self.requests)


@dataclass(frozen=True)
class Reply:
    status: int
    headers: Mapping[str, str]
    body: bytes


@dataclass
class Front:
    """Nginx and the two instances behind it."""

    proxy: Proxy
    instances: tuple[Instance, Instance]

    @property
    def requests(self) -> list[BaseHTTPRequestHandler]:
        return self.instances[0].requests + self.instances[1].requests

    def ask(self, path: str, method: str = "GET", *, body: bytes | None = None, **headers: str) -> Reply:
        """Send one request over TLS; names of headers have underscores for hyphens."""
        return next(self.asks(path, method, body=body, **headers))

    def asks(
        self, path: str, method: str = "GET", *, body: bytes | None = None, sender: str = "127.0.0.1", **headers: str
    ) -> Iterator[Reply]:
        """Send requests from an address of this machine, one after another on one connection."""
        connection = http.client.HTTPSConnection(
            "localhost", self.proxy.https, timeout=SECONDS, context=self.proxy.trust, source_address=(sender, 0)
        )
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        try:
            while True:
                connection.request(method, path, body, given)
                response = connection.getresponse()
                yield Reply(response.status, dict(response.getheaders()), response.read())
        finally:
            connection.close()

    def count(self, path: str) -> int:
        return sum(instance.count(path) for instance in self.instances)

    def count_of(self, path: str, steps: Callable[[], object]) -> int:
        """Return how many requests for a path reach the site with some steps, done while nginx keeps an answer."""
        while True:
            before, began = self.count(path), time.monotonic()
            steps()
            if time.monotonic() - began < KEPT_SECONDS:
                return self.count(path) - before

    def answer(self, given: Answer | Callable[[str], Answer]) -> None:
        for instance in self.instances:
            instance.answer = given if callable(given) else lambda _path: given

    def fail(self) -> None:
        """Let both instances close connections without an answer from now on."""
        for instance in self.instances:
            instance.drops = True


@contextmanager
def running(folder: Path) -> Iterator[Front]:
    with ExitStack() as stack:
        instances = (stack.enter_context(_instance()), stack.enter_context(_instance()))
        instances[1].first_bytes = instances[0].first_bytes
        ports = [instance.port for instance in instances]
        yield Front(stack.enter_context(proxy.running(folder, ports)), instances)


@contextmanager
def _instance() -> Iterator[Instance]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            # nginx keeps connections: one handler serves several requests.
            site.requests.append(copy.copy(self))
            if length := int(self.headers.get("Content-Length", 0)):
                first = self.rfile.read1(length)
                site.first_bytes.set()
                site.bodies.append(first + self.rfile.read(length - len(first)))
            if site.drops:
                self.close_connection = True
                return
            answer = site.answer(self.path)
            self.send_response(answer.status)
            length = {"Content-Length": str(len(answer.body))}
            for name, value in ({"Content-Type": "text/html"} | dict(answer.headers) | length).items():
                self.send_header(name, value)
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(answer.body)

        do_POST = do_HEAD = do_PATCH = do_DELETE = do_GET  # noqa: N815  the names that http.server calls

        def log_message(self, format: str, *_given: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    site = Instance(server.server_address[1])
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
    try:
        yield site
    finally:
        server.shutdown()
        server.server_close()
