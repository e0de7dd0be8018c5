"""A small HTTP server of a test's own, in a thread: for what the site asks, or in the place of the site."""

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import MappingProxyType

NONE: Mapping[str, str] = MappingProxyType({})


class Request(BaseHTTPRequestHandler):
    """A request, whose connection ends where it gets no answer."""

    disable_nagle_algorithm = True
    """On a kept connection a body would wait 40 ms for the client to confirm the headers."""

    def answer(self, status: int, headers: Mapping[str, str] = NONE, body: bytes = b"") -> None:
        self.send_response(status)
        for name, value in {**headers, "Content-Length": str(len(body))}.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def read(self) -> bytes:
        return self.rfile.read(int(self.headers.get("Content-Length", 0)))

    def log_message(self, format: str, *_given: object) -> None:
        """Say nothing."""


@contextmanager
def listening(respond: Callable[[Request], object], *, keeps_connections: bool = False) -> Iterator[int]:
    """Answer requests to a free port of this machine until the context ends; yield the port."""

    class Own(Request, BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1" if keeps_connections else "HTTP/1.0"

        def do_GET(self) -> None:
            respond(self)

        do_POST = do_HEAD = do_PATCH = do_DELETE = do_GET  # noqa: N815  the names that http.server calls

    server = ThreadingHTTPServer(("127.0.0.1", 0), Own)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        server.server_close()
