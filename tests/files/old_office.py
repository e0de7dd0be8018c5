"""Word, Excel and PowerPoint until 2003: the formats that Office since 2007 still writes."""

import struct
from collections.abc import Iterator

from tests.files.case import Case
from tests.unit.documents import crafted, samples

THEME = samples.zipped({"[Content_Types].xml": "<Types/>", "theme/theme/theme1.xml": '<a:theme xmlns:a="x"/>'})
HARMFUL = samples.zipped({"[Content_Types].xml": "<Types/>", "theme/theme/theme1.xml": crafted.PROGRAM})
FIB = b"\xec\xa5\xc1\0"
"""Begins the information block of Word ([MS-DOC] 2.5.2)."""


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
    for name, content, source, found in (
        ("theme.doc", word(begin + THEME), doc, "doc"),
        ("theme.xls", workbook, xls, "xls"),
        ("theme.ppt", show, ppt, "ppt"),
        ("old workbook.docx", inserted, f"ECMA-376 part 1, 15.2.11; {xls}", "docx"),
        ("not packed.pdf", attached, "ISO 32000-1, 7.11.4: an attachment without a filter", "pdf"),
        ("program as theme.doc", word(begin + HARMFUL), doc, "embedded_program"),
        ("archive behind.doc", word(begin) + THEME, "[MS-CFB] 2.3", "type_mismatch"),
        ("theme and archive behind.doc", word(begin + THEME) + THEME, "[MS-CFB] 2.3", "type_mismatch"),
        ("archive behind.pdf", both, "PDF 1.7, appendix H, note 18", "type_mismatch"),
    ):
        yield Case(line=1, id=name, name=name, content=content, source=source, found=found)
