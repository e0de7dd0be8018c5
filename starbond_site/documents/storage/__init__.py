"""Where the bytes of documents are: one small interface, a local folder and S3 behind it."""

import secrets
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Protocol

CHUNK = 1024 * 1024
"""How much is read at once, in bytes."""


@dataclass(frozen=True, slots=True)
class Stored:
    """An object as the storage lists it."""

    key: str
    size: int
    modified_at: datetime


@dataclass(frozen=True, slots=True)
class Download:
    """What a signed address answers with: the headers of ``GET /files/ID/NAME``."""

    media_type: str
    disposition: str
    """The whole ``Content-Disposition``."""
    cache_control: str = "private, no-cache"


class Storage(Protocol):
    """What every storage can do. All calls block; keys come from `fresh_key`.

    Each raises `refusals.StorageUnreachable` where the storage does not answer.
    """

    def put(self, key: str, source: Path, media_type: str) -> None:
        """Store the file under a key that nothing has yet, durably; may move the file away.

        Raises:
            refusals.StorageFull: there is no room.
            FileExistsError: the key is taken; nothing was overwritten.

        """
        ...

    def read(self, key: str, start: int = 0, end: int | None = None) -> Iterator[bytes]:
        """Give the bytes from ``start`` up to, not including, ``end``.

        Raises:
            FileNotFoundError: nothing has this key.

        """
        ...

    def path(self, key: str) -> Path | None:
        """Return where the object is on this machine; None where it is elsewhere."""
        ...

    def signed_url(self, key: str, download: Download, seconds: int = 300) -> str | None:
        """Return an address that serves the object for some time; None where this server has to serve it."""
        ...

    def list(self) -> Iterator[Stored]:
        """Give every object."""
        ...

    def remove(self, key: str) -> None:
        """Remove an object; one that is not there counts as removed."""
        ...

    def claim(self, stored: Stored) -> AbstractContextManager[bool]:
        """Say whether no upload can still be at work on an object, and keep it so while the context lasts."""
        ...

    def unfinished(self, *, remove: bool) -> Sequence[str]:
        """Return parts of objects that never became whole and belong to no upload; remove them if asked."""
        ...


def fresh_key(category: str) -> str:
    """Return a key that was never used before."""
    return f"{category}/{secrets.token_hex(16)}"
