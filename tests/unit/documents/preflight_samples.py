"""Files with what an author may have preflight_samples, each with a counterpart that has not."""

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any, NamedTuple

import pikepdf
from pikepdf import Array, Dictionary, Name

from tests.unit.documents import made_pdfs, samples

WORD, EXCEL, SLIDES = (
    ("wordprocessingml.document", "word"), ("spreadsheetml.sheet", "xl"), ("presentationml.presentation", "ppt"),
)  # fmt: skip
TEXT = "The board resolved to pay a dividend for the quarter to all shareholders of the company"
BANGLA = "পরিচালনা পর্ষদ শেয়ারহোল্ডারদের জন্য লভ্যাংশ ঘোষণা করেছে এবং বার্ষিক প্রতিবেদন অনুমোদন করেছে"


class Slip(NamedTuple):
    """A file with a slip, the same without it, and the values of the remark."""

    code: str
    name: str
    content: bytes
    clean: bytes
    values: Mapping[str, object] = {}


def pdf(change: Callable[[pikepdf.Pdf], None] | None = None, text: str = TEXT, **options: Any) -> bytes:  # noqa: ANN401
    """Return a PDF with text, title and language, and nothing to remark."""

    def prepare(made: pikepdf.Pdf) -> None:
        made.docinfo["/Title"] = "Dividend"
        made.Root.Lang = pikepdf.String("en")
        made.Root.StructTreeRoot = Dictionary(Type=Name.StructTreeRoot)
        font = Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica)
        page = made.pages[0]
        page.obj.Resources = Dictionary(Font=Dictionary(F1=made.make_indirect(font)))
        page.obj.Contents = made.make_stream(f"BT /F1 12 Tf 20 20 Td ({text}) Tj ET".encode())
        if change:
            change(made)

    return samples.pdf(change=prepare, **options)


def tagged(*kinds: str, **entries: str) -> bytes:
    """Return a PDF whose structure has elements, each within the one before."""

    def tag(made: pikepdf.Pdf) -> None:
        own = {f"/{name}": text for name, text in entries.items()}
        elements = [made.make_indirect(Dictionary({"/S": Name(f"/{kind}"), **own})) for kind in kinds]
        for outer, inner in pairwise(elements):
            outer.K = Array([inner])
        made.Root.StructTreeRoot.K = Array([elements[0]])
        made.Root.StructTreeRoot.RoleMap = Dictionary(Own=Name.TH)

    return pdf(tag)


def annotated(*kinds: str) -> bytes:
    def annotate(made: pikepdf.Pdf) -> None:
        box = Array([0, 0, 10, 10])
        made.pages[0].obj.Annots = Array(
            [made.make_indirect(Dictionary(Type=Name.Annot, Subtype=Name(f"/{kind}"), Rect=box)) for kind in kinds]
        )

    return pdf(annotate)


def word(body: str = "", **parts: str) -> bytes:
    """Return a document of Word; ``parts`` have ``__`` in place of slashes and no extension."""
    document = f"<w:document><w:body><w:p><w:r><w:t>{TEXT}</w:t></w:r>{body}</w:p></w:body></w:document>"
    return _open_xml(WORD, {"word__document": document, **parts})


def core(creator: str = "", editor: str = "") -> str:
    return (
        "<cp:coreProperties>"
        f"<dc:creator>{creator}</dc:creator><cp:lastModifiedBy>{editor}</cp:lastModifiedBy></cp:coreProperties>"
    )


def odf(kind: str = "text", content: str = "", meta: str = "") -> bytes:
    document = f"<office:document-content>{content}<text:p>{TEXT}</text:p></office:document-content>"
    made = {"meta.xml": f"<office:document-meta>{meta}</office:document-meta>", "content.xml": document}
    return samples.zipped({"mimetype": f"{samples.OPEN_DOCUMENT}.{kind}", **made}, 0)


def slips() -> list[Slip]:
    """Return one or more for every remark on the content of a file."""
    return [*_of_pdfs(), *_of_office()]


def _of_pdfs() -> list[Slip]:
    def without(key: str) -> Callable[[pikepdf.Pdf], None]:
        def change(made: pikepdf.Pdf) -> None:
            if key in made.Root:
                del made.Root[key]
            else:
                made.docinfo[key] = ""

        return change

    def titled(made: pikepdf.Pdf) -> None:
        made.docinfo["/Title"] = "Microsoft Word - PSI final.docx"

    def authored(made: pikepdf.Pdf) -> None:
        made.docinfo["/Author"] = "Rahima Khatun"

    owned = pikepdf.Encryption(owner="o", user="", allow=pikepdf.Permissions(extract=False))
    return [
        Slip("scan", "a.pdf", made_pdfs.scan(1), pdf()),
        Slip("no_title", "a.pdf", pdf(without("/Title")), pdf()),
        Slip("no_title", "a.pdf", pdf(titled), pdf()),
        Slip("no_language", "a.pdf", pdf(without("/Lang")), pdf()),
        Slip("not_tagged", "a.pdf", pdf(without("/StructTreeRoot")), pdf()),
        Slip("untold_pictures", "a.pdf", tagged("Figure"), tagged("Figure", Alt="Sales by year"), {"count": 1}),
        Slip("headless_tables", "a.pdf", tagged("Table", "TR"), tagged("Table", "TR", "Own"), {"count": 1}),
        Slip("protected", "a.pdf", pdf(encryption=owned), pdf()),
        Slip("comments", "a.pdf", annotated("Text", "Link", "Highlight"), annotated("Link"), {"count": 2}),
        Slip("author", "a.pdf", pdf(authored), pdf(), {"name": "Rahima Khatun"}),
    ]


def _of_office() -> list[Slip]:
    def settings(value: str) -> str:
        return f'<w:settings><w:documentProtection w:edit="readOnly" w:enforcement="{value}"/></w:settings>'

    deleted = '<w:del w:author="A"><w:r><w:delText>x</w:delText></w:r></w:del>'
    comment = "<w:comments><w:comment/><w:comment/></w:comments>"
    author, named_core = {"name": "Rahima Khatun, Karim"}, core("Rahima Khatun", "Karim")
    sheet = _open_xml(EXCEL, {"xl__comments1": "<comments><commentList><comment/></commentList></comments>"})
    threaded = _open_xml(EXCEL, {"xl__threadedComments__threadedComment1": "<T><threadedComment/></T>"})
    locked = _open_xml(EXCEL, {"xl__worksheets__sheet1": '<worksheet><sheetProtection sheet="1"/></worksheet>'})
    shared = _open_xml(EXCEL, {"xl__revisions__revisionLog1": "<revisions><rcc/><rrc/></revisions>"})
    noted = _open_xml(SLIDES, {"ppt__comments__comment1": "<p:cmLst><p:cm/></p:cmLst>"})
    plain_sheet, plain_slides = _open_xml(EXCEL, {}), _open_xml(SLIDES, {})
    region = "<text:tracked-changes><text:changed-region><text:insertion/></text:changed-region></text:tracked-changes>"
    cell = "<table:tracked-changes><table:cell-content-change/><table:deletion/></table:tracked-changes>"
    named = "<meta:initial-creator>Rahima Khatun</meta:initial-creator><dc:creator>Karim</dc:creator>"
    return [
        Slip("comments", "a.docx", word(word__comments=comment), word(), {"count": 2}),
        Slip("tracked_changes", "a.docx", word(deleted), word(), {"count": 1}),
        Slip("protected", "a.docx", word(word__settings=settings("1")), word(word__settings=settings("0"))),
        Slip("author", "a.docx", word(docProps__core=named_core), word(docProps__core=core()), author),
        Slip("comments", "a.xlsx", sheet, plain_sheet, {"count": 1}),
        Slip("comments", "b.xlsx", threaded, plain_sheet, {"count": 1}),
        Slip("protected", "a.xlsx", locked, plain_sheet),
        Slip("tracked_changes", "a.xlsx", shared, plain_sheet, {"count": 2}),
        Slip("comments", "a.pptx", noted, plain_slides, {"count": 1}),
        Slip("comments", "a.odt", odf(content="<office:annotation/>"), odf(), {"count": 1}),
        Slip("tracked_changes", "a.odt", odf(content=region), odf(), {"count": 1}),
        Slip("tracked_changes", "a.ods", odf("spreadsheet", cell), odf("spreadsheet"), {"count": 2}),
        Slip("author", "a.odt", odf(meta=named), odf(), author),
    ]


def _open_xml(kind: tuple[str, str], parts: dict[str, str]) -> bytes:
    declared, folder = kind
    given = {f"{name}.xml".replace("__", "/"): content for name, content in parts.items()}
    override = f'<Override PartName="/{folder}/main.xml" ContentType="{samples.OPEN_XML}.{declared}.main+xml"/>'
    return samples.zipped({"[Content_Types].xml": f"<Types>{override}</Types>", f"{folder}/main.xml": "<d/>", **given})
