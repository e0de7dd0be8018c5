"""ZIP, and the office formats that are ZIP inside: every member is unpacked, counted and compared with the directory.

The central directory says what readers show, the local headers what some of them unpack (PKWARE APPNOTE 6.3.10, 4.3).
Where the two differ, or members share bytes, an archive is not what it seems to be (D. Fifield, "A better zip bomb").
"""

import stat
import struct
import zipfile
import zlib
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

from starbond_site.documents.inspection import OTHER, open_document, open_xml, signatures
from starbond_site.documents.inspection.nesting import Inspection
from starbond_site.documents.refusals import Refusal

_END = struct.Struct("<4sHHHHIIH")
_END_START = b"PK\x05\x06"
_LOCAL = struct.Struct("<4sHHHHHIIIHH")
_LOCAL_START = b"PK\x03\x04"
_IN_ZIP64 = 0xFFFFFFFF
"""Stands for a number that another field holds."""
_DESCRIPTOR_BYTES = 24
"""Most that may stand between the data of one entry and the header of the next."""
_MAX_ENTRIES = 100_000
_MAX_RATIO = 200
_MIN_LIMIT = 4 * 1024 * 1024
"""Bytes that may come out of an archive of any size."""
_CHUNK = 256 * 1024
_PROGRAMS = {"meta-inf/manifest.mf", "androidmanifest.xml"}
_ENCRYPTED_FLAG, _DESCRIPTOR_FLAG, _UTF8_FLAG = 0x1, 0x8, 0x800
_UNOPENABLE = (zipfile.BadZipFile, zipfile.LargeZipFile, zlib.error, NotImplementedError, ValueError, OSError)
"""Errors of ``zipfile`` for an upload that only looks like an archive: besides its own errors, an unknown version
(``NotImplementedError``) and offsets that lead outside the file (``ValueError``, ``OSError``)."""


def inspect(file: BinaryIO, _container: str, inspection: Inspection) -> str:
    """Return ``zip``, the office format, or `OTHER` for another format that is ZIP inside.

    The parts of an office document are read before the files in it: its own macros have a sentence of their own.
    All are looked at, since something harmful in one counts more than that another cannot be checked.
    """
    kind, refusals = OTHER, list[Refusal]()
    with _opening(), zipfile.ZipFile(file) as archive:
        _refuse_unsound(file, archive)
        entries = sorted(archive.infolist(), key=lambda entry: entry.header_offset)
        _refuse_inconsistent(file, archive, entries, inspection)
        with inspection.deferred(refusals), _opening():
            kind = _kind(file, archive, inspection)
        for entry in entries:
            with inspection.deferred(refusals), _opening():
                deque(inspection.passed(entry.filename, _chunks(file, entry), is_loose=kind == "zip"), 0)
    if refusals:
        raise refusals[0]
    return kind


@contextmanager
def _opening() -> Iterator[None]:
    try:
        yield
    except _UNOPENABLE:
        raise Refusal("damaged") from None


def archive_in(file: BinaryIO) -> tuple[int, int] | None:
    """Return where the archive begins and ends that programs find in a file of another format; None without one."""
    try:
        with zipfile.ZipFile(file) as archive:
            starts = [entry.header_offset for entry in archive.infolist()]
            comment = len(archive.comment)
    except _UNOPENABLE:
        return None
    if not starts:
        return None
    size = file.seek(0, 2)
    first = max(0, size - _END.size - 0xFFFF)
    file.seek(first)
    # A directory that leads to before the file begins is one all the same.
    return max(0, min(starts)), min(size, first + file.read().rfind(_END_START) + _END.size + comment)


def packages_in(content: bytes) -> Iterator[bytes]:
    """Yield the archives that stand in the middle of other bytes, found by the record at their end."""
    place = -1
    while (place := content.find(_END_START, place + 1)) >= 0 and place + _END.size <= len(content):
        *_, size, directory, comment = _END.unpack_from(content, place)
        start = place - size - directory
        if start >= 0 and content.startswith(_LOCAL_START, start):
            yield content[start : place + _END.size + comment]


def _refuse_unsound(file: BinaryIO, archive: zipfile.ZipFile) -> None:
    """Refuse an archive that does not begin at the first byte and end at the last, or cannot be opened."""
    entries = archive.infolist()
    if not entries or len(entries) > _MAX_ENTRIES:
        raise Refusal("damaged")
    if min(entry.header_offset for entry in entries) != 0:
        raise Refusal("type_mismatch")
    file.seek(max(0, file.seek(0, 2) - _END.size - 0xFFFF))
    tail = file.read()
    place = tail.rfind(_END_START)
    _, _, _, _, count, _, directory, comment = _END.unpack_from(tail, place)
    if tail[place + _END.size + comment :].strip(signatures.BLANK):
        raise Refusal("type_mismatch")
    if count not in (len(entries), 0xFFFF) or directory not in (archive.start_dir, _IN_ZIP64):
        # Some programs follow this record, others the one of ZIP64.
        raise Refusal("unsafe_archive")
    if any(entry.flag_bits & _ENCRYPTED_FLAG for entry in entries):
        raise Refusal("encrypted")
    if any(entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED) for entry in entries):
        raise Refusal("archive_method")


def _refuse_inconsistent(
    file: BinaryIO, archive: zipfile.ZipFile, entries: list[zipfile.ZipInfo], inspection: Inspection
) -> None:
    """Refuse what unpacks to too much or outside its folder, and entries that share names or bytes, or omit some."""
    size, unpacked = file.seek(0, 2), sum(entry.file_size for entry in entries)
    if unpacked > max(_MAX_RATIO * size, _MIN_LIMIT):
        raise Refusal("unsafe_archive")
    inspection.expect(unpacked)
    if len({entry.filename for entry in entries}) < len(entries) or any(_leads_outside(entry) for entry in entries):
        raise Refusal("unsafe_archive")
    ends = [*(entry.header_offset for entry in entries[1:]), archive.start_dir]
    gaps = (end - _data_start(file, entry) - entry.compress_size for entry, end in zip(entries, ends, strict=True))
    if any(not 0 <= gap <= _DESCRIPTOR_BYTES for gap in gaps):
        raise Refusal("unsafe_archive")


def _leads_outside(entry: zipfile.ZipInfo) -> bool:
    """Return whether an entry would be unpacked elsewhere than in the folder it is unpacked to."""
    parts = entry.filename.replace("\\", "/").split("/")
    return ".." in parts or not parts[0] or ":" in parts[0] or stat.S_ISLNK(entry.external_attr >> 16)


def _data_start(file: BinaryIO, entry: zipfile.ZipInfo) -> int:
    """Return where the data of an entry begin, whose local header must say what the central directory says."""
    file.seek(entry.header_offset)
    head = file.read(_LOCAL.size)
    if len(head) < _LOCAL.size:
        raise Refusal("damaged")
    start, _, flags, method, _, _, checksum, packed, unpacked, name_length, extra_length = _LOCAL.unpack(head)
    name = file.read(name_length).decode("utf-8" if entry.flag_bits & _UTF8_FLAG else "cp437", "replace")
    if start != _LOCAL_START:
        raise Refusal("damaged")
    is_same = name == entry.orig_filename and method == entry.compress_type
    if not flags & _DESCRIPTOR_FLAG:
        declared = ((packed, entry.compress_size), (unpacked, entry.file_size))
        is_same = is_same and checksum == entry.CRC
        is_same = is_same and all(local in (central, _IN_ZIP64) for local, central in declared)
    if not is_same:
        raise Refusal("unsafe_archive")
    return entry.header_offset + _LOCAL.size + name_length + extra_length


def _kind(file: BinaryIO, archive: zipfile.ZipFile, inspection: Inspection) -> str:
    """Return ``zip``, the office format that the archive declares, or `OTHER`."""
    names = {entry.filename.casefold(): entry for entry in archive.infolist()}
    is_open_document = open_document.TYPE in names or {open_document.MANIFEST, "content.xml"} <= names.keys()
    formats = (open_xml.TYPES in names) + is_open_document
    if formats > 1 or (formats and len(names) < len(archive.infolist())):
        # Programs could choose another format, or, as case does not count in names of parts, another part.
        raise Refusal("unsafe_archive")

    def chunks(name: str) -> Iterator[bytes]:
        return inspection.part(_chunks(file, names[name])) if name in names else iter(())

    if formats:
        return (open_document if is_open_document else open_xml).kind(names, chunks)
    return OTHER if _PROGRAMS.intersection(names) else "zip"


def _chunks(file: BinaryIO, entry: zipfile.ZipInfo) -> Iterator[bytes]:
    """Yield the bytes that really come out of a member.

    ``zipfile`` stops at the declared size; other programs do not.

    Raises:
        Refusal: size or checksum are not those that are declared.
        zlib.error: they cannot be unpacked.
    """
    place, left, size, checksum = _data_start(file, entry), entry.compress_size, 0, 0
    # LibreOffice writes nothing at all for a member without bytes.
    is_packed = entry.compress_type == zipfile.ZIP_DEFLATED and entry.compress_size
    unpacker = zlib.decompressobj(-15) if is_packed else None
    waiting = b""
    while True:
        if not waiting and left:
            # Another member may be read meanwhile.
            file.seek(place)
            waiting = file.read(min(left, _CHUNK))
            if not waiting:
                raise Refusal("damaged")
            place, left = place + len(waiting), left - len(waiting)
        given = bool(waiting)
        chunk, waiting = waiting, b""
        if unpacker:
            chunk, waiting = unpacker.decompress(chunk, _CHUNK), unpacker.unconsumed_tail
        size += len(chunk)
        checksum = zlib.crc32(chunk, checksum)
        if size > entry.file_size:
            raise Refusal("unsafe_archive")
        if chunk:
            yield chunk
        elif not given or (unpacker and unpacker.eof):
            break
    is_whole = not left and (unpacker is None or (unpacker.eof and not unpacker.unused_data))
    if not is_whole or size != entry.file_size or checksum != entry.CRC:
        raise Refusal("damaged")
