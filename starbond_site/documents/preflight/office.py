"""Properties of office documents: Office Open XML (ECMA-376), OpenDocument (OASIS ODF 1.3), older formats."""

import re
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any
from xml.parsers import expat

from starbond_site.documents.extraction import NotReadError
from starbond_site.documents.extraction import office as texts
from starbond_site.documents.inspection.parts import START, TEXT, Step, starts
from starbond_site.documents.preflight import MAX_TEXT, language_of

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
_QUERIES = re.compile(r"xl/(connections\d*|queryTables/[^/]+|pivotCache/pivotCacheDefinition[^/]*)\.xml")
_OFF = ("0", "false", "off")
_OLD_QUERY, _ASKS = 0x01AD, 0x20
"""Excel until 2003: record of a query, and its flag fAutoRefresh ([MS-XLS] 2.4.208, Qsi)."""


def properties(path: Path, kind: str) -> dict[str, Any]:
    """Return the `report.Properties` of a document, as JSON takes them; of other files, such as pictures, nothing."""
    if kind in ("doc", "xls", "ppt"):
        return _properties_of_compound(path)
    if kind not in _PARTS:
        return {}
    found, authors = Counter[str](), dict[str, None]()
    left, linked = _MAX_BYTES, ""
    with zipfile.ZipFile(path) as archive:
        for part in archive.infolist():
            steps = _steps(archive, part.filename)
            if part.filename in _PROPERTIES:
                authors |= dict.fromkeys(_authors(steps))
            elif _CHART_LINKS.search(part.filename):
                links = (given for name, given in starts(steps) if name == "Relationship")
                targets = [given.get("Target", "") for given in links if given.get("TargetMode") == "External"]
                linked = linked or "".join(targets[:1])[:MAX_TEXT]
            elif _QUERIES.fullmatch(part.filename):
                linked = linked or _query(steps)[:MAX_TEXT]
            elif _PARTS[kind].fullmatch(part.filename) and left > part.file_size:
                left -= part.file_size
                _count(steps, found)
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
    with suppress(NotReadError):
        return {"text_language": language_of("\n".join(texts.content(path, kind).texts))}
    return {}


def _properties_of_compound(path: Path) -> dict[str, Any]:
    """Return the names of people in the properties ([MS-OLEPS]), and what a workbook asks when it is opened.

    Comments and changes are not read there.
    """
    # Not at the top: only this needs it.
    import olefile

    with path.open("rb") as file, olefile.OleFileIO(file) as compound:
        found = compound.get_metadata()
        workbook = compound.openstream("Workbook").read() if compound.exists("Workbook") else b""
    said = (getattr(found, name) for name in ("author", "last_saved_by"))
    words = (each.decode("utf-8", "replace") if isinstance(each, bytes) else str(each or "") for each in said)
    names = (" ".join(each.replace("\0", "").split())[:MAX_TEXT] for each in words)
    return {"authors": list(dict.fromkeys(filter(None, names))), "linked_data": _query_of_workbook(workbook)}


def _query_of_workbook(workbook: bytes) -> str:
    """Return the name of the first query that is asked when it is opened; none where it is locked."""
    from starbond_site.documents.inspection.compound_files import FILE_PASS, records

    for _, kind, data in records(workbook):
        if kind == FILE_PASS:
            break
        if kind == _OLD_QUERY and len(data) > 12 and data[0] & _ASKS:
            return data[13:].decode("utf-16-le" if data[12] & 1 else "latin-1", "replace")[:MAX_TEXT] or "…"
    return ""


def _steps(archive: zipfile.ZipFile, part: str) -> Iterator[Step]:
    """Yield the steps through a part, as far as it is XML without entities, and not too large."""
    with suppress(expat.ExpatError, NotReadError, zipfile.BadZipFile):
        yield from texts.steps(archive, part)


def _count(steps: Iterable[Step], found: Counter[str]) -> None:
    """Count elements by their local names."""
    for name, given in starts(steps):
        if name in _CHANGES or name.endswith("PrChange"):
            found["change"] += 1
        off = (key.rpartition(":")[2] in ("enforcement", "sheet") and value in _OFF for key, value in given.items())
        if name in _PROTECTION and given and not any(off):
            found["protected"] += 1
        found[name] += 1


def _query(steps: Iterable[Step]) -> str:
    """Return what a workbook asks when it is opened, by a table or a pivot table too (ECMA-376, 18.10 to 18.13)."""
    asks, target = False, ""
    for name, given in starts(steps):
        if name in ("connection", "queryTable", "pivotCacheDefinition"):
            asks = given.get("refreshOnLoad", "0") not in _OFF
        addresses = filter(None, map(given.get, ("url", "sourceFile", "connection", "name")))
        is_pivot = name == "cacheSource" and given.get("type") == "external"
        is_named = is_pivot or (name in ("connection", "queryTable") and not target)
        if asks and (is_named or name in ("webPr", "textPr", "dbPr")):
            target = next(addresses, "PivotTable" if is_pivot else target)
    return target


def _authors(steps: Iterable[Step]) -> list[str]:
    """Return the names of people in the properties of a document."""
    element, made = "", dict[str, str]()
    for kind, name, _ in steps:
        if kind != TEXT:
            element = name if kind == START else ""
        elif element in _AUTHORS:
            made[element] = made.get(element, "") + name
    return [name for said in made.values() if (name := " ".join(said.split())[:MAX_TEXT])]
