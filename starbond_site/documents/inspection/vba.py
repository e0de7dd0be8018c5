"""Projects of VBA in compound files ([MS-OVBA]): whether there is a line of code in them.

Excel keeps an empty project in a workbook once its editor was opened. What is compiled may differ from the source, so
that this decides about a sentence alone, never about what is accepted.
"""

import struct
from collections.abc import Sequence

import olefile

_NO_MODULES = ("dir", "_vba_project")
_CHUNK = 0x3000
"""Bits of every chunk of a container."""
_CACHE = "__srp_"
_SOURCE = b"\0Attribut"
"""Begins the first line of a module, behind three bytes of its compressed container ([MS-OVBA] 2.4.1)."""


def has_code(compound: olefile.OleFileIO, streams: Sequence[Sequence[str]]) -> bool:
    """Return whether a module has a line beside its attributes, or cannot be read."""
    for stream in streams:
        *folders, name = (part.casefold() for part in stream)
        if folders and folders[-1] == "vba" and name not in _NO_MODULES and not name.startswith(_CACHE):
            content = compound.openstream(list(stream)).read()
            start = content.find(_SOURCE) - 3
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
        if header & 0x7000 != _CHUNK:
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
