"""Whether a file is what its name says, one of the accepted kinds, and harmless.

The first bytes are told apart by puremagic. Everything deeper is read by parsers that a hostile file can make eat
memory or time, or crash: they run in a process of their own (`inspection`), with limits and without secrets.
"""

import json
import logging
import os
import subprocess
import sys
import threading
from pathlib import Path

import puremagic

from starbond_site.documents import names, refusals
from starbond_site.documents.accepted_types import ACCEPTED, EXTENSIONS, KINDS, Kind
from starbond_site.documents.refusals import Refusal

_HEAD = 4096
_ROOT = Path(__file__).parents[2]
_SECONDS = 60
_FAMILIES = {".pdf": "pdf", ".doc": "compound", ".docx": "zip", ".zip": "zip", ".jpg": "jpeg", ".png": "png"}
_REFUSALS: dict[str, type[Refusal]] = {
    refusal.code: refusal
    for refusal in (
        refusals.ActivePdf,
        refusals.ActiveOffice,
        refusals.Damaged,
        refusals.Encrypted,
        refusals.UnsafeArchive,
    )
}
_AT_ONCE = threading.BoundedSemaphore(4)
"""Inspections that may run together, for each may use a gigabyte of memory."""
_log = logging.getLogger(__name__)


def refuse_extension(name: str) -> None:
    """Refuse a name whose extension is none of the accepted; a name without one claims nothing.

    Raises:
        refusals.TypeNotAccepted: with the accepted kinds.

    """
    ending = names.extension(name).lower()
    if ending and ending not in EXTENSIONS:
        raise refusals.TypeNotAccepted(accepted=ACCEPTED)


def detect_type(path: Path, name: str) -> Kind:
    """Return the kind of a file, by its content.

    Args:
        path: the complete file, not empty.
        name: its checked name, whose extension has to fit.

    Raises:
        refusals.Refusal: not accepted, not what the name says, damaged, protected, or active.

    """
    refuse_extension(name)
    ending = names.extension(name).lower()
    wrong = refusals.TypeMismatch if ending else refusals.TypeNotAccepted
    family = _family(path)
    named = {kind.family for kind in KINDS.values() if ending in kind.extensions}
    if family is None or (named and family not in named):
        raise wrong(accepted=ACCEPTED)
    found = _inspect(path, family)
    kind = KINDS.get(found)
    if kind is None:
        raise _REFUSALS.get(found, wrong)(accepted=ACCEPTED)
    if ending and ending not in kind.extensions:
        raise refusals.TypeMismatch(accepted=ACCEPTED)
    return kind


def _family(path: Path) -> str | None:
    """Return the accepted format that the first bytes show."""
    with path.open("rb") as file:
        head = file.read(_HEAD)
    try:
        matches = puremagic.magic_string(head)
    except (puremagic.PureError, ValueError):
        return None
    return next((_FAMILIES[match.extension] for match in matches if match.extension in _FAMILIES), None)


def _inspect(path: Path, family: str) -> str:
    """Return the id of the kind, or the code of what is wrong, as found by the process of its own."""
    command = [sys.executable, "-m", "starbond_site.documents.inspection", family, str(path.absolute())]
    environment = {"PATH": os.environ.get("PATH", ""), "PYTHONPATH": str(_ROOT)}
    try:
        with _AT_ONCE:
            done = subprocess.run(
                command, cwd=_ROOT, env=environment, capture_output=True, timeout=_SECONDS, check=True
            )
        return str(json.loads(done.stdout)["found"])
    except (subprocess.SubprocessError, ValueError, KeyError) as error:
        output = getattr(error, "stderr", b"") or b""
        _log.warning("A file could not be inspected: %s %s", error, output.decode(errors="replace")[-500:])
        return refusals.Damaged.code
