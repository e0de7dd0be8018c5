"""Tells by first bytes and by name what a file inside another file is: a container that is inspected, or a program."""

import re

HEAD_BYTES = 1024
"""How much of a file `container` and `is_program` need: readers look for the header of a PDF within the first 1,024
bytes (PDF 1.7, appendix H, note 13)."""
BLANK = b"\0\t\n\f\r \xef\xbb\xbf"
"""Bytes that say nothing before or behind a file: blanks, zeros, the mark of UTF-8."""
_CONTAINERS = {
    b"PK\x03\x04": "zip",
    b"PK\x05\x06": "zip",
    b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1": "compound",
    b"\xff\xd8\xff": "jpeg",
    b"\x89PNG\r\n\x1a\n": "png",
}
_HEIC = re.compile(rb".{0,4}ftyp(hei[cxms]|hev[cxms]|mif1|msf1)", re.DOTALL)
_PROGRAMS = re.compile(
    rb"\x7fELF|\xfe\xed\xfa[\xce\xcf]|[\xce\xcf]\xfa\xed\xfe|\xca\xfe\xba\xbe|\0asm|dex\n0|\x4c\0\0\0\x01\x14\x02\0"
    rb"|[FCZ]WS[\x01-\x1f]|MZ(?=.{0,62}\0)|#! ?/",
    re.DOTALL,
)
"""ELF, Mach-O, Java, WebAssembly, Android, Windows shortcuts, Flash, DOS and Windows, scripts that name their shell."""
_PROGRAM_EXTENSIONS = frozenset(
    """
    apk app appimage application appref-ms appx appxbundle bat chm cmd com command cpl deb desktop dll dmg exe gadget
    hta inf iso jar js jse lnk msc msi msix msixbundle msp pif pkg ps1 ps1xml psc1 psm1 reg rpm run scf scr sct
    settingcontent-ms sh sys vb vbe vbs vhd vhdx wll ws wsc wsf wsh xll xpi
    """.split()  # noqa: SIM905  a list would be one word a line
)
"""Files that Windows, macOS or a Linux desktop runs, installs or mounts when they are opened."""


def is_heic(head: bytes) -> bool:
    """Return whether the first bytes are those of a picture as telephones of Apple take it (ISO/IEC 23008-12, 10.2)."""
    return bool(_HEIC.match(head))


def container(head: bytes) -> str | None:
    """Return the container that the first bytes of a file show; None for everything that is not inspected further."""
    for start, found in _CONTAINERS.items():
        if head.startswith(start):
            return found
    return "pdf" if b"%PDF-" in head[:HEAD_BYTES] else None


def is_program(head: bytes) -> bool:
    """Return whether the first bytes of a file are those of a program or script."""
    return bool(_PROGRAMS.match(head))


def is_named_as_program(name: str) -> bool:
    """Return whether opening a file of this name would run it.

    Windows ignores dots and blanks behind an extension.
    """
    return name.rstrip(". \0\t").rpartition(".")[2].casefold() in _PROGRAM_EXTENSIONS and "." in name
