"""A stand-in for the site behind a proxy: records every request, and answers as a test says."""

import copy
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass
class Answer:
    """What the stub answers."""

    status: int = 200
    headers: Mapping[str, str] = field(default_factory=lambda: {"Cache-Control": "no-cache"})
    body: bytes = b"a page"


@dataclass
class StubSite:
    """A running stub."""

    port: int
    answer: Callable[[str], Answer] = field(default=lambda _path: Answer())
    """Returns the answer for a path."""
    requests: list[BaseHTTPRequestHandler] = field(default_factory=list)
    bodies: list[bytes] = field(default_factory=list)
    """Of the requests with a body."""
    first_bytes: threading.Event = field(default_factory=threading.Event)
    """Set when the first bytes of a body have arrived."""
    drops: bool = False
    """Whether requests are read and then their connections closed without an answer."""

    def count(self, path: str) -> int:
        """Return how many requests for a path arrived."""
        return sum(request.path == path for request in self.requests)


@contextmanager
def running() -> Iterator[StubSite]:
    """Run a stub on a free port."""

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
            for name, value in ({"Content-Type": "text/html"} | dict(answer.headers)).items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(answer.body)))
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(answer.body)

        do_POST = do_HEAD = do_PATCH = do_DELETE = do_GET  # noqa: N815  the names that http.server calls

        def log_message(self, format: str, *_given: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    site = StubSite(server.server_address[1])
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield site
    finally:
        server.shutdown()
        server.server_close()
