"""Freezes a PostgreSQL server, as a disk that hangs does: its connections stay, and nothing answers."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psycopg


def _parent(process: int) -> int:
    """Return the parent of a process; 0 where it has ended."""
    try:
        return int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])
    except FileNotFoundError:
        return 0


def server_of(address: str) -> int:
    """Return the process id of a PostgreSQL server."""
    with psycopg.connect(address) as connection:
        return _parent(connection.info.backend_pid)


@contextmanager
def frozen(server: int) -> Iterator[None]:
    """Stop a server and all its children with SIGSTOP; they go on at the end."""
    everyone = [int(path.name) for path in Path("/proc").glob("[0-9]*")]
    stopped = [server, *(process for process in everyone if _parent(process) == server)]
    for process in stopped:
        # A connection that has just been closed ends its process.
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        for process in stopped:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGCONT)
