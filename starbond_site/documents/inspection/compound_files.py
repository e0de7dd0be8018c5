"""The older formats of Word, Excel and PowerPoint: compound files with streams inside ([MS-CFB], read by olefile)."""

import struct
from collections.abc import Iterator
from typing import BinaryIO

import olefile

from starbond_site.documents.inspection import OTHER, Code, Finding, zip_files
from starbond_site.documents.inspection.nesting import Inspection

_KINDS = {"worddocument": "doc", "workbook": "xls", "book": "xls", "powerpoint document": "ppt"}
_MACROS = {"macros", "_vba_project_cur", "vba", "_vba_project"}
_ACTIVEX = {"\x03ocxname", "\x03ocxdata", "ctls"}
"""Streams of ActiveX controls, in Word and in Excel."""
_INSTALLER = "000C1084-0000-0000-C000-000000000046"
"""Class of Windows Installer packages."""
_PACKAGE = "\x01ole10native"
"""Stream of a file of any kind that was inserted as an icon."""
_PACKAGE_TYPE = b"\2\0"
_LINK, _URL_MONIKER = "\x01ole", bytes.fromhex("e0c9ea79f9bace118c8200aa004ba90b")
"""Stream of a linked object, and the class of links to web addresses ([MS-OLEDS] 2.3.3, [MS-OSHARED] 2.3.7.6)."""
_SHEET, _MACRO_SHEET, _GLOBALS_END = 0x0085, 1, 0x000A
"""Excel: record of a sheet, its type for macros of Excel 4, and the record that ends the list ([MS-XLS] 2.4.28)."""


def inspect(file: BinaryIO, _container: str, inspection: Inspection) -> str:
    """Return ``doc``, ``xls`` or ``ppt``; inside another file also `OTHER`, which any object in a document may be."""
    archive = zip_files.archive_in(file)
    file.seek(0)
    try:
        with olefile.OleFileIO(file, raise_defects=olefile.DEFECT_INCORRECT) as compound:
            if archive and archive[1] > _end(compound):
                raise Finding(Code.MISMATCH)
            streams = compound.listdir(streams=True, storages=True)
            _refuse_active(streams, compound.root.clsid if compound.root else "")
            for stream in compound.listdir():
                _check(compound, stream, inspection)
    except (OSError, ValueError, IndexError, TypeError, AttributeError, struct.error):
        raise Finding(Code.DAMAGED) from None
    if archive:
        file.seek(archive[0])
        inspection.check_package(file.read(archive[1] - archive[0]))
    tops = {stream[0].casefold() for stream in streams}
    if "encryptedpackage" in tops:
        raise Finding(Code.ENCRYPTED)
    kinds = {kind for name, kind in _KINDS.items() if name in tops}
    return kinds.pop() if len(kinds) == 1 else OTHER


def _end(compound: olefile.OleFileIO) -> int:
    """Return where the last sector ends that is in use ([MS-CFB] 2.3)."""
    fat, size = compound.fat, compound.sectorsize  # pyright: ignore[reportAttributeAccessIssue]  set when it is opened
    used = len(fat)
    while used and fat[used - 1] == olefile.FREESECT:
        used -= 1
    return (used + 1) * size


def _refuse_active(streams: list[list[str]], identity: str) -> None:
    """Refuse programs, macros and ActiveX controls by the names of streams and storages."""
    if identity.upper() == _INSTALLER:
        raise Finding(Code.EMBEDDED_PROGRAM)
    parts = {part.casefold() for stream in streams for part in stream}
    if parts.intersection(_MACROS | _ACTIVEX):
        raise Finding(Code.ACTIVE_OFFICE)


def _check(compound: olefile.OleFileIO, stream: list[str], inspection: Inspection) -> None:
    """Read a stream to its end, since only this finds a truncated file, and inspect what it holds."""
    name = stream[-1].casefold()
    size = 0
    with compound.openstream(stream) as opened, inspection.part("") as part:
        content = opened.read()
        size = len(content)
        part.feed(content)
    if size != compound.get_size(stream):
        raise Finding(Code.DAMAGED)
    if name == _LINK and _URL_MONIKER in content:
        raise Finding(Code.REMOTE_OFFICE)
    for package in zip_files.packages_in(content):
        # Office since 2007 keeps the theme of a document as one ([MS-DOC] 2.5.9, [MS-XLS] 2.4.326, [MS-PPT] 2.11.1).
        inspection.check_package(package)
    if name == _PACKAGE:
        _check_package(content, inspection)
    elif name in ("workbook", "book") and any(kind == _MACRO_SHEET for kind in _sheet_types(content)):
        raise Finding(Code.ACTIVE_OFFICE)


def _check_package(content: bytes, inspection: Inspection) -> None:
    """Inspect a file inserted as an icon: length, type, label, path, flags, path of the copy, length, bytes.

    Other programs keep bytes of their own under this name, such as the bitmap of a drawing, behind the length only.
    """
    try:
        label, path, rest = content[6:].split(b"\0", 2)
        (copy_length,) = struct.unpack_from("<I", rest, 4)
        (length,) = struct.unpack_from("<I", rest, 8 + copy_length)
    except (ValueError, struct.error):
        inspection.check("", content[4:])
        return
    if not content.startswith(_PACKAGE_TYPE, 4) or 12 + copy_length + length > len(rest):
        inspection.check("", content[4:])
    for name in (label, path, rest[8 : 8 + copy_length].split(b"\0", 1)[0]):
        inspection.part(name.decode("latin-1"))
    inspection.check("", rest[12 + copy_length :][:length])


def _sheet_types(workbook: bytes) -> Iterator[int]:
    """Yield the types of the sheets of an Excel workbook; records are type, length, data."""
    place = 0
    while place + 4 <= len(workbook):
        kind, length = struct.unpack_from("<HH", workbook, place)
        data = workbook[place + 4 : place + 4 + length]
        if kind == _GLOBALS_END:
            return
        if kind == _SHEET and len(data) > 5:
            yield data[5]
        place += 4 + length
