"""JPEG and PNG: complete, nothing else as well, and of a size that readers can show.

Telephones write more behind the picture: a second one, a film, times and modes of the camera.
"""

import re
import zlib
from typing import BinaryIO

from starbond_site.documents.inspection import MAX_MEGAPIXELS, Finding, signatures, zip_files
from starbond_site.documents.inspection.nesting import Inspection

MAX_PIXELS = MAX_MEGAPIXELS * 1_000_000
_PNG_START = b"\x89PNG\r\n\x1a\n"
_PNG_FRAME = 12
"""Bytes of a chunk beside its data: length, type, checksum."""
_MARKER, _SCAN, _END = 0xFF, 0xDA, 0xD9
_KIND = re.compile(rb"[^\xff\x01\xd0-\xd7]|(?<!\xff)[\x01\xd0-\xd7]")
"""Code of the next marker with a segment, after fill bytes and markers without one (ITU-T T.81, B.1.1.2)."""
_AFTER_SCAN = re.compile(rb"\xff[^\x00\xd0-\xd7]", re.DOTALL)
"""A scan escapes its own 0xFF and keeps restart markers."""
_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""Markers of a frame header (ITU-T T.81, table B.1)."""
_OTHER_FORMATS = re.compile(rb"Rar!\x1a\x07|7z\xbc\xaf\x27\x1c|\x1f\x8b\x08|MSCF|\{\\rtf|%!PS|GIF8")
"""Archives and documents that are not inspected."""
_ANYWHERE = re.compile(
    rb"%PDF-|<\?php|<script|<!doctype html|<html|<svg|This program cannot be run in DOS mode|\x7fELF[\x01\x02]",
    re.IGNORECASE,
)
"""Signatures that readers and servers accept beyond the beginning of a file."""
_JPEG_START = b"\xff\xd8"
_STRAY = 16
"""Bytes of no segment that readers skip behind one (libjpeg, next_marker)."""
_UNKNOWN_LINES = 65_535
"""Greatest height, assumed where a frame header leaves it to a later segment (ITU-T T.81, B.2.5)."""


def inspect(file: BinaryIO, container: str, inspection: Inspection) -> str:
    """Return ``jpeg`` or ``png``. Of a picture inside another file only the size counts."""
    file.seek(0)
    content = file.read()
    end_of = _png_end if container == "png" else _jpeg_end
    try:
        end = end_of(content)
    except Finding as finding:
        if inspection.depth and finding.code != "image_too_large":
            return container
        raise
    if not inspection.depth:
        _refuse_more(file, container, content, end)
    return container


def _refuse_more(file: BinaryIO, container: str, content: bytes, end: int) -> None:
    """Refuse a file that is something else as well."""
    if zip_files.archive_in(file) or b"%PDF-" in content[: signatures.HEAD_BYTES]:
        raise Finding("type_mismatch")
    rest = content[end:].lstrip(signatures.BLANK)
    head = rest[: signatures.HEAD_BYTES]
    # Phones append a second, smaller JPEG.
    is_second = container == "jpeg" and rest.startswith(b"\xff\xd8\xff")
    is_other = signatures.is_program(head) or _OTHER_FORMATS.match(head) or _ANYWHERE.search(rest)
    if is_other or (signatures.container(head) and not is_second):
        raise Finding("behind_picture")
    if is_second:
        # For its size only: phones write more behind it.
        try:
            _jpeg_end(rest)
        except Finding as finding:
            if finding.code == "image_too_large":
                raise


def _png_end(content: bytes) -> int:
    """Return where the last chunk ends; every chunk carries its length and checksum."""
    if not content.startswith(_PNG_START):
        raise Finding("type_mismatch")
    place = len(_PNG_START)
    while place + _PNG_FRAME <= len(content):
        length = int.from_bytes(content[place : place + 4])
        body = content[place + 4 : place + 8 + length]
        checksum = content[place + 8 + length : place + _PNG_FRAME + length]
        if body.startswith(b"IHDR"):
            _refuse_large(int.from_bytes(body[4:8]), int.from_bytes(body[8:12]))
        if len(checksum) != 4 or zlib.crc32(body) != int.from_bytes(checksum):
            raise Finding("damaged")
        place += _PNG_FRAME + length
        if body.startswith(b"IEND"):
            return place
    raise Finding("damaged")


def _jpeg_end(content: bytes) -> int:
    """Return where the picture ends; segments carry their length, scans run to the next marker."""
    place = len(_JPEG_START)
    while True:
        if place > len(_JPEG_START):
            place = max(place, content.find(b"\xff", place, place + 1 + _STRAY))
        found = _KIND.search(content, place)
        if not found or content[place] != _MARKER or content[found.start() - 1] != _MARKER:
            raise Finding("damaged")
        place = found.start() - 1
        kind = content[found.start()]
        if kind == _END:
            return place + 2
        if kind in _FRAMES:
            lines, columns = (int.from_bytes(content[at : at + 2]) for at in (place + 5, place + 7))
            _refuse_large(columns, lines or _UNKNOWN_LINES)
        place += 2 + int.from_bytes(content[place + 2 : place + 4])
        if kind == _SCAN:
            following = _AFTER_SCAN.search(content, place)
            if not following:
                raise Finding("damaged")
            place = following.start()


def _refuse_large(width: int, height: int) -> None:
    if width * height > MAX_PIXELS:
        raise Finding("image_too_large")
