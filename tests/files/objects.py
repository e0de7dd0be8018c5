"""Files inside of documents, as Office inserts them."""

import struct
from collections.abc import Iterator

from tests.files.case import Case
from tests.unit.documents import crafted, crafted_pdf, samples


def _docx(part: str, content: bytes) -> bytes:
    return samples.open_xml(crafted.WORD, "word", **{part: content})


def _icon(name: str, content: bytes) -> bytes:
    return samples.compound(("\x01Ole10Native", crafted.package(name, content)))


def _preview(content: bytes) -> bytes:
    """Return a picture of Office for Mac, which keeps the PDF that it shows in a comment."""
    return struct.pack("<II", 1, 108) + bytes(32) + b" EMF" + bytes(64) + struct.pack("<III", 70, 60, 52) + content


def inserted() -> Iterator[Case]:
    icon, emf = "[MS-OLEDS] 2.3.6, OLENativeStream", "[MS-EMF] 2.3.3, comment records"
    pdf, bad = samples.pdf(), crafted_pdf.scripted()
    for name, content, source, found in (
        ("pdf as icon.docx", _docx("word__embeddings__oleObject1.bin", _icon("annex.pdf", pdf)), icon, "docx"),
        ("pdf as icon.doc", crafted.with_stream(crafted.package("annex.pdf", pdf)), icon, "doc"),
        ("pdf in a preview.docx", _docx("word__media__image1.emf", _preview(pdf + bytes(2000))), emf, "docx"),
        ("scripts as icon.docx", _docx("word__o.bin", _icon("annex.pdf", bad)), icon, "embedded_active"),
        ("scripts in a preview.docx", _docx("word__a.emf", _preview(bad + bytes(9))), emf, "embedded_active"),
        ("pdf cut in a preview.docx", _docx("word__a.emf", _preview(pdf[:300])), emf, "embedded_unchecked"),
    ):
        yield Case(line=3, name=name, content=content, source=source, found=found)


def edges() -> Iterator[Case]:
    """Yield files with a few bytes before or behind them, as mail programs and old servers add them."""
    header, comment = "PDF 1.7, appendix H, note 13", "PKWARE APPNOTE 6.3.10, 4.3.16"
    pdf, word, old = samples.pdf(), samples.GOOD["letter.docx"], samples.GOOD["old.doc"]
    for name, content, source, found in (
        ("line break before.pdf", b"\r\n" + pdf, header, "pdf"),
        ("mark before.pdf", b"\xef\xbb\xbf" + pdf, header, "pdf"),
        ("zeros behind.pdf", pdf + bytes(20_000), "PDF 1.7, appendix H, note 18", "pdf"),
        ("line break behind.docx", word + b"\n", comment, "docx"),
        ("line break behind.doc", old + b"\r\n", "[MS-CFB] 2.3", "doc"),
        ("words before.pdf", b"Content-Type: application/pdf\r\n\r\n" + pdf, header, "type_mismatch"),
        ("words behind.docx", word + b"\n--", comment, "type_mismatch"),
        ("line break before.docx", b"\n" + word, comment, "type_mismatch"),
    ):
        yield Case(line=8, name=name, content=content, source=source, found=found)
