"""Word, Excel and PowerPoint since 2007 (ECMA-376): parts, their content types and their relationships.

What a part is, its content type and the relationships that lead to it say; its name may be anything (part 2, clauses 8
and 9). Macros, ActiveX controls and addresses that are loaded with the document are therefore looked for in all three.
"""

import posixpath
import re
from collections.abc import Collection, Mapping
from functools import partial

from starbond_site.documents.inspection import MAX_TARGET, OTHER, FileRefused
from starbond_site.documents.inspection.parts import AddressReader, ArchiveParts, XmlReader, is_remote

TYPES = "[content_types].xml"
"""Lower-case name of the part with the content types."""
_MAIN = {
    "wordprocessingml.document.main+xml": "docx",
    "spreadsheetml.sheet.main+xml": "xlsx",
    "presentationml.presentation.main+xml": "pptx",
}
_ACTIVE_TYPES = re.compile(
    r"macroenabled|vbaproject|vbadata|macrosheet|activex|attachedtoolbars|userformdata", re.IGNORECASE
)
_ACTIVE_RELATIONSHIPS = re.compile(
    r"vbaproject\w*|wordvbadata|xl(intl)?macrosheet|activex\w*|control|attachedtoolbars|extensibility|usercustomization"
)
"""The last segment of a relationship's type. ``extensibility`` is a ribbon of buttons, which only macros answer; it can
name those of another document."""
_ONLY_FOLLOWED = re.compile(
    r"hyperlink|hlink|externallink(long)?path|xlpathmissing|xl(alternate)?startup|xllibrary|video|audio|media"
)
"""External targets that wait for the reader: links, sources of other workbooks (Excel asks), films."""
_DATA = ("oleobject", "package")
"""External targets that wait in charts alone: the workbook with their numbers, which "Edit data" opens."""
_CHART_PART = re.compile(r"/charts/[^/]+\.xml$")
_PAGES = (".htm", ".html", ".xhtml", ".txt")
"""Of pages that Word takes into a document when it is opened (ECMA-376 part 1, 17.17.2.1); pages of other formats can
hide what they load.
"""
_STORIES = ("document", "hdr", "ftr", "footnotes", "endnotes", "comments", "glossaryDocument")
"""First elements of the parts of a Word document that have fields."""
_FIELD = re.compile(r"\s*(?:(DDE(?:AUTO)?)|INCLUDE(?:PICTURE|TEXT)|IMPORT)\b(.*)", re.IGNORECASE | re.DOTALL)
"""Fields that start a program, or show another file (ECMA-376 part 1, 17.16.5), and what they name."""
_INNER = "\0"
"""Stands for a field inside the instruction of another: no XML has it."""
_DEEPEST = 100
"""Fields inside each other that are told apart; Word takes 20."""
_CHARTS = ("drawingml.chart+xml", "ms-office.chartex+xml")


class OpenXmlParts(ArchiveParts):
    """Looks at the parts of one document."""

    def __init__(self, names: Collection[str]) -> None:
        super().__init__(OTHER)
        self._names = names
        self._defaults: dict[str, str] = {}
        self._overrides: dict[str, str] = {}
        self._linked: dict[str, str] = {}
        """Parts with an object elsewhere, and where that is."""
        self._updates = False
        self._chunks: set[str] = set()
        self._loads: dict[str, str] = {}
        """Pages inside, and the first address that each loads."""
        self._fields: list[list[str]] = [[]]
        """Pieces of the instructions that have not ended, each inside the one before; first what stands in no field."""
        self._instructions: list[str] = []

    def reader(self, name: str) -> XmlReader | AddressReader | None:
        """Return a reader for content types, relationships, and parts that may ask others when they are opened."""
        name = name.casefold()
        if name.endswith("vbaproject.bin"):
            raise FileRefused("active_office", what="macros")
        if name == TYPES:
            return XmlReader(self._declare)
        if name.endswith(".rels"):
            return XmlReader(partial(self._relate, name))
        on_first = {"webextension": _refuse_add_in, "chartSpace": self._update} | dict.fromkeys(_STORIES, self._field)
        xml = XmlReader(on_first=on_first, texts={"instrText": self._instruct}, is_drawing=name.endswith(".svg"))
        if name.endswith(_PAGES):
            return AddressReader(partial(self._loads.setdefault, "/" + name), xml)
        return xml

    def kind(self) -> str:
        """Return ``docx``, ``xlsx`` or ``pptx``; `OTHER` for templates, drawings and whatever else uses this container.

        Raises:
            FileRefused: a part is of an active type, or a field loads something or starts a program.
        """
        self._end_fields()
        for text in self._instructions:
            # What a field inside says, as `QUOTE 104`, is known to Word alone.
            if not (found := _FIELD.match(text.replace(_INNER, ""))):
                continue
            if found[1]:
                raise FileRefused("active_office", what="launch")
            computed = found[0].strip() if _INNER in text else ""
            if target := next(filter(is_remote, re.split(r'[\s"“”]+', found[2])), computed):
                raise FileRefused("remote_office", target=target[:MAX_TARGET])
        extensions = {name.rpartition(".")[2] for name in self._names}
        used = {kind for extension, kind in self._defaults.items() if extension in extensions}
        declared = {*self._overrides.values(), *used}
        if any(_ACTIVE_TYPES.search(kind) for kind in declared):
            raise FileRefused("active_office", what="macros")
        for part, target in self._linked.items():
            is_chart = _CHART_PART.search(part) and self._overrides.get(part, "").endswith(_CHARTS)
            if self._updates or not is_chart:
                raise FileRefused("remote_office", target=target)
        for part in self._chunks:
            kind = self._overrides.get(part) or self._defaults.get(part.rpartition(".")[2], "")
            is_page = part.endswith(_PAGES) and kind.startswith(("text/html", "text/plain", "application/xhtml"))
            if part in self._loads or not (is_page or (part.endswith(".docx") and "wordprocessingml" in kind)):
                raise FileRefused("remote_office", target=self._loads.get(part, part))
        kinds = {kind for ending, kind in _MAIN.items() if any(ending in found for found in declared)}
        return kinds.pop() if len(kinds) == 1 else OTHER

    def _declare(self, element: str, given: Mapping[str, str]) -> None:
        kind = given.get("ContentType", "").casefold()
        if element == "Default":
            self._defaults[given.get("Extension", "").casefold()] = kind
        elif element == "Override":
            self._overrides[given.get("PartName", "").casefold()] = kind

    def _field(self, element: str, given: Mapping[str, str]) -> None:
        """Take note of where an instruction begins or ends, or of one that stands in an attribute."""
        said = next((text for name, text in given.items() if name.endswith(("fldCharType", "instr"))), "")
        if element in _STORIES or len(self._fields) > _DEEPEST:
            self._end_fields()
        if element == "fldSimple":
            self._fields[-1].append(_INNER)
            self._instructions.append(said)
        elif element == "fldChar" and said == "begin":
            self._fields[-1].append(_INNER)
            self._fields.append([])
        elif element == "fldChar":
            self._instructions.append("".join(self._fields[-1]))
            self._fields[-1].clear()
            if said == "end" and len(self._fields) > 1:
                self._fields.pop()

    def _instruct(self, piece: str) -> None:
        self._fields[-1].append(piece)

    def _end_fields(self) -> None:
        self._instructions += map("".join, self._fields)
        self._fields = [[]]

    def _update(self, element: str, given: Mapping[str, str]) -> None:
        """Take note of a chart that asks for its numbers when it is opened (ECMA-376 part 1, 21.2.2.8)."""
        self._updates |= element == "autoUpdate" and given.get("val", "1") not in ("0", "false")

    def _relate(self, name: str, element: str, given: Mapping[str, str]) -> None:
        """Refuse a relationship to an active part, or to something elsewhere that is loaded with the document."""
        if element != "Relationship":
            return
        kind = given.get("Type", "").rstrip("/").rpartition("/")[2].casefold()
        if _ACTIVE_RELATIONSHIPS.fullmatch(kind):
            raise FileRefused("active_office", what="control" if kind.startswith(("activex", "control")) else "macros")
        target = given.get("Target", "")
        if kind == "afchunk" and given.get("TargetMode") != "External":
            folder = posixpath.dirname(posixpath.dirname("/" + name))
            self._chunks.add(posixpath.normpath(posixpath.join(folder, target)).casefold())
        if _ONLY_FOLLOWED.fullmatch(kind) or not is_remote(target):
            return
        if kind not in _DATA:
            raise FileRefused("remote_office", target=target[:MAX_TARGET])
        self._linked["/" + name.replace("_rels/", "").removesuffix(".rels")] = target[:MAX_TARGET]


def _refuse_add_in(element: str, given: Mapping[str, str]) -> None:
    """Refuse an add-in that is not from the store of Microsoft ([MS-OWEXML] 2.2.6)."""
    if element == "reference" and given.get("storeType", "").casefold() != "omex":
        raise FileRefused("active_office", what="add_in")
