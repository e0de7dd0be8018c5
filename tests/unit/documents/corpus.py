"""Bad files: a name, the bytes, and why they are refused. Each must leave no record and no object."""

import io
import struct
import zipfile
import zlib
from dataclasses import dataclass

import pikepdf

from starbond_site.documents import refusals
from starbond_site.documents.refusals import Refusal
from tests.unit.documents import samples
from tests.unit.documents.samples import GOOD


@dataclass(frozen=True)
class Bad:
    """One bad file."""

    id: str
    name: str
    content: bytes
    refusal: type[Refusal]


PDF = GOOD["report.pdf"]
PATHS = ["../a.pdf", "a/b.pdf", "a\\b.pdf", "/etc/passwd", "\\\\host\\a.pdf", "C:\\a.pdf", "c:a.pdf", ".."]
UNSEEN = "\0\1\t\n\r\x1b\x7f\x85\u200b\u2028\u2060\ufeff\ud800\ue000"
BLANK = "\u200c\u200d\u0301\u034f\ufe0f\u115f\u1160\u2800\u3164\uffa0\U0001d159\U000e0100"
TURNING = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2069"
TEXT = f"{samples.OPEN_DOCUMENT}.text"
NOT_ACCEPTED = (
    "exe com bat cmd js vbs ps1 sh php html svg xml txt csv rtf gif webp docm xlsm pptm jar apk msi iso gz rar 7z"
)
ZIP = GOOD["files.zip"]
PROGRAMS = {
    "windows program": b"MZ\x90\0\3\0\0\0\4\0\0\0\xff\xff" + bytes(500),
    "linux program": b"\x7fELF\2\1\1" + bytes(500),
    "mac program": b"\xcf\xfa\xed\xfe\7\0\0\1" + bytes(500),
    "java class": b"\xca\xfe\xba\xbe\0\0\0\x34" + bytes(500),
    "shell script": b"#!/bin/sh\nrm -rf /\n",
    "web page": b"<!DOCTYPE html><html><script>alert(1)</script></html>",
    "svg": b'<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
    "php": b"<?php system($_GET['c']); ?>",
    "gif": b"GIF89a" + bytes(500),
    "rar": b"Rar!\x1a\7\1\0" + bytes(500),
    "7z": b"7z\xbc\xaf\x27\x1c" + bytes(500),
    "gzip": b"\x1f\x8b\x08\0" + bytes(500),
    "rtf": b"{\\rtf1\\ansi words}",
    "words": b"Only words, and no document at all.",
    "zeros": bytes(2000),
    "one byte": b"%",
    "sqlite": b"SQLite format 3\0" + bytes(500),
}


def everything() -> list[Bad]:
    """Return the whole corpus."""
    return [*_names(), *_types(), *_mismatches(), *_truncated(), *_polyglots(), *_archives(), *_active()]


def _names() -> list[Bad]:
    """Good bytes under bad names."""
    by_refusal: dict[type[Refusal], list[str]] = {
        refusals.NameEmpty: ["", " ", "\u00a0\u2003"],
        refusals.NameInvisible: [f"{sign * 3}.pdf" for sign in BLANK] + ["\u2800", "\u3164 \u200d.pdf"],
        refusals.NameHidden: [".pdf", ".report.pdf", " .env", "..pdf"],
        refusals.NamePath: PATHS,
        refusals.NameTooLong: ["a" * 197 + ".pdf", "ক" * 300 + ".pdf"],
        refusals.NameControlCharacters: [f"a{sign}.pdf" for sign in UNSEEN],
        refusals.NameBidirectional: [f"a{sign}fdp.exe" for sign in TURNING],
    }
    return [Bad(f"name {name!a}"[:60], name, PDF, why) for why, given in by_refusal.items() for name in given]


def _types() -> list[Bad]:
    """Types that are not accepted: by name, and by content under a good name or none."""
    named = [Bad(f"named {end}", f"report.{end}", PDF, refusals.TypeNotAccepted) for end in NOT_ACCEPTED.split()]
    renamed = [Bad(f"{kind} as pdf", "report.pdf", data, refusals.TypeMismatch) for kind, data in PROGRAMS.items()]
    bare = [Bad(f"{kind} unnamed", "report", data, refusals.TypeNotAccepted) for kind, data in PROGRAMS.items()]
    double = [Bad("double extension", "report.pdf.exe", PDF, refusals.TypeNotAccepted)]
    return [*named, *renamed, *bare, *double]


def _mismatches() -> list[Bad]:
    """Good files under the name of another accepted kind."""
    wrong = {"pdf": "docx", "docx": "zip", "xlsx": "docx", "pptx": "odp", "doc": "xls", "xls": "ppt", "ppt": "doc"}
    wrong |= {
        "odt": "docx",
        "ods": "odt",
        "odp": "pdf",
        "odg": "zip",
        "jpg": "png",
        "jpeg": "pdf",
        "png": "jpg",
        "zip": "docx",
    }
    claimed = {name: wrong[name.split(".")[1]] for name in GOOD}
    return [
        Bad(f"{name} as {claimed[name]}", f"a.{claimed[name]}", data, refusals.TypeMismatch)
        for name, data in GOOD.items()
    ]


def _truncated() -> list[Bad]:
    """Good files cut off: in the middle, and just before their end."""
    return [
        Bad(f"{name} cut at {place}", name, data[:place], refusals.Damaged)
        for name, data in GOOD.items()
        for place in (len(data) // 2, len(data) - 8)
    ]


def _polyglots() -> list[Bad]:
    """Files that are two things at once."""
    pairs = {
        "pdf and zip": ("a.pdf", PDF + ZIP + b"\n%%EOF"),
        "zip and pdf": ("a.pdf", ZIP + PDF),
        "words before pdf": ("a.pdf", b"words\n" + PDF),
        "program before zip": ("a.zip", PROGRAMS["windows program"] + ZIP),
        "zip before zip": ("a.zip", GOOD["letter.docx"] + ZIP),
        "words before zip": ("a.zip", b"#!/bin/sh\n" + ZIP),
        "words behind zip": ("a.zip", ZIP + b"words behind"),
        "png and zip": ("a.png", GOOD["plan.png"] + ZIP),
        "png and php": ("a.png", GOOD["plan.png"] + PROGRAMS["php"]),
        "jpeg and zip": ("a.jpg", GOOD["photo.jpg"] + ZIP),
        "jpeg and web page": ("a.jpg", GOOD["photo.jpg"] + PROGRAMS["web page"]),
        "jpeg and pdf": ("a.jpg", GOOD["photo.jpg"][:2] + _segment(PDF) + GOOD["photo.jpg"][2:]),
        "doc and zip": ("a.doc", GOOD["old.doc"] + ZIP),
    }
    return [Bad(kind, name, data, refusals.TypeMismatch) for kind, (name, data) in pairs.items()]


def _segment(content: bytes) -> bytes:
    """Return a comment of a JPEG."""
    return b"\xff\xfe" + struct.pack(">H", len(content) + 2) + content


def _archives() -> list[Bad]:
    """Return archives that are unsound, locked, or programs."""
    locked = bytearray(ZIP)
    for mark, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        start = locked.index(mark)
        locked[start + place] |= 1
    bomb = samples.zipped({"zeros": bytes(20_000_000)})
    chunk = b"IDAT" + b"x"
    png = GOOD["plan.png"][:33] + struct.pack(">I", 1) + chunk + struct.pack(">I", zlib.crc32(chunk) ^ 1)
    return [
        Bad("empty zip", "a.zip", samples.zipped({}), refusals.Damaged),
        Bad("locked zip", "a.zip", bytes(locked), refusals.Encrypted),
        Bad("zip bomb", "a.zip", bomb, refusals.UnsafeArchive),
        Bad("zip leading up", "a.zip", samples.zipped({"../../etc/cron": "x"}), refusals.UnsafeArchive),
        Bad("zip leading to the root", "a.zip", samples.zipped({"/etc/cron": "x"}), refusals.UnsafeArchive),
        Bad("zip leading to a drive", "a.zip", samples.zipped({"C:\\x": "x"}), refusals.UnsafeArchive),
        Bad("jar as zip", "a.zip", samples.zipped({"META-INF/MANIFEST.MF": "Main-Class: A"}), refusals.TypeMismatch),
        Bad("types only", "a.docx", samples.zipped({"[Content_Types].xml": "<Types/>"}), refusals.TypeMismatch),
        Bad(
            "no content", "a.odt", samples.zipped({"mimetype": f"{samples.OPEN_DOCUMENT}.text"}), refusals.TypeMismatch
        ),
        Bad("epub as odt", "a.odt", samples.zipped({"mimetype": "application/epub+zip"}), refusals.TypeMismatch),
        Bad("endless types", "a.docx", _endless_types(), refusals.UnsafeArchive),
        Bad("empty compound file", "a.doc", samples.compound(), refusals.TypeMismatch),
        Bad("installer", "a.doc", samples.compound("MsiTable"), refusals.TypeMismatch),
        Bad("two in one", "a.doc", samples.compound("WordDocument", "Workbook"), refusals.TypeMismatch),
        Bad("locked document", "a.xls", samples.compound("EncryptedPackage"), refusals.Encrypted),
        Bad("locked odt", "a.odt", _locked_open_document(), refusals.Encrypted),
        Bad("altered png", "a.png", png, refusals.Damaged),
    ]


def _endless_types() -> bytes:
    """Return a document whose list of types unpacks to far more than it is."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", b" " * 30_000_000)
    return content.getvalue()


def _locked_open_document() -> bytes:
    """Return an Open Document with a password."""
    manifest = b"<manifest:manifest><manifest:encryption-data/></manifest:manifest>"
    return samples.open_document("text", **{"META-INF__manifest.xml": manifest})


def _active() -> list[Bad]:
    """Documents that do something when they are opened."""
    action = pikepdf.Dictionary(S=pikepdf.Name.JavaScript, JS="app.alert(1)")
    launch = pikepdf.Dictionary(S=pikepdf.Name.Launch, F="cmd.exe")

    def opens_with(given: pikepdf.Dictionary) -> bytes:
        return samples.pdf(change=lambda made: made.Root.update({"/OpenAction": given}))

    def named(made: pikepdf.Pdf) -> None:
        tree = pikepdf.Dictionary(Names=pikepdf.Array([pikepdf.String("a"), action]))
        made.Root.Names = pikepdf.Dictionary(JavaScript=tree)

    def on_page(made: pikepdf.Pdf) -> None:
        made.pages[0].obj.AA = pikepdf.Dictionary(O=action)

    def behind_link(made: pikepdf.Pdf) -> None:
        link = pikepdf.Dictionary(Type=pikepdf.Name.Annot, Subtype=pikepdf.Name.Link, A=launch)
        made.pages[0].obj.Annots = pikepdf.Array([made.make_indirect(link)])

    def form(made: pikepdf.Pdf) -> None:
        made.Root.AcroForm = pikepdf.Dictionary(XFA=made.make_stream(b"<xdp><script/></xdp>"))

    def next_action(made: pikepdf.Pdf) -> None:
        made.Root.OpenAction = pikepdf.Dictionary(S=pikepdf.Name.GoTo, Next=pikepdf.Array([launch]))

    packed = samples.pdf(change=named, object_stream_mode=pikepdf.ObjectStreamMode.generate)
    locked = samples.pdf(encryption=pikepdf.Encryption(owner="o", user="u"))
    macros = samples.open_xml("wordprocessingml.document", "word", word__vbaProject_bin=b"x")
    return [
        Bad("pdf with script", "a.pdf", opens_with(action), refusals.ActivePdf),
        Bad("pdf with launch", "a.pdf", opens_with(launch), refusals.ActivePdf),
        Bad("pdf with named script", "a.pdf", samples.pdf(change=named), refusals.ActivePdf),
        Bad("pdf with packed script", "a.pdf", packed, refusals.ActivePdf),
        Bad("pdf with script of a page", "a.pdf", samples.pdf(change=on_page), refusals.ActivePdf),
        Bad("pdf with launch behind a link", "a.pdf", samples.pdf(change=behind_link), refusals.ActivePdf),
        Bad("pdf with second action", "a.pdf", samples.pdf(change=next_action), refusals.ActivePdf),
        Bad("pdf with form of xml", "a.pdf", samples.pdf(change=form), refusals.ActivePdf),
        Bad("pdf with password", "a.pdf", locked, refusals.Encrypted),
        Bad("pdf without pages", "a.pdf", _without_pages(), refusals.Damaged),
        Bad("header of a pdf", "a.pdf", b"%PDF-1.7\nwords\n%%EOF", refusals.Damaged),
        Bad("docx with macros", "a.docx", macros.replace(b"vbaProject_bin", b"vbaProject.bin"), refusals.ActiveOffice),
        Bad("docm as docx", "a.docx", samples.open_xml("macroEnabled", "word"), refusals.ActiveOffice),
        Bad("doc with macros", "a.doc", samples.compound("WordDocument", "Macros"), refusals.ActiveOffice),
        Bad("xls with macros", "a.xls", samples.compound("Workbook", "_VBA_PROJECT_CUR"), refusals.ActiveOffice),
        Bad("odt with macros", "a.odt", samples.open_document("text", Basic__a=b"Sub Main"), refusals.ActiveOffice),
    ]


def _without_pages() -> bytes:
    """Return a PDF that shows nothing."""
    content = io.BytesIO()
    pikepdf.new().save(content)
    return content.getvalue()
