"""Stores the bytes of documents: one interface, implemented by a local folder and by S3."""

import hashlib
import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Protocol

CHUNK = 1024 * 1024
"""Bytes read at once."""
PROBE = b"probe"
"""Content that `Storage.probe` stores."""


@dataclass(frozen=True, slots=True)
class StoredObject:
    """An object as the storage lists it."""

    key: str
    size: int
    modified_at: datetime


class Storage(Protocol):
    """The interface of every storage. All calls block; keys come from `fresh_key`.

    Each raises `Refusal` (``storage_unreachable``) when the storage does not answer.
    """

    def put(self, key: str, source: Path, media_type: str) -> None:
        """Store a file durably under a new key; may move the file away.

        Raises:
            Refusal: storage_full: there is no space left.
            FileExistsError: the key is taken; nothing was overwritten.
        """
        ...

    def read(self, key: str) -> Iterator[bytes]:
        """Yield the bytes in chunks of at most `CHUNK`.

        Raises:
            FileNotFoundError: no object has this key.
        """
        ...

    def part(self, key: str, start: int, size: int) -> bytes:
        """Return ``size`` bytes from an offset, fewer at the end.

        Raises:
            FileNotFoundError: no object has this key.
        """
        ...

    def path(self, key: str) -> Path | None:
        """Return the file of an object on this machine; None where it is stored elsewhere."""
        return None

    def signed_url(self, key: str, headers: Mapping[str, str], seconds: int) -> str | None:
        """Return an address that serves the object for some seconds; None where this server has to serve it.

        Args:
            headers: those of its answer, as far as S3 can set them: ``Content-*`` and ``Cache-Control``.
        """
        return None

    def list(self) -> Iterator[StoredObject]: ...

    def remove(self, key: str) -> None:
        """Remove an object; one that is not there counts as removed."""
        ...

    def claim(self, stored: StoredObject) -> AbstractContextManager[bool]:
        """Yield whether no upload uses an object; as long as the context lasts, none can begin to."""
        ...

    def probe(self) -> None:
        """Store, read and remove a few bytes, within about 5 seconds.

        Raises:
            Refusal: storage_full: there is no space left.
        """
        ...

    def unfinished(self, *, remove: bool) -> Sequence[str]:
        """Return unfinished uploads in parts that no process continues; remove them if asked."""
        return ()


def chunks_of(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        while chunk := file.read(CHUNK):
            yield chunk


def digest(chunks: Iterable[bytes]) -> tuple[int, str]:
    made, size = hashlib.sha256(), 0
    for chunk in chunks:
        made.update(chunk)
        size += len(chunk)
    return size, made.hexdigest()


def fresh_key(category: str) -> str:
    """Return a key that was never used before."""
    return f"{category}/{secrets.token_hex(16)}"
