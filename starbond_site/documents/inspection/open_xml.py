"""Word, Excel and PowerPoint since 2007 (ECMA-376): parts, their content types and their relationships.

What a part is, its content type and the relationships that lead to it say; its name may be anything (part 2, clauses 8
and 9). Macros, ActiveX controls and addresses that are loaded with the document are therefore looked for in all three.
"""

import posixpath
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

from starbond_site.documents.inspection import MAX_TARGET, OTHER
from starbond_site.documents.inspection.parts import (
    START,
    TEXT,
    Step,
    is_remote,
    loaded_address,
    member_steps,
    starts,
)
from starbond_site.documents.refusals import Refusal

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
hide what they load. A page that is too large to be read is refused, whether or not Word takes it.
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


def kind(names: Collection[str], chunks: Callable[[str], Iterator[bytes]]) -> str:
    """Return ``docx``, ``xlsx`` or ``pptx``; `OTHER` for templates, drawings and whatever else uses this container.

    Args:
        names: of its members, in lower case.
        chunks: takes one of them, and yields the bytes of the member.

    Raises:
        Refusal: a part is active, stands elsewhere, or has a field that loads something or starts a program.
    """
    types = {
        (element, given.get("PartName" if element == "Override" else "Extension", "").casefold()): (
            given.get("ContentType", "").casefold()
        )
        for element, given in starts(member_steps(chunks(TYPES), is_xml=True))
    }
    extensions = {name.rpartition(".")[2] for name in names}
    declared = {found for (element, key), found in types.items() if element == "Override" or key in extensions}
    if any(map(_ACTIVE_TYPES.search, declared)) or any(name.endswith("vbaproject.bin") for name in names):
        raise Refusal("active_office", what="macros")
    updates, data, chunk_parts = False, "", set[str]()
    for name in names:
        found = member_steps(chunks(name), is_xml=name.endswith(".rels"), is_drawing=name.endswith(".svg"))
        if not name.endswith(".rels"):
            updates |= _asks_for_numbers(found)
            continue
        part = "/" + name.replace("_rels/", "").removesuffix(".rels")
        is_chart = _CHART_PART.search(part) and types.get(("Override", part), "").endswith(_CHARTS)
        for relationship, given in _relationships(found):
            target = given.get("Target", "")
            if relationship == "afchunk" and given.get("TargetMode") != "External":
                chunk_parts.add(posixpath.normpath(posixpath.join("/", name, "../..", target)).casefold())
            if _ONLY_FOLLOWED.fullmatch(relationship) or not is_remote(target):
                continue
            if relationship not in _DATA or not is_chart:
                raise Refusal("remote_office", target=target[:MAX_TARGET])
            data = data or target[:MAX_TARGET]
    if updates and data:
        raise Refusal("remote_office", target=data)
    # Each is read once, however many relationships name it.
    addresses = {"/" + name: loaded_address(chunks(name)) for name in names if name.endswith(_PAGES)}
    for part in sorted(chunk_parts):
        declared_as = types.get(("Override", part)) or types.get(("Default", part.rpartition(".")[2]), "")
        _refuse_chunk(part, declared_as if part[1:] in names else "", addresses.get(part, ""))
    kinds = {kind for ending, kind in _MAIN.items() if any(ending in found for found in declared)}
    return kinds.pop() if len(kinds) == 1 else OTHER


def _relationships(found: Iterable[Step]) -> Iterator[tuple[str, Mapping[str, str]]]:
    """Yield the last segments of the types of relationships, and their attributes; refuse those to active parts."""
    for given in (given for element, given in starts(found) if element == "Relationship"):
        kind = given.get("Type", "").rstrip("/").rpartition("/")[2].casefold()
        if _ACTIVE_RELATIONSHIPS.fullmatch(kind):
            raise Refusal("active_office", what="control" if kind.startswith(("activex", "control")) else "macros")
        yield kind, given


def _refuse_chunk(part: str, kind: str, address: str) -> None:
    """Refuse what Word takes into a document when it is opened, unless it is known to load nothing.

    Args:
        kind: content type; empty where no member has this name, as Word takes other spellings of one.
        address: that it loads.
    """
    is_page = part.endswith(_PAGES) and kind.startswith(("text/html", "text/plain", "application/xhtml"))
    if address or not (is_page or (part.endswith(".docx") and "wordprocessingml" in kind)):
        raise Refusal("remote_office", target=(address or part)[:MAX_TARGET])


def _asks_for_numbers(found: Iterator[Step]) -> bool:
    """Return whether a part is a chart that asks for its numbers when it is opened (ECMA-376 part 1, 21.2.2.8).

    Raises:
        Refusal: it is an add-in, or a field loads something or starts a program.
    """
    _, first, _ = next(found, ("", "", {}))
    if first in _STORIES:
        for text in _instructions(found):
            _refuse_field(text)
    elif first == "webextension":
        _refuse_add_in(found)
    elif first == "chartSpace":
        updates = [given.get("val", "1") for element, given in starts(found) if element == "autoUpdate"]
        return any(said not in ("0", "false") for said in updates)
    return False


def _refuse_add_in(found: Iterable[Step]) -> None:
    """Refuse an add-in that is not from the store of Microsoft ([MS-OWEXML] 2.2.6)."""
    for element, given in starts(found):
        if element == "reference" and given.get("storeType", "").casefold() != "omex":
            raise Refusal("active_office", what="add_in")


def _refuse_field(text: str) -> None:
    # What a field inside says, as `QUOTE 104`, is known to Word alone.
    found = _FIELD.match(text.replace(_INNER, ""))
    if found and found[1]:
        raise Refusal("active_office", what="launch")
    computed = found[0].strip() if found and _INNER in text else ""
    if found and (target := next(filter(is_remote, re.split(r'[\s"“”]+', found[2])), computed)):
        raise Refusal("remote_office", target=target[:MAX_TARGET])


def _instructions(found: Iterable[Step]) -> list[str]:
    """Return the instructions of the fields in a part, of which some stand in attributes."""
    ended = list[str]()
    # Pieces of those that have not ended, each inside the one before; first what stands in no field.
    fields, is_instruction = [list[str]()], False
    for kind, name, given in found:
        if kind == TEXT and is_instruction:
            fields[-1].append(name)
        if kind != START:
            is_instruction = is_instruction and kind == TEXT
            continue
        is_instruction = name == "instrText"
        said = next((text for key, text in given.items() if key.endswith(("fldCharType", "instr"))), "")
        if name in _STORIES or len(fields) > _DEEPEST:
            ended += map("".join, fields)
            fields = [list[str]()]
        if name == "fldSimple":
            fields[-1].append(_INNER)
            ended.append(said)
        elif name == "fldChar" and said == "begin":
            fields[-1].append(_INNER)
            fields.append([])
        elif name == "fldChar":
            ended.append("".join(fields[-1]))
            fields[-1].clear()
            if said == "end" and len(fields) > 1:
                fields.pop()
    return [*ended, *map("".join, fields)]
