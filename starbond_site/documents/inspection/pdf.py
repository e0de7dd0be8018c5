"""PDF: complete, readable without a password, and without actions that reach beyond the document.

Every object is read, also those in object streams, whether or not something leads to it: actions hang on the catalog,
pages, annotations, outlines, form fields, name trees and on other actions.
"""

import io
from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import BinaryIO

import pikepdf

from starbond_site.documents.inspection import Code, Finding, signatures, zip_files
from starbond_site.documents.inspection.images import MAX_PIXELS
from starbond_site.documents.inspection.nesting import Inspection

_TAIL = 1024
"""Bytes before the end that have to hold the last line of a document (PDF 1.7, appendix H, note 18)."""
_LINE_BREAK = 2
_ACTIVE_ACTIONS = frozenset(("/JavaScript", "/Launch", "/SubmitForm", "/ImportData", "/GoToR", "/RichMediaExecute"))
"""Run a script or program, send or load data, open another file (ISO 32000-1, 12.6.4)."""
_REMOTE_TARGETS = frozenset(("/GoToE", "/Thread"))
"""Actions that leave the document where they name a file in ``/F``."""
_ACTIVE_KEYS = frozenset(("/JS", "/JavaScript", "/XFA", "/OnInstantiate"))
"""XFA forms carry scripts in XML of their own, and browsers do not show them; 3D models start the last one."""
_MAX_STREAM = 256 * 1024**2
"""Bytes of one unpacked stream."""
_MAX_BITS = 8 * MAX_PIXELS
"""Of one picture, a channel: 100 million pixels of eight bits, or 800 million black and white ones."""


def inspect(file: BinaryIO, _container: str, inspection: Inspection) -> str:
    """Return ``pdf``."""
    file.seek(0)
    content = file.read()
    start = content.find(b"%PDF-", 0, signatures.HEAD_BYTES)
    # Readers accept any bytes before the header; a file that is something else first uses exactly that. Inside of an
    # object or a picture the document begins behind the fields of its host.
    if start < 0 or (content[:start].strip(signatures.BLANK) and not inspection.depth):
        raise Finding(Code.MISMATCH)
    end = len(content.rstrip(signatures.BLANK))
    last = content.rfind(b"%%EOF", 0 if inspection.depth else max(0, end - _TAIL))
    if last < start:
        raise Finding(Code.DAMAGED)
    archive = zip_files.archive_in(file)
    package = content[slice(*archive)] if archive else b""
    if start or len(content) - end > _LINE_BREAK or inspection.depth:
        file = io.BytesIO(content[start : last + len(b"%%EOF") if inspection.depth else end])
    del content
    _open(file, package, inspection)
    return "pdf"


def _open(file: BinaryIO, package: bytes, inspection: Inspection) -> None:
    """Open a document and check it."""
    pikepdf.settings.set_qpdf_limits(
        flate_max_memory=_MAX_STREAM, run_length_max_memory=_MAX_STREAM, dct_max_memory=_MAX_STREAM
    )
    try:
        with pikepdf.open(file, access_mode=pikepdf.AccessMode.stream) as pdf:
            _check(pdf, package, inspection)
    except pikepdf.PasswordError:
        raise Finding(Code.ENCRYPTED) from None
    except (pikepdf.PdfError, ValueError, RuntimeError):
        raise Finding(Code.DAMAGED) from None


def _check(pdf: pikepdf.Pdf, package: bytes, inspection: Inspection) -> None:
    """Read every object. An archive that programs find in the file has to stand inside one, such as an attachment."""
    if not len(pdf.pages):
        raise Finding(Code.DAMAGED)
    attachments = _Attachments(inspection)
    is_inside = not package
    for top in (pdf.trailer, *pdf.objects):
        for dictionary in _dictionaries(top):
            keys = set(dictionary.keys())
            _refuse_active(dictionary, keys)
            if "/EF" in keys:
                attachments.check(dictionary)
        if isinstance(top, pikepdf.Stream):
            _refuse_stream(top)
            is_inside = is_inside or package in top.read_raw_bytes()
            if top.stream_dict.get("/Type") == pikepdf.Name.EmbeddedFile:
                attachments.check_file(top)
    if not is_inside:
        raise Finding(Code.MISMATCH)
    if package:
        inspection.check_package(package)


def _refuse_active(dictionary: pikepdf.Dictionary, keys: set[str]) -> None:
    """Refuse scripts, and actions that reach beyond the document."""
    if not _ACTIVE_KEYS.isdisjoint(keys):
        raise Finding(Code.ACTIVE_PDF)
    if "/S" in keys and isinstance(action := dictionary["/S"], pikepdf.Name):
        kind = str(action)
        if kind in _ACTIVE_ACTIONS or (kind in _REMOTE_TARGETS and "/F" in keys):
            raise Finding(Code.ACTIVE_PDF)


def _refuse_stream(stream: pikepdf.Stream) -> None:
    """Refuse a stream whose bytes are in another file, and a picture that is too large to be shown."""
    described = stream.stream_dict
    if "/F" in described:
        raise Finding(Code.ACTIVE_PDF)
    if described.get("/Subtype") == pikepdf.Name.Image:
        width, height = (_number(described.get(key)) for key in ("/Width", "/Height"))
        depth = _number(described.get("/BitsPerComponent")) or (1 if described.get("/ImageMask") else 8)
        if width * height * depth > _MAX_BITS:
            raise Finding(Code.IMAGE_TOO_LARGE)


def _number(value: object) -> float:
    """Return a number, which may be written as 20000.0; 0 for anything else."""
    return float(value) if isinstance(value, int | Decimal) else 0.0


class _Attachments:
    """Inspects the files that a document carries, each once."""

    def __init__(self, inspection: Inspection) -> None:
        self._inspection = inspection
        self._checked: set[tuple[int, int]] = set()

    def check(self, dictionary: pikepdf.Dictionary) -> None:
        """Inspect the files of a file specification (ISO 32000-1, 7.11.3)."""
        for name in _texts(dictionary[key] for key in ("/UF", "/F", "/DOS", "/Mac", "/Unix") if key in dictionary):
            self._inspection.part(name)
        embedded, related = (dictionary.get(key) for key in ("/EF", "/RF"))
        if isinstance(embedded, pikepdf.Dictionary):
            for stream in embedded.as_dict().values():
                self.check_file(stream)
        if isinstance(related, pikepdf.Dictionary):
            for files in related.as_dict().values():
                self._check_related(files)

    def _check_related(self, files: object) -> None:
        """Inspect an array of names and files by turns."""
        if isinstance(files, pikepdf.Array):
            members = list(files)
            for name in _texts(members):
                self._inspection.part(name)
            for stream in members:
                self.check_file(stream)

    def check_file(self, stream: object) -> None:
        """Inspect an embedded file, which is a stream."""
        if not isinstance(stream, pikepdf.Stream) or stream.objgen in self._checked:
            return
        self._checked.add(stream.objgen)
        try:
            content = stream.read_bytes()
        except pikepdf.PdfError:
            raise Finding(Code.EMBEDDED_UNCHECKED) from None
        self._inspection.check("", content)


def _texts(values: Iterable[object]) -> Iterator[str]:
    """Yield those values that are strings."""
    return (str(value) for value in values if isinstance(value, pikepdf.String))


def _dictionaries(top: pikepdf.Object) -> Iterator[pikepdf.Dictionary]:
    """Yield the dictionaries of an object; indirect objects are visited on their own."""
    waiting: list[object] = [top]
    while waiting:
        held = waiting.pop()
        if isinstance(held, pikepdf.Array):
            waiting.extend(_direct(held))
            continue
        if isinstance(held, pikepdf.Stream):
            held = held.stream_dict
        if isinstance(held, pikepdf.Dictionary):
            yield held
            waiting.extend(_direct(held.as_dict().values()))


def _direct(values: Iterable[object]) -> Iterator[object]:
    """Yield the values that are part of the object that holds them."""
    return (value for value in values if isinstance(value, pikepdf.Object) and not value.is_indirect)
