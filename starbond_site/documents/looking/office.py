"""What documents of Office Open XML (ECMA-376) and OpenDocument (OASIS ODF 1.3) say of themselves."""

import re
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any
from xml.parsers import expat

from starbond_site.documents import extraction
from starbond_site.documents.extraction import NotReadError
from starbond_site.documents.extraction import office as texts
from starbond_site.documents.looking import MAX_TEXT, text

_CHUNK = 256 * 1024
_MAX_BYTES = 512 * 1024 * 1024
"""That are unpacked of all parts together."""
_PROPERTIES = frozenset(("docProps/core.xml", "meta.xml"))
_AUTHORS = ("creator", "lastModifiedBy", "initial-creator")
_PARTS = {
    "docx": re.compile(r"word/(document\d*|header\d*|footer\d*|footnotes|endnotes|settings|comments)\.xml"),
    "xlsx": re.compile(
        r"xl/(workbook\d*|worksheets/[^/]+|comments[^/]*|threadedComments/[^/]+|revisions/revisionLog[^/]*)\.xml"
    ),
    "pptx": re.compile(r"ppt/(presentation\d*|comments/[^/]+)\.xml"),
    **dict.fromkeys(("odt", "ods", "odp", "odg"), re.compile(r"content\.xml")),
}
"""Where comments, tracked changes and protection stand, by the usual names of parts."""
_CHANGES = frozenset(
    ("ins", "del", "moveFrom", "moveTo", "rrc", "rm", "rsnm", "ris", "rcc", "rfmt", "rdn", "rcmt", "changed-region")
)
"""Elements of tracked changes, by their local names: of Word, of shared workbooks, of ODF text."""
_ODF_CELLS = frozenset(("cell-content-change", "insertion", "deletion", "movement"))
"""Of ODF spreadsheets; in texts two of them stand inside a ``changed-region``."""
_PROTECTION = frozenset(
    ("documentProtection", "writeProtection", "workbookProtection", "sheetProtection", "modifyVerifier")
)
_CHART_LINKS = re.compile(r"/charts/_rels/[^/]+\.rels$")
_OFF = ("0", "false", "off")


def properties(path: Path, kind: str) -> dict[str, Any]:
    """Return the `Properties` of a document, as JSON takes them; of other files, such as pictures, nothing."""
    if kind not in _PARTS:
        return {}
    found, authors = Counter[str](), dict[str, None]()
    left, linked = _MAX_BYTES, ""
    with zipfile.ZipFile(path) as archive:
        for part in archive.infolist():
            if part.filename in _PROPERTIES:
                authors |= dict.fromkeys(_authors(archive, part.filename))
            elif _CHART_LINKS.search(part.filename):
                links = _Links()
                _parse(archive, part.filename, links.take)
                linked = linked or links.found
            elif _PARTS[kind].fullmatch(part.filename) and left > part.file_size:
                left -= part.file_size
                _parse(archive, part.filename, lambda name, given: _count(found, name, given))
    cells = 0 if found["changed-region"] else sum(found[name] for name in _ODF_CELLS)
    return {
        "authors": list(authors),
        "is_protected": found["protected"] > 0,
        # Excel keeps a copy of each threaded comment for its older versions.
        "comments": max(found["comment"] + found["cm"] + found["annotation"], found["threadedComment"]),
        "tracked_changes": found["change"] + cells,
        "linked_data": linked,
    }


def sample(path: Path, kind: str) -> dict[str, Any]:
    """Return the language of the text."""
    if kind not in extraction.KINDS:
        return {}
    try:
        words = texts.read(path, kind).texts
    except NotReadError:
        return {}
    return {"text_language": text.language_of("\n".join(words))}


class _Links:
    """Keeps where the numbers of a chart stand."""

    def __init__(self) -> None:
        self.found = ""

    def take(self, name: str, given: Mapping[str, str]) -> None:
        """Take an element."""
        if name == "Relationship" and given.get("TargetMode") == "External":
            self.found = given.get("Target", "")[:MAX_TEXT]


def _count(found: Counter[str], name: str, given: Mapping[str, str]) -> None:
    """Count an element by its local name."""
    if name in _CHANGES or name.endswith("PrChange"):
        found["change"] += 1
    if (
        name in _PROTECTION
        and given
        and not any(
            key.rpartition(":")[2] in ("enforcement", "sheet") and value in _OFF for key, value in given.items()
        )
    ):
        found["protected"] += 1
    found[name] += 1


def _authors(archive: zipfile.ZipFile, part: str) -> Iterator[str]:
    """Yield the names of people in the properties of a document."""
    inside: list[str] = []
    made: dict[str, str] = {}

    def start(name: str, _given: Mapping[str, str]) -> None:
        inside.append(name)

    def end(_name: str) -> None:
        inside.pop()

    def words(said: str) -> None:
        if inside and inside[-1] in _AUTHORS:
            made[inside[-1]] = made.get(inside[-1], "") + said

    _parse(archive, part, start, end, words)
    for said in made.values():
        if name := " ".join(said.split())[:MAX_TEXT]:
            yield name


def _parse(
    archive: zipfile.ZipFile,
    part: str,
    start: Callable[[str, Mapping[str, str]], None],
    end: Callable[[str], None] = lambda _name: None,
    words: Callable[[str], None] = lambda _said: None,
) -> None:
    """Parse a part; what is not XML, or declares entities, counts as far as it was read."""
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler = lambda name, given: start(name.rpartition(":")[2], given)
    parser.EndElementHandler = lambda name: end(name.rpartition(":")[2])
    parser.CharacterDataHandler = words
    parser.EntityDeclHandler = _refuse_entity
    try:
        with archive.open(part) as file:
            while chunk := file.read(_CHUNK):
                parser.Parse(chunk, False)
        parser.Parse(b"", True)
    except (expat.ExpatError, _EntityError, zipfile.BadZipFile):
        return


class _EntityError(ValueError):
    """A part declares an entity, which no office program does."""


def _refuse_entity(*_given: object) -> None:
    raise _EntityError
