"""Tells by first bytes and by name what a file inside another file is: a container that is inspected, or a program."""

import re

HEAD_BYTES = 1024
"""How much of a file `container` and `PROGRAM` need: readers look for the header of a PDF within the first 1,024
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
HEIC = re.compile(rb".{0,4}ftyp(?!avi[fs]).{0,100}?(hei[cxms]|hev[cxms]|mif1|msf1)", re.DOTALL)
"""A picture as telephones of Apple take it (ISO/IEC 23008-12, 10.2), by one of its brands; in AVIF the first one is its
own."""
_OTHERS = {
    "picture": re.compile(rb"RIFF.{4}WEBP|.{0,4}ftypavi[fs]|GIF8|II\*\0|MM\0\*|BM.{4}\0{4}", re.DOTALL),
    "rtf": re.compile(rb"\{\\rtf"),
    "web_page": re.compile(rb"<(!doctype html|html|table|meta|style|head|body|div|!--)|mime-version:", re.IGNORECASE),
    "xml": re.compile(rb"<\?xml\b"),
    "text": re.compile(rb"[^\0-\x08\x0e-\x1f]+\Z"),
}
"""What people have under the name of another format, in the words of ``errors.toml``."""
PROGRAM = re.compile(
    rb"\x7fELF|\xfe\xed\xfa[\xce\xcf]|[\xce\xcf]\xfa\xed\xfe|\xca\xfe\xba\xbe|\0asm|dex\n0|\x4c\0\0\0\x01\x14\x02\0"
    rb"|[FCZ]WS[\x01-\x1f]|MZ(?=.{0,62}\0)|#! ?/",
    re.DOTALL,
)
"""ELF, Mach-O, Java, WebAssembly, Android, Windows shortcuts, Flash, DOS and Windows, scripts that name their shell."""
CLOSED = re.compile(rb"Rar!\x1a\x07|7z\xbc\xaf\x27\x1c|MSCF\0\0\0\0")
"""RAR, 7z and Cabinet: archives that are not looked into."""
_PROGRAM_EXTENSIONS = frozenset(
    """
    apk app appimage application appref-ms appx appxbundle bat chm cmd com command cpl deb desktop diagcab dll dmg exe
    gadget hta img inf iqy iso jar jnlp js jse library-ms lnk msc msi msix msixbundle msp one pif pkg ps1 ps1xml ps2
    ps2xml psc1 psm1 py pyw rdp reg rpm run scf scr sct search-ms searchconnector-ms settingcontent-ms sh slk sys theme
    themepack url vb vbe vbs vhd vhdx webloc website wll ws wsc wsf wsh xll xpi
    """.split()  # noqa: SIM905  a list would be one word a line
)
"""Files that Windows, macOS or a Linux desktop runs, installs or mounts when they are opened, or that load others."""
_LOOSE_EXTENSIONS = frozenset(
    """
    pdf doc xls ppt docx xlsx pptx odt ods odp odg jpg jpeg png zip
    csv dat json log md tsv txt xbrl xml xsd ics vcf asc md5 p7s sha256 sig bmp gif heic heif tif tiff webp
    aac flac m4a mp3 ogg wav avi m4v mov mp4 mpeg mpg srt vtt webm otf ttf db ds_store
    """.split()  # noqa: SIM905
)
"""Of files in an archive, attached to a PDF, or inserted as an icon: those that this site publishes, data, pictures,
sound, film, signatures and fonts, and what Windows and macOS leave in folders."""


def container(head: bytes) -> str | None:
    """Return the container that the first bytes of a file show; None for everything that is not inspected further."""
    for start, found in _CONTAINERS.items():
        if head.startswith(start):
            return found
    return "pdf" if b"%PDF-" in head[:HEAD_BYTES] else None


def is_named_as_program(name: str) -> bool:
    """Return whether opening a file of this name would run it.

    Windows ignores dots and blanks behind an extension.
    """
    return _extension(name) in _PROGRAM_EXTENSIONS


def is_of_known_kind(name: str) -> bool:
    """Return whether a file that somebody put into another one is of a kind that may stand there."""
    return _extension(name) in _LOOSE_EXTENSIONS | {""}


def other(head: bytes) -> str:
    """Return what a file is that can be saved as an accepted type: a word of ``errors.toml``; empty for none."""
    return next((kind for kind, start in _OTHERS.items() if start.match(head)), "")


def _extension(name: str) -> str:
    _, dot, extension = re.split(r"[/\\]", name.rstrip(". \0\t"))[-1].rpartition(".")
    return extension.casefold() if dot else ""
