"""Word, Excel and PowerPoint until 2003: the formats that Office since 2007 still writes."""

import struct
import zipfile
import zlib
from collections.abc import Iterator

from starbond_site.documents.inspection import excel_lock
from tests.files.case import Case
from tests.unit.documents import crafted, samples

THEME = samples.zipped({"[Content_Types].xml": "<Types/>", "theme/theme/theme1.xml": '<a:theme xmlns:a="x"/>'})
HARMFUL = samples.zipped({"[Content_Types].xml": "<Types/>", "theme/theme/theme1.xml": crafted.PROGRAM})
TYPES, PROGRAM = {"[Content_Types].xml": "<Types/>"}, {"a.bin": crafted.PROGRAM}
CUT = samples.compound(("\x01CompObj", b"%PDF-1.7\n"), ("\x01Ole10Native", crafted.package("a", crafted.PROGRAM)))
"""An object with a program behind what cannot be checked."""
BAD = samples.compound(("\x01CompObj", b"%PDF-1.7\n"))
FIB = b"\xec\xa5\xc1\0"
"""Begins the information block of Word ([MS-DOC] 2.5.2)."""

STANDARD = """
    010001000100000102030405060708090a0b0c0d0e0f
    16ec4910d6680a7de6ccab2763707f82b8bb19bbd9f0d6e5c8bd4d67337ddbf4
"""
"""The record of a workbook that is locked with the password of Excel itself; msoffcrypto-tool opens it."""


def word(table: bytes = b"", flags: int = 0, *more: tuple[str, bytes]) -> bytes:
    block = FIB + bytes(6) + struct.pack("<H", flags)
    return samples.compound(("WordDocument", block), ("1Table", table), *more)


def themes() -> Iterator[Case]:
    """Yield documents with the theme of Office 2007 and later, and archives in other places."""
    begin = b"table " * 100
    doc, xls, ppt = "[MS-DOC] 2.5.9, fcTheme", "[MS-XLS] 2.4.326, Theme", "[MS-PPT] 2.11.1, RoundTripTheme12Atom"
    workbook = samples.compound(("Workbook", struct.pack("<HH", 0x896, len(THEME)) + THEME))
    show = samples.compound(("PowerPoint Document", struct.pack("<HHI", 0, 0x40E, len(THEME)) + THEME), "Current User")
    inserted = samples.open_xml(crafted.WORD, "word", word__embeddings__sheet=workbook)
    attached = crafted.attached("annex.docx", samples.GOOD["letter.docx"], packed=False)
    both = samples.GOOD["report.pdf"] + samples.zipped({"a": "b"}) + b"\n%%EOF"
    larger = samples.zipped({"a.bin": bytes(100_000)}, zipfile.ZIP_STORED)
    for name, content, source, found in (
        ("theme.doc", word(begin + THEME), doc, "doc"),
        ("theme.xls", workbook, xls, "xls"),
        ("theme.ppt", show, ppt, "ppt"),
        ("old workbook.docx", inserted, f"ECMA-376 part 1, 15.2.11; {xls}", "docx"),
        ("not packed.pdf", attached, "ISO 32000-1, 7.11.4: an attachment without a filter", "pdf"),
        ("program as theme.doc", word(begin + HARMFUL), doc, "embedded_program"),
        *(
            (f"program {kind} as theme.doc", word(begin + samples.zipped(TYPES | parts)), doc, "embedded_program")
            for kind, parts in (
                ("before bad relations", PROGRAM | {"word/_rels/main.xml.rels": "<Rel"}),
                ("before a bad page", PROGRAM | {"word/a.htm": "&#" + "9" * 5000}),
                ("behind a bad pdf", {"a.pdf": "%PDF-1.7\n"} | PROGRAM),
                ("in an object", {"a.bin": CUT}),
            )
        ),
        ("end of a larger archive.doc", word(begin + larger[larger.index(b"PK\x01\x02") :]), "APPNOTE 4.3.16", "doc"),
        ("archive behind.doc", word(begin) + THEME, "[MS-CFB] 2.3", "type_mismatch"),
        ("theme and archive behind.doc", word(begin + THEME) + THEME, "[MS-CFB] 2.3", "type_mismatch"),
        ("archive behind.pdf", both, "PDF 1.7, appendix H, note 18", "type_mismatch"),
    ):
        yield Case(line=1, name=name, content=content, source=source, found=found)


def projects() -> Iterator[Case]:
    """Yield documents with a project for macros: without a line of code, and with one."""
    source = "[MS-OVBA] 2.3.4.3 and 2.4.1"
    empty = ("empty macro project", "খালি ম্যাক্রো প্রকল্প")
    calm, busy = (_module(lines) for lines in (b"", b"Sub A()\r\nEnd Sub\r\n"))
    for name, content, found, says in (
        ("empty project.xls", samples.compound("Workbook", "_VBA_PROJECT"), "empty_macros", empty),
        ("empty module.xls", _project("Workbook", calm), "empty_macros", empty),
        ("empty module.doc", _project("WordDocument", calm), "empty_macros", empty),
        ("module with code.xls", _project("Workbook", busy), "active_office", ("contains macros", "ম্যাক্রো আছে")),
        ("unreadable module.xls", _project("Workbook", b"\1\2\3"), "active_office", ("contains macros", "ম্যাক্রো আছে")),
    ):
        yield Case(line=7, name=name, content=content, source=source, found=found, says=says)


def _module(lines: bytes) -> bytes:
    """Return a module as Excel keeps it: what is compiled, then its source, here without a repetition."""
    text = b'Attribute VB_Name = "Sheet1"\r\n' + lines
    packed = b"".join(b"\0" + text[place : place + 8] for place in range(0, len(text), 8))
    return b"compiled" + b"\1" + struct.pack("<H", 0xB000 | (len(packed) - 1)) + packed


def _project(main: str, module: bytes) -> bytes:
    return samples.compound(main, ("VBA/Sheet1", module), ("VBA/dir", b"names"))


def locked() -> Iterator[Case]:
    """Yield documents that need a password or a right, and such as Excel opens by itself."""
    bof, end = struct.pack("<HHIHHHHHH", 0x809, 16, 0x50600, 0, 0, 0, 0, 0, 0), struct.pack("<HH", 0x0A, 0)
    names = {kind: samples.compound("EncryptionInfo", "EncryptedPackage") for kind in ("docx", "xlsx", "pptx")}
    rights = samples.compound("WordDocument", "\x09DRMContent")
    show = samples.compound("PowerPoint Document", ("Current User", bytes(12) + struct.pack("<I", 0xF3D1C4DF)))
    session = struct.pack("<HHIHHI", 0x0F, 0x2F14, 8, 2, 2, 4)
    edits = [session, *(_edit(reference) for reference in (2, 0, 0xFFFFFFFF))]
    shows = [samples.compound(("PowerPoint Document", edit), "Current User") for edit in edits]
    pass_, standard = struct.pack("<HH", 0x2F, 54), bytes.fromhex(STANDARD)
    other = standard[:38] + bytes(16)
    sheet = struct.pack("<HH", 0x85, 10) + bytes([0, 0, 0, 0, 0])
    books = {}
    for kind in (0, 1):
        start = bof + pass_ + standard + sheet
        unlock = excel_lock.unlock(standard)
        assert unlock
        books[kind] = samples.compound(("Workbook", start + bytes([unlock(len(start), kind)]) + bytes(4) + end))
    office, xls = "[MS-OFFCRYPTO] 1.3.3", "[MS-XLS] 2.4.117, [MS-OFFCRYPTO] 2.3.6"
    for name, content, source, found in (
        *((f"locked.{kind}", content, office, "encrypted") for kind, content in names.items()),
        ("locked.doc", word(flags=0x100), "[MS-DOC] 2.5.2, fEncrypted", "encrypted"),
        ("locked.xls", samples.compound(("Workbook", bof + pass_ + other + end)), xls, "encrypted"),
        ("locked.ppt", show, "[MS-PPT] 2.3.2, headerToken", "encrypted"),
        ("locked by a session.ppt", shows[0], "[MS-PPT] 2.3.7, CryptSession10Container", "encrypted"),
        ("locked by an edit.ppt", shows[1], "[MS-PPT] 2.3.3, encryptSessionPersistIdRef", "encrypted"),
        ("edited.ppt", shows[2], "[MS-PPT] 2.3.3", "ppt"),
        ("edited without a session.ppt", shows[3], "[MS-PPT] 2.3.3", "ppt"),
        ("for certain people.doc", rights, "[MS-OFFCRYPTO] 2.2.10", "encrypted"),
        ("locked.zip", names["docx"], office, "encrypted"),
        ("standard password.xls", books[0], xls, "xls"),
        ("macros behind the standard password.xls", books[1], xls, "active_office"),
        ("old word as.docx", word(), office, "type_mismatch"),
    ):
        says = ("locked with a password", "পাসওয়ার্ড") if found == "encrypted" else ("", "")
        yield Case(line=11, name=name, content=content, source=source, found=found, says=says)


def _edit(session: int) -> bytes:
    """Return the record of an edit of PowerPoint, which names a session of encryption, or none."""
    return struct.pack("<HHIIHBBIIIIHHI", 0, 0x0FF5, 32, 0, 0, 0, 3, 0, 0, 1, 3, 1, 0, session)


def objects_of_shows() -> Iterator[Case]:
    """Yield presentations with packed objects: a shortcut, macros, a drawing, and bytes that only look like one."""
    source = "[MS-PPT] 2.10.34, ExOleObjStg"
    shortcut = samples.compound(("\x01Ole10Native", crafted.package("calc.lnk", b"L\0\0\0\1\x14\2\0")))
    macros, drawing = samples.compound("WordDocument", "Macros/VBA"), samples.compound("CONTENTS")
    for name, content, found in (
        ("shortcut.ppt", _show(shortcut), "embedded_program"),
        ("shortcut, not packed.ppt", _show(shortcut, is_packed=False), "embedded_program"),
        ("program behind a bad pdf.ppt", _show(CUT), "embedded_program"),
        ("program behind a bad object.ppt", _show(BAD, CUT), "embedded_program"),
        ("macros.ppt", _show(macros), "embedded_active"),
        ("drawing.ppt", _show(drawing), "ppt"),
        ("like an object.ppt", _show(b"words"), "ppt"),
    ):
        yield Case(line=12, name=name, content=content, source=source, found=found)


def _show(*objects: bytes, is_packed: bool = True) -> bytes:
    records = b""
    for held in objects:
        data = struct.pack("<I", len(held)) + zlib.compress(held) if is_packed else held
        records += struct.pack("<HHI", 0x10 if is_packed else 0, 0x1011, len(data)) + data
    return samples.compound(("PowerPoint Document", records), "Current User")
