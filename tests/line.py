"""A line between a client and a site: forwards TCP, counts what comes over it, can be slow, cut, or refuse a file.

Browsers can pretend to be offline, but what a service worker fetches may come through all the same; here nothing does.
"""

import contextlib
import re
import socket
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

ASKED = re.compile(rb"GET (\S+) HTTP/1")
CHUNK = 16 * 1024
REFUSED = (
    b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n"
)
SECONDS = 60


@dataclass
class Line:
    port: int
    site_port: int
    rate: float = 0.0
    """Bytes a second that clients can send; 0 for as many as they want."""
    is_dead: bool = False
    sent: int = 0
    """Bytes that clients have put on the line, heads of requests included."""
    received: int = 0
    watch: Callable[[int], object] = field(default=lambda _sent: None)
    """Told `sent` after each chunk, which is forwarded when it returns."""
    lets_through: Callable[[str], bool] = field(default=lambda _path: True)
    """Asked for each path that clients get; the answer is 503 where it says no, and waits as long as it does."""
    _open: set[socket.socket] = field(default_factory=set)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}"

    def drop(self) -> None:
        """Break every connection; what is on its way is lost."""
        with self._lock:
            ended, self._open = self._open, set()
        for one in ended:
            _close(one)

    def cut(self) -> None:
        """Break every connection, and let none through."""
        self.is_dead = True
        self.drop()

    def mend(self) -> None:
        self.is_dead = False

    def serve(self, listener: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = listener.accept()
                threading.Thread(target=self._connect, args=(client,), daemon=True).start()

    def _connect(self, client: socket.socket) -> None:
        try:
            if self.is_dead:
                raise ConnectionRefusedError
            site = socket.create_connection(("127.0.0.1", self.site_port), timeout=SECONDS)
        except OSError:
            _close(client)
            return
        site.settimeout(None)
        with self._lock:
            self._open |= {client, site}
        if self.is_dead:
            # It was cut meanwhile.
            self.drop()
        threading.Thread(target=self._forward, args=(site, client), daemon=True).start()
        self._forward(client, site, is_sent=True)

    def _forward(self, source: socket.socket, target: socket.socket, *, is_sent: bool = False) -> None:
        with contextlib.suppress(OSError):
            while chunk := source.recv(CHUNK):
                with self._lock:
                    self.sent += len(chunk) * is_sent
                    self.received += len(chunk) * (not is_sent)
                if is_sent:
                    if self.rate:
                        time.sleep(len(chunk) / self.rate)
                    self.watch(self.sent)
                    if (asked := ASKED.match(chunk)) and not self.lets_through(asked[1].decode()):
                        source.sendall(REFUSED)
                        break
                target.sendall(chunk)
        for one in (source, target):
            _close(one)
            with self._lock:
                self._open.discard(one)


@contextlib.contextmanager
def line_to(site_port: int) -> Iterator[Line]:
    """Run a line to a port of this machine, and cut it at the end."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        line = Line(listener.getsockname()[1], site_port)
        thread = threading.Thread(target=line.serve, args=(listener,), daemon=True)
        thread.start()
        yield line
        # The thread that accepts is woken by a shutdown, not by a close.
        listener.shutdown(socket.SHUT_RDWR)
    line.cut()
    thread.join(SECONDS)


def _close(one: socket.socket) -> None:
    with contextlib.suppress(OSError):
        one.shutdown(socket.SHUT_RDWR)
    one.close()
