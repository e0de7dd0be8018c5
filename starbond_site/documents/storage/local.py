"""Stores objects in a folder of this machine."""

import errno
import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from starbond_site.content.interface import Code
from starbond_site.documents.refusals import Refusal
from starbond_site.documents.storage import PROBE, Storage, StoredObject, chunks_of, locks
from starbond_site.shared import logs

_KEY = re.compile(r"[A-Za-z][A-Za-z0-9]*/[0-9a-f]{32}")
_CODES: dict[int, Code] = dict.fromkeys((errno.ENOSPC, errno.EDQUOT, errno.EFBIG), "storage_full")
_CODES |= dict.fromkeys((errno.EMFILE, errno.ENFILE), "machine_busy")
_log = logs.get_logger(__name__)


@contextmanager
def translating_errors() -> Iterator[None]:
    """Raise errors of the disk as refusals."""
    try:
        yield
    except (FileExistsError, FileNotFoundError):
        raise
    except OSError as error:
        _log.exception("storage_error")
        raise Refusal(_CODES.get(error.errno or 0, "storage_unreachable")) from error


class LocalStorage(Storage):
    """A private folder; one file per object, under its key."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def create(self) -> None:
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)

    def put(self, key: str, source: Path, media_type: str) -> None:
        """Force the file to the disk and move it to its key, atomically and never in place of another."""
        target = self._path(key)
        with translating_errors():
            try:
                target.parent.mkdir(mode=0o700, exist_ok=True)
            except FileNotFoundError as error:
                # A folder that is gone is not created again: its files would be missing, and health would report it as
                # fine.
                raise Refusal("storage_unreachable") from error
            locks.sync(source)
            _move_without_overwriting(source, target)
            for folder in (target.parent, self.folder):
                locks.sync(folder)

    def read(self, key: str) -> Iterator[bytes]:
        with translating_errors():
            yield from chunks_of(self._path(key))

    def part(self, key: str, start: int, size: int) -> bytes:
        with translating_errors(), self._path(key).open("rb") as file:
            file.seek(start)
            return file.read(size)

    def path(self, key: str) -> Path | None:
        """Return the file of the object."""
        return self._path(key)

    def list(self) -> Iterator[StoredObject]:
        """Yield every object; other files in the folder are ignored."""
        for path in sorted(self.folder.glob("*/*")):
            key = path.relative_to(self.folder).as_posix()
            try:
                status = path.stat()
            except FileNotFoundError:
                continue
            if _KEY.fullmatch(key):
                yield StoredObject(key, status.st_size, datetime.fromtimestamp(status.st_mtime, UTC))

    def remove(self, key: str) -> None:
        with translating_errors():
            self._path(key).unlink(missing_ok=True)

    def claim(self, stored: StoredObject) -> AbstractContextManager[bool]:
        """Yield whether no upload holds the lock of an object."""
        return locks.claimed(self._path(stored.key))

    def probe(self) -> None:
        """Write and read a file without a name, which leaves nothing behind."""
        # Not created here: a folder that is gone, such as an unmounted disk, is what a probe has to find.
        if not self.folder.is_dir():
            raise Refusal("storage_unreachable")
        with translating_errors(), tempfile.TemporaryFile(dir=self.folder) as file:
            file.write(PROBE)
            file.flush()
            os.fsync(file.fileno())
            file.seek(0)
            found = file.read()
        if found != PROBE:
            raise Refusal("storage_unreachable")

    def _path(self, key: str) -> Path:
        """Return the file of a key.

        Raises:
            FileNotFoundError: the text is no key.
        """
        if not _KEY.fullmatch(key):
            raise FileNotFoundError(key)
        return self.folder / key


def _move_without_overwriting(source: Path, target: Path) -> None:
    """Move a file by a hard link: unlike a rename, it fails where the target exists."""
    try:
        os.link(source, target)
    except OSError as error:
        if error.errno not in locks.NO_LINKS:
            raise
        # A file system without hard links: keys are random, so that only a mistake can have created the target.
        if target.exists():
            raise FileExistsError(target) from error
        source.rename(target)
    else:
        source.unlink()
