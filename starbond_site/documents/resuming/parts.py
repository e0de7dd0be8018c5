"""The files with what arrived of unfinished uploads. All calls block.

A file grows only at its end: a write names the position that it begins at, and is refused when the file does not end
there. So it does not matter whether a connection that is taken for lost still delivers something: whoever comes second
is told, and nothing is ever written twice or in the wrong place. Its size is how far the upload has come, and is told
only after it was forced to the disk.
"""

import fcntl
import os
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from starbond_site.documents.archive import Archive
from starbond_site.documents.records import UnfinishedUpload
from starbond_site.documents.storage.local import translating_errors


class OffsetMismatch(Exception):  # noqa: N818  an expected answer, not a failure of the program
    """The file does not end where a request wants to continue it, or another request is writing."""


class Part:
    """The file of one unfinished upload, opened for one request; a context manager, which closes it."""

    def __init__(self, archive: Archive, upload: UnfinishedUpload) -> None:
        """Open the file; it is created where nothing has arrived here.

        Raises:
            Refusal: storage_full or storage_unreachable: the disk.
        """
        self.path = path_of(archive, upload)
        self._size = upload.size
        with translating_errors():
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._descriptor = os.open(self.path, os.O_CREAT | os.O_RDWR | os.O_APPEND, 0o600)

    def durable_size(self) -> int:
        """Force the file to the disk; return its size."""
        with translating_errors():
            os.fsync(self._descriptor)
            return os.fstat(self._descriptor).st_size

    def append(self, position: int, *chunks: bytes) -> int:
        """Write at the end; return the new position.

        Raises:
            OffsetMismatch: it ends elsewhere, or would be longer than announced.
            Refusal: storage_full or storage_unreachable: the disk.
        """
        end = position + sum(map(len, chunks))
        # Also keeps a file that is complete as it is, while it is checked and published.
        if end > self._size:
            raise OffsetMismatch
        with translating_errors():
            try:
                fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise OffsetMismatch from None
            try:
                if os.fstat(self._descriptor).st_size != position:
                    raise OffsetMismatch
                for chunk in map(memoryview, chunks):
                    left = chunk
                    while left:
                        left = left[os.write(self._descriptor, left) :]
            finally:
                fcntl.flock(self._descriptor, fcntl.LOCK_UN)
        return end

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _type: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        os.close(self._descriptor)


def stored(archive: Archive) -> Sequence[str]:
    return [path.name for path in _folder(archive).glob("*")]


def remove(archive: Archive, name: str) -> None:
    """Remove a file; one that is not there counts as removed."""
    with translating_errors():
        (_folder(archive) / name).unlink(missing_ok=True)


def path_of(archive: Archive, upload: UnfinishedUpload) -> Path:
    """Return where what arrived of an upload is kept."""
    return _folder(archive) / upload.token_hash


def _folder(archive: Archive) -> Path:
    return archive.incoming / "unfinished"
