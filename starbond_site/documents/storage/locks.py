"""Who works on a file: an upload holds a lock on its file from the first byte until its record is committed.

The lock belongs to the open file, not to its name, and ends with the process, also with SIGKILL. So whoever
gets the lock of a file that no record names has found what an interrupted upload left.
"""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def create_locked(path: Path) -> int:
    """Create a file nobody else can read, lock it and return its descriptor."""
    while True:
        descriptor = os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600)
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        # Between creation and lock somebody may have taken it for a leftover and removed it.
        if os.fstat(descriptor).st_nlink:
            return descriptor
        os.close(descriptor)


@contextmanager
def claimed(path: Path) -> Iterator[bool]:
    """Say whether the file is there and nobody works on it; while the context lasts, nobody can."""
    try:
        descriptor = os.open(path, os.O_RDONLY)
    except FileNotFoundError:
        yield False
        return
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
        else:
            yield True
    finally:
        os.close(descriptor)


def sync_folder(folder: Path) -> None:
    """Make what was created, renamed or removed in a folder survive a loss of power."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
