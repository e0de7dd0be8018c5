"""Writes marks, icons and previews into ``assets/``, and never over a file that a person put there.

``art/rendered.json`` has the hash of each of these files: under its path if a step of ``make art`` wrote it, under
``imported/`` and its path if it was imported (`importing`). A file with another hash is a person's.
"""

import hashlib
from pathlib import Path
from typing import Literal

from art import paths
from art.record import recorded, write

State = Literal["absent", "made", "imported", "own"]


def state(file: Path) -> State:
    """Return who wrote a file of ``assets/``: a step, an import, or a person."""
    if not file.is_file():
        return "absent"
    found, entries = _digest(file.read_bytes()), recorded()
    if entries.get(f"imported/{_key(file)}") == found:
        return "imported"
    return "made" if entries.get(_key(file)) == found else "own"


def put(file: Path, data: bytes, *, imported: bool = False, replace: bool = False) -> bool:
    """Write a file and its hash, unless a person's stands there; return whether it has this content now.

    Args:
        file: below ``assets/``.
        data: its bytes.
        imported: whether a person asked for it; then it also takes the place of what a step made.
        replace: whether the person agreed that their own file may be replaced.
    """
    before = state(file)
    if file.is_file() and file.read_bytes() == data:
        if before == "own":
            _note(file, data, imported=imported)
        return True
    if (before == "own" and not replace) or (before == "imported" and not imported):
        return False
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(data)
    _note(file, data, imported=imported)
    return True


def kept(file: Path) -> str:
    """Return the sentence about a file that was not replaced."""
    return f"{_key(file)}: kept, since a person put it there; to have it made again, remove the file"


def _note(file: Path, data: bytes, *, imported: bool) -> None:
    key = _key(file)
    others = {name: value for name, value in recorded().items() if name not in {key, f"imported/{key}"}}
    write(others | {f"imported/{key}" if imported else key: _digest(data)})


def _key(file: Path) -> str:
    return f"assets/{file.relative_to(paths.ASSETS).as_posix()}"


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


def mark(name: str) -> str:
    """Return the SVG of a mark that the site serves: ``company``, ``company-dark``, ``icon`` or the id of a brand."""
    return _mark_file(name).read_text(encoding="utf-8")


def served_mark(name: str) -> str:
    """Return the hash of a mark; empty if there is none."""
    file = _mark_file(name)
    return _digest(file.read_bytes()) if file.is_file() else ""


def _mark_file(name: str) -> Path:
    return paths.ASSETS / ("favicon.svg" if name == "icon" else f"marks/{name}.svg")
