"""PDFs: links to others, numbers and trees of their objects, locks, and what a viewer ran as a script."""

from collections.abc import Iterator
from typing import Literal

import pikepdf
from pikepdf import Array, Dictionary, Name, Pdf, String

from tests.files.case import Case
from tests.unit.documents import crafted_pdf, made_pdfs, preflight_samples, samples


def links() -> Iterator[Case]:
    """Yield links to other files, and actions on the second page."""
    source = "ISO 32000-1, 12.6.4.3 and 7.11"
    says = ("a link to a file on another computer", "অন্য কম্পিউটারের ফাইলের লিংক")
    for name, target, found in (
        ("link to a neighbour.pdf", String("Exhibit 21.pdf"), "pdf"),
        ("link to a folder.pdf", Dictionary(Type=Name.Filespec, F="../2025/Annual.pdf"), "pdf"),
        ("link to a disk.pdf", String("/C/Reports/Annual.PDF"), "pdf"),
        ("link to a server.pdf", String("//server/share/Annual.pdf"), "active_pdf"),
        ("link to a program.pdf", String("setup.exe"), "active_pdf"),
        ("link to a file system.pdf", String("/etc/passwd"), "active_pdf"),
        ("link to an address.pdf", Dictionary(FS=Name.URL, F="https://example.com/a.pdf"), "active_pdf"),
    ):
        content = _second_page(Dictionary(S=Name.GoToR, F=target, D=Array([0, Name.Fit])))
        remarks = ("linked_file",) if found == "pdf" else ()
        yield Case(line=5, name=name, content=content, source=source, found=found, says=says, remarks=remarks, pages=2)
    for kind, words, bangla in (
        ("script", "contains a script on page 2.", "২ নম্বর পৃষ্ঠায় স্ক্রিপ্ট আছে"),
        ("launch", "contains a link that starts a program on page 2.", "২ নম্বর পৃষ্ঠায় প্রোগ্রাম"),
        ("submit", "contains a form that sends what readers write on page 2.", "২ নম্বর পৃষ্ঠায় পাঠকের"),
    ):
        name, content = f"{kind} on a page.pdf", _second_page(crafted_pdf.ACTIONS[kind]())
        says = (words, bangla)
        yield Case(line=5, name=name, content=content, source=source, found="active_pdf", says=says)
    says = ("contains a script. ", "পিডিএফে স্ক্রিপ্ট আছে")
    content = crafted_pdf.scripted()
    yield Case(line=5, name="on no page.pdf", content=content, source=source, found="active_pdf", says=says)


def _second_page(action: Dictionary) -> bytes:
    def change(made: Pdf) -> None:
        link = Dictionary(Type=Name.Annot, Subtype=Name.Link, Rect=Array([0, 0, 9, 9]), A=made.make_indirect(action))
        made.add_blank_page().obj.Annots = Array([made.make_indirect(link)])

    return samples.pdf(change=change)


def structures() -> Iterator[Case]:
    """Yield what every reader opens: extracts with large numbers, a tree with an empty node twice; and beyond."""
    numbers, trees = "ISO 32000-1, 7.5.4; qpdf 12, impossibly large object id", "ISO 32000-1, 7.7.3.2"
    script = b"/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>"
    broken = preflight_samples.pdf(compress_streams=False).replace(b"/Root", b"/Rooz").replace(b"/Catalog", b"/Catalox")
    # Found by fuzzing: what is marked as UTF-8 and is none, as a title and as the kind of an annotation.
    content = samples.pdf(change=_without_text)
    yield Case(line=6, name="no text.pdf", content=content, source="ISO 32000-2, 7.9.2.2", found="pdf")
    for name, content, source, found in (
        ("extract.pdf", _numbered(20_000), numbers, "pdf"),
        ("extract with a script.pdf", _numbered(8_000_000, script), numbers, "active_pdf"),
        ("small numbers.pdf", _numbered(1), numbers, "pdf"),
        ("empty node twice.pdf", _numbered(1, kids=b"5 0 R 5 0 R 3 0 R"), trees, "pdf"),
        ("no page.pdf", _numbered(1, kids=b"5 0 R 5 0 R"), trees, "damaged"),
        ("no catalog.pdf", broken, "ISO 32000-1, 7.5.5", "damaged"),
    ):
        expected = {"pages": 1, "texts": ("Board meeting",), "inked": (0.1, 0.05, 0.5, 0.12)} if found == "pdf" else {}
        yield Case(line=6, name=name, content=content, source=source, found=found, **expected)
    content = _numbered(1, kids=b"3 0 R 5 0 R").replace(b"/Count 1", b"/Count 2")
    read = {"pages": 2, "texts": ("Board meeting", "")}
    yield Case(line=6, name="too few pages.pdf", content=content, source=trees, found="pdf", **read)


def _without_text(made: Pdf) -> None:
    none = String(b"\xef\xbb\xbf\xff")
    made.docinfo["/Title"] = none
    made.pages[0].obj.Annots = Array([Dictionary(Subtype=none, Contents=String(b"\xfe\xff\xd8"))])


def _numbered(first: int, more: bytes = b"", kids: bytes = b"") -> bytes:
    """Return a document whose objects are counted from ``first``, as an extract of a large one keeps them."""
    font = b"<< /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>"
    words = b"BT /F1 18 Tf 72 720 Td (Board meeting) Tj ET"
    objects = (
        b"<< /Type /Catalog /Pages %d 0 R %s >>" % (first + 1, more),
        b"<< /Type /Pages /Kids [%s] /Count 1 >>" % (kids or b"%d 0 R" % (first + 2)),
        b"<< /Type /Page /Parent %d 0 R /MediaBox [0 0 612 792] /Contents %d 0 R /Resources %s >>"
        % (first + 1, first + 3, font),
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(words), words),
        b"<< /Type /Pages /Kids [] /Count 0 >>",
    )
    made, places = b"%PDF-1.4\n", []
    for number, content in enumerate(objects, first):
        places.append(b"%010d 00000 n \n" % len(made))
        made += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = b"xref\n0 1\n0000000000 65535 f \n%d %d\n%s" % (first, len(objects), b"".join(places))
    trailer = b"trailer\n<< /Size %d /Root %d 0 R >>\n" % (first + len(objects), first)
    return made + table + trailer + b"startxref\n%d\n%%%%EOF\n" % len(made)


def locked() -> Iterator[Case]:
    """Yield PDFs that ask for a password or a certificate, and one that only limits what readers may do."""
    source = "ISO 32000-2, 7.6.4"
    plain = samples.pdf()
    recipients = b"/Encrypt << /Filter /Adobe.PubSec /SubFilter /adbe.pkcs7.s5 /V 4 /Recipients [<00>] >> "
    certificate = plain.replace(b"trailer <<", b"trailer << " + recipients)
    assert certificate != plain
    limited = pikepdf.Encryption(owner="o", user="", allow=pikepdf.Permissions(extract=False))
    for name, content, found in (
        *((f"password of revision {number}.pdf", _owned(number), "encrypted") for number in (3, 4, 6)),
        ("for a certificate.pdf", certificate, "encrypted"),
        ("limited.pdf", samples.pdf(encryption=limited), "pdf"),
    ):
        remarks = ("protected",) if found == "pdf" else ()
        yield Case(line=11, name=name, content=content, source=source, found=found, remarks=remarks)


def _owned(revision: Literal[3, 4, 6]) -> bytes:
    """Return a document whose readers need a password, and its owner none."""
    newer = revision > 3
    return samples.pdf(encryption=pikepdf.Encryption(user="secret", owner="", R=revision, aes=newer, metadata=newer))


def fonts() -> Iterator[Case]:
    source = "CVE-2024-4367"
    for name, last, found in (
        ("matrix.pdf", 0, "pdf"),
        ("text in a matrix.pdf", String("1); alert('x')//"), "active_pdf"),
    ):
        matrix = Array([1, 0, 0, 1, 0, last])
        content = preflight_samples.pdf(lambda made, matrix=matrix: _set_matrix(made, matrix))
        says = ("a font that carries text", "সংখ্যার জায়গায় লেখা")
        yield Case(line=12, name=name, content=content, source=source, found=found, says=says)


def _set_matrix(made: Pdf, matrix: Array) -> None:
    made.pages[0].obj.Resources.Font.F1.FontMatrix = matrix


WORDS = preflight_samples.TEXT


def filled() -> Iterator[Case]:
    """Yield forms that were filled in, with and without what their program drew, a signature and a comment."""
    fields, notes = "ISO 32000-1, 12.7.3.3: /V and /AP", "ISO 32000-1, 12.5.6.4"
    page = (0.05, 0.8, 0.9, 0.99)
    for name, source, kinds, remarks, read in (
        ("filled in.pdf", fields, ("/Tx",), (), (f"{WORDS}\nStarfilled Limited",)),
        ("filled in by a program.pdf", fields, ("/Tx bare",), (), (f"{WORDS}\nStarfilled Limited",)),
        ("signed.pdf", "ISO 32000-1, 12.7.4.5", ("/Sig",), (), (f"{WORDS}\nStarfilled Limited",)),
        ("comment.pdf", notes, ("/Text",), ("comments",), (f"{WORDS}\nA remark of a reviewer",)),
        ("hidden field.pdf", "ISO 32000-1, 12.5.3", ("/Tx hidden",), (), (WORDS,)),
    ):
        content = preflight_samples.pdf(lambda made, kinds=kinds: _annotate(made, *kinds))
        inked = page if kinds[0].startswith("/Tx") else None
        yield Case(
            line=15, name=name, content=content, source=source, found="pdf", remarks=remarks, pages=1,
            texts=read, inked=inked,
        )  # fmt: skip
    spread = "ISO 32000-1, 14.11.2"
    for name, box, read in (
        ("left of a spread.pdf", [0, 0, 100, 200], "left words"),
        ("right of a spread.pdf", [100, 0, 200, 200], "right words"),
        ("whole spread.pdf", [0, 0, 200, 200], "left words right words"),
    ):
        content = preflight_samples.pdf(lambda made, box=box: _spread(made, box))
        yield Case(line=15, name=name, content=content, source=spread, found="pdf", pages=1, texts=(read,))


def _annotate(made: Pdf, kind: str) -> None:
    helvetica = made.make_indirect(Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica))
    font = Dictionary(Font=Dictionary(Helv=helvetica))
    held = Dictionary(
        Type=Name.Annot, Subtype=Name.Widget, T="issuer", Rect=Array([20, 60, 300, 80]), F=2 if "hidden" in kind else 4
    )
    if kind == "/Text":
        held = Dictionary(
            Type=Name.Annot, Subtype=Name.Text, Contents="A remark of a reviewer", Rect=Array([5, 5, 9, 9])
        )
    else:
        held.FT, held.DA = Name(kind.partition(" ")[0]), String("/Helv 12 Tf 0 g")
        if kind != "/Sig":
            held.V = String("Starfilled Limited")
        if "bare" not in kind:
            drawn = b"/Tx BMC q BT /Helv 12 Tf 2 5 Td (Starfilled Limited) Tj ET Q EMC"
            look = {"Type": Name.XObject, "Subtype": Name.Form, "BBox": Array([0, 0, 280, 20]), "Resources": font}
            held.AP = Dictionary(N=made.make_stream(drawn, **look))
    widget = made.make_indirect(held)
    made.pages[0].obj.Annots = Array([widget])
    if kind != "/Text":
        made.Root.AcroForm = Dictionary(Fields=Array([widget]), DR=font, DA="/Helv 12 Tf 0 g")


def _spread(made: Pdf, box: list[int]) -> None:
    page = made.pages[0].obj
    page.Contents = made.make_stream(b"BT /F1 12 Tf 20 20 Td (left words) Tj 100 0 Td (right words) Tj ET")
    page.MediaBox = page.CropBox = Array(box)


def letters() -> Iterator[Case]:
    """Yield texts whose letters say nothing, and such as only look so: other words, figures, either order of Bangla."""
    source = "ISO 32000-1, 9.10.3: ToUnicode"
    shifted = "".join(chr(ord(letter) + 3) if letter.isalpha() else letter for letter in WORDS)
    for name, text, remarks in (
        ("shifted letters.pdf", f"{shifted} " * 10, ("unreadable",)),
        ("readable letters.pdf", f"{WORDS} " * 10, ()),
        ("few shifted letters.pdf", shifted, ()),
        ("figures.pdf", "1,234.50 (12.3) " * 100, ()),
    ):
        content = made_pdfs.plain(text)
        yield Case(line=16, name=name, content=content, source=source, found="pdf", remarks=remarks, pages=1)
    words = ["কোম্পানি", "বার্ষিক", "প্রতিবেদন", "থেকে"]
    order = "Unicode Standard, 12.2: the order of shapes and of speech"
    for name, content in (
        ("order of shapes.pdf", made_pdfs.in_order_of_shapes([words])),
        ("order of speech.pdf", made_pdfs.marked_clusters([words])),
    ):
        yield Case(line=16, name=name, content=content, source=order, found="pdf", pages=1, texts=(" ".join(words),))
