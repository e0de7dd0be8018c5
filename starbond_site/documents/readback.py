"""Reading a file back while others look at it: what counts is what the disk gives back, not what it was sent."""

import hashlib
import os
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path
from typing import Self

BUFFER = 256 * 1024
"""How much is read at once, in bytes: small enough to stay in the processor's cache."""
_THREADS = ThreadPoolExecutor(max_workers=4, thread_name_prefix="read-back")


class ReadBack:
    """Counts and hashes a file in a thread of its own, which takes as long as inspecting it and forcing it to the disk.

    Use it as a context manager; at its end nothing reads any more.
    """

    def __init__(self, path: Path) -> None:
        """Begin.

        Args:
            path: a complete file; it may be moved meanwhile.

        Raises:
            OSError: it cannot be opened.

        """
        self._is_over = False
        self._file = path.open("rb", buffering=0)
        self._work = _THREADS.submit(self._read)

    def is_of(self, path: Path) -> bool:
        """Say whether a path leads to this very file, and not to a copy or another."""
        return os.path.samestat(path.stat(), os.fstat(self._file.fileno()))

    def result(self) -> tuple[int, str]:
        """Wait for the end and return bytes and SHA-256 in hexadecimal.

        Raises:
            OSError: the disk failed.

        """
        size, sha256 = self._work.result()
        # What was added behind the reader counts as well.
        return max(size, os.fstat(self._file.fileno()).st_size), sha256

    def __enter__(self) -> Self:
        """Begin."""
        return self

    def __exit__(self, *_problem: object) -> None:
        """End, also in the middle."""
        self._is_over = True
        self._work.cancel()
        wait([self._work])
        self._file.close()

    def _read(self) -> tuple[int, str]:
        """Read until the end of the file or of the context."""
        return digest_of(self._pieces())

    def _pieces(self) -> Iterator[memoryview]:
        """Give the bytes, all in one buffer."""
        buffer = memoryview(bytearray(BUFFER))
        while not self._is_over and (count := self._file.readinto(buffer)):
            yield buffer[:count]


def digest_of(pieces: Iterable[bytes | memoryview]) -> tuple[int, str]:
    """Return bytes and SHA-256 in hexadecimal."""
    digest, size = hashlib.sha256(), 0
    for piece in pieces:
        digest.update(piece)
        size += len(piece)
    return size, digest.hexdigest()
