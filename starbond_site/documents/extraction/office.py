"""Text of Office documents: Office Open XML (ECMA-376) and OpenDocument (OASIS ODF 1.3).

Only their text is wanted. It is read with expat while the parts are unpacked, so that nothing but text is kept in
memory; what the archives declare was checked before the publication (`inspection.zip_files`).
"""

import posixpath
import re
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from xml.parsers import expat

from starbond_site.documents.extraction import (
    MAX_CHARACTERS,
    MAX_LABEL,
    MAX_PAGE_CHARACTERS,
    MAX_PAGES,
    PART_CHARACTERS,
    ExtractedContent,
    NotReadError,
    cleaned,
    limited,
)
from starbond_site.documents.inspection.parts import END, START, TEXT, Step, starts
from starbond_site.documents.inspection.parts import steps as xml_steps

_CHUNK = 256 * 1024
_MAX_PART = 256 * 1024 * 1024
"""Bytes that are unpacked of one part."""
_MAX_ELEMENTS = 50_000
"""Of one name in a part, whose attributes are kept."""
DAMAGED = (zipfile.BadZipFile, zlib.error, expat.ExpatError, EOFError, LookupError, OSError, RuntimeError, ValueError)
"""What reading an archive raises that is none, or whose parts are not what they say."""
LARGEST_ROW = 1_048_576
_ENDS_LINE = frozenset(("p", "h", "br", "tr", "row", "line-break", "si", "table-row"))
_ENDS_WORD = frozenset(("tab", "tc", "s", "c", "table-cell", "cr"))


def content(path: Path, kind: str) -> ExtractedContent:
    """Return the texts of slides, sheets or parts, and how many slides or sheets there are; nothing here is a scan."""
    labels: list[str] = []
    numbers: set[int] = set()

    def texts() -> Iterator[str]:
        for number, (label, text) in enumerate(_READERS[kind](archive)):
            for part in _divided(text):
                numbers.add(number)
                labels.append(label)
                yield part

    try:
        with zipfile.ZipFile(path) as archive:
            kept = tuple(limited(texts()))
    except DAMAGED as error:
        raise NotReadError(f"not a sound {kind}: {error}") from error
    given = tuple(cleaned(label)[:MAX_LABEL] for label in labels[: len(kept)]) if any(labels) else ()
    return ExtractedContent(None if kind in _WITHOUT_PAGES else len(numbers), kept, is_scan=False, labels=given)


def _divided(text: str) -> Iterator[str]:
    """Yield the parts of a text that is longer than a page may be, from line to line."""
    while len(text) > MAX_PAGE_CHARACTERS:
        ends = (text.rfind(end, 1, MAX_PAGE_CHARACTERS) for end in "\n ")
        place = next((end for end in ends if end > 0), MAX_PAGE_CHARACTERS)
        yield text[:place]
        text = text[place:]
    yield text


def steps(archive: zipfile.ZipFile, *parts: str) -> Iterator[Step]:
    """Yield the steps through parts, one after the other.

    Raises:
        NotReadError: a part declares an entity or an attribute, which no office program does, or is too large.
    """
    for part in parts:
        yield from xml_steps(_chunks(archive, part), _refuse_declared, _refuse_declared)


def _chunks(archive: zipfile.ZipFile, part: str) -> Iterator[bytes]:
    left = _MAX_PART
    with archive.open(part) as file:
        while chunk := file.read(_CHUNK):
            left -= len(chunk)
            if left < 0:
                raise NotReadError(f"{part} is too large")
            yield chunk


def _refuse_declared(*_given: object) -> None:
    """Refuse an entity that may grow, or an attribute that every element would have by default."""
    raise NotReadError("a declared entity or attribute")


def attributes(archive: zipfile.ZipFile, part: str, element: str) -> list[Mapping[str, str]]:
    """Return the attributes of the elements of one name, in their order."""
    found = (given for name, given in starts(steps(archive, part)) if name == element)
    return list(islice(found, _MAX_ELEMENTS))


def _words(archive: zipfile.ZipFile, parts: Iterable[str], inside: frozenset[str]) -> Iterator[tuple[Step, str]]:
    """Yield the steps through parts, each with what it adds to the text inside some elements, as far as it is kept."""
    depth, left = 0, MAX_CHARACTERS
    for step in steps(archive, *parts):
        kind, name, _ = step
        if kind == TEXT:
            words = name if depth else ""
        else:
            if name in inside:
                depth += 1 if kind == START else -1
            ending, blank = (_ENDS_WORD, " ") if kind == START else (_ENDS_LINE, "\n")
            words = blank if name in ending else ""
        yield step, words if left > 0 else ""
        left -= len(words)


def _pages(
    archive: zipfile.ZipFile, parts: Iterable[str], inside: frozenset[str], page: str = ""
) -> Iterable[tuple[str, str]]:
    """Return label and text of the pages that an element begins; without one, of one page."""
    pages: list[tuple[str, list[str]]] = [] if page else [("", [])]
    for (kind, name, given), words in _words(archive, parts, inside):
        if kind == START and name == page and len(pages) < MAX_PAGES:
            pages.append((given.get("table:name", ""), []))
        if words and pages:
            pages[-1][1].append(words)
    return ((label, "".join(words)) for label, words in pages)


def _parts(archive: zipfile.ZipFile, parts: Iterable[str], inside: frozenset[str]) -> Iterable[tuple[str, str]]:
    """Return label and text of a document without pages; after enough text, a heading begins a new part."""
    labels, texts = [""], [list[str]()]
    begin = size = before = 0
    is_heading = False
    for (kind, name, given), words in _words(archive, parts, inside):
        if kind == START and name in _PARAGRAPHS:
            begin, before, is_heading = len(texts[-1]), size, name == "h"
        elif kind == START and name == "pStyle":
            is_heading = bool(_HEADING.search(given.get("w:val", "")))
        size += len(words)
        if words:
            texts[-1].append(words)
        if kind == END and name in _PARAGRAPHS and is_heading:
            is_heading = False
            heading = "".join(texts[-1][begin:]).strip()
            if heading and not before and not labels[-1]:
                labels[-1] = heading
            elif heading and before >= PART_CHARACTERS and len(texts) < MAX_PAGES:
                texts.append(texts[-1][begin:])
                del texts[-2][begin:]
                labels.append(heading)
                size -= before
    return zip(labels, map("".join, texts), strict=True)


_HEADING = re.compile("heading|title|berschrift|titre|titulo", re.IGNORECASE)
"""Ids of styles, in the languages of Word."""
_RUNS = frozenset("t")
"""The element that holds the text of a run, in all three formats of Office Open XML."""
_PARAGRAPHS = frozenset("ph")
_CONTENT = ("content.xml",)
"""The part of an OpenDocument with its text."""


def _docx(archive: zipfile.ZipFile) -> Iterable[tuple[str, str]]:
    main = main_part(archive, "word/document.xml")
    beside = re.compile(re.escape(posixpath.dirname(main)) + r"/(header|footer|footnotes|endnotes)\d*\.xml")
    return _parts(archive, (main, *sorted(filter(beside.fullmatch, archive.namelist()))), _RUNS)


def _pptx(archive: zipfile.ZipFile) -> Iterator[tuple[str, str]]:
    for part in _listed(archive, main_part(archive, "ppt/presentation.xml"), "sldId"):
        yield from _pages(archive, (part,), _RUNS)


def _xlsx(archive: zipfile.ZipFile) -> Iterator[tuple[str, str]]:
    for name, cells in sheets(archive):
        yield name, "".join(f"{' '.join(row.values())}\n" for row in cells.rows.values())


def sheets(
    archive: zipfile.ZipFile, shown: Callable[[str, int], str] = lambda value, _style: value, most: int = MAX_CHARACTERS
) -> Iterator[tuple[str, "Cells"]]:
    """Yield the sheets of a workbook with their names.

    Args:
        shown: returns a number as its style shows it; without it numbers are read as they are stored.
        most: characters of its texts, and of each sheet.
    """
    main = main_part(archive, "xl/workbook.xml")
    shared = _shared_texts(archive, related(archive, main, "/sharedStrings"), most)
    for part, name in _listed(archive, main, "sheet").items():
        yield name, _cells(archive, part, shared, shown, most)


def main_part(archive: zipfile.ZipFile, usual: str) -> str:
    """Return the part that a file begins with (ECMA-376 part 1, 9.2): Microsoft 365 on the web names it anew."""
    return next(iter(related(archive, "", "/officeDocument")), usual)


def _shared_texts(archive: zipfile.ZipFile, parts: Iterable[str], left: int) -> list[str]:
    """Return the texts of a workbook, which cells name by their number."""
    texts: list[str] = []
    is_text = False
    for kind, name, _ in steps(archive, *parts):
        if kind == TEXT:
            if is_text and texts and left > 0:
                left -= len(name)
                texts[-1] += name
            continue
        # A phonetic guide is no text of the cell.
        is_text = kind == START and name == "t"
        if kind == START and name == "si":
            texts.append("")
    return texts


@dataclass
class Cells:
    """The cells of a sheet that are not empty: shared and own texts, and numbers."""

    left: int
    """Characters that may still come; negative where some were left out."""
    rows: dict[int, dict[int, str]] = field(default_factory=dict)
    """By their numbers, in which each has its cells by their columns, from 1."""


def _cells(
    archive: zipfile.ZipFile, part: str, shared: list[str], styled: Callable[[str, int], str], most: int
) -> Cells:
    cells, kind, value = Cells(most), "", ""
    style = row = column = 0
    is_value = False
    for step, name, given in steps(archive, part):
        if step == TEXT:
            value += name if is_value else ""
            continue
        is_value = step == START and name in ("v", "t")
        if step == START and name == "row":
            row, column = min(int(given.get("r", row + 1)), LARGEST_ROW), 0
        elif step == START and name == "c":
            kind, value, style = given.get("t", "n"), "", int(given.get("s", 0))
            column = _column(given.get("r", "")) or column + 1
        elif name == "c" and cells.left >= 0:
            if kind == "s":
                number = int(value or -1)
                value = shared[number] if 0 <= number < len(shared) else ""
            if shown := styled(value, style) if kind == "n" else value:
                cells.left -= len(shown)
                cells.rows.setdefault(row, {})[column] = shown
    return cells


def _column(reference: str) -> int:
    """Return the number of the column of a cell such as AB12; 0 where it names none."""
    letters = reference.rstrip("0123456789")
    if not re.fullmatch("[A-Z]{1,3}", letters):
        return 0
    return sum((ord(letter) - 64) * 26**place for place, letter in enumerate(reversed(letters)))


def _listed(archive: zipfile.ZipFile, part: str, element: str) -> dict[str, str]:
    """Return the parts of slides or sheets, in their order, with the names of sheets."""
    targets = {id_: found for id_, _, found in _relations(archive, part)}
    return {
        targets[value]: given.get("name", "")
        for given in attributes(archive, part, element)[:MAX_PAGES]
        for key, value in given.items()
        if key.endswith(":id") and value in targets
    }


def related(archive: zipfile.ZipFile, part: str, kind: str) -> list[str]:
    """Return the parts that are something to another one; to the file itself, whose name is empty."""
    return [found for _, type_, found in _relations(archive, part) if type_.endswith(kind)]


def _relations(archive: zipfile.ZipFile, part: str) -> Iterator[tuple[str, str, str]]:
    """Yield the relationships of a part to others that are there: id, type and the other part."""
    folder, name = posixpath.split(part)
    described = posixpath.join(folder, "_rels", f"{name}.rels")
    for given in attributes(archive, described, "Relationship") if described in archive.NameToInfo else ():
        found = posixpath.normpath(posixpath.join("/", folder, given.get("Target", "")))[1:]
        if found in archive.NameToInfo:
            yield given.get("Id", ""), given.get("Type", ""), found


_READERS: dict[str, Callable[[zipfile.ZipFile], Iterable[tuple[str, str]]]] = {
    "docx": _docx,
    "pptx": _pptx,
    "xlsx": _xlsx,
    "odt": lambda archive: _parts(archive, _CONTENT, _PARAGRAPHS),
    "ods": lambda archive: _pages(archive, _CONTENT, _PARAGRAPHS, "table"),
    "odp": lambda archive: _pages(archive, _CONTENT, _PARAGRAPHS, "page"),
}
_WITHOUT_PAGES = frozenset(("docx", "odt"))
