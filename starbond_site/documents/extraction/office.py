"""Text of Office documents: Office Open XML (ECMA-376) and OpenDocument (OASIS ODF 1.3).

Only their text is wanted. It is read with expat while the parts are unpacked, so that nothing but text is kept in
memory; what the archives declare was checked before the publication (`inspection.zip_files`).
"""

import posixpath
import re
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
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


def read(path: Path, kind: str) -> ExtractedContent:
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


class Handler:
    """Callbacks of one parse, for elements and text."""

    def start(self, name: str, given: Mapping[str, str]) -> None:
        """Take the start of an element, by its local name."""

    def end(self, name: str) -> None:
        """Take its end."""

    def text(self, words: str) -> None:
        """Take text."""


def parse(archive: zipfile.ZipFile, part: str, handler: Handler) -> None:
    """Parse a part.

    Raises:
        NotReadError: it declares an entity, which no office program does, or is too large.
    """
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler = lambda name, given: handler.start(name.rpartition(":")[2], given)
    parser.EndElementHandler = lambda name: handler.end(name.rpartition(":")[2])
    parser.CharacterDataHandler = handler.text
    parser.EntityDeclHandler = _refuse_entity
    left = _MAX_PART
    with archive.open(part) as file:
        while chunk := file.read(_CHUNK):
            left -= len(chunk)
            if left < 0:
                raise NotReadError(f"{part} is too large")
            parser.Parse(chunk, False)
    parser.Parse(b"", True)


def _refuse_entity(*_given: object) -> None:
    raise NotReadError("a declared entity")


class Elements(Handler):
    """Keeps the attributes of the elements of one name, in their order."""

    def __init__(self, name: str) -> None:
        self._name = name
        self.found: list[Mapping[str, str]] = []

    def start(self, name: str, given: Mapping[str, str]) -> None:
        if name == self._name and len(self.found) < _MAX_ELEMENTS:
            self.found.append(given)


class _Words(Handler):
    """Collects the text inside some elements, in one or more pages."""

    def __init__(self, inside: frozenset[str], page: str = "") -> None:
        self._inside = inside
        self._page = page
        self._depth = 0
        self._left = MAX_CHARACTERS
        self.pages: list[list[str]] = [] if page else [[]]
        self.labels = [""] * len(self.pages)

    def start(self, name: str, given: Mapping[str, str]) -> None:
        if name == self._page and len(self.pages) < MAX_PAGES:
            self.pages.append([])
            self.labels.append(given.get("table:name", ""))
        if name in self._inside:
            self._depth += 1
        if name in _ENDS_WORD:
            self._add(" ")

    def end(self, name: str) -> None:
        if name in self._inside:
            self._depth -= 1
        if name in _ENDS_LINE:
            self._add("\n")

    def text(self, words: str) -> None:
        if self._depth:
            self._add(words)

    def _add(self, words: str) -> None:
        if self.pages and self._left > 0:
            self._left -= len(words)
            self.pages[-1].append(words)


class _Parts(_Words):
    """Collects the text of a document without pages; after enough of it, a heading begins a new part."""

    def __init__(self, inside: frozenset[str]) -> None:
        super().__init__(inside)
        self._is_heading = False
        self._begin = self._size = self._size_before = 0

    def start(self, name: str, given: Mapping[str, str]) -> None:
        if name in _PARAGRAPHS:
            self._begin, self._size_before, self._is_heading = len(self.pages[-1]), self._size, name == "h"
        if name == "pStyle":
            self._is_heading = bool(_HEADING.search(given.get("w:val", "")))
        super().start(name, given)

    def end(self, name: str) -> None:
        super().end(name)
        if name in _PARAGRAPHS and self._is_heading:
            self._is_heading = False
            self._begin_part()

    def _begin_part(self) -> None:
        """Let the paragraph that ends here be the heading of a new part, or of this one where it stands first."""
        words = self.pages[-1][self._begin :]
        heading = "".join(words).strip()
        if heading and not self._size_before and not self.labels[-1]:
            self.labels[-1] = heading
        elif heading and self._size_before >= PART_CHARACTERS and len(self.pages) < MAX_PAGES:
            del self.pages[-1][self._begin :]
            self.pages.append(words)
            self.labels.append(heading)
            self._size -= self._size_before

    def _add(self, words: str) -> None:
        super()._add(words)
        self._size += len(words)


_HEADING = re.compile("heading|title|berschrift|titre|titulo", re.IGNORECASE)
"""Ids of styles, in the languages of Word."""
_RUNS = frozenset("t")
"""The element that holds the text of a run, in all three formats of Office Open XML."""
_PARAGRAPHS = frozenset("ph")
_CONTENT = ("content.xml",)
"""The part of an OpenDocument with its text."""


def _texts(archive: zipfile.ZipFile, parts: Iterable[str], words: _Words) -> Iterator[tuple[str, str]]:
    """Yield label and text of the pages that some parts have together."""
    for part in parts:
        parse(archive, part, words)
    yield from zip(words.labels, map("".join, words.pages), strict=True)


def _docx(archive: zipfile.ZipFile) -> Iterator[tuple[str, str]]:
    main = main_part(archive, "word/document.xml")
    beside = re.compile(re.escape(posixpath.dirname(main)) + r"/(header|footer|footnotes|endnotes)\d*\.xml")
    return _texts(archive, (main, *sorted(filter(beside.fullmatch, archive.namelist()))), _Parts(_RUNS))


def _pptx(archive: zipfile.ZipFile) -> Iterator[tuple[str, str]]:
    for part in _listed(archive, main_part(archive, "ppt/presentation.xml"), "sldId"):
        yield from _texts(archive, (part,), _Words(_RUNS))


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
    shared = _SharedTexts(most)
    for part in related(archive, main, "/sharedStrings"):
        parse(archive, part, shared)
    for part, name in _listed(archive, main, "sheet").items():
        cells = Cells(shared.texts, shown, most)
        parse(archive, part, cells)
        yield name, cells


def main_part(archive: zipfile.ZipFile, usual: str) -> str:
    """Return the part that a file begins with (ECMA-376 part 1, 9.2): Microsoft 365 on the web names it anew."""
    return next(iter(related(archive, "", "/officeDocument")), usual)


class _SharedTexts(Handler):
    """The texts of a workbook, which cells name by their number."""

    def __init__(self, most: int) -> None:
        self.texts: list[str] = []
        self._left = most
        self._is_text = False

    def start(self, name: str, given: Mapping[str, str]) -> None:
        if name == "si":
            self.texts.append("")
        # A phonetic guide is no text of the cell.
        self._is_text = name == "t"

    def end(self, name: str) -> None:
        self._is_text = False

    def text(self, words: str) -> None:
        if self._is_text and self.texts and self._left > 0:
            self._left -= len(words)
            self.texts[-1] += words


class Cells(Handler):
    """The cells of a sheet that are not empty: shared and own texts, and numbers."""

    def __init__(self, shared: list[str], shown: Callable[[str, int], str], most: int) -> None:
        self._shared, self._styled = shared, shown
        self._kind = self._value = ""
        self._style = self._row = self._column = 0
        self._is_value = False
        self.left = most
        """Characters that may still come; negative where some were left out."""
        self.rows: dict[int, dict[int, str]] = {}
        """By their numbers, in which each has its cells by their columns, from 1."""

    def start(self, name: str, given: Mapping[str, str]) -> None:
        if name == "row":
            self._row, self._column = min(int(given.get("r", self._row + 1)), LARGEST_ROW), 0
        if name == "c":
            self._kind, self._value, self._style = given.get("t", "n"), "", int(given.get("s", 0))
            self._column = _column(given.get("r", "")) or self._column + 1
        self._is_value = name in ("v", "t")

    def end(self, name: str) -> None:
        self._is_value = False
        if name == "c" and self.left >= 0 and (shown := self._shown()):
            self.left -= len(shown)
            self.rows.setdefault(self._row, {})[self._column] = shown

    def text(self, words: str) -> None:
        if self._is_value:
            self._value += words

    def _shown(self) -> str:
        if self._kind != "s":
            return self._styled(self._value, self._style) if self._kind == "n" else self._value
        number = int(self._value or -1)
        return self._shared[number] if 0 <= number < len(self._shared) else ""


def _column(reference: str) -> int:
    """Return the number of the column of a cell such as AB12; 0 where it names none."""
    letters = reference.rstrip("0123456789")
    if not re.fullmatch("[A-Z]{1,3}", letters):
        return 0
    return sum((ord(letter) - 64) * 26**place for place, letter in enumerate(reversed(letters)))


def _listed(archive: zipfile.ZipFile, part: str, element: str) -> dict[str, str]:
    """Return the parts of slides or sheets, in their order, with the names of sheets."""
    targets = {relation.get("Id", ""): relation.get("Target", "") for relation in _relations(archive, part)}
    kept = Elements(element)
    parse(archive, part, kept)
    listed: dict[str, str] = {}
    for given in kept.found[:MAX_PAGES]:
        for id_ in (value for key, value in given.items() if key.endswith(":id")):
            if found := _known(archive, part, targets.get(id_, "")):
                listed[found] = given.get("name", "")
    return listed


def related(archive: zipfile.ZipFile, part: str, kind: str) -> list[str]:
    """Return the parts that are something to another one; to the file itself, whose name is empty."""
    wanted = (given for given in _relations(archive, part) if given.get("Type", "").endswith(kind))
    return [found for given in wanted if (found := _known(archive, part, given.get("Target", "")))]


def _relations(archive: zipfile.ZipFile, part: str) -> list[Mapping[str, str]]:
    folder, name = posixpath.split(part)
    relations, described = Elements("Relationship"), posixpath.join(folder, "_rels", f"{name}.rels")
    if described in archive.NameToInfo:
        parse(archive, described, relations)
    return relations.found


def _known(archive: zipfile.ZipFile, part: str, target: str) -> str:
    """Return the part at a target relative to another one; empty where there is none."""
    found = posixpath.normpath(posixpath.join("/", posixpath.dirname(part), target))[1:]
    return found if found in archive.NameToInfo else ""


_READERS: dict[str, Callable[[zipfile.ZipFile], Iterator[tuple[str, str]]]] = {
    "docx": _docx,
    "pptx": _pptx,
    "xlsx": _xlsx,
    "odt": lambda archive: _texts(archive, _CONTENT, _Parts(_PARAGRAPHS)),
    "ods": lambda archive: _texts(archive, _CONTENT, _Words(_PARAGRAPHS, "table")),
    "odp": lambda archive: _texts(archive, _CONTENT, _Words(_PARAGRAPHS, "page")),
}
_WITHOUT_PAGES = frozenset(("docx", "odt"))
