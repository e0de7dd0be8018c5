"""Crafted PDFs, each with a clean counterpart that is accepted."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

import pikepdf
from pikepdf import Array, Dictionary, Name, Pdf, String

from tests.unit.documents import samples

PACKED = pikepdf.ObjectStreamMode.generate
Put = Callable[[Pdf, Dictionary], None]


class Pair(NamedTuple):
    """A bad file, why it is refused, and what differs from it as little as possible and is accepted."""

    id: str
    name: str
    bad: bytes
    refusal: str
    clean: bytes


ACTIONS: dict[str, Callable[[], Dictionary]] = {
    "submit": lambda: Dictionary(S=Name.SubmitForm, F=Dictionary(FS=Name.URL, F="https://example.org/")),
    "import": lambda: Dictionary(S=Name.ImportData, F="data.fdf"),
    "go to another file": lambda: Dictionary(S=Name.GoToR, F="//host/other.pdf", D=Array([0, Name.Fit])),
    "go to a file in another file": lambda: Dictionary(S=Name.GoToE, F="other.pdf", D="a"),
    "launch": lambda: Dictionary(S=Name.Launch, F="cmd.exe"),
    "script": lambda: Dictionary(S=Name.JavaScript, JS="app.alert(1)"),
}


def in_catalog(made: Pdf, action: Dictionary) -> None:
    made.Root.OpenAction = action


def _in_annotation(made: Pdf, action: Dictionary) -> None:
    link = Dictionary(Type=Name.Annot, Subtype=Name.Link, Rect=Array([0, 0, 9, 9]), A=action)
    made.pages[0].obj.Annots = Array([made.make_indirect(link)])


def _in_outline(made: Pdf, action: Dictionary) -> None:
    item = made.make_indirect(Dictionary(Title="Chapter", A=action))
    made.Root.Outlines = made.make_indirect(Dictionary(First=item, Last=item, Count=1))
    item.Parent = made.Root.Outlines


def _in_names(made: Pdf, action: Dictionary) -> None:
    made.Root.Names = Dictionary(Pages=Dictionary(Kids=Array([Dictionary(Names=Array([String("a"), action]))])))


def _in_next(made: Pdf, action: Dictionary) -> None:
    chain = Dictionary(S=Name.Named, N=Name.NextPage, Next=Array([Dictionary(S=Name.GoTo, D="a", Next=action)]))
    made.Root.OpenAction = made.make_indirect(chain)


def _in_field(made: Pdf, action: Dictionary) -> None:
    field = Dictionary(FT=Name.Tx, T="a", Kids=Array([Dictionary(T="b", AA=Dictionary(K=action))]))
    made.Root.AcroForm = Dictionary(Fields=Array([made.make_indirect(field)]))


PLACES: dict[str, Put] = {
    "catalog": in_catalog,
    "additional actions": lambda made, action: setattr(
        made.Root, "AA", made.make_indirect(Dictionary(WC=made.make_indirect(action)))
    ),
    "page": lambda made, action: setattr(made.pages[0].obj, "AA", Dictionary(O=action)),
    "annotation": _in_annotation,
    "outline": _in_outline,
    "names": _in_names,
    "next": _in_next,
    "field": _in_field,
    "object that nothing leads to": lambda made, action: setattr(
        made.trailer, "Unknown", made.make_indirect(Array([Array([action])]))
    ),
}


def actions() -> Iterator[Pair]:
    """Yield every action in every place, written plainly and packed into object streams."""
    for packing in (pikepdf.ObjectStreamMode.disable, PACKED):
        for place, put in PLACES.items():
            clean = pdf_with(put, Dictionary(S=Name.URI, URI="https://example.org/"), packing)
            for kind, action in ACTIONS.items():
                bad = pdf_with(put, action(), packing)
                yield Pair(f"{kind} in {place}, {packing.name}", "a.pdf", bad, "active_pdf", clean)
    escaped = pdf_with(in_catalog, ACTIONS["launch"](), pikepdf.ObjectStreamMode.disable)
    escaped = escaped.replace(b"/Launch", b"/#4caunch")
    yield Pair("escaped name", "a.pdf", escaped, "active_pdf", samples.pdf())
    far = samples.pdf(
        change=lambda made: setattr(made.Root, "Far", made.make_stream(b"", F=String("https://example.org/far")))
    )
    yield Pair("stream in another file", "a.pdf", far, "active_pdf", samples.pdf())


def pdf_with(put: Put, action: Dictionary, packing: pikepdf.ObjectStreamMode = PACKED) -> bytes:
    return samples.pdf(change=lambda made: put(made, action), object_stream_mode=packing)


def attached(name: str, content: bytes, *, is_named: bool = True, packed: bool = True) -> bytes:
    """Return a PDF with an attachment, which a name tree leads to, or only an annotation."""

    def change(made: Pdf) -> None:
        described = Dictionary(Type=Name.Filespec, F=name, UF=name, EF=Dictionary(F=made.make_stream(content)))
        if is_named:
            made.Root.Names = Dictionary(EmbeddedFiles=Dictionary(Names=Array([String("a"), described])))
        else:
            pin = Dictionary(Subtype=Name.FileAttachment, Rect=Array([0, 0, 9, 9]), FS=made.make_indirect(described))
            made.pages[0].obj.Annots = Array([made.make_indirect(pin)])

    return samples.pdf(change=change, compress_streams=packed)


def scripted() -> bytes:
    return pdf_with(in_catalog, ACTIONS["script"]())


def related(name: str, content: bytes) -> bytes:
    def change(made: Pdf) -> None:
        files = Dictionary(F=Array([String(name), made.make_stream(content)]))
        made.Root.Far = made.make_indirect(Dictionary(F="a", EF=Dictionary(F=made.make_stream(b"words")), RF=files))

    return samples.pdf(change=change)
