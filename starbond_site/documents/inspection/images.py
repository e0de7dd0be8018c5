"""JPEG and PNG: complete, nothing else as well, and of a size that readers can show.

Telephones write more behind the picture: a second one, a film, times and modes of the camera.
"""

import re
import zlib
from collections.abc import Iterator
from typing import BinaryIO, Literal

from starbond_site.documents.inspection import MAX_MEGAPIXELS, signatures, zip_files
from starbond_site.documents.inspection.nesting import Inspection
from starbond_site.documents.refusals import Refusal

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
_OTHER_FORMATS = re.compile(rb"\x1f\x8b\x08|\{\\rtf|%!PS|GIF8")
"""Further archives and documents that are not inspected."""
_ANYWHERE = re.compile(
    rb"%PDF-|<\?php|<script|<!doctype html|<html|<svg|This program cannot be run in DOS mode|\x7fELF[\x01\x02]",
    re.IGNORECASE,
)
"""Signatures that readers and servers accept beyond the beginning of a file."""
_PRIVATE = {
    "jpeg": re.compile(rb"\xff[\xff\x01\xd0-\xd7]*(?:[\xe1\xe3-\xed\xef\xfe]|\xe2..(?!ICC_PROFILE\0))", re.DOTALL),
    "png": re.compile(rb".{4}(?:eXIf|tEXt|[iz]TXt|caBX)", re.DOTALL),
}
"""Segments and chunks that may say where a picture was taken: Exif, XMP, IPTC, comments and other metadata, and the
index of further pictures. JFIF, colour profiles and the transform of Adobe say what it looks like, and stay."""
_TIFF = re.compile(rb"(?:Exif\0\0|eXIf)(MM\0\*|II\*\0)")
_ORIENTATION = 0x0112
"""How a camera was held (Exif 3.0, 4.6.5); from 2 to 8 the picture has to be turned."""
_ONLY_ORIENTED = b"MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0%c\0\0\0\0\0\0"
_JPEG_START = b"\xff\xd8"
_STRAY = 16
"""Bytes of no segment that readers skip behind one (libjpeg, next_marker)."""
_UNKNOWN_LINES = 65_535
"""Greatest height, assumed where a frame header leaves it to a later segment (ITU-T T.81, B.2.5)."""


def inspect(file: BinaryIO, container: str, inspection: Inspection) -> str:
    """Return ``jpeg`` or ``png``. Of a picture inside another file only the size counts."""
    file.seek(0)
    content = file.read()
    try:
        end = _end(content, container)
    except Refusal as finding:
        if inspection.depth and finding.code != "image_too_large":
            return container
        raise
    if not inspection.depth:
        _refuse_more(file, container, content, end)
    return container


def without_place(content: bytes, container: str) -> bytes:
    """Return a picture that was inspected, without what may say where it was taken; it looks the same.

    What telephones write behind it goes, too: a second picture and a film have a place of their own.
    """
    private, kept = _PRIVATE[container], list[bytes]()
    for start, end in _parts(content, container):
        part = content[start:end]
        if not private.match(part):
            kept.append(part)
        elif 2 <= (turned := _orientation(part)) <= 8:
            exif = _ONLY_ORIENTED % bytes([turned])
            chunk = b"eXIf" + exif
            in_chunk = len(exif).to_bytes(4) + chunk + zlib.crc32(chunk).to_bytes(4)
            kept.append(in_chunk if container == "png" else b"\xff\xe1\0\x22Exif\0\0" + exif)
    return b"".join(kept)


def _orientation(part: bytes) -> int:
    """Return how the camera was held, from the first directory alone: the second one is the thumbnail's (TIFF 6.0)."""
    if not (found := _TIFF.search(part)):
        return 1
    tiff = part[found.start(1) :]
    order: Literal["big", "little"] = "big" if found[1].startswith(b"MM") else "little"

    def number(at: int, size: int) -> int:
        return int.from_bytes(tiff[at : at + size], order)

    first = number(4, 4)
    entries = range(first + 2, first + 2 + 12 * number(first, 2), 12)
    return next((number(at + 8, 2) for at in entries if number(at, 2) == _ORIENTATION), 1)


def _end(content: bytes, container: str) -> int:
    return list(_parts(content, container))[-1][1]


def _parts(content: bytes, container: str) -> Iterator[tuple[int, int]]:
    """Yield beginning and end of each segment or chunk of a picture, from its first bytes to its own end.

    Raises:
        Refusal: it is damaged, or larger than readers can show.
    """
    return (_png_chunks if container == "png" else _jpeg_segments)(content)


def _refuse_more(file: BinaryIO, container: str, content: bytes, end: int) -> None:
    """Refuse a file that is something else as well."""
    if zip_files.archive_in(file) or b"%PDF-" in content[: signatures.HEAD_BYTES]:
        raise Refusal("type_mismatch")
    rest = content[end:].lstrip(signatures.BLANK)
    head = rest[: signatures.HEAD_BYTES]
    # Phones append a second, smaller JPEG.
    is_second = container == "jpeg" and rest.startswith(b"\xff\xd8\xff")
    is_other = signatures.PROGRAM.match(head) or signatures.CLOSED.match(head) or _OTHER_FORMATS.match(head)
    if is_other or _ANYWHERE.search(rest) or (signatures.container(head) and not is_second):
        raise Refusal("behind_picture")
    if is_second:
        # For its size only: phones write more behind it.
        try:
            _end(rest, "jpeg")
        except Refusal as finding:
            if finding.code == "image_too_large":
                raise


def _png_chunks(content: bytes) -> Iterator[tuple[int, int]]:
    """Every chunk carries its length and checksum."""
    if not content.startswith(_PNG_START):
        raise Refusal("type_mismatch")
    yield 0, (place := len(_PNG_START))
    while place + _PNG_FRAME <= len(content):
        length = int.from_bytes(content[place : place + 4])
        body = content[place + 4 : place + 8 + length]
        checksum = content[place + 8 + length : place + _PNG_FRAME + length]
        if body.startswith(b"IHDR"):
            _refuse_large(int.from_bytes(body[4:8]), int.from_bytes(body[8:12]))
        if len(checksum) != 4 or zlib.crc32(body) != int.from_bytes(checksum):
            raise Refusal("damaged")
        yield place, (place := place + _PNG_FRAME + length)
        if body.startswith(b"IEND"):
            return
    raise Refusal("damaged")


def _jpeg_segments(content: bytes) -> Iterator[tuple[int, int]]:
    """Segments carry their length, scans run to the next marker."""
    yield 0, (place := len(_JPEG_START))
    while True:
        if place > len(_JPEG_START):
            place = max(place, content.find(b"\xff", place, place + 1 + _STRAY))
        start, found = place, _KIND.search(content, place)
        if not found or content[place] != _MARKER or content[found.start() - 1] != _MARKER:
            raise Refusal("damaged")
        place = found.start() - 1
        kind = content[found.start()]
        if kind == _END:
            yield start, place + 2
            return
        if kind in _FRAMES:
            lines, columns = (int.from_bytes(content[at : at + 2]) for at in (place + 5, place + 7))
            _refuse_large(columns, lines or _UNKNOWN_LINES)
        place += 2 + int.from_bytes(content[place + 2 : place + 4])
        if kind == _SCAN:
            following = _AFTER_SCAN.search(content, place)
            if not following:
                raise Refusal("damaged")
            place = following.start()
        yield start, place


def _refuse_large(width: int, height: int) -> None:
    if width * height > MAX_PIXELS:
        raise Refusal("image_too_large", limit=MAX_MEGAPIXELS)
