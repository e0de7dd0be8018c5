"""The processes of a site: how one tells another, how they end together, and what they may read, write and use."""

import ctypes
import os
import resource
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager

DRAIN = signal.SIGUSR1
"""Signal after which a server asks for no new visitors; it goes on answering."""
LEAVE = signal.SIGURG
"""Signal after which the answers of a server end connections that are kept; releases that do not know it ignore it."""
ORPHANED = signal.SIGUSR2
"""Signal to the server of a release when its supervisor has ended, however it did."""
MEMORY = 1024 * 1024 * 1024
"""Bytes of address space of a process that reads a file: more than any harmless one of the accepted size needs."""
_PR_SET_PDEATHSIG = 1  # prctl(2)


def keep_files_private() -> None:
    """Let nobody but the user of this process read what it writes: databases, backups, states of visitors.

    Each entry point calls it first, since whoever starts the site rarely thinks of the umask.
    """
    os.umask(0o077)


@contextmanager
def exit_when_told() -> Iterator[None]:
    """Let SIGTERM raise SystemExit, so that what runs removes what it has half made."""
    before = signal.signal(signal.SIGTERM, lambda number, _frame: sys.exit(128 + number))
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def signal_with_parent(number: int = signal.SIGKILL) -> None:
    """Send this process a signal when the thread that started it ends, also where that is killed."""
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, number)


def allow(seconds: int) -> None:
    """Let this process use so many more seconds of processor, as far as its limit may be raised."""
    used = sum(resource.getrusage(resource.RUSAGE_SELF)[:2])
    most = resource.getrlimit(resource.RLIMIT_CPU)[1]
    resource.setrlimit(resource.RLIMIT_CPU, (min(int(used) + 1 + seconds, most), most))


def limit(seconds: int, most_seconds: int = 0, memory: int = MEMORY) -> None:
    """Limit a process that reads the file of a stranger: it writes none, and ends with the process that started it.

    Args:
        seconds: of processor.
        most_seconds: up to which it may raise that itself.
        memory: bytes of address space.
    """
    signal_with_parent()
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    # At the soft limit the kernel sends SIGXCPU: a SIGKILL comes from elsewhere, and says nothing of the file.
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, max(seconds + 1, most_seconds)))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
