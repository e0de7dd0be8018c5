"""PDF: complete, readable without a password, and without actions that reach beyond the document.

Every object is read, also those in object streams, whether or not something leads to it: actions hang on the catalog,
pages, annotations, outlines, form fields, name trees and on other actions.
"""

import io
import re
from collections import deque
from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import BinaryIO

import pikepdf
import pypdfium2

from starbond_site.documents.inspection import MAX_MEGAPIXELS, signatures, zip_files
from starbond_site.documents.inspection.images import MAX_PIXELS
from starbond_site.documents.inspection.nesting import Inspection, refuse_name
from starbond_site.documents.inspection.parts import is_remote
from starbond_site.documents.refusals import Refusal

_TAIL = 1024
"""Bytes before the end that have to hold the last line of a document (PDF 1.7, appendix H, note 18)."""
_LINE_BREAK = 2
"""Bytes behind a document that are not worth a copy of it."""
_SIZE, _OBJECT = re.compile(rb"/Size\s+(\d{4,7})\b"), re.compile(rb" obj\b")
_NUMBER = re.compile(rb"\b(\d{4,7})\s+\d{1,5}$")
"""Where numbers of objects stand; a pattern that begins with the number takes seconds."""
_START = re.compile(rb"startxref\s+(\d{1,15})")
_HIGHEST = 8_388_607
"""Number of an object (ISO 32000-1, annex C)."""
_ACTIVE_ACTIONS = {
    "/JavaScript": "script",
    "/Launch": "launch",
    "/SubmitForm": "submit",
    "/ImportData": "import",
    "/GoToR": "other_file",
    "/RichMediaExecute": "media",
}
"""Run a script or program, send or load data, open another file (ISO 32000-1, 12.6.4), in the words of a sentence."""
_REMOTE_TARGETS = frozenset(("/GoToE", "/Thread"))
"""Actions that leave the document where they name a file in ``/F``."""
_ACTIVE_KEYS = {"/JS": "script", "/JavaScript": "script", "/XFA": "xfa", "/OnInstantiate": "media"}
"""XFA forms carry scripts in XML of their own, and browsers do not show them; 3D models start the last one.

Text in ``/FontMatrix`` was run as a script by PDF.js before 4.2.67 (CVE-2024-4367).
"""
_ADDRESS_KEYS = frozenset(("/URI", "/Base"))
"""Where addresses stand that a reader opens (ISO 32000-1, 12.6.4.7)."""
_SCHEMES = frozenset(("http", "https", "mailto", "tel"))
_NO_SCHEME = re.compile(r"[/ ?#]")
"""Characters that no scheme has (RFC 3986, 3.1)."""
_HOST = re.compile(r"[\w-]+(\.[\w-]+)+:\d+(/|$)")
"""Of an address without a scheme."""
_SCRIPT_KEYS = frozenset(("/S", "/JS", "/Type"))
_CURRENCY = r"\\u(?i:20[a-c][\da-f]|00a[2-5]|09f[23])"
"""A sign of a currency, as Acrobat writes it."""
_LITERAL = (
    rf"""(?:-?[\d.]{{1,20}}|true|false|"(?:[^"\\\r\n]|{_CURRENCY}){{0,200}}"|'(?:[^'\\\r\n]|{_CURRENCY}){{0,200}}')"""
)
_ARGUMENT = rf"(?:{_LITERAL}|new Array ?\((?:{_LITERAL}(?:, ?{_LITERAL})*)?\))"
_FORMAT = re.compile(
    r"(?:\s?AF(?:Date|Number|Percent|Range|Simple|Special|Time)_(?:Calculate|Format(?:Ex)?|Keystroke(?:Ex)?|Validate)"
    rf" ?\((?:{_ARGUMENT}(?:, ?{_ARGUMENT})*)?\);?)+\s?"
)
"""Calls of Acrobat's own functions for fields (JavaScript for Acrobat API, AForm.js)."""
_MAX_STREAM = 256 * 1024**2
"""Bytes of one unpacked stream."""
_MAX_BITS = 8 * MAX_PIXELS
"""Of one picture, a channel: 100 million pixels of eight bits, or 800 million black and white ones."""
_UPWARDS = frozenset(("/Parent", "/P", "/Dest", "/D", "/StructParent", "/Pg"))
"""Keys that lead from what stands on a page to other pages."""
_MAX_OBJECTS = 5_000
"""Objects of one page that are looked at."""


def inspect(file: BinaryIO, _container: str, inspection: Inspection) -> str:
    archive = zip_files.archive_in(file)
    file.seek(0)
    content = file.read()
    package = content[slice(*archive)] if archive else b""
    content = _without_edges(content, is_inside=inspection.depth > 0)
    try:
        with opened(content) as pdf:
            if pdf.is_encrypted and not pdf.user_password_matched:
                # The password of its owner is empty, with which no reader tries to open it.
                raise Refusal("encrypted")
            if not any(pages(pdf)):
                raise Refusal("damaged")
            _check(pdf, package, inspection)
    except pikepdf.PasswordError:
        raise Refusal("encrypted") from None
    except (pikepdf.PdfError, ValueError, RuntimeError) as error:
        if "encryption" in str(error):
            # For the holders of certificates, or by a program of its own (ISO 32000-1, 7.6.4).
            raise Refusal("encrypted") from None
        raise Refusal("print_anew" if _opens_elsewhere(content) else "damaged") from None
    return "pdf"


def opened(content: bytes) -> pikepdf.Pdf:
    """Open a document as readers do.

    Raises:
        pikepdf.PdfError: it cannot be opened.
    """
    pikepdf.settings.set_qpdf_limits(
        flate_max_memory=_MAX_STREAM, run_length_max_memory=_MAX_STREAM, dct_max_memory=_MAX_STREAM
    )
    return pikepdf.open(io.BytesIO(content + _room(content)), inherit_page_attributes=False)


def _without_edges(content: bytes, *, is_inside: bool) -> bytes:
    """Return a document without what may stand before and behind it.

    Readers accept any bytes before the header; a file that is something else first uses exactly that. Inside of an
    object or a picture the document begins behind the fields of its host.
    """
    start = content.find(b"%PDF-", 0, signatures.HEAD_BYTES)
    if start < 0 or (content[:start].strip(signatures.BLANK) and not is_inside):
        raise Refusal("type_mismatch")
    end = len(content.rstrip(signatures.BLANK))
    last = content.rfind(b"%%EOF", 0 if is_inside else max(0, end - _TAIL))
    if last < start:
        raise Refusal("damaged")
    end = last + len(b"%%EOF") if is_inside else end
    return content[start:end] if start or len(content) - end > _LINE_BREAK else content


def _room(content: bytes) -> bytes:
    """Return an update that changes nothing, for documents whose objects have large numbers; empty for others.

    An extract of a large document keeps them. qpdf ignores objects with numbers above a third of the bytes of a file.
    """
    if len(content) > 3 * _HIGHEST:
        return b""
    begins = (content[max(0, found.start() - 16) : found.start()] for found in _OBJECT.finditer(content))
    numbers = [int(found[1]) for found in (*_SIZE.finditer(content), *map(_NUMBER.search, begins)) if found]
    missing = 3 * min(max(numbers, default=0) + 1, _HIGHEST) - len(content)
    starts = _START.findall(content[-_TAIL:])
    return b"\n%s\nstartxref\n%s\n%%%%EOF\n" % (b" " * missing, starts[-1]) if missing > 0 and starts else b""


def _opens_elsewhere(content: bytes) -> bool:
    """Return whether the reader of Chromium finds a page."""
    try:
        return len(pypdfium2.PdfDocument(content)) > 0
    except pypdfium2.PdfiumError:
        return False


def _check(pdf: pikepdf.Pdf, package: bytes, inspection: Inspection) -> None:
    """Read every object. An archive that programs find in the file has to stand inside one, such as an attachment."""
    attached = dict[tuple[int, int], pikepdf.Stream]()
    is_inside = not package
    for top in (pdf.trailer, *pdf.objects):
        for dictionary in _dictionaries(top):
            keys = set(dictionary.keys())
            if what := _active(dictionary, keys) or _outside(dictionary):
                raise Refusal("active_pdf", what=what, page=page_of(pdf, top))
            if "/EF" in keys:
                attached |= {stream.objgen: stream for stream in _attached(dictionary)}
        if isinstance(top, pikepdf.Stream):
            _refuse_stream(pdf, top)
            is_inside = is_inside or package in top.read_raw_bytes()
            if top.stream_dict.get("/Type") == pikepdf.Name.EmbeddedFile:
                attached[top.objgen] = top
    if not is_inside:
        raise Refusal("type_mismatch")
    for stream in attached.values():
        inspection.check(_unpacked(stream))
    if package:
        inspection.check_package(package)


def _active(dictionary: pikepdf.Dictionary, keys: set[str]) -> str:
    """Return the kind of a script or outgoing action: a word of ``errors.toml``; empty for none."""
    if keys <= _SCRIPT_KEYS and _is_format(dictionary.get("/JS")):
        return ""
    for key in _ADDRESS_KEYS & keys:
        # Readers take a name for the text that it has.
        address = dictionary[key]
        text = str(address)[isinstance(address, pikepdf.Name) :]
        if isinstance(address, pikepdf.String | pikepdf.Name) and (what := _beyond_a_browser(text)):
            return what
    if found := _ACTIVE_KEYS.keys() & keys:
        return _ACTIVE_KEYS[found.pop()]
    if "/FontMatrix" in keys and any(isinstance(held, pikepdf.String) for held in _items(dictionary["/FontMatrix"])):
        return "font"
    if "/S" in keys and isinstance(action := dictionary["/S"], pikepdf.Name):
        kind = str(action)
        if kind == "/GoToR" and _is_beside(target_of(dictionary)):
            return ""
        if kind in _ACTIVE_ACTIONS:
            return _ACTIVE_ACTIONS[kind]
        if kind in _REMOTE_TARGETS and "/F" in keys:
            return "other_file"
    return ""


def _outside(dictionary: pikepdf.Dictionary) -> str:
    """Return ``outside`` for a film, or a page shown in this one, of another file (ISO 32000-1, 13.2.4.2, 8.10.4)."""
    film = dictionary.get("/D") if dictionary.get("/S") == pikepdf.Name.MCD else None
    page = dictionary.get("/Ref")
    is_film = isinstance(film, pikepdf.String) or (isinstance(film, pikepdf.Dictionary) and "/EF" not in film)
    return "outside" if is_film or (isinstance(page, pikepdf.Dictionary) and "/F" in page) else ""


def _is_format(script: object) -> bool:
    """Return whether a script only formats, checks or adds up fields by Acrobat's functions, with literal arguments."""
    if isinstance(script, pikepdf.Stream):
        # Acrobat keeps long ones in a stream.
        script = pikepdf.String(script.read_bytes())
    return isinstance(script, pikepdf.String) and bool(_FORMAT.fullmatch(str(script)))


def _beyond_a_browser(address: str) -> str:
    """Return what an address does that is none for a browser, mail or a telephone; empty for nothing."""
    address = re.sub(r"[\0-\x1f]", "", address).strip().replace("\\", "/").casefold()
    scheme, colon, _ = address.partition(":")
    if address.startswith("//") or (colon and (scheme in ("file", "ftp", "smb") or len(scheme) == 1)):
        return "other_file"
    if not colon or _NO_SCHEME.search(scheme) or scheme in _SCHEMES or _HOST.match(address):
        return ""
    return "script" if scheme in ("javascript", "vbscript", "data") else "launch"


def _items(held: object) -> Iterable[object]:
    return held if isinstance(held, pikepdf.Array) else (held,)


def _is_beside(target: str) -> bool:
    """Return whether a file is named without a host, and is no program: one beside this, or a PDF."""
    is_near = bool(target) and not is_remote(target) and not signatures.is_named_as_program(target)
    return is_near and (not target.startswith("/") or target.casefold().endswith(".pdf"))


def _refuse_stream(pdf: pikepdf.Pdf, stream: pikepdf.Stream) -> None:
    """Refuse a stream whose bytes are in another file, and a picture that is too large to be shown."""
    described = stream.stream_dict
    if "/F" in described:
        raise Refusal("active_pdf", what="outside", page=page_of(pdf, stream))
    if described.get("/Subtype") == pikepdf.Name.Image:
        width, height = (_number(described.get(key)) for key in ("/Width", "/Height"))
        depth = _number(described.get("/BitsPerComponent")) or (1 if described.get("/ImageMask") else 8)
        if width * height * depth > _MAX_BITS:
            raise Refusal("image_too_large", limit=MAX_MEGAPIXELS)


def _number(value: object) -> float:
    """Return a number, which may be written as 20000.0; 0 for anything else."""
    return float(value) if isinstance(value, int | Decimal) else 0.0


def _attached(specification: pikepdf.Dictionary) -> Iterator[pikepdf.Stream]:
    """Yield the files of a file specification, and related ones behind their names (ISO 32000-1, 7.11.3)."""
    files, related = (
        held.as_dict().values() if isinstance(held := specification.get(key), pikepdf.Dictionary) else ()
        for key in ("/EF", "/RF")
    )
    behind = [held for each in related for held in _items(each)]
    for name in (*map(specification.get, ("/UF", "/F", "/DOS", "/Mac", "/Unix")), *behind):
        if isinstance(name, pikepdf.String):
            refuse_name(str(name), is_loose=True)
    yield from (held for held in (*files, *behind) if isinstance(held, pikepdf.Stream))


def _unpacked(attached: pikepdf.Stream) -> bytes:
    try:
        return attached.read_bytes()
    except pikepdf.PdfError:
        raise Refusal("embedded_unchecked") from None


def _dictionaries(top: pikepdf.Object) -> Iterator[pikepdf.Dictionary]:
    """Yield the dictionaries of an object; indirect objects are visited on their own."""
    waiting: list[object] = [top]
    while waiting:
        held = waiting.pop()
        parts: Iterable[object] = held if isinstance(held, pikepdf.Array) else ()
        if isinstance(held, pikepdf.Stream):
            held = held.stream_dict
        if isinstance(held, pikepdf.Dictionary):
            yield held
            parts = held.as_dict().values()
        waiting.extend(part for part in parts if isinstance(part, pikepdf.Object) and not part.is_indirect)


def pages(pdf: pikepdf.Pdf) -> Iterator[pikepdf.Dictionary]:
    """Yield the pages, as readers find them: a node that stands in the tree twice, or without pages, is no mistake."""
    seen: set[tuple[int, int]] = set()
    waiting: deque[object] = deque([pdf.Root.get("/Pages")])
    while waiting:
        node = waiting.popleft()
        if not isinstance(node, pikepdf.Dictionary) or (node.is_indirect and node.objgen in seen):
            continue
        seen.add(node.objgen)
        kids = node.get("/Kids")
        if isinstance(kids, pikepdf.Array):
            waiting.extendleft(reversed(list(kids)))
        else:
            yield node


def page_of(pdf: pikepdf.Pdf, wanted: pikepdf.Object) -> int:
    """Return the number of the first page that an indirect object belongs to; 0 where it belongs to none."""
    if wanted.is_indirect:
        for number, page in enumerate(pages(pdf), 1):
            if _leads_to(page, wanted.objgen):
                return number
    return 0


def _leads_to(page: pikepdf.Dictionary, wanted: tuple[int, int]) -> bool:
    seen: set[tuple[int, int]] = set()
    waiting: list[object] = [page]
    for _ in range(_MAX_OBJECTS):
        if not waiting:
            break
        held = waiting.pop()
        if isinstance(held, pikepdf.Object) and held.is_indirect:
            if held.objgen == wanted:
                return True
            if held.objgen in seen:
                continue
            seen.add(held.objgen)
        if isinstance(held, pikepdf.Array):
            waiting.extend(held)
        elif isinstance(held, pikepdf.Dictionary | pikepdf.Stream):
            waiting.extend(value for key, value in held.items() if key not in _UPWARDS)
    return False


def annotations(pdf: pikepdf.Pdf) -> Iterator[tuple[int, pikepdf.Dictionary]]:
    """Yield what is attached to pages, each with the number of its page (ISO 32000-1, 12.5)."""
    for number, page in enumerate(pages(pdf), 1):
        for held in _items(page.get("/Annots")):
            if isinstance(held, pikepdf.Dictionary):
                yield number, held


def links(pdf: pikepdf.Pdf) -> Iterator[tuple[int, str]]:
    for number, annotation in annotations(pdf):
        action = annotation.get("/A")
        if isinstance(action, pikepdf.Dictionary) and action.get("/S") == pikepdf.Name.GoToR:
            yield number, target_of(action)


def target_of(action: pikepdf.Dictionary) -> str:
    """Return the file that an action names (ISO 32000-1, 7.11); empty where it is none of a file system."""
    named = action.get("/F")
    if isinstance(named, pikepdf.Dictionary):
        if "/FS" in named:
            return ""
        named = next((named[key] for key in ("/UF", "/F", "/Unix", "/DOS", "/Mac") if key in named), None)
    return str(named) if isinstance(named, pikepdf.String) else ""
