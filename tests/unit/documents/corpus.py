"""Bad files: a name, the bytes, and why they are refused."""

import struct
import zlib
from typing import NamedTuple

import pikepdf

from tests.unit.documents import samples
from tests.unit.documents.samples import GOOD


class Bad(NamedTuple):
    id: str
    name: str
    content: bytes
    refusal: str


PDF = GOOD["report.pdf"]
TEXT = f"{samples.OPEN_DOCUMENT}.text"
REFUSED = "exe com bat cmd js vbs ps1 sh php html svg xml txt csv jar apk msi iso gz rar 7z"
SAVED = "rtf webp avif gif tif tiff bmp docm xlsm xlsb pptm"
ZIP = GOOD["files.zip"]
PROGRAMS = {
    "windows program": b"MZ\x90\0\3\0\0\0\4\0\0\0\xff\xff" + bytes(500),
    "linux program": b"\x7fELF\2\1\1" + bytes(500),
    "shell script": b"#!/bin/sh\nrm -rf /\n",
    "web page": b"<!DOCTYPE html><html><script>alert(1)</script></html>",
    "svg": b'<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
    "gif": b"GIF89a" + bytes(500),
    "gzip": b"\x1f\x8b\x08\0" + bytes(500),
    "rtf": b"{\\rtf1\\ansi words}",
    "words": b"Only words, and no document at all.",
    "zeros": bytes(2000),
    "one byte": b"%",
}


def everything() -> list[Bad]:
    return [*_types(), *_mismatches(), *_truncated(), *_polyglots(), *_archives(), *_active()]


def _types() -> list[Bad]:
    """Names and types that are not accepted: by name, and by content under a good name or none."""
    named = [
        Bad(f"named {end}", f"report.{end}", PDF, why)
        for ends, why in ((REFUSED, "type_not_accepted"), (SAVED, "save_as"))
        for end in ends.split()
    ]
    renamed = [Bad(f"{kind} as pdf", "report.pdf", data, "type_mismatch") for kind, data in PROGRAMS.items()]
    bare = [Bad(f"{kind} unnamed", "report", data, "type_not_accepted") for kind, data in PROGRAMS.items()]
    double = Bad("double extension", "report.pdf.exe", PDF, "type_not_accepted")
    names = {
        "": "name_empty", "\u200c\u200c\u200c.pdf": "name_invisible", ".pdf": "name_hidden", "../a.pdf": "name_path",
        "a" * 197 + ".pdf": "name_too_long", "a\0.pdf": "name_control_characters",
        "a\u061cfdp.exe": "type_not_accepted",
    }  # fmt: skip
    bad_names = [Bad(f"name {name!a}"[:60], name, PDF, why) for name, why in names.items()]
    return [*bad_names, *named, *renamed, *bare, double]


def _mismatches() -> list[Bad]:
    kinds = "docx zip docx odp xls ppt doc docx odt pdf zip png pdf jpg docx"
    return [
        Bad(f"{name} as {kind}", f"a.{kind}", data, "type_mismatch")
        for (name, data), kind in zip(GOOD.items(), kinds.split(), strict=True)
    ]


def _truncated() -> list[Bad]:
    """Good files cut off: in the middle, and just before their end."""
    return [
        Bad(f"{name} cut at {place}", name, data[:place], "damaged")
        for name, data in GOOD.items()
        for place in (len(data) // 2, len(data) - 8)
    ]


def _polyglots() -> list[Bad]:
    segment = b"\xff\xfe" + struct.pack(">H", len(PDF) + 2) + PDF
    pairs = {
        "zip and pdf": ("a.pdf", ZIP + PDF),
        "program before zip": ("a.zip", PROGRAMS["windows program"] + ZIP),
        "zip before zip": ("a.zip", GOOD["letter.docx"] + ZIP),
        "words before zip": ("a.zip", b"#!/bin/sh\n" + ZIP),
        "png and zip": ("a.png", GOOD["plan.png"] + ZIP),
        "jpeg and zip": ("a.jpg", GOOD["photo.jpg"] + ZIP),
        "jpeg and pdf": ("a.jpg", GOOD["photo.jpg"][:2] + segment + GOOD["photo.jpg"][2:]),
    }
    return [Bad(kind, name, data, "type_mismatch") for kind, (name, data) in pairs.items()]


def _archives() -> list[Bad]:
    """Return archives that are unsound, locked, or programs."""
    locked = bytearray(ZIP)
    for mark, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        start = locked.index(mark)
        locked[start + place] |= 1
    endless = samples.zipped({"[Content_Types].xml": b" " * 30_000_000})
    chunk = b"IDAT" + b"x"
    png = GOOD["plan.png"][:33] + struct.pack(">I", 1) + chunk + struct.pack(">I", zlib.crc32(chunk) ^ 1)
    return [
        Bad("empty zip", "a.zip", samples.zipped({}), "damaged"),
        Bad("locked zip", "a.zip", bytes(locked), "encrypted"),
        Bad("zip leading up", "a.zip", samples.zipped({"../../etc/cron": "x"}), "unsafe_archive"),
        Bad("zip leading to the root", "a.zip", samples.zipped({"/etc/cron": "x"}), "unsafe_archive"),
        Bad("zip leading to a drive", "a.zip", samples.zipped({"C:\\x": "x"}), "unsafe_archive"),
        Bad("jar as zip", "a.zip", samples.zipped({"META-INF/MANIFEST.MF": "Main-Class: A"}), "type_mismatch"),
        Bad("types only", "a.docx", samples.zipped({"[Content_Types].xml": "<Types/>"}), "type_mismatch"),
        Bad("no content", "a.odt", samples.zipped({"mimetype": TEXT}), "type_mismatch"),
        Bad("epub as odt", "a.odt", samples.zipped({"mimetype": "application/epub+zip"}), "type_mismatch"),
        Bad("endless types", "a.docx", endless, "unsafe_archive"),
        Bad("empty compound file", "a.doc", samples.compound(), "type_mismatch"),
        Bad("installer", "a.doc", samples.compound("MsiTable"), "type_mismatch"),
        Bad("two in one", "a.doc", samples.compound("WordDocument", "Workbook"), "type_mismatch"),
        Bad("altered png", "a.png", png, "damaged"),
    ]


def _active() -> list[Bad]:
    """Documents that do something when they are opened, and PDFs that are locked or hold nothing."""

    def form(made: pikepdf.Pdf) -> None:
        made.Root.AcroForm = pikepdf.Dictionary(XFA=made.make_stream(b"<xdp><script/></xdp>"))

    locked = samples.pdf(encryption=pikepdf.Encryption(owner="o", user="u"))
    return [
        Bad("pdf with form of xml", "a.pdf", samples.pdf(change=form), "active_pdf"),
        Bad("pdf with password", "a.pdf", locked, "encrypted"),
        Bad("pdf without pages", "a.pdf", samples.saved(pikepdf.new()), "damaged"),
        Bad("header of a pdf", "a.pdf", b"%PDF-1.7\nwords\n%%EOF", "damaged"),
        Bad("docm as docx", "a.docx", samples.open_xml("macroEnabled", "word"), "active_office"),
        Bad("odt with macros", "a.odt", samples.open_document("text", Basic__a=b"Sub Main"), "active_office"),
    ]
