"""Text and first page of a PDF, by PDFium (pypdfium2).

Chromium, LibreOffice and Word mark shapes that stand for several letters with ``ActualText`` (ISO 32000-1, 14.9.4),
which is in the order of Unicode. PDFium reads it, but takes the first shape for the whole, finds gaps behind it, and
puts blanks into Bangla words. The objects of such a page are joined here by where they really begin and end.
"""

import codecs
import ctypes
import io
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

import pypdfium2
import pypdfium2.raw as pdfium

from starbond_site.documents.extraction import (
    MAX_PAGES,
    PICTURE_HEIGHT,
    PICTURE_WIDTH,
    ExtractedContent,
    bangla,
    limited,
)

MIN_LETTERS = 25
"""Letters and digits of a page with pictures below which it has no text: some scanners print a line on each page."""
FIRST_PAGES = 3
"""Pages at the beginning that `sample` reads; then it reads the middle one and the last."""
_FAR = 1e6
_MAX_NOTES = 2_000
"""Annotations of one page."""
_NO_NOTES = frozenset((pdfium.FPDF_ANNOT_LINK, pdfium.FPDF_ANNOT_POPUP))
_NAME_BYTES = 128
FORM_DEPTH = 3
"""Levels of nested forms whose objects are read."""
_MAX_MARKED = 2_000
"""Characters of one mark."""
_WORD_GAP = 0.25
"""Of the size of the font: a wider gap separates words, where no blank is written."""
_LINE_GAP = 0.5
_KEY = b"ActualText"


def content(path: Path, _kind: str) -> ExtractedContent:
    """Return the content of a document, without its picture."""
    document = _opened(path)
    texts, is_scan = _read(document, range(min(len(document), MAX_PAGES)))
    return ExtractedContent(len(document), texts, is_scan)


def sample(path: Path) -> tuple[str, bool]:
    """Return the text of the first pages, the middle one and the last, and whether these are a scan."""
    document = _opened(path)
    count = len(document)
    texts, is_scan = _read(document, sorted({*range(min(count, FIRST_PAGES)), count // 2, count - 1}))
    return "\n".join(texts), is_scan


def picture(path: Path, _kind: str) -> bytes:
    """Return the first page as WebP, fitted into the size of the picture."""
    page = _opened(path)[0]
    width, height = page.get_size()
    scale = min(PICTURE_WIDTH / max(width, 1), PICTURE_HEIGHT / max(height, 1))
    drawn = page.render(scale=scale, rev_byteorder=True).to_pil().convert("RGB")
    # Rounding can make it a pixel larger than the size.
    drawn.thumbnail((PICTURE_WIDTH, PICTURE_HEIGHT))
    saved = io.BytesIO()
    drawn.save(saved, "WEBP", quality=70, method=4)
    return saved.getvalue()


def _opened(path: Path) -> pypdfium2.PdfDocument:
    """Open a document with its forms: what was filled in is drawn, and is text.

    PDFium gets the bytes, since it would resolve the path, which a file has no more that was published meanwhile.
    """
    document = pypdfium2.PdfDocument(path.read_bytes())
    document.init_forms()
    return document


def _read(document: pypdfium2.PdfDocument, numbers: Iterable[int]) -> tuple[tuple[str, ...], bool]:
    """Return the texts of pages, and whether they are a scan: some are pictures, and none has text."""
    kinds = set[str]()

    def texts() -> Iterator[str]:
        for number in numbers:
            text, kind = _page(document, number)
            kinds.add(kind)
            yield text

    kept = tuple(limited(texts()))
    return kept, "picture" in kinds and "text" not in kinds


def _page(document: pypdfium2.PdfDocument, number: int) -> tuple[str, str]:
    """Return the text of a page, and what it is: ``text``, a ``picture`` without text, or neither."""
    try:
        page = document[number]
    except pypdfium2.PdfiumError:
        # The document claims more pages than it has; the others are read.
        return "", ""
    notes = _notes(page)
    if notes is not None and pdfium.FPDFPage_Flatten(page, pdfium.FLAT_NORMALDISPLAY) == pdfium.FLATTEN_SUCCESS:
        # Flattening has made fields and signatures part of the content, which the page shows when it is opened again.
        page.close()
        page = document[number]
    texts = page.get_textpage()
    try:
        text = "\n".join((_text(page, texts), *(notes or ())))
    finally:
        texts.close()
    letters = sum(map(str.isalnum, text))
    pictures = page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_IMAGE], max_depth=FORM_DEPTH)
    is_picture = letters < MIN_LETTERS and next(iter(pictures), None) is not None
    page.close()
    return text, "picture" if is_picture else "text" if letters else ""


def _notes(page: pypdfium2.PdfPage) -> list[str] | None:
    """Return the comments of a page; None where it has neither these nor fields."""
    found: list[str] | None = None
    for index in range(min(pdfium.FPDFPage_GetAnnotCount(page), _MAX_NOTES)):
        annotation = pdfium.FPDFPage_GetAnnot(page, index)
        if pdfium.FPDFAnnot_GetSubtype(annotation) not in _NO_NOTES:
            found = found or []
            found.append(_string(partial(pdfium.FPDFAnnot_GetStringValue, annotation, b"Contents")))
        pdfium.FPDFPage_CloseAnnot(annotation)
    return found


def _text(page: pypdfium2.PdfPage, texts: pypdfium2.PdfTextPage) -> str:
    """Return the text of a page in Unicode, in the order in which it is read.

    A page cut out of a larger one keeps the text beside it, which no reader shows: the crop box decides.
    """
    text = texts.get_text_range(errors="ignore")
    left, bottom, right, top = page.get_bbox()
    inside, all_ = (
        pdfium.FPDFText_GetBoundedText(texts, *box, None, 0)
        for box in ((left, top, right, bottom), (-_FAR, _FAR, _FAR, -_FAR))
    )
    if inside < all_:
        # The other ways to read a page ignore the crop box.
        text = texts.get_text_bounded(errors="ignore")
        return bangla.repaired(text) if bangla.LETTER.search(text) else text
    if bangla.LETTER.search(text):
        return bangla.repaired(_marked_text(page, texts) or text)
    return _converted(texts) if text and _has_bijoy(page) else text


@dataclass
class _Piece:
    """Text of one object, or of several under one mark."""

    text: str
    mark: int
    left: float
    baseline: float
    right: float
    size: float


def _marked_text(page: pypdfium2.PdfPage, texts: pypdfium2.PdfTextPage) -> str | None:
    """Return the text of a page with marked Bangla clusters; None for any other page."""
    pieces: list[_Piece] = []
    has_marks = False
    for shown in page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_TEXT], max_depth=FORM_DEPTH):
        mark, marked = _mark(shown)
        has_marks = has_marks or any("\u0980" <= letter <= "\u09ff" for letter in marked)
        left, _bottom, right, _top = shown.get_bounds()
        size = ctypes.c_float()
        pdfium.FPDFTextObj_GetFontSize(shown.raw, size)
        if mark and pieces and pieces[-1].mark == mark:
            pieces[-1].right = max(pieces[-1].right, right)
            continue
        text = marked if mark else _string(partial(pdfium.FPDFTextObj_GetText, shown.raw, texts))
        baseline = shown.get_matrix().f
        pieces.append(_Piece(text, mark, left, baseline, right, abs(size.value * shown.get_matrix().d) or 1))
    return "".join(_joined(pieces)) if has_marks else None


def _joined(pieces: list[_Piece]) -> Iterator[str]:
    """Yield the texts with the blanks and line breaks between them."""
    before: _Piece | None = None
    for piece in pieces:
        if before:
            size = max(before.size, piece.size)
            if abs(piece.baseline - before.baseline) > _LINE_GAP * size or piece.left < before.left - size:
                yield "\n"
            elif piece.left - before.right > _WORD_GAP * size:
                yield " "
        yield piece.text or " "
        if piece.text.strip():
            before = piece


def _string(read: Callable[[Any, int], int]) -> str:
    """Return the text that PDFium writes into a buffer, whose bytes it counts where it gets none."""
    length = read(None, 0)
    buffer = (ctypes.c_ushort * (length // 2 + 1))()
    read(buffer, length)
    return bytes(buffer).decode("utf-16-le", "ignore").rstrip("\0")


def _mark(shown: pypdfium2.PdfObject) -> tuple[int, str]:
    """Return the address of the mark of an object, which differs for each, and its text; 0 without one."""
    for index in range(pdfium.FPDFPageObj_CountMarks(shown.raw)):
        mark = pdfium.FPDFPageObj_GetMark(shown.raw, index)
        length = ctypes.c_ulong()
        if not pdfium.FPDFPageObjMark_GetParamBlobValue(mark, _KEY, None, 0, length):
            continue
        size = min(length.value, 2 * _MAX_MARKED)
        buffer = (ctypes.c_ubyte * size)()
        if not pdfium.FPDFPageObjMark_GetParamBlobValue(mark, _KEY, buffer, size, length):
            continue
        return ctypes.addressof(mark.contents), _decoded(bytes(buffer))
    return 0, ""


def _decoded(content: bytes) -> str:
    """Return a text string of PDF (ISO 32000-2, 7.9.2.2)."""
    if content.startswith(codecs.BOM_UTF16_BE):
        return content.decode("utf-16", "ignore")
    return content.removeprefix(codecs.BOM_UTF8).decode("utf-8", "ignore")


def _has_bijoy(page: pypdfium2.PdfPage) -> bool:
    objects = page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_TEXT], max_depth=FORM_DEPTH)
    found = filter(None, (pdfium.FPDFTextObj_GetFont(shown.raw) for shown in objects))
    fonts = {ctypes.addressof(font.contents): font for font in found}
    buffer = ctypes.create_string_buffer(_NAME_BYTES)
    lengths = (pdfium.FPDFFont_GetBaseFontName(font, buffer, _NAME_BYTES) for font in fonts.values())
    return any(bangla.is_bijoy(_name(buffer, length)) for length in lengths)


def _converted(texts: pypdfium2.PdfTextPage) -> str:
    """Return the text of a page; what is set in a font of Bijoy is converted."""
    runs = groupby(_characters(texts), itemgetter(1))
    made = (("".join(character for character, _ in run), is_bijoy) for is_bijoy, run in runs)
    return "".join(bangla.of_bijoy(text) if is_bijoy else text for text, is_bijoy in made)


def _characters(texts: pypdfium2.PdfTextPage) -> Iterator[tuple[str, bool]]:
    """Yield the characters of a page, and whether each is set in a font of Bijoy."""
    buffer, flags, is_bijoy = ctypes.create_string_buffer(_NAME_BYTES), ctypes.c_int(), False
    for index in range(texts.count_chars()):
        code = pdfium.FPDFText_GetUnicode(texts, index)
        font = _name(buffer, pdfium.FPDFText_GetFontInfo(texts, index, buffer, _NAME_BYTES, flags))
        # Blanks and line breaks that PDFium adds have no font: they belong to what stands before them.
        is_bijoy = bangla.is_bijoy(font) if font else is_bijoy
        yield chr(code) if code <= 0x10FFFF else "", is_bijoy


def _name(buffer: "ctypes.Array[ctypes.c_char]", length: int) -> str:
    """Return the name that PDFium wrote, of which ``length`` counts the zero at its end."""
    return buffer.raw[: length - 1].decode(errors="replace") if 0 < length <= _NAME_BYTES else ""
