"""PDF: complete, readable without a password, and without scripts or launch actions."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import pikepdf

from starbond_site.documents.inspection import ACTIVE_PDF, DAMAGED, ENCRYPTED, MISMATCH, Finding, zip_files

_TAIL = 1024
_ACTIVE_ACTIONS = ("/JavaScript", "/Launch")
_ACTIVE_KEYS = ("/JS", "/JavaScript", "/XFA")
"""XFA forms carry scripts in XML of their own, and browsers do not show them."""


def inspect(path: Path, _container: str) -> str:
    """Return ``pdf``."""
    with path.open("rb") as file:
        # Readers accept bytes before the header; a file that is something else first uses exactly that.
        if not file.read(5).startswith(b"%PDF-"):
            raise Finding(MISMATCH)
        file.seek(max(0, path.stat().st_size - _TAIL))
        if b"%%EOF" not in file.read():
            raise Finding(DAMAGED)
    if zip_files.is_archive(path):
        raise Finding(MISMATCH)
    _open(path)
    return "pdf"


def _open(path: Path) -> None:
    """Read every object."""
    try:
        with pikepdf.open(path, access_mode=pikepdf.AccessMode.stream) as pdf:
            if not len(pdf.pages):
                raise Finding(DAMAGED)
            for found in pdf.objects:
                _refuse_active(found)
    except pikepdf.PasswordError:
        raise Finding(ENCRYPTED) from None
    except (pikepdf.PdfError, ValueError, RuntimeError):
        raise Finding(DAMAGED) from None


def _refuse_active(top: pikepdf.Object) -> None:
    """Refuse scripts and launch actions in an object and in what it holds directly."""
    for dictionary in _dictionaries(top):
        if any(key in dictionary for key in _ACTIVE_KEYS) or str(dictionary.get("/S", "")) in _ACTIVE_ACTIONS:
            raise Finding(ACTIVE_PDF)


def _dictionaries(top: pikepdf.Object) -> Iterator[pikepdf.Dictionary]:
    """Yield the dictionaries of an object; indirect objects are visited on their own."""
    waiting: list[object] = [top]
    while waiting:
        held = waiting.pop()
        if isinstance(held, pikepdf.Array):
            waiting.extend(_direct(held))
            continue
        if isinstance(held, pikepdf.Stream):
            held = held.stream_dict
        if isinstance(held, pikepdf.Dictionary):
            yield held
            waiting.extend(_direct(held.as_dict().values()))


def _direct(values: Iterable[object]) -> Iterator[object]:
    """Yield the values that are part of the object that holds them."""
    return (value for value in values if isinstance(value, pikepdf.Object) and not value.is_indirect)
