"""The older formats of Word, Excel and PowerPoint: compound files with streams inside ([MS-CFB], read by olefile)."""

import io
import re
import struct
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import BinaryIO

import olefile

from starbond_site.documents.inspection import MAX_TARGET, OTHER, excel_lock, zip_files
from starbond_site.documents.inspection.nesting import MAX_KEPT, Inspection, refuse_name
from starbond_site.documents.refusals import Refusal

_KINDS = {"worddocument": "doc", "workbook": "xls", "book": "xls", "powerpoint document": "ppt"}
_MACROS = {"macros", "_vba_project_cur", "vba", "_vba_project"}
_PROJECT = {"vba", "project", "_vba_project"}
"""At the top of the project of a presentation, which is one of its objects ([MS-PPT] 2.10.40)."""
_ACTIVEX = {"\x03ocxname", "\x03ocxdata", "ctls"}
"""Streams of ActiveX controls, in Word and in Excel."""
_INSTALLER = "000C1084-0000-0000-C000-000000000046"
"""Class of Windows Installer packages."""
_PACKAGE = "\x01ole10native"
"""Stream of a file of any kind that was inserted as an icon."""
_PACKAGE_TYPE = b"\2\0"
_LINK, _URL_MONIKER = "\x01ole", bytes.fromhex("e0c9ea79f9bace118c8200aa004ba90b")
"""Stream of a linked object, and the class of links to web addresses ([MS-OLEDS] 2.3.3, [MS-OSHARED] 2.3.7.6)."""
_SHEET, _MACRO_SHEET, _GLOBALS_END, FILE_PASS = 0x0085, 1, 0x000A, 0x002F
"""Excel: record of a sheet, its type for macros of Excel 4, the record that ends the list, and that of a password
([MS-XLS] 2.4.28, 2.4.117)."""
_SHEET_TYPE = 5
"""Place of the type in the record of a sheet."""
_LOCKED = {"encryptedpackage", "\x09drmcontent"}
"""Streams of what is locked with a password or for certain people ([MS-OFFCRYPTO] 1.3.2, 2.2.10)."""
_WORD_LOCKED, _SHOW_LOCKED = 0x01, bytes.fromhex("dfc4d1f3")
"""fEncrypted in the twelfth byte of Word ([MS-DOC] 2.5.2), and the token of PowerPoint ([MS-PPT] 2.3.2)."""
_SHOW_SESSION = re.compile(
    rb"\0\0\xf5\x0f\x20\0{3}.{7}\x03.{8}\x01\0{3}.{8}(?!\0{4}|\xff{4})|\x0f\0\x14\x2f.{4}[\x02-\x04]\0\x02\0", re.DOTALL
)
"""UserEditAtom with encryptSessionPersistIdRef, and CryptSession10Container with its version ([MS-PPT] 2.3.3, 2.3.7):
they lock a presentation also where the token says nothing. Neither is encrypted itself."""
_OBJECT, _PACKED = re.compile(rb"[\x00\x10]\x00\x11\x10.{4}", re.DOTALL), b"\x10\0"
"""Head of an object of PowerPoint: whether it is packed, type 0x1011, length."""
_NO_MODULES = ("dir", "_vba_project")
_VBA_CHUNK = 0x3000
"""Bits of every chunk of a container."""
_VBA_CACHE = "__srp_"
_VBA_SOURCE = b"\0Attribut"
"""Begins the first line of a module, behind three bytes of its compressed container ([MS-OVBA] 2.4.1)."""


def inspect(file: BinaryIO, _container: str, inspection: Inspection) -> str:
    """Return ``doc``, ``xls`` or ``ppt``; inside another file also `OTHER`, which any object in a document may be.

    All streams are looked at, as all members of an archive are.
    """
    archive, refusals = zip_files.archive_in(file), list[Refusal]()
    file.seek(0)
    with _opening(), olefile.OleFileIO(file, raise_defects=olefile.DEFECT_INCORRECT) as compound:
        if archive and archive[1] > _end(compound):
            raise Refusal("type_mismatch")
        streams = compound.listdir(streams=True, storages=True)
        _refuse_active(compound, streams)
        for stream in compound.listdir():
            with inspection.deferred(refusals), _opening():
                _check(compound, stream, inspection, refusals)
    if archive:
        file.seek(archive[0])
        inspection.check_package(file.read(archive[1] - archive[0]))
    if refusals:
        raise refusals[0]
    tops = {stream[0].casefold() for stream in streams}
    if tops & _LOCKED:
        raise Refusal("encrypted")
    kinds = {kind for name, kind in _KINDS.items() if name in tops}
    return kinds.pop() if len(kinds) == 1 else OTHER


@contextmanager
def _opening() -> Iterator[None]:
    try:
        yield
    except (OSError, ValueError, IndexError, TypeError, AttributeError, struct.error):
        raise Refusal("damaged") from None


def _end(compound: olefile.OleFileIO) -> int:
    """Return where the last sector ends that is in use ([MS-CFB] 2.3)."""
    fat, size = compound.fat, compound.sectorsize  # pyright: ignore[reportAttributeAccessIssue]  set when it is opened
    used = len(fat)
    while used and fat[used - 1] == olefile.FREESECT:
        used -= 1
    return (used + 1) * size


def _refuse_active(compound: olefile.OleFileIO, streams: list[list[str]]) -> None:
    if compound.root and compound.root.clsid.upper() == _INSTALLER:
        raise Refusal("embedded_program")
    parts = {part.casefold() for stream in streams for part in stream}
    if parts & _ACTIVEX:
        raise Refusal("active_office", what="control")
    if parts & _MACROS:
        has_code = _has_code(compound)
        raise Refusal("active_office" if has_code else "empty_macros", what="macros")


def _check(compound: olefile.OleFileIO, stream: list[str], inspection: Inspection, refusals: list[Refusal]) -> None:
    """Read a stream to its end, since only this finds a truncated file, and inspect what it holds."""
    name = stream[-1].casefold()
    with compound.openstream(stream) as opened:
        content = opened.read()
    with inspection.deferred(refusals):
        inspection.check(content)
    if len(content) != compound.get_size(stream):
        raise Refusal("damaged")
    if name == _LINK and _URL_MONIKER in content:
        address = content.partition(_URL_MONIKER)[2][4:].decode("utf-16-le", "ignore").partition("\0")[0]
        raise Refusal("remote_office", target=address[:MAX_TARGET] or "…")
    for package in zip_files.packages_in(content):
        # Office since 2007 keeps the theme of a document as one ([MS-DOC] 2.5.9, [MS-XLS] 2.4.326, [MS-PPT] 2.11.1).
        inspection.check_package(package)
    if name == _PACKAGE:
        _check_package(content, inspection)
    elif name in ("workbook", "book"):
        _check_workbook(content)
    elif name == "powerpoint document":
        _check_show(content, inspection, refusals)
    elif (name == "worddocument" and content[11:12] and content[11] & _WORD_LOCKED) or (
        name == "current user" and content[12:16] == _SHOW_LOCKED
    ):
        raise Refusal("encrypted")


def _check_package(content: bytes, inspection: Inspection) -> None:
    """Inspect a file inserted as an icon: length, type, label, path, flags, path of the copy, length, bytes.

    Other programs keep bytes of their own under this name, such as the bitmap of a drawing, behind the length only.
    """
    try:
        label, path, rest = content[6:].split(b"\0", 2)
        (copy_length,) = struct.unpack_from("<I", rest, 4)
        (length,) = struct.unpack_from("<I", rest, 8 + copy_length)
    except (ValueError, struct.error):
        inspection.check(content[4:])
        return
    if not content.startswith(_PACKAGE_TYPE, 4) or 12 + copy_length + length > len(rest):
        inspection.check(content[4:])
    refuse_name(label.decode("latin-1"))
    for name in (path, rest[8 : 8 + copy_length].split(b"\0", 1)[0]):
        refuse_name(name.decode("latin-1"), is_loose=True)
    inspection.check(rest[12 + copy_length :][:length])


def _check_workbook(content: bytes) -> None:
    """Refuse what is locked, and sheets for macros of Excel 4; the sheets stand in the first part, the globals."""
    unlock: excel_lock.Unlock | None = None
    for place, kind, data in records(content):
        if kind == _GLOBALS_END:
            return
        if kind == FILE_PASS:
            unlock = excel_lock.unlock(data)
            if not unlock:
                raise Refusal("encrypted")
        if kind == _SHEET and len(data) > _SHEET_TYPE:
            found = data[_SHEET_TYPE]
            if (unlock(place + _SHEET_TYPE, found) if unlock else found) == _MACRO_SHEET:
                raise Refusal("active_office", what="macro_sheet")


def records(workbook: bytes) -> Iterator[tuple[int, int, bytes]]:
    """Yield place of the data, type and data of the records of an Excel workbook."""
    place = 4
    while place <= len(workbook):
        kind, length = struct.unpack_from("<HH", workbook, place - 4)
        yield place, kind, workbook[place : place + length]
        place += 4 + length


def _check_show(content: bytes, inspection: Inspection, refusals: list[Refusal]) -> None:
    """Inspect the objects of a PowerPoint file, which are packed ([MS-PPT] 2.10.34), and its project of macros."""
    if _SHOW_SESSION.search(content):
        raise Refusal("encrypted")
    for found in _OBJECT.finditer(content):
        (length,) = struct.unpack_from("<I", content, found.start() + 4)
        data = content[found.end() : found.end() + length]
        if found.group()[:2] == _PACKED:
            try:
                data = zlib.decompressobj().decompress(data[4:], MAX_KEPT)
            except zlib.error:
                continue
        if data.startswith(olefile.MAGIC):
            with inspection.deferred(refusals):
                _refuse_project(data)
                inspection.check(data)
        else:
            inspection.check_package(data)


def _refuse_project(content: bytes) -> None:
    # What cannot be read here is inspected as an object.
    unread = suppress(OSError, ValueError, IndexError, TypeError, AttributeError, struct.error)
    with unread, olefile.OleFileIO(io.BytesIO(content)) as compound:
        streams = compound.listdir(streams=True, storages=True)
        if {stream[0].casefold() for stream in streams} & _PROJECT:
            _refuse_active(compound, streams)


def _has_code(compound: olefile.OleFileIO) -> bool:
    """Return whether a module of the project of VBA has a line beside its attributes, or cannot be read ([MS-OVBA]).

    Excel keeps an empty project in a workbook once its editor was opened. What is compiled may differ from the source,
    so that this decides about a sentence alone, never about what is accepted.
    """
    for stream in compound.listdir():
        *folders, name = (part.casefold() for part in stream)
        if folders and folders[-1] == "vba" and name not in _NO_MODULES and not name.startswith(_VBA_CACHE):
            content = compound.openstream(stream).read()
            start = content.find(_VBA_SOURCE) - 3
            lines = _unpacked(content, start).splitlines() if start >= 0 else [b"unknown"]
            if any(line.strip() and not line.startswith(b"Attribute ") for line in lines):
                return True
    return False


def _unpacked(content: bytes, start: int) -> bytes:
    """Return the bytes of a compressed container ([MS-OVBA] 2.4.1.3)."""
    made, place = bytearray(), start + 1
    while place + 2 <= len(content):
        (header,) = struct.unpack_from("<H", content, place)
        end = min(len(content), place + (header & 0x0FFF) + 3)
        if header & 0x7000 != _VBA_CHUNK:
            break
        begin, place = len(made), place + 2
        if not header & 0x8000:
            made += content[place:end]
            place = end
        while place < end:
            flags, place = content[place], place + 1
            for bit in range(8):
                if place + (flags >> bit & 1) >= end:
                    break
                if flags >> bit & 1:
                    (token,) = struct.unpack_from("<H", content, place)
                    place += 2
                    bits = max((len(made) - begin - 1).bit_length(), 4)
                    offset = (token >> (16 - bits)) + 1
                    for _ in range((token & (0xFFFF >> bits)) + 3):
                        made.append(made[-offset])
                else:
                    made.append(content[place])
                    place += 1
    return bytes(made)
