"""Objects in a folder of this machine."""

import errno
import logging
import os
import re
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from starbond_site.documents import refusals
from starbond_site.documents.storage import CHUNK, Download, Stored, locks

_KEY = re.compile(r"[A-Za-z]+/[0-9a-f]{32}")
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_NO_LINKS = (errno.EPERM, errno.EOPNOTSUPP, errno.EMLINK, errno.ENOSYS)
_log = logging.getLogger(__name__)


@contextmanager
def refusing() -> Iterator[None]:
    """Turn what the disk says into what a person reads."""
    try:
        yield
    except (FileExistsError, FileNotFoundError):
        raise
    except OSError as error:
        _log.exception("The local storage failed")
        raise (refusals.StorageFull if error.errno in _FULL else refusals.StorageUnreachable)() from error


class LocalStorage:
    """A private folder; one file per object, under its key."""

    def __init__(self, folder: Path) -> None:
        """Use a folder, which is made when the first object comes."""
        self.folder = folder

    def put(self, key: str, source: Path, media_type: str) -> None:
        """Move the file to its key. The whole file appears at once, and never in place of another."""
        target = self._path(key)
        with refusing():
            for folder in (self.folder.parent, self.folder, target.parent):
                folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            descriptor = os.open(source, os.O_RDONLY)
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)
            _move_without_overwriting(source, target)
            for folder in (target.parent, self.folder):
                locks.sync_folder(folder)

    def read(self, key: str, start: int = 0, end: int | None = None) -> Iterator[bytes]:
        """Give the bytes from ``start`` up to ``end``."""
        with refusing(), self._path(key).open("rb") as file:
            file.seek(start)
            left = None if end is None else end - start
            while chunk := file.read(CHUNK if left is None else min(CHUNK, left)):
                left = None if left is None else left - len(chunk)
                yield chunk

    def path(self, key: str) -> Path | None:
        """Return the file of the object."""
        return self._path(key)

    def signed_url(self, key: str, download: Download, seconds: int = 300) -> str | None:
        """Return None: this server serves its own folder."""
        return None

    def list(self) -> Iterator[Stored]:
        """Give every object, and nothing else that somebody put into the folder."""
        for path in sorted(self.folder.glob("*/*")):
            key = path.relative_to(self.folder).as_posix()
            try:
                facts = path.stat()
            except FileNotFoundError:
                continue
            if _KEY.fullmatch(key):
                yield Stored(key, facts.st_size, datetime.fromtimestamp(facts.st_mtime, UTC))

    def remove(self, key: str) -> None:
        """Remove the file."""
        with refusing():
            self._path(key).unlink(missing_ok=True)

    def claim(self, stored: Stored) -> AbstractContextManager[bool]:
        """Say whether the upload of an object is over, which its lock tells."""
        return locks.claimed(self._path(stored.key))

    def unfinished(self, *, remove: bool) -> Sequence[str]:
        """Return nothing: here an object appears as a whole."""
        return ()

    def _path(self, key: str) -> Path:
        """Return the place of a key; anything that is no key leads nowhere."""
        if not _KEY.fullmatch(key):
            raise FileNotFoundError(key)
        return self.folder / key


def _move_without_overwriting(source: Path, target: Path) -> None:
    """Move a file; a rename would silently replace what is there, a second link cannot."""
    try:
        os.link(source, target)
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
        # A disk without links: the keys are random, so that nothing but a mistake can stand there.
        if target.exists():
            raise FileExistsError(target) from error
        source.rename(target)
    else:
        source.unlink()
