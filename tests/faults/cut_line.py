"""A line that can be slow and can be cut: forwards TCP to a server of this machine, and counts what clients send."""

import contextlib
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

CHUNK = 16 * 1024
SECONDS = 60


@dataclass
class Line:
    """A running line."""

    port: int
    target: int
    rate: float = 0.0
    """Bytes a second that clients can send; 0 for as many as they want."""
    is_dead: bool = False
    """Whether new connections are closed at once."""
    sent: int = 0
    """Bytes that clients have put on the line, heads of requests included."""
    cuts: int = 0
    watch: Callable[[int], None] = field(default=lambda _sent: None)
    """Told `sent` after each chunk, before it is forwarded."""
    _open: set[socket.socket] = field(default_factory=set)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def cut(self) -> None:
        """Break every connection; what is on its way is lost."""
        with self._lock:
            self.cuts += 1
            ended, self._open = self._open, set()
        for one in ended:
            _close(one)

    def serve(self, listener: socket.socket) -> None:
        """Accept until the listener is closed."""
        with contextlib.suppress(OSError):
            while True:
                client, _ = listener.accept()
                threading.Thread(target=self._connect, args=(client,), daemon=True).start()

    def _connect(self, client: socket.socket) -> None:
        try:
            if self.is_dead:
                raise ConnectionRefusedError
            server = socket.create_connection(("127.0.0.1", self.target), timeout=SECONDS)
        except OSError:
            _close(client)
            return
        server.settimeout(None)
        with self._lock:
            self._open |= {client, server}
        threading.Thread(target=self._forward, args=(server, client), daemon=True).start()
        self._forward(client, server, is_counted=True)

    def _forward(self, source: socket.socket, target: socket.socket, *, is_counted: bool = False) -> None:
        with contextlib.suppress(OSError):
            while chunk := source.recv(CHUNK):
                if is_counted:
                    with self._lock:
                        self.sent += len(chunk)
                    if self.rate:
                        time.sleep(len(chunk) / self.rate)
                    self.watch(self.sent)
                target.sendall(chunk)
        for one in (source, target):
            _close(one)
            with self._lock:
                self._open.discard(one)


@contextmanager
def running(target: int) -> Iterator[Line]:
    """Run a line to a port of this machine."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        line = Line(listener.getsockname()[1], target)
        thread = threading.Thread(target=line.serve, args=(listener,), daemon=True)
        thread.start()
        yield line
        listener.shutdown(socket.SHUT_RDWR)
    line.cut()
    thread.join(SECONDS)


def _close(one: socket.socket) -> None:
    with contextlib.suppress(OSError):
        one.shutdown(socket.SHUT_RDWR)
    one.close()
