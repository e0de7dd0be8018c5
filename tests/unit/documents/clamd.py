"""A stand-in for clamd on a real socket, that answers as it is told to (clamd(8))."""

import contextlib
import socket
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

EICAR = rb"X5O!P%@AP[4\PZX54(P^)7CC)7}$EICAR" + b"-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*"
"""What every scanner reports although it does no harm (eicar.org); in two parts, so that none reports this file."""
LIMIT = b"INSTREAM size limit exceeded. ERROR\0"


@dataclass
class Clamd:
    """A running stand-in."""

    address: str
    """As ``STARBOND_CLAMAV`` has it."""
    received: list[bytes] = field(default_factory=list)
    """The files it was sent."""


@contextmanager
def running(place: Path | None, behaviour: str = "scan") -> Iterator[Clamd]:
    """Run a stand-in until the context ends.

    Args:
        place: path of a Unix socket; None for a port of this machine.
        behaviour: ``scan`` answers by the content; ``silent`` never answers; ``endless`` never ends its answer;
            ``limit`` stops reading after the first piece; ``hang up`` closes the connection; everything else is the
            answer.
    """
    with socket.socket(socket.AF_UNIX if place else socket.AF_INET) as listening:
        listening.bind(str(place) if place else ("127.0.0.1", 0))
        listening.listen()
        clamd = Clamd(str(place) if place else f"127.0.0.1:{listening.getsockname()[1]}")
        end = threading.Event()
        thread = threading.Thread(target=_serve, args=(listening, clamd, behaviour, end))
        thread.start()
        try:
            yield clamd
        finally:
            end.set()
            # Wakes the thread that waits for a connection.
            with contextlib.suppress(OSError):
                listening.shutdown(socket.SHUT_RDWR)
            thread.join(30)


def _serve(listening: socket.socket, clamd: Clamd, behaviour: str, end: threading.Event) -> None:
    while not end.is_set():
        try:
            connection, _ = listening.accept()
        except OSError:
            return
        with connection, contextlib.suppress(OSError, struct.error):
            _talk(connection, clamd, behaviour, end)


def _talk(connection: socket.socket, clamd: Clamd, behaviour: str, end: threading.Event) -> None:
    with connection.makefile("rb") as incoming:
        command = b""
        while (byte := incoming.read(1)) not in (b"\0", b""):
            command += byte
        if behaviour == "silent":
            end.wait(30)
        elif behaviour == "endless":
            while not end.wait(0.01):
                connection.sendall(b"x")
        elif behaviour == "hang up":
            pass
        elif command == b"zPING":
            connection.sendall(b"PONG\0" if behaviour == "scan" else behaviour.encode())
        elif behaviour == "limit":
            incoming.read(4)
            connection.sendall(LIMIT)
        else:
            content = b"".join(_pieces(incoming))
            clamd.received.append(content)
            found = b"stream: Eicar-Test-Signature FOUND\0" if EICAR in content else b"stream: OK\0"
            connection.sendall(found if behaviour == "scan" else behaviour.encode() + b"\0")


def _pieces(incoming: BinaryIO) -> Iterator[bytes]:
    while length := struct.unpack("!I", incoming.read(4))[0]:
        yield incoming.read(length)
