"""JPEG and PNG: complete, and without data after the image."""

import zlib
from pathlib import Path

from starbond_site.documents.inspection import DAMAGED, MISMATCH, Finding, zip_files

_PNG_START = b"\x89PNG\r\n\x1a\n"
_PNG_FRAME = 12
"""Bytes of a chunk beside its data: length, type, checksum."""
_SCAN, _END, _START = 0xDA, 0xD9, 0xD8
_WITHOUT_LENGTH = (0x01, *range(0xD0, 0xD8))


def inspect(path: Path, container: str) -> str:
    """Return ``jpeg`` or ``png``."""
    content = path.read_bytes()
    end = _png_end(content) if container == "png" else _jpeg_end(content)
    rest = content[end:].strip(b"\0\r\n ")
    # Phones append a second, smaller JPEG.
    if (rest and not (container == "jpeg" and rest.startswith(b"\xff\xd8\xff"))) or zip_files.is_archive(path):
        raise Finding(MISMATCH)
    if b"%PDF-" in content[:1024]:
        raise Finding(MISMATCH)
    return container


def _png_end(content: bytes) -> int:
    """Return where the last chunk ends; every chunk carries its length and checksum."""
    if not content.startswith(_PNG_START):
        raise Finding(MISMATCH)
    place = len(_PNG_START)
    while place + _PNG_FRAME <= len(content):
        length = int.from_bytes(content[place : place + 4])
        body = content[place + 4 : place + 8 + length]
        checksum = content[place + 8 + length : place + _PNG_FRAME + length]
        if len(checksum) != 4 or zlib.crc32(body) != int.from_bytes(checksum):
            raise Finding(DAMAGED)
        place += _PNG_FRAME + length
        if body.startswith(b"IEND"):
            return place
    raise Finding(DAMAGED)


def _jpeg_end(content: bytes) -> int:
    """Return where the picture ends; segments carry their length, scans run to the next marker."""
    place = 2
    while True:
        marker = content[place + 1 : place + 2]
        if content[place : place + 1] != b"\xff" or not marker:
            raise Finding(DAMAGED)
        kind = marker[0]
        if kind == _END:
            return place + 2
        if kind == 0xFF or kind in _WITHOUT_LENGTH:
            place += 1 if kind == 0xFF else 2
            continue
        place += 2 + int.from_bytes(content[place + 2 : place + 4])
        if kind == _SCAN:
            place = _scan_end(content, place)


def _scan_end(content: bytes, place: int) -> int:
    """Return where the marker after a scan stands; a scan escapes its own 0xFF and keeps restart marks."""
    while (place := content.find(b"\xff", place)) >= 0:
        following = content[place + 1 : place + 2]
        if not following:
            break
        if following[0] != 0 and not 0xD0 <= following[0] <= 0xD7:
            return place
        place += 2
    raise Finding(DAMAGED)
