"""A whole file on its way into the storage: private, locked and hashed. All calls block."""

import hashlib
import os
import secrets
import time
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from typing import Self

from starbond_site.documents.archive import Archive
from starbond_site.documents.look import Look
from starbond_site.documents.refusals import Refusal
from starbond_site.documents.storage import locks
from starbond_site.documents.storage.local import translating_errors
from starbond_site.shared import logs

TICK = 50_000_000
"""Nanoseconds within which two writes may have the same time: the clock of a file system ticks in up to 10 ms."""
_log = logs.get_logger(__name__)


class UploadedFile:
    """The file, a context manager, which removes it; `starbond check` removes what a killed server leaves.

    Its lock says that it is at work: nobody else appends to it, begins with it, or gives it up.
    """

    def __init__(self, archive: Archive, source: Path | Iterable[bytes], *, is_alone: bool = True) -> None:
        """Take a file, which stays where it is.

        Args:
            source: a file in the private folder, whose bytes are shared, or the bytes themselves: those of a file of
                somebody else, who may change it.
            is_alone: whether it is locked.

        Raises:
            Refusal: outcome_unknown: somebody else is at work with it.
            Refusal: storage_full or storage_unreachable: the disk.
            FileNotFoundError: there is no such file.
        """
        self.path = archive.incoming / f"{secrets.token_hex(16)}.part"
        with translating_errors():
            archive.incoming.mkdir(mode=0o700, parents=True, exist_ok=True)
            try:
                if isinstance(source, Path):
                    opened, *self._locks = locks.link(source, self.path, is_locked=is_alone)
                else:
                    opened, self._locks = locks.write_locked(source, self.path), []
            except BlockingIOError:
                raise Refusal("outcome_unknown") from None
            self._file = os.fdopen(opened, "rb")
        found = os.fstat(opened)
        self.size = found.st_size
        self.state = found.st_ino, found.st_size, found.st_mtime_ns
        """Inode (which links share), size and time of the last write: they change whenever the content does."""

    @cached_property
    def look(self) -> Look:
        return Look(self.path)

    @property
    def is_settled(self) -> bool:
        """Whether the last write is long enough ago that another one would change the state."""
        return time.time_ns() - self.state[-1] > TICK

    @cached_property
    def sha256(self) -> str:
        """Of its bytes as they stand on the disk, in hexadecimal.

        Raises:
            Refusal: storage_unreachable: the disk.
        """
        with translating_errors():
            return hashlib.file_digest(self._file, "sha256").hexdigest()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_problem: object) -> None:
        """Remove it, unless it was moved to the storage."""
        try:
            for descriptor in self._locks:
                os.close(descriptor)
            self.path.unlink(missing_ok=True)
            self._file.close()
        except OSError:
            _log.exception("left_for_admin_check", file=self.path.name)
