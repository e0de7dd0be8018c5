"""Crafted files that reach beyond themselves or hide something, each with a clean counterpart that is accepted."""

import struct
import zipfile
import zlib
from collections.abc import Iterator
from decimal import Decimal

import pikepdf
from pikepdf import Name

from tests.unit.documents import crafted_office, crafted_pdf, samples
from tests.unit.documents.crafted_office import WORD
from tests.unit.documents.crafted_pdf import Pair, attached, scripted

PROGRAM = b"MZ\x90\0\3\0\0\0\4\0\0\0\xff\xff" + bytes(500)


def everything() -> list[Pair]:
    return [*crafted_pdf.actions(), *_attachments(), *crafted_office.everything(), *_archives(), *_pictures()]


def _nested(depth: int, content: bytes) -> bytes:
    for _ in range(depth):
        content = samples.zipped({"inner.zip": content})
    return content


def _attachments() -> Iterator[Pair]:
    good = samples.GOOD
    locked = samples.pdf(encryption=pikepdf.Encryption(owner="o", user="u"))
    figures = attached("figures.xml", b"<xbrl/>")
    macros = samples.open_xml(WORD, "word", word__vbaProject_bin=b"x").replace(b"vbaProject_bin", b"vbaProject.bin")
    program, active, unchecked = "embedded_program", "embedded_active", "embedded_unchecked"
    in_pdf = {
        "program": ("figures.xml", PROGRAM, program),
        "program by name": ("figures.js", b"words", program),
        "program by name with blanks": ("figures.EXE. ", b"words", program),
        "script for a shell": ("figures.txt", b"#!/bin/sh\n", program),
        "pdf with script": ("report.pdf", scripted(), active),
        "document with macros": ("report.docx", macros, active),
        "locked pdf": ("report.pdf", locked, unchecked),
        "damaged pdf": ("report.pdf", b"%PDF-1.7\n", unchecked),
        "archive with program": ("all.zip", samples.zipped({"setup": PROGRAM}), program),
        "pdf with pdf with script": ("report.pdf", attached("inner.pdf", scripted()), active),
        "archives too deep": ("all.zip", _nested(5, b""), unchecked),
        "bomb": ("all.zip", samples.zipped({"zeros": bytes(20_000_000)}), "unsafe_archive"),
    }
    for kind, (name, content, why) in in_pdf.items():
        yield Pair(f"attached {kind}", "a.pdf", attached(name, content), why, figures)
        yield Pair(f"pinned {kind}", "a.pdf", attached(name, content, is_named=False), why, figures)
    good_related = crafted_pdf.related("note.txt", b"words")
    yield Pair("related program", "a.pdf", crafted_pdf.related("note.txt", PROGRAM), program, good_related)
    yield Pair("related program by name", "a.pdf", crafted_pdf.related("a.exe", b"words"), program, good_related)
    spoken = attached("report.pdf", good["report.pdf"])
    yield Pair("script in zip", "a.zip", samples.zipped({"a.pdf": scripted()}), active, samples.zipped({"a": spoken}))
    yield Pair("program in zip", "a.zip", samples.zipped({"a/b.txt": PROGRAM}), program, good["files.zip"])
    named = samples.zipped({"a/setup.lnk": "words"})
    yield Pair("shortcut in zip", "a.zip", named, program, samples.zipped({"a/setup.txt": "words"}))
    yield Pair("zips too deep", "a.zip", _nested(6, b""), unchecked, _nested(5, b""))
    inserted = samples.open_xml(WORD, "word", word__embeddings__sheet=macros)
    calm = samples.open_xml(WORD, "word", word__embeddings__sheet=good["figures.xlsx"])
    yield Pair("macros in inserted document", "a.docx", inserted, active, calm)
    icon, note = (package("note.txt", content) for content in (PROGRAM, b"words"))
    yield Pair("program as icon", "a.doc", with_stream(icon), program, with_stream(note))
    yield Pair("program as icon by name", "a.doc", with_stream(package("a.exe", b"words")), program, with_stream(note))


def package(name: str, content: bytes) -> bytes:
    """Return what Windows keeps of a file that was inserted as an icon."""
    label = name.encode() + b"\0"
    body = struct.pack("<H", 2) + label + b"C:\\" + label + struct.pack("<II", 0x30000, len(label)) + label
    body += struct.pack("<I", len(content)) + content
    return struct.pack("<I", len(body)) + body


def with_stream(content: bytes, name: str = "\x01Ole10Native") -> bytes:
    return samples.compound(("WordDocument", b""), (name, content))


def _archives() -> Iterator[Pair]:
    good, unsafe = samples.GOOD["files.zip"], "unsafe_archive"
    content = b"words " * 2000
    honest = samples.zipped({"a.txt": content})
    local, central = honest.index(b"PK\x03\x04"), honest.index(b"PK\x01\x02")
    start, ten = struct.pack("<I", zlib.crc32(content[:10])), b"\x0a\0\0\0"
    small = _patched(honest, {local + 14: start, local + 22: ten, central + 16: start, central + 24: ten})
    yield Pair("more than it says", "a.zip", small, unsafe, honest)
    only_central = _patched(honest, {central + 16: start, central + 24: ten})
    yield Pair("other size in the directory", "a.zip", only_central, unsafe, honest)
    yield Pair("other name in the directory", "a.zip", _patched(honest, {local + 30: b"b"}), unsafe, honest)
    yield Pair("checksum", "a.zip", _patched(honest, {local + 14: bytes(4), central + 16: bytes(4)}), "damaged", honest)
    end = honest.index(b"PK\x05\x06")
    yield Pair("second directory", "a.zip", _two_directories(b"b.txt"), unsafe, honest)
    yield Pair("other count at the end", "a.zip", _patched(honest, {end + 10: b"\x02\0"}), unsafe, honest)
    yield Pair("bytes of no entry", "a.zip", _with_gap(bytes(25)), unsafe, _with_gap(bytes(24)))
    yield Pair("shared bytes", "a.zip", _overlapping(), unsafe, good)
    twice = samples.zipped({"a.txt": b"one", "b.txt": b"two"}).replace(b"b.txt", b"a.txt")
    yield Pair("one name twice", "a.zip", twice, unsafe, good)
    link = zipfile.ZipInfo("a")
    link.external_attr = 0o120777 << 16
    yield Pair("link", "a.zip", samples.zipped({link: b"/etc/passwd"}), unsafe, good)
    larger = samples.zipped({"a.txt": bytes(600_000)})
    longer = larger.replace(b"PK\x01\x02", b"more" + b"PK\x01\x02")
    size, directory = larger.index(b"PK\x01\x02") - 35, longer.index(b"PK\x01\x02")
    sizes = dict.fromkeys((18, directory + 20), struct.pack("<I", size + 4))
    behind = _patched(longer, sizes | {longer.index(b"PK\x05\x06") + 16: struct.pack("<I", directory)})
    yield Pair("bytes behind the end of a member", "a.zip", behind, "damaged", larger)
    for method in (zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA):
        yield Pair(f"method {method}", "a.zip", samples.zipped({"a.txt": content}, method), "archive_method", honest)
    parts = {"mimetype": f"{samples.OPEN_DOCUMENT}.text", "content.xml": "<o/>", "Content.xml": "<o/>"}
    two = samples.zipped({"[Content_Types].xml": "<Types/>", "mimetype": parts["mimetype"], "content.xml": "<o/>"})
    yield Pair("two formats", "a.odt", two, unsafe, samples.GOOD["letter.odt"])
    yield Pair("part in two cases", "a.odt", samples.zipped(dict(parts)), unsafe, samples.GOOD["letter.odt"])


def _patched(content: bytes, changes: dict[int, bytes]) -> bytes:
    made = bytearray(content)
    for place, given in changes.items():
        made[place : place + len(given)] = given
    return bytes(made)


def _overlapping() -> bytes:
    """Return an archive with an entry inside another, so that the same bytes are unpacked twice."""
    inner = samples.zipped({"b.txt": b"words " * 100}, zipfile.ZIP_STORED)
    inner = inner[: inner.index(b"PK\x01\x02")]
    made = samples.zipped({"a.bin": b"x" + inner, "b.txt": b"words " * 100}, zipfile.ZIP_STORED)
    return _patched(made, {made.rindex(b"PK\x01\x02") + 42: struct.pack("<I", made.index(inner))})


def _two_directories(name: bytes) -> bytes:
    """Return an archive whose ZIP64 record leads to another directory than the usual one."""
    made = samples.zipped({"a.txt": b"words"})
    central, end = made.index(b"PK\x01\x02"), made.index(b"PK\x05\x06")
    hidden, size = made[central:end].replace(b"a.txt", name), end - central
    record = struct.pack("<4sQHHIIQQQQ", b"PK\x06\x06", 44, 45, 45, 0, 0, 1, 1, size, central + size)
    locator = struct.pack("<4sIQI", b"PK\x06\x07", 0, end + size, 1)
    return made[:central] + hidden + made[central:end] + record + locator + made[end:]


def _with_gap(gap: bytes) -> bytes:
    """Return an archive with bytes between its last entry and its directory."""
    made = samples.zipped({"a.txt": b"words"})
    central, end = made.index(b"PK\x01\x02"), made.index(b"PK\x05\x06")
    moved = _patched(made, {end + 16: struct.pack("<I", central + len(gap))})
    return moved[:central] + gap + moved[central:]


def png(width: int, height: int) -> bytes:
    """Return a PNG that says how large it is, and holds no picture."""
    good = samples.GOOD["plan.png"]
    body = b"IHDR" + struct.pack(">II", width, height) + good[24:29]
    return good[:12] + body + struct.pack(">I", zlib.crc32(body)) + good[33:]


def jpeg(width: int, height: int) -> bytes:
    good = samples.GOOD["photo.jpg"]
    place = good.index(b"\xff\xc0") + 5
    return _patched(good, {place: struct.pack(">HH", height, width)})


def _pictures() -> Iterator[Pair]:
    """Pictures by their own header, on their own and inside others."""
    large = "image_too_large"
    for make, kind in ((png, "png"), (jpeg, "jpg")):
        yield Pair(f"large {kind}", f"a.{kind}", make(10_001, 10_000), large, make(10_000, 10_000))
        inside = samples.zipped({f"a.{kind}": make(50_000, 50_000)})
        yield Pair(f"large {kind} in zip", "a.zip", inside, large, samples.zipped({f"a.{kind}": make(100, 100)}))
    yield Pair("long png", "a.png", png(2**31 - 1, 2**31 - 1), large, png(1, 100_000_000))
    yield Pair("jpeg without a height", "a.jpg", jpeg(60_000, 0), large, jpeg(1_000, 0))
    second = samples.picture("JPEG")
    yield Pair("large second jpeg", "a.jpg", second + jpeg(60_000, 60_000), large, second + jpeg(4_000, 3_000))
    spoiled = _patched(png(50_000, 50_000), {29: bytes(4)})
    inside = samples.zipped({"a.png": spoiled})
    yield Pair("large png with a wrong checksum", "a.zip", inside, large, samples.zipped({"a.png": png(9, 9)}))
    yield Pair("large picture in pdf, written as decimals", "a.pdf", _drawn(Decimal("20000.0"), 8), large, _drawn(9, 8))
    yield Pair("large picture in pdf", "a.pdf", _drawn(20_000, 8), large, _drawn(20_000, 1))


def _drawn(side: int | Decimal, bits: int) -> bytes:
    words = {"Width": side, "Height": side, "BitsPerComponent": bits, "Subtype": Name.Image}
    return samples.pdf(change=lambda made: setattr(made.Root, "Picture", made.make_stream(b"", **words)))
