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
    """Yield PDFs inside of office documents."""
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
        yield Case(line=3, id=name, name=name, content=content, source=source, found=found)
