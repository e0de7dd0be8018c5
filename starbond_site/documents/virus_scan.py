"""Asks clamd, the daemon of ClamAV, whether a file is harmful (clamd(8), the commands INSTREAM and PING).

The file is sent through the socket, so that clamd needs no right to read it and may run on another machine. Whatever
is not a clear answer refuses the file. ``clamav-client`` 0.7.2 is not used: it connects to a Unix socket without a
timeout, limits no scan as a whole, and loses the answer of a clamd that stops reading at its size limit.
"""

import re
import socket
import struct
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import BinaryIO

from starbond_site.documents.refusals import Refusal
from starbond_site.shared import logs

CHUNK = 256 * 1024
"""Bytes of one piece; less than the smallest useful ``StreamMaxLength``."""
SECONDS = 30.0
"""Longest time of a scan, beside what the size of the file adds."""
BYTES_PER_SECOND = 1024 * 1024
"""Of a slow clamd: a file of 50 MiB may take 80 seconds."""
PING_SECONDS = 1.5
"""The health of the site has to answer within 2 seconds."""
MAX_ANSWER = 4096
"""Bytes of an answer that are read."""
_FOUND = re.compile(r"stream: (.+) FOUND")
_LIMIT = re.compile(r"INSTREAM size limit exceeded|stream: Heuristics\.Limits\.Exceeded\S* FOUND")
"""``StreamMaxLength`` of clamd, or with ``AlertExceedsMax yes`` one of its other limits."""
_log = logs.get_logger(__name__)


def refuse_harmful(address: str, path: Path) -> None:
    """Let clamd scan a file.

    Raises:
        Refusal: virus_found: something was found; its name is the ``detail``, for the audit.
        Refusal: scanner_limit: clamd refuses to scan as much.
        Refusal: scanner_unavailable: there was no answer in time, or not one that says that the file is clean.
    """
    try:
        with path.open("rb") as file:
            answer = _answer(address, _pieces(file), SECONDS + path.stat().st_size / BYTES_PER_SECOND)
    except OSError as error:
        answer = f"{type(error).__name__}: {error}"
    if answer == "stream: OK":
        return
    if _LIMIT.match(answer):
        _log.warning("virus_scan_limit", answer=answer)
        raise Refusal("scanner_limit", detail=answer)
    if found := _FOUND.fullmatch(answer):
        _log.warning("virus_found", threat=found[1])
        raise Refusal("virus_found", detail=found[1])
    _log.error("virus_scan_failed", scanner=address, answer=answer)
    raise Refusal("scanner_unavailable", detail=answer)


def is_answering(address: str) -> bool:
    """Return whether clamd answers within `PING_SECONDS`."""
    try:
        return _answer(address, (b"zPING\0",), PING_SECONDS) == "PONG"
    except OSError:
        return False


def _pieces(file: BinaryIO) -> Iterator[bytes]:
    """Yield the command, then a file in pieces, each behind its length."""
    yield b"zINSTREAM\0"
    while chunk := file.read(CHUNK):
        yield struct.pack("!I", len(chunk)) + chunk
    yield struct.pack("!I", 0)


def _answer(address: str, pieces: Iterable[bytes], seconds: float) -> str:
    """Send pieces, and return the answer of clamd, which it ends with NUL, or when it closes the connection.

    Args:
        address: path of a Unix socket, which begins with a slash, or ``host:port``.
        seconds: for all of it together.

    Raises:
        OSError: there is no connection, or no answer in time.
    """
    deadline, answer = time.monotonic() + seconds, b""
    with ExitStack() as opened:
        if address.startswith("/"):
            connection = opened.enter_context(socket.socket(socket.AF_UNIX))
            connection.settimeout(seconds)
            connection.connect(address)
        else:
            host, _, port = address.rpartition(":")
            connection = opened.enter_context(socket.create_connection((host.strip("[]"), int(port)), seconds))
        # Clamd may stop reading; what it said before that can still be read.
        with suppress(BrokenPipeError, ConnectionResetError):
            for piece in pieces:
                connection.settimeout(max(0.001, deadline - time.monotonic()))
                connection.sendall(piece)
        while b"\0" not in answer and len(answer) < MAX_ANSWER:
            connection.settimeout(max(0.001, deadline - time.monotonic()))
            received = connection.recv(MAX_ANSWER)
            if not received:
                break
            answer += received
    return answer.partition(b"\0")[0].decode("ascii", "replace").strip()
