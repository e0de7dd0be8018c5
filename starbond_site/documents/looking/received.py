"""A file that arrives to be looked at: private, locked while it is used, and removed afterwards."""

import hashlib
import os
import secrets
from typing import Self

from starbond_site.documents import refusals
from starbond_site.documents.archive import Archive
from starbond_site.documents.storage import locks
from starbond_site.documents.storage.local import translating_errors


class Received:
    """The file, a context manager. All calls block; `admin check` removes what a killed server leaves."""

    def __init__(self, archive: Archive, expected: int) -> None:
        """Create it.

        Args:
            archive: whose private folder and limit are used.
            expected: announced size in bytes.

        Raises:
            refusals.Refusal: it is larger than the setting allows, or the disk does not take it.

        """
        self._limit = archive.settings.max_upload_mb
        self._refuse_size(expected, archive.settings.max_upload_bytes)
        self._expected = expected
        self._digest = hashlib.sha256()
        self.size = 0
        """Bytes so far."""
        with translating_errors():
            archive.incoming.mkdir(mode=0o700, parents=True, exist_ok=True)
            self.path = archive.incoming / f"{secrets.token_hex(16)}.part"
            self._file = os.fdopen(locks.create_locked(self.path), "wb")

    @property
    def sha256(self) -> str:
        """Of the bytes so far, in hexadecimal."""
        return self._digest.hexdigest()

    def write(self, chunk: bytes) -> None:
        """Append a chunk.

        Raises:
            refusals.Refusal: there is more than was announced, or the disk does not take it.

        """
        self.size += len(chunk)
        self._refuse_size(self.size, self._expected)
        with translating_errors():
            self._file.write(chunk)
        self._digest.update(chunk)

    def complete(self) -> None:
        """End writing.

        Raises:
            refusals.Interrupted: there is less than was announced.

        """
        if self.size != self._expected:
            raise refusals.Interrupted
        with translating_errors():
            self._file.flush()

    def remove(self) -> None:
        """Remove it."""
        self.path.unlink(missing_ok=True)
        self._file.close()

    def __enter__(self) -> Self:
        """Return the file."""
        return self

    def __exit__(self, *_problem: object) -> None:
        """Remove it."""
        self.remove()

    def _refuse_size(self, size: int, limit: int) -> None:
        if size > limit:
            raise refusals.TooLarge(limit=self._limit)
