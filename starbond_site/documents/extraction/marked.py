"""Text of PDF pages whose clusters are marked with the text that they stand for.

Chromium, LibreOffice and Word mark shapes that stand for several letters with ``ActualText`` (ISO 32000-1, 14.9.4),
which is in the order of Unicode. PDFium reads it, but takes the first shape for the whole, finds gaps behind it, and
puts blanks into Bangla words. Here the objects of a page are joined by where they really begin and end.
"""

import codecs
import ctypes
from collections.abc import Iterator
from dataclasses import dataclass

import pypdfium2
import pypdfium2.raw as pdfium

FORM_DEPTH = 3
"""Levels of nested forms whose objects are read."""
_MAX_MARKED = 2_000
"""Characters of one mark."""
_WORD_GAP = 0.25
"""Of the size of the font: a wider gap separates words, where no blank is written."""
_LINE_GAP = 0.5
_KEY = b"ActualText"


@dataclass
class _Piece:
    """Text of one object, or of several under one mark."""

    text: str
    mark: int
    left: float
    baseline: float
    right: float
    size: float


def text_of(page: pypdfium2.PdfPage, texts: pypdfium2.PdfTextPage) -> str | None:
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
        text = marked if mark else _own_text(shown, texts)
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


def _own_text(shown: pypdfium2.PdfObject, texts: pypdfium2.PdfTextPage) -> str:
    """Return the text of an object without a mark."""
    length = pdfium.FPDFTextObj_GetText(shown.raw, texts, None, 0)
    buffer = ctypes.create_string_buffer(length)
    pdfium.FPDFTextObj_GetText(shown.raw, texts, ctypes.cast(buffer, ctypes.POINTER(ctypes.c_ushort)), length)
    return buffer.raw.decode("utf-16-le", "ignore").rstrip("\0")


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
        return ctypes.addressof(mark.contents), _text(bytes(buffer))
    return 0, ""


def _text(content: bytes) -> str:
    """Return a text string of PDF (ISO 32000-2, 7.9.2.2)."""
    if content.startswith(codecs.BOM_UTF16_BE):
        return content.decode("utf-16", "ignore")
    return content.removeprefix(codecs.BOM_UTF8).decode("utf-8", "ignore")
