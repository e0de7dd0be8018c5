"""A small file system of its own for a folder, which can be filled and made read-only; only root can mount one."""

import errno
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

MEGABYTES = 320
BLOCK = bytes(64 * 1024)
CAN_MOUNT = os.geteuid() == 0


@dataclass(frozen=True)
class Disk:
    folder: Path

    @contextmanager
    def full(self) -> Iterator[None]:
        filler = self.folder / "filler"
        try:
            with filler.open("wb", buffering=0) as file:
                while True:
                    file.write(BLOCK)
        except OSError as error:
            assert error.errno == errno.ENOSPC  # noqa: PT017  the loop ends with it
        try:
            yield
        finally:
            filler.unlink()

    @contextmanager
    def read_only(self) -> Iterator[None]:
        """Refuse every write; impossible while a file is open for writing, as SQLite's always is."""
        self._mount("remount,ro")
        try:
            yield
        finally:
            self._mount("remount,rw")

    def _mount(self, options: str) -> None:
        subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", self.folder], check=True, capture_output=True)


@contextmanager
def mounted(folder: Path, megabytes: int = MEGABYTES) -> Iterator[Disk]:
    folder.mkdir(parents=True)
    disk = Disk(folder)
    disk._mount(f"size={megabytes}m,mode=0700")
    try:
        yield disk
    finally:
        # Lazily: a server that was killed may leave a process behind for a moment.
        subprocess.run(["umount", "--lazy", folder], check=True)
