"""A line between a browser and a site that counts what comes over it and can be cut: a forwarder of TCP connections.

Browsers can pretend to be offline, but what a service worker fetches may come through all the same; here nothing does.
"""

import contextlib
import socket
import threading
from collections.abc import Iterator

CHUNK = 65_536


class Line:
    """Forwards connections to a port of this machine."""

    def __init__(self, site_port: int) -> None:
        """Listen on a free port."""
        self.received = 0
        """Bytes that have come from the site, headers included."""
        self._site_port = site_port
        self._open: set[socket.socket] = set()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self.url = f"http://localhost:{self.port}"
        self._serve()

    def cut(self) -> None:
        """Close all connections, and refuse further ones."""
        # The thread that accepts is woken by a shutdown, not by a close.
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        for each in list(self._open):
            _end(each)

    def mend(self) -> None:
        """Accept connections again."""
        self._listener = socket.create_server(("127.0.0.1", self.port))
        self._serve()

    def _serve(self) -> None:
        threading.Thread(target=self._accept, args=(self._listener,), daemon=True).start()

    def _accept(self, listener: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while True:
                browser, _ = listener.accept()
                try:
                    site = socket.create_connection(("127.0.0.1", self._site_port))
                except OSError:
                    # It is being restarted.
                    _end(browser)
                    continue
                self._open |= {browser, site}
                for given in ((browser, site, False), (site, browser, True)):
                    threading.Thread(target=self._forward, args=given, daemon=True).start()

    def _forward(self, source: socket.socket, target: socket.socket, counts: bool) -> None:
        with contextlib.suppress(OSError):
            while piece := source.recv(CHUNK):
                if counts:
                    self.received += len(piece)
                target.sendall(piece)
        for each in (source, target):
            _end(each)
            self._open.discard(each)


def _end(connection: socket.socket) -> None:
    with contextlib.suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)
    connection.close()


@contextlib.contextmanager
def line_to(site_port: int) -> Iterator[Line]:
    """Run a line, and cut it at the end."""
    line = Line(site_port)
    try:
        yield line
    finally:
        with contextlib.suppress(OSError):
            line.cut()
