"""The older formats of Word, Excel and PowerPoint: compound files with streams inside."""

from pathlib import Path

import olefile

from starbond_site.documents.inspection import ACTIVE_OFFICE, DAMAGED, ENCRYPTED, MISMATCH, Finding, zip_files

_KINDS = {"worddocument": "doc", "workbook": "xls", "book": "xls", "powerpoint document": "ppt"}
_MACROS = {"macros", "_vba_project_cur", "vba", "_vba_project"}


def inspect(path: Path, _container: str) -> str:
    """Return ``doc``, ``xls`` or ``ppt``."""
    if zip_files.is_archive(path):
        raise Finding(MISMATCH)
    try:
        with olefile.OleFileIO(str(path), raise_defects=olefile.DEFECT_INCORRECT) as file:
            streams = file.listdir(streams=True, storages=True)
            if any(part.lower() in _MACROS for stream in streams for part in stream):
                raise Finding(ACTIVE_OFFICE)
            tops = {stream[0].lower() for stream in streams}
            if "encryptedpackage" in tops:
                raise Finding(ENCRYPTED)
            kinds = {kind for name, kind in _KINDS.items() if name in tops}
            _refuse_incomplete(path, file)
    except (OSError, ValueError, IndexError, TypeError, AttributeError):
        raise Finding(DAMAGED) from None
    if len(kinds) != 1:
        raise Finding(MISMATCH)
    return kinds.pop()


def _refuse_incomplete(path: Path, file: olefile.OleFileIO) -> None:
    """Read every stream to its end: the directory comes first, so that only this finds a truncated file."""
    for stream in file.listdir():
        with file.openstream(stream) as content:
            if len(content.read()) != file.get_size(stream):
                raise Finding(DAMAGED)
    if not path.stat().st_size:
        raise Finding(DAMAGED)
