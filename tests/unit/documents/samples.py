"""Files to publish: a good one of every kind, made on the spot, and the pieces that bad ones are made of."""

import io
import struct
import zipfile
from collections.abc import Callable, Mapping
from typing import Any

import pikepdf
from PIL import Image

OPEN_XML = "application/vnd.openxmlformats-officedocument"
OPEN_DOCUMENT = "application/vnd.oasis.opendocument"
SECTOR = 512
FREE, END_OF_CHAIN, FAT_SECTOR, NO_ENTRY = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD, 0xFFFFFFFF


def saved(document: Any, *given: object, **options: object) -> bytes:  # noqa: ANN401  of any library
    content = io.BytesIO()
    document.save(content, *given, **options)
    return content.getvalue()


def pdf(text: str = "a report", change: Callable[[pikepdf.Pdf], None] | None = None, **options: object) -> bytes:
    made = pikepdf.new()
    made.add_blank_page()
    made.docinfo["/Title"] = text
    if change:
        change(made)
    # Otherwise its id is made of the time, and the same words a second later are another file.
    return saved(made, deterministic_id="encryption" not in options, **options)


def zipped(files: Mapping[Any, bytes | str], compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", compression) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return content.getvalue()


def open_xml(declared: str, folder: str, **more: bytes) -> bytes:
    types = f'<Types><Override PartName="/{folder}/main.xml" ContentType="{OPEN_XML}.{declared}.main+xml"/></Types>'
    parts: dict[str, bytes | str] = {"[Content_Types].xml": types, "_rels/.rels": "<r/>", f"{folder}/main.xml": "<d/>"}
    return zipped(parts | {name.replace("__", "/"): data for name, data in more.items()})


def open_document(kind: str, **more: bytes) -> bytes:
    parts: dict[str, bytes | str] = {"mimetype": f"{OPEN_DOCUMENT}.{kind}", "content.xml": "<office/>"}
    return zipped(parts | {name.replace("__", "/"): data for name, data in more.items()}, zipfile.ZIP_STORED)


def picture(form: str, colour: str = "orange") -> bytes:
    return saved(Image.new("RGB", (40, 30), colour), form)


def compound(*given: str | tuple[str, bytes]) -> bytes:
    """Return a compound file, whose streams hold at least 4 KiB: what Word, Excel and PowerPoint wrote until 2003.

    A name with a slash stands in a storage.
    """
    streams = dict((stream, b"") if isinstance(stream, str) else stream for stream in given)
    names = list(dict.fromkeys(part for name in streams for part in (name.rpartition("/")[0], name) if part))
    first = 1 + (len(names) + 4) // 4
    fat, contents = [FAT_SECTOR, *range(2, first), END_OF_CHAIN], b""
    entries = [_entry("Root Entry", 5, END_OF_CHAIN, 0, child=1 if names else NO_ENTRY)]
    for number, name in enumerate(names, 1):
        folder, _, own = name.rpartition("/")
        inside = [at for at, other in enumerate(names, 1) if other.rpartition("/")[0] == name]
        following = [at for at, other in enumerate(names, 1) if at > number and other.rpartition("/")[0] == folder]
        right = following[0] if following else NO_ENTRY
        if inside:
            entries.append(_entry(own, 1, 0, 0, child=inside[0], right=right))
            continue
        content = streams[name].ljust(4096, b"\0")
        entries.append(_entry(own, 2, len(fat), len(content), right=right))
        fat += [*range(len(fat) + 1, len(fat) + -(-len(content) // SECTOR)), END_OF_CHAIN]
        contents += content + bytes(-len(content) % SECTOR)
    fat += [FREE] * (SECTOR // 4 - len(fat))
    directory = b"".join(entries).ljust((first - 1) * SECTOR, b"\0")
    return _header() + struct.pack(f"<{SECTOR // 4}I", *fat) + directory + contents


def _header() -> bytes:
    start = bytes.fromhex("d0cf11e0a1b11ae1") + bytes(16)
    numbers = struct.pack(
        "<HHHHH6xIIIIIIIIII", 0x3E, 3, 0xFFFE, 9, 6, 0, 1, 1, 0, 4096, END_OF_CHAIN, 0, END_OF_CHAIN, 0, 0
    )
    return (start + numbers).ljust(SECTOR, b"\xff")


def _entry(name: str, kind: int, start: int, size: int, child: int = NO_ENTRY, right: int = NO_ENTRY) -> bytes:
    words = name.encode("utf-16-le")
    head = words.ljust(64, b"\0") + struct.pack("<HBBIII", len(words) + 2, kind, 1, NO_ENTRY, right, child)
    return head + bytes(36) + struct.pack("<IQ", start, size)


GOOD: dict[str, bytes] = {
    "report.pdf": pdf(), "letter.docx": open_xml("wordprocessingml.document", "word"),
    "figures.xlsx": open_xml("spreadsheetml.sheet", "xl"),
    "slides.pptx": open_xml("presentationml.presentation", "ppt"), "old.doc": compound("WordDocument", "1Table"),
    "old.xls": compound("Workbook"), "old.ppt": compound("PowerPoint Document", "Current User"),
    "letter.odt": open_document("text"), "figures.ods": open_document("spreadsheet"),
    "slides.odp": open_document("presentation"), "drawing.odg": open_document("graphics"),
    "photo.jpg": picture("JPEG"), "photo.jpeg": picture("JPEG", "green"), "plan.png": picture("PNG"),
    "files.zip": zipped({"report.txt": "words", "folder/more.txt": "more"}),
}  # fmt: skip
