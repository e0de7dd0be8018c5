"""Crafted office documents, each with a clean counterpart that is accepted."""

import struct
from collections.abc import Iterator

from tests.unit.documents import samples
from tests.unit.documents.crafted_pdf import Pair

RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
MICROSOFT = "http://schemas.microsoft.com/office/2006/relationships"
EMPTY_PART = "Configurations2/accelerator/current.xml"
"""LibreOffice writes it without a byte."""
URL = bytes.fromhex("e0c9ea79f9bace118c8200aa004ba90b")
FILE = bytes.fromhex("0303000000000000c000000000000046")
"""Classes of links to web addresses and to files."""
WORD = "wordprocessingml.document"


def everything() -> Iterator[Pair]:
    yield from _office()
    yield from _relationships()
    yield from _open_documents()


def _types(**kinds: str) -> bytes:
    more = "".join(f'<Override PartName="/word/{name}" ContentType="{kind}"/>' for name, kind in kinds.items())
    main = f'<Override PartName="/word/main.xml" ContentType="{samples.OPEN_XML}.{WORD}.main+xml"/>'
    return f"<Types>{main}{more}</Types>".encode()


def _office() -> Iterator[Pair]:
    """Macros and controls that only their content type, relationship or content shows."""
    active = "active_office"
    clean = samples.GOOD["letter.docx"]
    kinds = {
        "macros": "application/vnd.ms-office.vbaProject",
        "macro data": "application/vnd.ms-word.vbaData+xml",
        "control": "application/vnd.ms-office.activeX+xml",
        "macro sheet": "application/vnd.ms-excel.macrosheet+xml",
    }
    for kind, declared in kinds.items():
        bad = docx(types=_types(notes=declared), word__notes=b"words")
        yield Pair(f"renamed {kind} by content type", "a.docx", bad, active, clean)
    wide = f'<?xml version="1.0" encoding="UTF-16"?>{_types(n=kinds["macros"]).decode()}'.encode("utf-16")
    yield Pair("renamed macros in wide letters", "a.docx", docx(types=wide, word__n=b"x"), active, clean)
    usual = _types().replace(b"<Types>", f'<Types><Default Extension="dat" ContentType="{kinds["macros"]}"/>'.encode())
    yield Pair("macros by default", "a.docx", docx(types=usual, **{"word__a.dat": b"x"}), active, docx(types=usual))
    for kind in (f"{MICROSOFT}/vbaProject", f"{RELATIONS}/control", f"{MICROSOFT}/activeXControlBinary"):
        bad, good = (docx(relations(given, "notes.xml")) for given in (kind, f"{RELATIONS}/footnotes"))
        yield Pair(f"renamed part by {kind.rpartition('/')[2]}", "a.docx", bad, active, good)
    stored = docx(word__notes=samples.compound("VBA"))
    yield Pair("renamed macros by content", "a.docx", stored, "embedded_active", docx(word__notes=b"x"))
    controls = samples.compound("WordDocument", "\x03OCXNAME")
    yield Pair("control in doc", "a.doc", controls, active, samples.compound("WordDocument", "\x03OBJINFO"))
    far, near = (samples.compound("WordDocument", ("\x01Ole", bytes(20) + moniker)) for moniker in (URL, FILE))
    yield Pair("linked object in doc", "a.doc", far, "remote_office", near)
    macro_sheet, sheet = (_workbook(kind) for kind in (1, 0))
    yield Pair("macros of Excel 4", "a.xls", macro_sheet, active, sheet)


def _workbook(kind: int) -> bytes:
    sheet = struct.pack("<HH", 0x85, 10) + bytes([0, 0, 0, 0, 0, kind, 1, 0, 65, 0])
    begin, end = struct.pack("<HHI", 0x809, 4, 0x50600), struct.pack("<HH", 0x0A, 0)
    return samples.compound(("Workbook", begin + sheet + end))


def docx(relations: bytes = b"<Relationships/>", *, types: bytes = b"", **parts: bytes) -> bytes:
    named = {name.replace("__", "/"): content for name, content in parts.items()}
    main = {"[Content_Types].xml": types or _types(), "word/_rels/main.xml.rels": relations, "word/main.xml": b"<d/>"}
    return samples.zipped(main | named)


def relations(kind: str, target: str, mode: str = "") -> bytes:
    return f'<Relationships><Relationship Id="a" Type="{kind}" Target="{target}" {mode}/></Relationships>'.encode()


def _relationships() -> Iterator[Pair]:
    """Addresses that a document loads when it is opened, and those that it does not."""
    external = 'TargetMode="External"'
    template = f"{RELATIONS}/attachedTemplate"
    near = docx(relations(template, "file:///C:\\Users\\a\\Templates\\Letter.dotx", external))
    link = docx(relations(f"{RELATIONS}/hyperlink", "https://example.org/", external))
    book = docx(relations(f"{RELATIONS}/externalLinkPath", "file:///\\\\server\\share\\Book.xlsx", external))
    cases = {
        "template": (template, "https://example.org/a.dotm", near),
        "template on a share": (template, "\\\\host\\a.dotm", near),
        "template on a file share": (template, "file://host/a.dotm", near),
        "template on a file share, many slashes": (template, "file:////host/a.dotm", near),
        "template, escaped": (template, "%5C%5Chost/a.dotm", near),
        "template, other letters": (template, "HTTPS://example.org/a", link),
        "object": (f"{RELATIONS}/oleObject", "mhtml:https://example.org/a.html!x", link),
        "picture": (f"{RELATIONS}/image", "https://example.org/a.png", book),
        "frame": (f"{RELATIONS}/frame", "https://example.org/a.html", link),
        "strict": ("http://purl.oclc.org/ooxml/officeDocument/relationships/attachedTemplate", "//host/a", near),
    }
    for kind, (given, target, clean) in cases.items():
        for mode in (external, ""):
            bad = docx(relations(given, target, mode))
            yield Pair(f"remote {kind} {mode}".strip(), "a.docx", bad, "remote_office", clean)
    referenced = relations(template, "&#104;ttp&#58;//example.org/a.dotm", external)
    yield Pair("remote template in references", "a.docx", docx(referenced), "remote_office", near)


def _odt(content: str) -> bytes:
    return samples.zipped({"mimetype": f"{samples.OPEN_DOCUMENT}.text", "content.xml": content, EMPTY_PART: ""})


def _open_documents() -> Iterator[Pair]:
    """Macros and remote parts of OpenDocument."""
    link = _odt('<o><a xlink:href="https://example.org/"/><image xlink:href="Pictures/a.png"/></o>')
    macro = '<o><script:event-listener xlink:href="vnd.sun.star.script:a.py$b?language=Python"/></o>'
    yield Pair("call of a macro", "a.odt", _odt(macro), "active_office", link)
    hidden = _odt(macro.replace("vnd", "&#118;nd"))
    yield Pair("call of a macro in references", "a.odt", hidden, "active_office", link)
    remote = '<o><meta:template xlink:href="https://example.org/a.ott"/></o>'
    near = _odt('<o><meta:template xlink:href="../../Templates/a.ott"/></o>')
    yield Pair("remote template in odt", "a.odt", _odt(remote), "remote_office", near)
    picture = _odt('<o><draw:image xlink:href="//host/a.png" xlink:actuate="onLoad"/></o>')
    yield Pair("remote picture in odt", "a.odt", picture, "remote_office", link)
    inner = samples.open_document("text", Object__Basic__a=b"Sub Main")
    yield Pair("macros of an object in odt", "a.odt", inner, "active_office", link)
