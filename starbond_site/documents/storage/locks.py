"""Locks the files of uploads (flock(2)), from the first byte until the record is committed.

The lock belongs to the open file, not to its name, and ends with the process, also with SIGKILL. So a file that can be
locked and that no record names was left by an interrupted upload.
"""

import ctypes
import errno
import fcntl
import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

NO_LINKS = (errno.EPERM, errno.EOPNOTSUPP, errno.EMLINK, errno.ENOSYS)
"""Errors of file systems without hard links."""


def create_locked(path: Path) -> int:
    """Create a file that no other user can read, lock it and return its descriptor."""
    while True:
        descriptor = os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600)
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        # Between creation and lock the consistency check may have removed it.
        if os.fstat(descriptor).st_nlink:
            return descriptor
        os.close(descriptor)


def link(source: Path, path: Path, *, is_locked: bool) -> tuple[int, ...]:
    """Give a file a second name, lock it and return its descriptor.

    Where links are impossible, the bytes are copied; a second descriptor then holds the lock of the file itself.

    Raises:
        BlockingIOError: an upload holds its lock.
        FileNotFoundError: there is no such file.
    """
    opened = list[int]()
    try:
        try:
            os.link(source, path)
        except OSError as error:
            if error.errno not in NO_LINKS:
                raise
            opened.append(_opened(source, is_locked=is_locked))
            shutil.copyfile(source, path)
        return _opened(path, is_locked=is_locked), *opened
    except OSError:
        path.unlink(missing_ok=True)
        for descriptor in opened:
            os.close(descriptor)
        raise


def _opened(path: Path, *, is_locked: bool) -> int:
    descriptor = os.open(path, os.O_RDWR)
    try:
        if is_locked:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        raise
    return descriptor


def write_locked(chunks: Iterable[bytes], path: Path) -> int:
    """Write a new file that no other user can read, lock it and return its descriptor, at its beginning."""
    descriptor = create_locked(path)
    try:
        with os.fdopen(descriptor, "wb", closefd=False) as file:
            file.writelines(chunks)
        os.lseek(descriptor, 0, os.SEEK_SET)
    except BaseException:
        path.unlink()
        os.close(descriptor)
        raise
    return descriptor


@contextmanager
def claimed(path: Path) -> Iterator[bool]:
    """Yield whether the file exists and nobody holds its lock; the context holds it instead."""
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


def sync(path: Path) -> None:
    """Force a file, or the entries of a folder, to the disk, so that they survive a loss of power."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def sync_all(folder: Path) -> None:
    """Force everything that was written to the file system of a folder to the disk (syncfs(2)), as `sync` does one.

    Many files take about a quarter of the time of forcing each.

    Raises:
        OSError: the disk has failed.
    """
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        if ctypes.CDLL(None, use_errno=True).syncfs(descriptor):
            raise OSError(ctypes.get_errno(), "The file system could not be written", str(folder))
    finally:
        os.close(descriptor)
