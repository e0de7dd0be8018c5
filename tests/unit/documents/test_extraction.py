"""What the process that reads documents finds, and what it does with hostile ones."""

import io
import tempfile
import unicodedata
import zlib
from contextlib import suppress
from pathlib import Path

import docx
import odf.opendocument
import odf.text
import openpyxl
import pikepdf
import pptx
import pytest
from PIL import Image

from starbond_site.documents import extraction, look
from starbond_site.documents.extraction import NotReadError, bangla, office, pdf
from starbond_site.documents.look import Look
from tests.unit.documents import made_pdfs, samples
from tests.unit.documents.made_pdfs import BANGLA, BIJOY, drawn
from tests.unit.documents.publishing import existing


def read(content: bytes, kind: str = "pdf") -> extraction.ExtractedContent:
    reader = pdf if kind == "pdf" else office
    with tempfile.NamedTemporaryFile(suffix=f".{kind}") as file:
        file.write(content)
        file.flush()
        return reader.content(Path(file.name), kind)


def test_pdf_has_pages_and_text_and_bangla_is_unicode():
    found = read(made_pdfs.english([["first", "page"], ["second"]]))
    assert (found.pages, found.texts, found.is_scan) == (2, ("first page", "second"), False)
    scan, blank = read(made_pdfs.scan(2)), read(samples.pdf())
    assert (scan.pages, scan.is_scan) == (2, True)
    assert (blank.pages, blank.texts, blank.is_scan) == (1, ("",), False)
    pages = [["বাংলাদেশ", "কর্মকর্তা"]]
    assert read(made_pdfs.bijoy(pages)).texts == ("বাংলাদেশ কর্মকর্তা",)
    assert "evsjv" in read(made_pdfs.bijoy(pages, "Arial")).texts[0]
    words = ["শেয়ারহোল্ডার", "কর্মকর্তা", "বিনিয়োগ"]
    assert read(made_pdfs.marked_clusters([words])).texts == (extraction.cleaned(" ".join(words)),)


def test_office_documents():
    """Paragraphs, cells and footers, sheets, slides; documents without fixed pages have no number of them."""
    letter = docx.Document()
    letter.add_paragraph("The board resolved")
    letter.add_table(1, 2).rows[0].cells[1].text = "লভ্যাংশ ১২%"
    letter.sections[0].footer.paragraphs[0].text = "Registered office"
    book = openpyxl.Workbook()
    book.active.append(["Profit", 1234.5])  # pyright: ignore[reportOptionalMemberAccess]
    book.create_sheet("Second").append(["শেয়ার", "A & B"])
    show = pptx.Presentation()
    for words in ("First slide", "Second slide"):
        existing(show.slides.add_slide(show.slide_layouts[5]).shapes.title).text = words
    text = odf.opendocument.OpenDocumentText()
    text.text.addElement(odf.text.P(text="বার্ষিক সভা"))  # pyright: ignore[reportAttributeAccessIssue]
    for document, kind, pages, texts in (
        (letter, "docx", None, ("The board resolved\nলভ্যাংশ ১২%\nRegistered office",)),
        (book, "xlsx", 2, ("Profit 1234.5", extraction.cleaned("শেয়ার A & B"))),
        (show, "pptx", 2, ("First slide", "Second slide")),
        (text, "odt", None, ("বার্ষিক সভা",)),
    ):
        found = read(samples.saved(document), kind)
        assert (found.pages, found.texts) == (pages, texts), kind


def bomb() -> bytes:
    """Return a page whose content unpacks to 1.7 GB of lines, more than the process may hold."""
    lines, times = b"0 0 m 9 9 l S " * 74_900, 1600
    packer, checksum = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS), 1
    block = packer.compress(lines) + packer.flush(zlib.Z_FULL_FLUSH)
    for _ in range(times):
        checksum = zlib.adler32(lines, checksum)
    packed = b"\x78\xda" + block * times + packer.flush() + checksum.to_bytes(4)

    def change(made: pikepdf.Pdf) -> None:
        made.pages[0].Contents = pikepdf.Stream(made, packed, Filter=pikepdf.Name.FlateDecode)

    return samples.pdf(change=change)


def in_process(folder: Path, content: bytes) -> extraction.ExtractedContent:
    path = folder / "file.pdf"
    path.write_bytes(content)
    looked = Look(path)
    looked.read("pdf")
    return looked.content()


@pytest.mark.usefixtures("processes")
def test_process_gives_text_and_picture_or_cannot_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    content = made_pdfs.plain("a report")
    found = in_process(tmp_path, content)
    assert (found.pages, found.texts, found.is_scan) == (1, ("a report",), False)
    with Image.open(io.BytesIO(found.picture or b"")) as picture:
        assert (picture.format, picture.width) == ("WEBP", extraction.PICTURE_WIDTH)
    for junk in (b"", b"%PDF-1.7 nothing"):
        with pytest.raises(NotReadError):
            in_process(tmp_path, junk)
    monkeypatch.setattr(look, "longest", lambda _size: 0.0)
    with pytest.raises(NotReadError, match="-9"):
        in_process(tmp_path, content)


def test_what_a_process_says_is_not_believed():
    """It read an untrusted file; a first page that cannot be drawn costs the picture alone."""
    said = {"pages": 1, "texts": ["words"], "is_scan": False, "labels": []}
    for picture in (None, {}, "AAAA", "words", 5):
        assert extraction.found_in(said, picture) == extraction.ExtractedContent(1, ("words",), is_scan=False), picture
    for other in ([], "words", 5, said | {"pages": "many"}):
        with pytest.raises(NotReadError):
            extraction.found_in(other, None)


@pytest.mark.thorough
@pytest.mark.usefixtures("processes")
def test_page_of_lines_without_end(tmp_path: Path):
    """A page of 1.7 GB of lines has no text or cannot be read."""
    with suppress(NotReadError):
        assert in_process(tmp_path, bomb()).texts == ("",)


@pytest.mark.parametrize("part", [
    b'<!DOCTYPE a [<!ENTITY b "bbb">]><a>&b;</a>',
    b'<!DOCTYPE a [<!ATTLIST a b CDATA "bbb">]><a/>',
    b"<a>" + b" " * 1_000_000 + b"</a>",
])  # fmt: skip
def test_what_grows_and_large_parts_are_refused(monkeypatch: pytest.MonkeyPatch, part: bytes):
    monkeypatch.setattr(office, "_MAX_PART", 1_000_000)
    with pytest.raises(NotReadError):
        read(samples.zipped({"word/document.xml": part}), "docx")


def test_texts_are_cleaned_and_limited(monkeypatch: pytest.MonkeyPatch):
    assert extraction.cleaned("a\x00b\x02\n c \t d\r\n\r\n e\ud800") == "abc d\ne"
    monkeypatch.setattr(extraction, "MAX_PAGES", 3)
    monkeypatch.setattr(extraction, "MAX_CHARACTERS", 8)
    assert extraction.limited(["aaaaa", "bbbbb", "ccccc"]) == ["aaaaa", "bbb"]
    assert extraction.limited(["a", "b", "c", "d"]) == ["a", "b", "c"]


def test_bijoy_and_the_order_of_shapes_become_unicode():
    wanted = {written: unicodedata.normalize("NFC", word) for word, written in BIJOY.items()} | {
        "MYcÖRvZš¿x evsjv‡`k miKvi, 2026|": "গণপ্রজাতন্ত্রী বাংলাদেশ সরকার, ২০২৬।",
        "Avgvi ‡mvbvi evsjv": "আমার সোনার বাংলা",
        "বাংলাদেশ 2026": "বাংলাদেশ 2026",
        # Of a font that is marked as symbolic.
        "".join(chr(0xF000 + ord(letter)) for letter in "Avwg"): "আমি",
    }
    assert {written: bangla.of_bijoy(written) for written in wanted} == wanted
    bijoy_fonts = ["SutonnyMJ", "SutonnyMJ-Bold", "SutonnyMJ,Italic", "ChandrabatiMatraMJ"]
    fonts = [*bijoy_fonts, "SutonnyOMJ", "NikoshBAN", "Helvetica", "MJensonPro"]
    assert [font for font in fonts if bangla.is_bijoy(font)] == bijoy_fonts
    page = "েদশ " * 3
    words = {unicodedata.normalize("NFC", word) for word in (*BANGLA, *BIJOY)}
    assert [word for word in sorted(words) if bangla.repaired(page + drawn(word)).split()[-1] != word] == []
    text = " ".join(BANGLA)
    kept = [text, "কি করি নদী", "", "No Bangla at all", "আর্থিক বিবরণী"]
    assert [bangla.repaired(text) for text in kept] == kept
