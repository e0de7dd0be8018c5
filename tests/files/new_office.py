"""Word, Excel and PowerPoint since 2007, and OpenDocument."""

import io
import zipfile
from collections.abc import Iterator

import docx
import openpyxl
import pptx

from tests.files.case import Case
from tests.unit.documents import crafted_office, samples
from tests.unit.documents.crafted_office import RELATIONS
from tests.unit.documents.samples import OPEN_XML

EXTERNAL = 'TargetMode="External"'
_MAC = "Library/Containers/com.microsoft.Word/Data/tf10002117_mac.dotx"


def elsewhere() -> Iterator[Case]:
    """Yield documents whose template is on the disk of their author, and charts whose numbers stand elsewhere."""
    template, rfc = f"{RELATIONS}/attachedTemplate", "RFC 8089, section 2 and appendix E"
    for name, target, found in (
        ("template of a Mac.docx", f"file:////Users/a/{_MAC}", "docx"),
        ("template of localhost.docx", "file://localhost/Users/a/My%20Templates/a.dotx", "docx"),
        ("template of an old Mac.docx", "Macintosh HD:Users:a:My Templates:a.dotx", "docx"),
        ("template of a server.docx", "file:////server/Users/a.dotx", "remote_office"),
        ("template of a host.docx", "file://localhost.example/Users/a.dotx", "remote_office"),
    ):
        content = crafted_office.docx(crafted_office.relations(template, target, EXTERNAL))
        says = (f"from {target}.", f"{target} থেকে")
        yield Case(line=4, name=name, content=content, source=rfc, found=found, says=says)
    source = "ECMA-376 part 1, 21.2.2.63, externalData"
    for name, kind, content, found in (
        ("linked chart.pptx", "oleObject", _chart(), "pptx"),
        ("linked chart of Word.pptx", "package", _chart(kind="package"), "pptx"),
        ("chart that updates.pptx", "oleObject", _chart("1"), "remote_office"),
        ("object named like a chart.pptx", "oleObject", _chart(declared="oleObject"), "remote_office"),
    ):
        remarks = ("linked_data",) if found == "pptx" else ()
        yield Case(line=4, name=name, content=content, source=f"{source}: {kind}", found=found, remarks=remarks)


def _chart(update: str = "0", *, kind: str = "oleObject", declared: str = "drawingml.chart+xml") -> bytes:
    """Return slides with a chart whose workbook is in SharePoint."""
    types = (
        f'<Types><Override PartName="/ppt/main.xml" ContentType="{OPEN_XML}.presentationml.presentation.main+xml"/>'
        f'<Override PartName="/ppt/charts/chart1.xml" ContentType="{OPEN_XML}.{declared}"/></Types>'
    )
    target = "https://example.sharepoint.com/results.xlsx"
    return samples.zipped(
        {
            "ppt/charts/_rels/chart1.xml.rels": crafted_office.relations(f"{RELATIONS}/{kind}", target, EXTERNAL),
            "ppt/charts/chart1.xml": f'<c:chartSpace><c:autoUpdate val="{update}"/></c:chartSpace>',
            "ppt/main.xml": "<d/>",
            "[Content_Types].xml": types,
        }
    )


def locked() -> Iterator[Case]:
    """Yield OpenDocument files that are locked as LibreOffice does it, part by part and as a whole."""
    manifest = "<manifest:manifest><manifest:encryption-data/></manifest:manifest>"
    kind, noise = f"{samples.OPEN_DOCUMENT}.text", bytes(range(256))
    parts = samples.zipped({"mimetype": kind, "content.xml": noise, "META-INF/manifest.xml": manifest}, 0)
    whole = samples.zipped({"mimetype": kind, "encrypted-package": noise, "META-INF/manifest.xml": manifest}, 0)
    for name, content, found in (
        ("locked.odt", parts, "encrypted"),
        ("locked as a whole.odt", whole, "encrypted"),
        ("noise as text.odt", samples.zipped({"mimetype": kind, "content.xml": noise}, 0), "damaged"),
    ):
        source = "OpenDocument 1.3 part 2, 3.4.1 and 4.8.3"
        yield Case(line=11, name=name, content=content, source=source, found=found)


def entities() -> Iterator[Case]:
    source = "XML 1.0, 4.2"
    bomb = _entities("a" * 100, *("&a;" * 10,) * 8)
    wide = f'<?xml version="1.0" encoding="UTF-16"?>{bomb}'.encode("utf-16")
    space = _entities("http://ns.adobe.com/Flows/1.0/")
    odt = {"mimetype": f"{samples.OPEN_DOCUMENT}.text", "content.xml": "<office/>"}
    for name, content, found in (
        ("entities.xlsx", _sheet("xl/sharedStrings.xml", bomb), "damaged"),
        ("entities in wide letters.xlsx", _sheet("xl/strings", wide), "damaged"),
        ("entities in what is called a page.xlsx", _sheet("xl/strings.txt", bomb), "damaged"),
        ("entities of a theme.odt", samples.zipped(odt | {"styles.xml": bomb}), "damaged"),
        ("drawing of Illustrator.xlsx", _sheet("xl/media/image1.svg", space), "xlsx"),
        ("entities in a drawing.xlsx", _sheet("xl/media/image1.svg", bomb), "damaged"),
    ):
        yield Case(line=12, name=name, content=content, source=source, found=found)


def _entities(*values: str) -> str:
    declared = "".join(f'<!ENTITY {name} "{value}">' for name, value in zip("abcdefghi", values, strict=False))
    return f"<!DOCTYPE svg [{declared}]><svg>&a;</svg>"


def _sheet(part: str, content: str | bytes) -> bytes:
    given = content.encode() if isinstance(content, str) else content
    return samples.open_xml("spreadsheetml.sheet", "xl", **{part: given})


def renamed() -> Iterator[Case]:
    """Yield documents whose main part has another name, as Microsoft 365 on the web writes them."""
    source = "ECMA-376 part 1, 9.2; part 2, 9.3: the relation officeDocument"
    letter, book, show = docx.Document(), openpyxl.Workbook(), pptx.Presentation()
    letter.add_paragraph("The board resolved")
    book.active.append(["Profit", 12])  # pyright: ignore[reportOptionalMemberAccess]
    title = show.slides.add_slide(show.slide_layouts[5]).shapes.title
    assert title
    title.text = "Results"
    for document, kind, main, pages, text in (
        (letter, "docx", "word/document", None, "The board resolved"),
        (book, "xlsx", "xl/workbook", 1, "Profit 12"),
        (show, "pptx", "ppt/presentation", 1, "Results"),
    ):
        made = samples.saved(document)
        for change in ("", "2"):
            content = _with_main(made, main, main + change)
            name = f"{main.rpartition('/')[2]}{change}.{kind}"
            read = {"remarks": ("author",), "pages": pages, "texts": (text,)}
            yield Case(line=14, name=name, content=content, source=source, found=kind, **read)


def _with_main(content: bytes, main: str, other: str) -> bytes:
    """Return a document whose main part has another name."""
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as given, zipfile.ZipFile(made, "w") as archive:
        for name in given.namelist():
            member = given.read(name)
            if name in ("[Content_Types].xml", "_rels/.rels"):
                member = member.replace(f"{main}.xml".encode(), f"{other}.xml".encode())
            own = name.replace(f"{main}.xml", f"{other}.xml")
            own = own.replace(main.replace("/", "/_rels/") + ".xml.rels", other.replace("/", "/_rels/") + ".xml.rels")
            archive.writestr(own, member)
    return made.getvalue()


def long() -> Iterator[Case]:
    """Yield documents of more than 50,000 characters, and shorter ones with and without headings."""
    paragraph, end = "Revenue, costs and profit of the year. " * 25, "zymurgy at the end"
    chapter = [paragraph] * 4
    letter, plain, short = docx.Document(), docx.Document(), docx.Document()
    for number in (1, 2):
        letter.add_heading(f"Chapter {number}", 1)
        for words in (*chapter, end):
            letter.add_paragraph(words)
    for words in (*[paragraph] * 60, end):
        plain.add_paragraph(words)
    for words in ("One", "Two"):
        short.add_heading(words, 1)
        short.add_paragraph(end)
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet
    sheet.title = "Costs"
    for _ in range(60):
        sheet.append([paragraph])
    book.create_sheet("Sales").append([end])
    whole = ["\n".join((f"Chapter {number}", *(words.strip() for words in chapter), end)) for number in (1, 2)]
    lines = [paragraph.strip()] * 51
    rest = "\n".join((*[paragraph.strip()] * 9, end))
    source = "ECMA-376 part 1, 17.9.23 and 18.2.19"
    for name, document, pages, texts, labels in (
        ("long.docx", letter, None, (*whole,), ("Chapter 1", "Chapter 2")),
        ("long without headings.docx", plain, None, ("\n".join(lines), rest), ()),
        ("short.docx", short, None, (f"One\n{end}\nTwo\n{end}",), ("One",)),
        ("long.xlsx", book, 2, ("\n".join(lines), "\n".join(lines[:9]), end), ("Costs", "Costs", "Sales")),
    ):
        read = {"remarks": ("author",), "pages": pages, "texts": texts, "labels": labels}
        content, found = samples.saved(document), name.rpartition(".")[2]
        yield Case(line=13, name=name, content=content, source=source, found=found, **read)
