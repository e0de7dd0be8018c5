"""Files that do something when they are opened, and such as only look like it: each kind with its counterpart."""

import io
import random
import struct
import zipfile
from collections.abc import Iterator
from functools import partial

from pikepdf import Array, Dictionary, Name, Pdf, String
from PIL import ExifTags, Image

from tests.files.case import Case
from tests.files.objects import _docx, _icon
from tests.files.old_office import _module, _show
from tests.unit.documents import crafted, samples
from tests.unit.documents.crafted_office import RELATIONS, docx, relations

RUN = "url website img rdp iqy slk jnlp one library-ms search-ms theme diagcab ps2 py lnk iso".split()  # noqa: SIM905
UNKNOWN = "html svg rar 7z rtf mht swf".split()  # noqa: SIM905
PROGRAM, KIND = ("a program or a shortcut", "প্রোগ্রাম বা শর্টকাট"), ("a kind that is not published", "প্রকাশ করা হয় না")
QUERY = '<queryTable name="rates" refreshOnLoad="{}"><queryTableField name="a"/></queryTable>'
PIVOTS = "pivotCache/pivotCacheDefinition1"
PIVOT = (
    '<pivotCacheDefinition refreshOnLoad="1"><cacheSource type="{}"><worksheetSource name="a"/></cacheSource>'
    '<cacheFields><cacheField name="b"/></cacheFields></pivotCacheDefinition>'
)
SHARE = '"\\\\\\\\host\\\\a.png"'
SIMPLE = '<w:document xmlns:w="urn:w"><w:fldSimple w:instr="INCLUDEPICTURE //host/a"/></w:document>'
OPEN_DOCUMENT, MANIFEST = samples.OPEN_DOCUMENT, "META-INF/manifest.xml"


def inside() -> Iterator[Case]:
    """Yield names inside of archives, PDFs and documents: only kinds of this site, and harmless ones, stand there."""
    shell, mac = "Windows: file types that a double click runs, mounts or connects", "macOS: folders in archives"
    for extension in (*RUN, *UNKNOWN):
        found, says = ("embedded_program", PROGRAM) if extension in RUN else ("embedded_kind", KIND)
        content = samples.zipped({f"forms/invoice.{extension}": "words"})
        yield Case(line=19, name=f"{extension} inside.zip", content=content, source=shell, found=found, says=says)
    left = samples.zipped(
        {"__MACOSX/._a.pdf": "x", ".DS_Store": "x", "v1.2/README": "x", "v1.2/": "", "Bangla.TXT": "x"}
    )
    for name, content, source, found in (
        ("left by a Mac.zip", left, mac, "zip"),
        ("attached page.pdf", crafted.attached("page.html", b"words"), "ISO 32000-1, 7.11.4", "embedded_kind"),
        ("attached shortcut.pdf", crafted.attached("a.url", b"words"), "ISO 32000-1, 7.11.4", "embedded_program"),
        ("attached data.pdf", crafted.attached("factur-x.xml", b"<a/>"), "Factur-X 1.0", "pdf"),
        ("page as icon.docx", _docx("word__o.bin", _icon("page.html", b"words")), "[MS-OLEDS] 2.3.6", "embedded_kind"),
        ("shortcut as icon.doc", crafted.with_stream(crafted.package("a.url", b"w")), shell, "embedded_program"),
        ("script in a document.docx", _docx("word__a.html", b"<p>words</p>"), "ECMA-376 part 2, 9.1", "docx"),
        ("page in a show.ppt", _show(crafted.with_stream(crafted.package("a.html", b"w"))), shell, "embedded_kind"),
        ("closed in an archive.zip", samples.zipped({"a.pdf": b"Rar!\x1a\7\0"}), "RAR 5.0, 2", "embedded_kind"),
        (
            "closed twice.zip",
            samples.zipped({"a.zip": samples.zipped({"a": b"7z\xbc\xaf\x27\x1c"})}),
            "7zFormat.txt",
            "embedded_kind",
        ),
        (
            "closed in a workbook.xlsx",
            samples.open_xml("spreadsheetml.sheet", "xl", a=b"MSCF\0\0\0\0"),
            "[MS-CAB] 2.1",
            "embedded_kind",
        ),
        ("words on archives.zip", samples.zipped({"a.txt": b"MSCF, Rar! and 7z"}), shell, "zip"),
    ):
        yield Case(line=19, name=name, content=content, source=source, found=found)


def addresses() -> Iterator[Case]:
    """Yield links of PDFs to web addresses, mail and telephones, and to everything else."""
    other, launch, script = "a link to a file", "a link that starts a program", "contains a script"
    bangla = {other: "ফাইলের লিংক", launch: "প্রোগ্রাম চালু করে", script: "স্ক্রিপ্ট"}
    for number, (address, what) in enumerate(
        {
            "https://example.com/a:b": "", "HTTP://example.com": "", "mailto:a@example.com": "", "tel:+880": "",
            "www.example.com:8080/a": "", "annex.pdf": "", "../a:b.pdf": "", "": "", "see page 3: a": "", "#a:b": "",
            "C:\\a.exe": other, "%66ile:///a": launch, " http: //example.com": "",
            "file:///C:/a.exe": other, " \\\\host\\share": other, "//host/share": other, "fi\nle:a": other,
            "JavaScript:alert(1)": script, "ms-officecmd:{}": launch, "search-ms:query=a": launch,
            "com.example.app:a": launch,
        }.items()
    ):  # fmt: skip
        content = _linked(Dictionary(S=Name.URI, URI=String(address)))
        says = (f"{what}", bangla.get(what, ""))
        found, source = "active_pdf" if what else "pdf", "ISO 32000-1, 12.6.4.7"
        yield Case(line=20, name=f"address {number}.pdf", content=content, source=source, found=found, says=says)
    near, far = Dictionary(F=String("a.mp4"), EF=Dictionary()), Dictionary(F=String("a.mp4"))
    films = {"elsewhere": (far, "active_pdf"), "named": (String("a.mp4"), "active_pdf"), "inside": (near, "pdf")}
    for name, (held, found) in films.items():
        content = _linked(Dictionary(S=Name.Rendition, R=Dictionary(S=Name.MR, C=Dictionary(S=Name.MCD, D=held))))
        yield Case(line=20, name=f"film {name}.pdf", content=content, source="ISO 32000-1, 13.2.4.2", found=found)
    for name, held, found in (("elsewhere", far, "active_pdf"), ("of tags", Array([near]), "pdf")):
        content = samples.pdf(change=lambda made, held=held: setattr(made.pages[0].obj, "Ref", held))
        yield Case(line=20, name=f"page {name}.pdf", content=content, source="ISO 32000-1, 8.10.4", found=found)
    name, source = Name("/file:///C:/a.exe"), "ISO 32000-1, 7.3.5: names"
    for held, address, found in (("name", name, "active_pdf"), ("name of a page", Name("/annex.pdf"), "pdf")):
        content = _linked(Dictionary(S=Name.URI, URI=address))
        yield Case(line=20, name=f"address as a {held}.pdf", content=content, source=source, found=found)
        content = samples.pdf(change=partial(_with_indirect_address, address=address))
        yield Case(line=20, name=f"address elsewhere as a {held}.pdf", content=content, source=source, found=found)
    content = samples.pdf(change=partial(_with_indirect_address, address=String("file:///C:/a.exe")))
    yield Case(line=20, name="address elsewhere.pdf", content=content, source=source, found="active_pdf")
    base = samples.pdf(change=lambda made: setattr(made.Root, "URI", Dictionary(Base=String("file://host/"))))
    yield Case(line=20, name="base of addresses.pdf", content=base, source="ISO 32000-1, 7.7.2", found="active_pdf")


def _with_indirect_address(made: Pdf, address: Name | String) -> None:
    made.Root.OpenAction = Dictionary(S=Name.URI, URI=made.make_indirect(address))


def _linked(action: Dictionary) -> bytes:
    def change(made: Pdf) -> None:
        link = Dictionary(Type=Name.Annot, Subtype=Name.Link, Rect=Array([0, 0, 9, 9]), A=action)
        made.pages[0].obj.Annots = Array([made.make_indirect(link)])

    return samples.pdf(change=change)


def formats() -> Iterator[Case]:
    """Yield fields of forms with Acrobat's own formats, and with a line more."""
    source = "JavaScript for Acrobat API Reference: AForm.js"
    for number, (script, found) in enumerate(
        {
            'AFNumber_Format(2, 0, 0, 0, "", true);': "pdf", 'AFDate_FormatEx("dd/mm/yyyy");': "pdf",
            'AFNumber_Keystroke(2, 0, 0, 0, "", true);\nAFRange_Validate(true, 0, true, 100);': "pdf",
            'AFSimple_Calculate("SUM", new Array("a", "b"));': "pdf",
            'AFNumber_Format(2, 0, 0, 0, "", true); app.alert(1)': "active_pdf",
            "AFSimple_Calculate('SUM', this.getURL('a'))": "active_pdf", 'AFDate_FormatEx("\\u0022")': "active_pdf",
            "AFMergeChange(event)": "active_pdf", "": "active_pdf",
            'AFNumber_Format(2, 2, 0, 0, "\\u20AC", true);': "pdf",
            "AFNumber_Format(2, 3, 0, 0, '\\u09f3 ', true)": "pdf",
        }.items()
    ):  # fmt: skip
        content = _linked(Dictionary(S=Name.JavaScript, JS=String(script)))
        yield Case(line=21, name=f"format {number}.pdf", content=content, source=source, found=found)
        in_stream = samples.pdf(change=partial(_with_stream, script=script))
        yield Case(line=21, name=f"format {number} in a stream.pdf", content=in_stream, source=source, found=found)


def _with_stream(made: Pdf, script: str) -> None:
    action = Dictionary(S=Name.JavaScript, JS=made.make_stream(script.encode("utf-16")))
    made.pages[0].obj.AA = Dictionary(C=action)


def asking() -> Iterator[Case]:
    """Yield documents that ask others when they are opened, and such as wait for the reader."""
    chunk, add_in, query = "ECMA-376 part 1, 17.17.2.1", "[MS-OWEXML] 2.2.6", "ECMA-376 part 1, 18.13.1, refreshOnLoad"
    field = "ECMA-376 part 1, 17.16.5.24 and 17.16.18, fldChar"
    opc, far, page = (
        "ECMA-376 part 2, 6.2.2",
        "http://203.0.113.5/a.png",
        '<html xmlns:o="urn:a">{}<a href="http://example.com">a</a></html>',
    )
    for name, content, source, found, remarks in (
        ("page inside.docx", _with_page(page.format("<p>words</p>")), chunk, "docx", ()),
        ("page that loads.docx", _with_page(page.format(f'<img src="{far}">')), chunk, "remote_office", ()),
        ("page that hides.docx", _with_page(page.format("<img src=&#92;\\host/a>")), chunk, "remote_office", ()),
        ("page with a tab in an address.docx", _with_page("<img\nsrc='h&Tab;ttp\n://a'>"), chunk, "remote_office", ()),
        ("page in wide letters.docx", _with_page(f"<img src={far}>", "utf-16"), chunk, "remote_office", ()),
        ("page by another name.docx", _with_page(page, part="word/a.bin"), chunk, "remote_office", ()),
        ("page as a document.docx", _with_page(page, part="word/a.docx"), chunk, "remote_office", ()),
        *(
            (f"page spelled {kind}.docx", _with_page("<p/>", target=target), opc, found, ())
            for kind, target, found in (
                ("from the folder", "chunk.htm", "docx"),
                ("in code", "%63hunk.htm", "remote_office"),
                ("with a backslash", ".\\chunk.htm", "remote_office"),
                ("with a blank", " chunk.htm", "remote_office"),
                ("with a question", "chunk.htm?.htm", "remote_office"),
            )
        ),
        ("page of half a name.docx", _with_page("xmlns" * 10_000), chunk, "docx", ()),
        ("page named twice.docx", _with_page(page.format(f'<img src="{far}">'), times=2), chunk, "remote_office", ()),
        ("page too large.docx", _with_page(_large()), chunk, "not_checked", ()),
        ("page too large that nothing names.docx", docx(**{"word/a.txt": _large().encode()}), chunk, "not_checked", ()),
        ("add-in of a share.docx", _with_add_in("Filesystem"), add_in, "active_office", ()),
        ("add-in called a page.docx", _with_add_in("Filesystem", "word/a.txt"), add_in, "active_office", ()),
        ("add-in called a chart.docx", _with_add_in("Filesystem", "word/charts/a.xml"), add_in, "active_office", ()),
        ("add-in of the store.docx", _with_add_in("OMEX"), add_in, "docx", ()),
        ("field that loads.docx", _with_field(f' INCLUDEPICTURE "{far}" \\d '), field, "remote_office", ()),
        ("field in pieces.docx", _with_field(f" include{RUN_ENDS}picture {SHARE}"), field, "remote_office", ()),
        ("field after another.docx", _with_field(f" PAGE {FIELD_ENDS}INCLUDETEXT {far}"), field, "remote_office", ()),
        ("field that starts.docx", _with_field(' DDEAUTO "C:\\\\a.exe" "b" '), field, "active_office", ()),
        ("field in one element.docx", docx(word__a=SIMPLE.encode()), field, "remote_office", ()),
        ("field around another.docx", _with_field(f"INCLUDEPICTURE {INNER}{far}"), field, "remote_office", ()),
        ("field that another completes.docx", _with_field(f"IMPORT {INNER} \\d"), field, "remote_office", ()),
        ("field in the middle.docx", _with_field(f"INCLUDE{INNER}TEXT {far}"), field, "remote_office", ()),
        ("fields in a result.docx", _with_field(f"INCLUDETEXT a.docx {FIELD_ENDS}{INNER}{far}"), field, "docx", ()),
        ("fields that stay.docx", _with_field(f' INCLUDEPICTURE "C:\\\\a.png" {FIELD_ENDS}{far}'), field, "docx", ()),
        ("asks when opened.xlsx", _asking("1"), query, "xlsx", ("linked_data",)),
        ("asks when told to.xlsx", _asking("0"), query, "xlsx", ()),
        ("table that asks.xlsx", _part("queryTables/a", QUERY.format(1)), query, "xlsx", ("linked_data",)),
        ("table that waits.xlsx", _part("queryTables/a", QUERY.format(0)), query, "xlsx", ()),
        ("pivot that asks.xlsx", _part(PIVOTS, PIVOT.format("external")), query, "xlsx", ("linked_data",)),
        ("pivot of a sheet.xlsx", _part(PIVOTS, PIVOT.format("worksheet")), query, "xlsx", ()),
        ("asks when opened.xls", _old_query(0x20), "[MS-XLS] 2.4.208, Qsi", "xls", ("linked_data",)),
        ("waits.xls", _old_query(0x08), "[MS-XLS] 2.4.208, Qsi", "xls", ()),
        ("linked.ods", _linked_table("table:table-source"), "OpenDocument 1.3 part 3, 9.1.6", "ods", ()),
        ("loads a picture.ods", _linked_table("draw:image"), "OpenDocument 1.3 part 3, 10.4.4", "remote_office", ()),
    ):
        yield Case(line=22, name=name, content=content, source=source, found=found, remarks=remarks)


def _with_page(
    page: str, encoding: str = "utf-8", part: str = "word/chunk.htm", *, target: str = "", times: int = 1
) -> bytes:
    """Return a document with a page, which is named by its part or by a target, a number of times."""
    main = f'<Override PartName="/word/main.xml" ContentType="{samples.OPEN_XML}.{crafted.WORD}.main+xml"/>'
    usual = '<Default Extension="htm" ContentType="text/html"/>'
    types = f'<Types>{main}{usual}<Override PartName="/{part}" ContentType="text/html"/></Types>'.encode()
    named = relations(f"{RELATIONS}/aFChunk", target or f"/{part}").replace(b"<Relationships>", b"")
    relation = named.removesuffix(b"</Relationships>")
    every = b"<Relationships>%b</Relationships>" % (relation * times)
    return docx(every, types=types, **{part: page.encode(encoding)})


def _large() -> str:
    """Return a page of more than 16 MiB that packs to more than a part in 200."""
    return "<p>" + random.Random(0).randbytes(100_000).hex().ljust(16 * 1024**2)


RUN_ENDS = "</w:instrText></w:r><w:r><w:t>a</w:t></w:r><w:r><w:instrText>"
FIELD_ENDS = '</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:instrText>'
INNER = (
    '</w:instrText></w:r><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>QUOTE 104'
    '</w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r><w:r><w:instrText>'
)


def _with_field(text: str) -> bytes:
    field = f'<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>{text}</w:instrText></w:r>'
    return docx(word__footer2=f'<w:ftr xmlns:w="urn:w"><w:p>{field}</w:p></w:ftr>'.encode())


def _with_add_in(store: str, part: str = "word/renamed") -> bytes:
    held = f'<we:webextension><we:reference id="a" store="\\\\host\\share" storeType="{store}"/></we:webextension>'
    return docx(**{part: held.encode()})


def _asking(refresh: str) -> bytes:
    query = f'<connections><connection id="1" name="C" refreshOnLoad="{refresh}"><webPr url="http://a"/></connection></connections>'
    return _part("connections", query)


def _old_query(flags: int) -> bytes:
    query = struct.pack("<HHHIHB", flags, 0, 0, 0, 5, 0) + b"rates"
    records = ((0x809, bytes(16)), (0x0A, b""), (0x809, bytes(16)), (0x1AD, query), (0x0A, b""))
    return samples.compound(
        ("Workbook", b"".join(struct.pack("<HH", kind, len(held)) + held for kind, held in records))
    )


def _part(name: str, content: str) -> bytes:
    return samples.open_xml("spreadsheetml.sheet", "xl", **{f"xl/{name}.xml": content.encode()})


def _linked_table(element: str) -> bytes:
    content = f'<office:a><{element} xlink:href="https://example.com/a.ods"/></office:a>'
    return samples.zipped({"mimetype": f"{OPEN_DOCUMENT}.spreadsheet", "content.xml": content}, zipfile.ZIP_STORED)


def sound() -> Iterator[Case]:
    """Yield sound files with what only looks damaged, and those that are."""
    packed, marker = "PKWARE APPNOTE 6.3.10, 4.4.5; LibreOffice", "libjpeg, jdmarker.c: next_marker"
    entry = f'<manifest:file-entry manifest:full-path="/" manifest:media-type="{OPEN_DOCUMENT}.text"/>'
    manifest = f"<manifest:manifest>{entry}</manifest:manifest>"
    old, jpeg = {"content.xml": "<o/>", MANIFEST: manifest}, samples.picture("JPEG")
    second = 4 + int.from_bytes(jpeg[4:6])
    style = '<o><style:style style:name="a" xlink:href="https://example.com"/></o>'
    styled = samples.zipped({"mimetype": f"{OPEN_DOCUMENT}.text", "content.xml": "<o/>", "styles.xml": style}, 0)
    plain = samples.zipped({**old, MANIFEST: manifest.replace(OPEN_DOCUMENT, "application/epub")})
    for name, content, source, found in (
        ("empty thumbnail.xlsx", _with_empty(samples.GOOD["figures.xlsx"], 0), packed, "xlsx"),
        ("empty thumbnail of nine bytes.xlsx", _with_empty(samples.GOOD["figures.xlsx"], 9), packed, "damaged"),
        ("stray bytes.jpg", jpeg[:second] + b"\0\0" + jpeg[second:], marker, "jpeg"),
        ("many stray bytes.jpg", jpeg[:second] + bytes(30) + jpeg[second:], marker, "damaged"),
        ("without mimetype.odt", samples.zipped(old), "OpenDocument 1.3 part 2, 3.3", "odt"),
        ("another kind without mimetype.odt", plain, "OpenDocument 1.3 part 2, 3.3", "type_mismatch"),
        ("style with an address.odt", styled, "OpenDocument 1.3 part 3, 16.2", "odt"),
    ):
        yield Case(line=23, name=name, content=content, source=source, found=found)


def _with_empty(content: bytes, size: int) -> bytes:
    """Return an archive with one more member: packed by Deflate, into no byte."""
    name, given = "docProps/thumbnail.wmf", io.BytesIO(content)
    with zipfile.ZipFile(given, "a") as archive:
        archive.writestr(zipfile.ZipInfo(name), b"")
    made = bytearray(given.getvalue())
    local, central = made.find(name.encode()) - 30, made.rfind(name.encode()) - 46
    for place, unpacked in ((local + 8, local + 22), (central + 10, central + 24)):
        struct.pack_into("<H", made, place, zipfile.ZIP_DEFLATED)
        struct.pack_into("<I", made, unpacked, size)
    return bytes(made)


def led_on() -> Iterator[Case]:
    """Yield what people have under a name that is accepted, with the sentence that leads on."""
    web = b"<HTML><table><tr><td>1</td></tr></table></HTML>"
    webp, heif = b"RIFF\0\0\0\0WEBPVP8 " + bytes(99), b"\0\0\0\x1cftypMiHB\0\0\0\0MiHBmif1heic" + bytes(99)
    avif = b"\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf" + bytes(99)
    empty, busy = (
        samples.compound("PROJECT", ("VBA/Slide1", _module(lines))) for lines in (b"", b"Sub A()\r\nEnd Sub\r\n")
    )
    biff5 = struct.pack("<HHHHHH", 0x809, 8, 0x500, 5, 0, 0) + struct.pack("<HHHH", 0x2F, 4, 1, 2) + bytes(40)
    bomb = samples.zipped({"[Content_Types].xml": b" " * 20_000_000})
    for name, content, found, says in (
        ("photo.jpg", webp, "save_as", ("a WebP, AVIF, GIF", ".jpg হিসেবে")),
        ("photo.png", avif, "save_as", ("save it as .jpg", "TIFF বা BMP ছবি")),
        ("photo.webp", webp, "save_as", ("save it as .jpg", ".jpg হিসেবে")),
        ("photo.gif", b"GIF89a", "save_as", ("save it as .jpg", ".jpg হিসেবে")),
        ("seal.png", b"GIF89a" + bytes(99), "save_as", ("GIF, TIFF or BMP", "GIF, TIFF বা BMP")),
        ("scan.jpg", b"II*\0" + bytes(99), "save_as", ("save it as .jpg", ".jpg হিসেবে")),
        ("scan of a Mac.jpg", b"MM\0*" + bytes(99), "save_as", ("save it as .jpg", ".jpg হিসেবে")),
        ("painted.jpg", b"BM" + bytes(99), "save_as", ("save it as .jpg", ".jpg হিসেবে")),
        ("photo of another brand.jpg", heif, "heic_picture", ("Most Compatible", "Most Compatible")),
        ("letter.doc", b"{\\rtf1 words}", "save_as", ("an RTF document", "RTF নথি")),
        ("letter.odt", b"{\\rtf1 words}", "save_as", ("an RTF document", ".odt হিসেবে")),
        ("slides.ppt", web, "save_as", ("a web page. Please open it and save it as .pptx", "ওয়েব পেজ")),
        ("flat.ods", b"<?xml version='1.0'?><o/>", "save_as", ("save it as .ods", "XML ফাইল")),
        ("figures.xls", web, "save_as", ("a web page. Please open it and save it as .xlsx", "ওয়েব পেজ")),
        ("saved from the web.xls", b"<!-- a --><html>", "save_as", ("a web page", "ওয়েব পেজ")),
        ("of one file.doc", b"MIME-Version: 1.0\r\n", "save_as", ("a web page", ".docx হিসেবে")),
        ("of 2003.xls", b'\xef\xbb\xbf<?xml version="1.0"?><Workbook/>', "save_as", ("an XML file", "XML ফাইল")),
        ("list.xls", b"name,place\r\n", "save_as", ("a text file. Please open it and save it as .xlsx", "টেক্সট ফাইল")),
        ("zeros.xls", b"name\0", "type_mismatch", ("does not match", "মেলে না")),
        ("pages of a report.doc", samples.GOOD["report.pdf"], "type_mismatch", ("does not match", "মেলে না")),
        ("starts by itself.ppsx", b"PK", "save_as", ("a slide show. Please open it and save it as .pptx", "স্লাইড শো")),
        ("page.pdf", web, "type_mismatch", ("does not match", "মেলে না")),
        ("figures.xlsm", b"PK", "save_as", ("a file for macros. Please open it and save it as .xlsx", "ম্যাক্রোর ফাইল")),
        ("grows.docx", bomb, "unsafe_archive", ("This file grows", "ফাইলটি খুললে")),
        ("locked by Excel 95.xls", samples.compound(("Book", biff5)), "encrypted", ("with a password", "পাসওয়ার্ড")),
        ("empty project.ppt", _show(empty), "empty_macros", ("an empty macro project", "খালি ম্যাক্রো প্রকল্প")),
        ("macros of the show.ppt", _show(busy), "active_office", ("This document contains macros", "এই নথিতে ম্যাক্রো")),
    ):
        source = "names and contents of public files"
        yield Case(line=24, name=name, content=content, source=source, found=found, says=says)


def places() -> Iterator[Case]:
    source = "Exif 3.0, 4.6.6: GPS attribute information"
    for kind, ending in (("jpeg", "jpg"), ("png", "png")):
        for what, remarks in (("place", ("place",)), ("camera", ())):
            content = photo(kind, has_place=bool(remarks))
            yield Case(
                line=25,
                name=f"photo with a {what}.{ending}",
                content=content,
                source=source,
                found=kind,
                remarks=remarks,
            )


def photo(kind: str, *, has_place: bool) -> bytes:
    """Return a picture of a telephone that was held upright."""
    said = Image.Exif()
    said[ExifTags.Base.Make], said[ExifTags.Base.Orientation] = "telephone", 6
    if has_place:
        said.get_ifd(ExifTags.IFD.GPSInfo).update({1: "N", 2: (23.0, 46.0, 12.0), 3: "E", 4: (90.0, 24.0, 33.0)})
    return samples.saved(Image.effect_noise((64, 48), 50), kind.upper(), exif=said)
