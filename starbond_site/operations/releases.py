"""Releases: whole copies of the site (code, content, dependencies, built pages), one of which is served.

A release is a folder that nothing edits, so that a mistake in the working copy reaches neither the running site nor its
next start. ``current`` is a symbolic link to the one that is served, and is replaced in one step (rename(2)).
"""

import contextlib
import hashlib
import json
import os
import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from starbond_site.documents.storage import locks
from starbond_site.operations import OperationError
from starbond_site.presentation.site_files import HASHED
from starbond_site.reflex_adapter import serving

FOLDER = "releases"
MARK = "release.json"
"""File in the root of a release: what it was made from."""
ENVIRONMENTS = "environments"
ENVIRONMENT = ".venv"
COPIED = ("starbond_site", "assets", "migrations", "reflex.lock", "rxconfig.py", "requirements.txt")
CURRENT = "current"
NEXT = "next"
"""Link to the release that running servers shall try."""
KEPT = 3
"""Releases that stay, for going back."""
SECONDS_OF_OLD_FILES = 24 * 3600
"""How long files with a hash in their name stay after a deployment, for pages that are open."""
FAILED = "failed"
"""File in the root of a release that did not start when it was last tried."""
SUPERSEDED = "superseded.json"
"""Files that a release only keeps for open pages, with the time since when."""


@dataclass(frozen=True)
class Releases:
    """The folder of all releases of one installation."""

    folder: Path

    @classmethod
    def of(cls, root: Path) -> "Releases":
        return cls((root.parent if (root / MARK).exists() else root / FOLDER).resolve())

    def holds(self, root: Path) -> bool:
        """Return whether a folder is a release itself, and no working copy."""
        return root.parent == self.folder

    def source_of(self, root: Path) -> Path:
        """Return the working copy that a release was made from; a working copy itself is its own."""
        return Path(read_json(root / MARK).get("source", root))

    def linked(self, name: str) -> Path | None:
        link = self.folder / name
        return link.resolve() if (link / MARK).exists() else None

    @property
    def current(self) -> Path | None:
        return self.linked(CURRENT)

    def link(self, name: str, release: Path) -> None:
        """Let a link lead to a release, in one step."""
        made = self.folder / f".{name}.{os.getpid()}"
        made.unlink(missing_ok=True)
        made.symlink_to(release.name)
        made.replace(self.folder / name)

    def complete(self) -> list[Path]:
        """Return all releases that were built, newest first."""
        marked = (mark.parent for mark in self.folder.glob(f"*/{MARK}") if not mark.parent.is_symlink())
        found = [release for release in marked if serving.stamp_of(release).exists()]
        return sorted(found, key=lambda path: path.name, reverse=True)

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Let one deployment run at a time; the lock ends with the process.

        Raises:
            OperationError: another one runs.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        (lock := self.folder / ".lock").touch()
        with locks.claimed(lock) as is_free:
            if not is_free:
                raise OperationError("Another deployment is running; wait until it has ended.")
            yield

    def copy(self, source: Path, environment: Path | None = None) -> Path:
        """Copy a working copy into a new release, which is not built yet.

        Args:
            source: root of the working copy.
            environment: Python environment to use; without one, a copy of the present one, shared by all releases with
                the same requirements.
        """
        release = self._fresh()
        for name in COPIED:
            path = source / name
            if path.is_dir():
                ignored = shutil.ignore_patterns("__pycache__", "external")
                shutil.copytree(path, release / name, copy_function=_copy, symlinks=True, ignore=ignored)
            else:
                shutil.copy2(path, release / name)
        (release / ENVIRONMENT).symlink_to(environment or self._environment(release))
        facts = {"source": str(source), "made_at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())}
        (release / MARK).write_text(json.dumps(facts))
        return release

    def tidy(self, *used: Path | None) -> None:
        """Remove what failed builds left, and releases and environments that are neither used nor among the newest."""
        kept = {*self.complete()[:KEPT], *used}
        for path in self.folder.glob("[!.]*/"):
            if path.name != ENVIRONMENTS and not path.is_symlink() and path not in kept:
                shutil.rmtree(path, ignore_errors=True)
        needed = {(release / ENVIRONMENT).resolve() for release in kept if release}
        for path in (self.folder / ENVIRONMENTS).glob("*/"):
            if path.resolve() not in needed:
                shutil.rmtree(path, ignore_errors=True)

    def _fresh(self) -> Path:
        """Create the folder of a new release, named by its time so that names sort."""
        while True:
            name = time.strftime("%Y%m%d-%H%M%S", time.gmtime())
            with contextlib.suppress(FileExistsError):
                (self.folder / name).mkdir(parents=True)
                return self.folder / name
            time.sleep(0.2)

    def _environment(self, release: Path) -> Path:
        """Return a copy of the present Python environment that later installations do not change.

        Installing replaces files and never writes into them, so that hard links are copies that cost nothing.
        """
        requirements = (release / "requirements.txt").read_bytes()
        key = hashlib.sha256(requirements + sys.version.encode()).hexdigest()[:12]
        made = self.folder / ENVIRONMENTS / key
        if not made.exists():
            part = made.with_name(f".{key}.{os.getpid()}")
            shutil.copytree(Path(sys.prefix).resolve(), part, copy_function=_link, symlinks=True)
            part.rename(made)
        return made


def share_hashed_files(old: Path, new: Path) -> None:
    """Let two releases serve each other's files with a hash in their name.

    Pages that are open ask the new one for files of the old one, for a day; and while both run, a new page may ask the
    old one. Such names belong to one content, so that nothing can be overwritten.
    """
    now = time.time()
    superseded = read_json(old / SUPERSEDED)
    kept: dict[str, float] = {}
    for name in _hashed(old) - _hashed(new):
        since = superseded.get(name, now)
        if now - since < SECONDS_OF_OLD_FILES:
            kept[name] = since
            _link_into(old, new, name)
    (new / SUPERSEDED).write_text(json.dumps(kept))
    for name in _hashed(new) - _hashed(old):
        _link_into(new, old, name)


def read_json(path: Path) -> dict[str, Any]:
    """Return the content of a JSON file; nothing where it is missing or half written."""
    try:
        return json.loads(path.read_text())
    except (OSError, ValueError):
        return {}


def _hashed(release: Path) -> set[str]:
    """Return the built files with a hash in their name, and their compressed forms."""
    static = serving.static_of(release)
    names = (path.relative_to(static).as_posix() for path in static.rglob("*") if path.is_file())
    return {name for name in names if HASHED.search(f"/{name.removesuffix('.br').removesuffix('.gz')}")}


def _link_into(source: Path, target: Path, name: str) -> None:
    """Add a built file of one release to another."""
    path = serving.static_of(target) / name
    path.parent.mkdir(parents=True, exist_ok=True)
    with contextlib.suppress(FileExistsError):
        _link(str(serving.static_of(source) / name), str(path))


def _copy(source: str, target: str) -> None:
    """Copy a file; one with a hash in its name is never edited and can be linked."""
    if HASHED.search(f"/{Path(source).name}"):
        _link(source, target)
    else:
        shutil.copy2(source, target)


def _link(source: str, target: str) -> None:
    """Link a file, or copy it where the file system has no hard links or is another."""
    try:
        os.link(source, target)
    except FileExistsError:
        raise
    except OSError:
        shutil.copy2(source, target)
