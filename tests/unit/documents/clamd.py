"""A stand-in for clamd on a real socket, that answers as it is told to (clamd(8))."""

import contextlib
import socketserver
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from io import BufferedIOBase
from pathlib import Path

EICAR = rb"X5O!P%@AP[4\PZX54(P^)7CC)7}$EICAR" + b"-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*"
"""What every scanner reports although it does no harm (eicar.org); in two parts, so that none reports this file."""
LIMIT = b"INSTREAM size limit exceeded. ERROR\0"


@dataclass
class Clamd:
    address: str = ""
    received: list[bytes] = field(default_factory=list)


@contextmanager
def running(place: Path | None, behaviour: str = "scan") -> Iterator[Clamd]:
    """Run a stand-in until the context ends.

    Args:
        place: path of a Unix socket; None for a port of this machine.
        behaviour: ``scan`` answers by the content; ``silent`` never answers; ``endless`` never ends its answer;
            ``limit`` stops reading after the first piece; ``hang up`` closes the connection; everything else is the
            answer.
    """
    clamd, end = Clamd(), threading.Event()

    class Handler(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            with contextlib.suppress(OSError, struct.error):
                self.wfile.write(_answer(self.rfile, clamd, behaviour, end))
                while behaviour == "endless" and not end.wait(0.01):
                    self.wfile.write(b"x")

    if place:
        made = socketserver.ThreadingUnixStreamServer(str(place), Handler)
    else:
        made = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler)
    with made:
        clamd.address = str(place) if place else f"127.0.0.1:{made.socket.getsockname()[1]}"
        thread = threading.Thread(target=made.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield clamd
        finally:
            end.set()
            made.shutdown()
            thread.join(30)


def _answer(incoming: BufferedIOBase, clamd: Clamd, behaviour: str, end: threading.Event) -> bytes:
    command = b""
    while (byte := incoming.read(1)) not in (b"\0", b""):
        command += byte
    if behaviour == "silent":
        end.wait(30)
    if behaviour in ("silent", "endless", "hang up"):
        return b""
    if command == b"zPING":
        return b"PONG\0" if behaviour == "scan" else behaviour.encode()
    if behaviour == "limit":
        incoming.read(4)
        return LIMIT
    content = b""
    while length := struct.unpack("!I", incoming.read(4))[0]:
        content += incoming.read(length)
    clamd.received.append(content)
    found = b"stream: Eicar-Test-Signature FOUND\0" if EICAR in content else b"stream: OK\0"
    return found if behaviour == "scan" else behaviour.encode() + b"\0"
