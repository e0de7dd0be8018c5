"""What the process that reads documents finds, and what it does with hostile ones."""

import io
import zipfile
import zlib
from pathlib import Path

import docx
import odf.opendocument
import odf.text
import openpyxl
import pptx
import pytest
from PIL import Image

from starbond_site.documents import extraction
from starbond_site.documents.extraction import NotReadError, cleaning, process
from tests.unit.documents import made_pdfs, samples


def read(tmp_path: Path, content: bytes, kind: str = "pdf") -> extraction.Found:
    path = tmp_path / f"file.{kind}"
    path.write_bytes(content)
    return process.read(kind, path)


def test_pdf_has_pages_text_and_a_picture(tmp_path: Path):
    made = next(made_pdfs.held_set())
    found = read(tmp_path, made.content)
    assert (found.pages, len(found.texts), found.is_scan) == (6, 6, False)
    assert "1" in found.texts[0]
    with Image.open(io.BytesIO(found.picture or b"")) as picture:
        assert picture.format == "WEBP"
        assert picture.width == extraction.PICTURE_WIDTH


def test_scan_is_named_as_one(tmp_path: Path):
    found = read(tmp_path, made_pdfs.scan(2))
    assert (found.pages, found.is_scan) == (2, True)
    assert found.picture


def test_blank_pages_are_no_scan(tmp_path: Path):
    found = read(tmp_path, samples.pdf())
    assert (found.pages, found.texts, found.is_scan) == (1, ("",), False)


def test_bijoy_is_read_by_the_name_of_the_font(tmp_path: Path):
    pages = [["বাংলাদেশ", "কর্মকর্তা"]]
    assert read(tmp_path, made_pdfs.bijoy(pages)).texts == ("বাংলাদেশ কর্মকর্তা",)
    assert "evsjv" in read(tmp_path, made_pdfs.bijoy(pages, "Arial")).texts[0]


def test_marked_clusters_have_no_blanks_inside(tmp_path: Path):
    words = ["শেয়ারহোল্ডার", "কর্মকর্তা", "বিনিয়োগ"]
    assert read(tmp_path, made_pdfs.marked_clusters([words])).texts == (cleaning.cleaned(" ".join(words)),)


def saved(document: object) -> bytes:
    made = io.BytesIO()
    document.save(made)  # pyright: ignore[reportAttributeAccessIssue]  all four have it
    return made.getvalue()


def test_word(tmp_path: Path):
    document = docx.Document()
    document.add_paragraph("The board resolved")
    document.add_table(1, 2).rows[0].cells[1].text = "লভ্যাংশ ১২%"
    document.sections[0].footer.paragraphs[0].text = "Registered office"
    found = read(tmp_path, saved(document), "docx")
    assert found.pages is None
    assert found.texts == ("The board resolved\nলভ্যাংশ ১২%\nRegistered office",)


def test_excel(tmp_path: Path):
    book = openpyxl.Workbook()
    book.active.append(["Profit", 1234.5])  # pyright: ignore[reportOptionalMemberAccess]
    book.create_sheet("Second").append(["শেয়ার", "A & B"])
    found = read(tmp_path, saved(book), "xlsx")
    assert found.texts == ("Profit 1234.5", cleaning.cleaned("শেয়ার A & B"))
    assert found.pages == 2


def test_powerpoint(tmp_path: Path):
    show = pptx.Presentation()
    for words in ("First slide", "Second slide"):
        title = show.slides.add_slide(show.slide_layouts[5]).shapes.title
        assert title
        title.text = words
    found = read(tmp_path, saved(show), "pptx")
    assert (found.pages, found.texts) == (2, ("First slide", "Second slide"))


def test_open_document(tmp_path: Path):
    document = odf.opendocument.OpenDocumentText()
    document.text.addElement(odf.text.P(text="বার্ষিক সভা"))  # pyright: ignore[reportAttributeAccessIssue]
    found = read(tmp_path, saved(document), "odt")
    assert (found.pages, found.texts) == (None, ("বার্ষিক সভা",))


def bomb() -> bytes:
    """Return a page whose content unpacks to 1.7 GB of lines, more than the process may hold."""
    packer = zlib.compressobj(9)
    packed = [packer.compress(b"0 0 m 9 9 l S " * 74_900) for _ in range(1600)]
    return _pdf_with(b"".join([*packed, packer.flush()]))


def _pdf_with(stream: bytes) -> bytes:
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R >>",
        b"<< /Length %d /Filter /FlateDecode >>\nstream\n%b\nendstream" % (len(stream), stream),
    ]
    made, places = b"%PDF-1.7\n", []
    for number, held in enumerate(objects, 1):
        places.append(len(made))
        made += b"%d 0 obj\n%b\nendobj\n" % (number, held)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    return made + b"xref\n0 5\n0000000000 65535 f \n%btrailer << /Size 5 /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF" % (
        table, len(made),
    )  # fmt: skip


@pytest.mark.parametrize("content", [b"", b"%PDF-1.7 nothing", b"\x00" * 1000], ids=["empty", "head", "zeros"])
def test_junk_cannot_be_read(tmp_path: Path, content: bytes):
    with pytest.raises(NotReadError):
        read(tmp_path, content)


def test_bomb_ends_within_the_limits(tmp_path: Path):
    """It has no text or cannot be read, and the site goes on either way."""
    try:
        found = read(tmp_path, bomb())
    except NotReadError:
        return
    assert found.texts == ("",)


def test_process_ends_at_its_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Nothing is waited for beyond the limit, whatever the reader does."""
    monkeypatch.setattr(process, "longest", lambda _size: 0.05)
    made = next(made_pdfs.held_set())
    with pytest.raises(NotReadError, match="-9"):
        read(tmp_path, made.content)


def test_office_bombs_cannot_be_read(tmp_path: Path):
    """An entity that grows, and a part that is too large."""
    for part in (b'<!DOCTYPE a [<!ENTITY b "bbb">]><a>&b;</a>', b"<a>" + b" " * (257 * 1024 * 1024) + b"</a>"):
        made = io.BytesIO()
        with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("word/document.xml", part)
        with pytest.raises(NotReadError):
            read(tmp_path, made.getvalue(), "docx")


def test_texts_are_cleaned_and_limited(monkeypatch: pytest.MonkeyPatch):
    assert cleaning.cleaned("a\x00b\x02\n c \t d\r\n\r\n e\ud800") == "abc d\ne"
    monkeypatch.setattr(cleaning, "MAX_PAGES", 3)
    monkeypatch.setattr(cleaning, "MAX_CHARACTERS", 8)
    assert cleaning.limited(["aaaaa", "bbbbb", "ccccc"]) == ["aaaaa", "bbb"]
    assert cleaning.limited(["a", "b", "c", "d"]) == ["a", "b", "c"]
