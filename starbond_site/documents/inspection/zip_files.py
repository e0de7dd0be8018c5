"""ZIP, and the office formats that are ZIP inside."""

import zipfile
from pathlib import Path

from starbond_site.documents.inspection import ACTIVE_OFFICE, DAMAGED, ENCRYPTED, MISMATCH, UNSAFE_ARCHIVE, Finding

_END = b"PK\x05\x06"
_END_LENGTH = 22
_MAX_ENTRIES = 100_000
_MAX_UNPACKED = 4 * 1024**3
_MAX_RATIO = 200
_MAX_PART = 4 * 1024 * 1024
_OPEN_XML = {
    b"wordprocessingml.document.main+xml": "docx",
    b"spreadsheetml.sheet.main+xml": "xlsx",
    b"presentationml.presentation.main+xml": "pptx",
}
_OPEN_DOCUMENT = {
    b"application/vnd.oasis.opendocument.text": "odt",
    b"application/vnd.oasis.opendocument.spreadsheet": "ods",
    b"application/vnd.oasis.opendocument.presentation": "odp",
    b"application/vnd.oasis.opendocument.graphics": "odg",
}
_PROGRAMS = ("META-INF/MANIFEST.MF", "AndroidManifest.xml")
_ENCRYPTED_FLAG = 0x1
_UNOPENABLE = (zipfile.BadZipFile, zipfile.LargeZipFile, NotImplementedError, ValueError, OSError)
"""What ``zipfile`` raises for an upload that only looks like an archive: besides its own errors, an unknown version
(``NotImplementedError``) and offsets that lead outside the file (``ValueError``, ``OSError``)."""
_UNREADABLE = (*_UNOPENABLE, EOFError, RuntimeError)
"""The same for its members: ``EOFError`` where one is cut off, ``RuntimeError`` where one is encrypted."""


def inspect(path: Path, _container: str) -> str:
    """Return ``zip`` or the office format."""
    try:
        with zipfile.ZipFile(path) as archive:
            _refuse_unsound(path, archive)
            return _kind(archive)
    except _UNREADABLE:
        raise Finding(DAMAGED) from None


def is_archive(path: Path) -> bool:
    """Return whether a file of another format can also be opened as a ZIP."""
    try:
        with zipfile.ZipFile(path) as archive:
            return bool(archive.infolist())
    except _UNOPENABLE:
        return False


def _refuse_unsound(path: Path, archive: zipfile.ZipFile) -> None:
    """Refuse an archive that does not begin at the first byte and end at the last, or cannot be opened."""
    entries = archive.infolist()
    if not entries or len(entries) > _MAX_ENTRIES:
        raise Finding(DAMAGED)
    if min(entry.header_offset for entry in entries) != 0:
        raise Finding(MISMATCH)
    with path.open("rb") as file:
        file.seek(-(_END_LENGTH + len(archive.comment)), 2)
        if file.read(len(_END)) != _END:
            raise Finding(MISMATCH)
    if any(entry.flag_bits & _ENCRYPTED_FLAG for entry in entries):
        raise Finding(ENCRYPTED)
    unpacked = sum(entry.file_size for entry in entries)
    if unpacked > min(_MAX_UNPACKED, max(_MAX_RATIO * path.stat().st_size, _MAX_PART)):
        raise Finding(UNSAFE_ARCHIVE)
    if any(_leads_outside(entry.filename) for entry in entries):
        raise Finding(UNSAFE_ARCHIVE)


def _leads_outside(name: str) -> bool:
    """Return whether an entry would be unpacked elsewhere than in the folder it is unpacked to."""
    parts = name.replace("\\", "/").split("/")
    return ".." in parts or not parts[0] or ":" in parts[0]


def _kind(archive: zipfile.ZipFile) -> str:
    """Return the format that the archive declares."""
    names = set(archive.namelist())
    if "mimetype" in names:
        return _open_document(archive, names)
    if "[Content_Types].xml" in names:
        return _open_xml(archive, names)
    if names.intersection(_PROGRAMS):
        raise Finding(MISMATCH)
    return "zip"


def _open_xml(archive: zipfile.ZipFile, names: set[str]) -> str:
    """Return which of Microsoft's formats it is."""
    types = _part(archive, "[Content_Types].xml")
    if b"macroEnabled" in types or any(name.endswith("vbaProject.bin") for name in names):
        raise Finding(ACTIVE_OFFICE)
    kinds = {kind for declared, kind in _OPEN_XML.items() if declared in types}
    if len(kinds) != 1:
        raise Finding(MISMATCH)
    return kinds.pop()


def _open_document(archive: zipfile.ZipFile, names: set[str]) -> str:
    """Return which of the Open Document formats it is."""
    kind = _OPEN_DOCUMENT.get(_part(archive, "mimetype").strip())
    if kind is None or "content.xml" not in names:
        raise Finding(MISMATCH)
    if any(name.startswith(("Basic/", "Scripts/")) for name in names):
        raise Finding(ACTIVE_OFFICE)
    manifest = "META-INF/manifest.xml"
    if manifest in names and b"encryption-data" in _part(archive, manifest):
        raise Finding(ENCRYPTED)
    return kind


def _part(archive: zipfile.ZipFile, name: str) -> bytes:
    """Read a part of the archive, which may be larger than declared."""
    with archive.open(name) as part:
        content = part.read(_MAX_PART + 1)
    if len(content) > _MAX_PART:
        raise Finding(DAMAGED)
    return content
