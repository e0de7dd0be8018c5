"""Text of Office documents: Office Open XML (ECMA-376) and OpenDocument (OASIS ODF 1.3).

Only their text is wanted. It is read with expat while the parts are unpacked, so that nothing but text is kept in
memory; what the archives declare was checked before the publication (`inspection.zip_files`).
"""

import posixpath
import re
import zipfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from xml.parsers import expat

from starbond_site.documents.extraction import (
    MAX_CHARACTERS,
    MAX_LABEL,
    MAX_PAGE_CHARACTERS,
    MAX_PAGES,
    PART_CHARACTERS,
    Found,
    NotReadError,
    cleaning,
)

_CHUNK = 256 * 1024
_MAX_PART = 256 * 1024 * 1024
"""Bytes that are unpacked of one part."""
_ENDS_LINE = frozenset(("p", "h", "br", "tr", "row", "line-break", "si", "table-row"))
_ENDS_WORD = frozenset(("tab", "tc", "s", "c", "table-cell", "cr"))


def read(path: Path, kind: str) -> Found:
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
            kept = tuple(cleaning.limited(texts()))
    except (zipfile.BadZipFile, KeyError, OSError, expat.ExpatError, NotImplementedError, ValueError) as error:
        raise NotReadError(f"not a sound {kind}: {error}") from error
    given = tuple(cleaning.cleaned(label)[:MAX_LABEL] for label in labels[: len(kept)]) if any(labels) else ()
    return Found(None if kind in _WITHOUT_PAGES else len(numbers), kept, is_scan=False, labels=given)


def _divided(text: str) -> Iterator[str]:
    """Yield the parts of a text that is longer than a page may be, from line to line."""
    while len(text) > MAX_PAGE_CHARACTERS:
        ends = (text.rfind(end, 1, MAX_PAGE_CHARACTERS) for end in "\n ")
        place = next((end for end in ends if end > 0), MAX_PAGE_CHARACTERS)
        yield text[:place]
        text = text[place:]
    yield text


class Handler:
    """What one parse does with elements and text."""

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

    @property
    def texts(self) -> Iterator[tuple[str, str]]:
        yield from zip(self.labels, ("".join(words) for words in self.pages), strict=True)


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


def _docx(archive: zipfile.ZipFile) -> Iterator[tuple[str, str]]:
    main = _main(archive, "word/document.xml")
    beside = re.compile(re.escape(posixpath.dirname(main)) + r"/(header|footer|footnotes|endnotes)\d*\.xml")
    words = _Parts(_RUNS)
    for part in (main, *sorted(filter(beside.fullmatch, archive.namelist()))):
        parse(archive, part, words)
    yield from words.texts


def _pptx(archive: zipfile.ZipFile) -> Iterator[tuple[str, str]]:
    for part in _listed(archive, _main(archive, "ppt/presentation.xml"), _Order("sldId")):
        words = _Words(_RUNS)
        parse(archive, part, words)
        yield from words.texts


def _xlsx(archive: zipfile.ZipFile) -> Iterator[tuple[str, str]]:
    main = _main(archive, "xl/workbook.xml")
    shared = _SharedTexts()
    for part in _related(archive, main, "/sharedStrings"):
        parse(archive, part, shared)
    order = _Order("sheet")
    for part in _listed(archive, main, order):
        cells = _Cells(shared.texts)
        parse(archive, part, cells)
        yield order.names.get(part, ""), "".join(cells.made)


def _main(archive: zipfile.ZipFile, usual: str) -> str:
    """Return the part that a file begins with (ECMA-376 part 1, 9.2): Microsoft 365 on the web names it anew."""
    return next(iter(_related(archive, "", "/officeDocument")), usual)


def _open_document(page: str) -> Callable[[zipfile.ZipFile], Iterator[tuple[str, str]]]:
    def texts(archive: zipfile.ZipFile) -> Iterator[tuple[str, str]]:
        words = _Words(_PARAGRAPHS, page) if page else _Parts(_PARAGRAPHS)
        parse(archive, "content.xml", words)
        yield from words.texts

    return texts


class _SharedTexts(Handler):
    """The texts of a workbook, which cells name by their number."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self._left = MAX_CHARACTERS
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


class _Cells(Handler):
    """The cells of a sheet: shared and own texts, and numbers as they are stored."""

    def __init__(self, shared: list[str]) -> None:
        self._shared = shared
        self._left = MAX_CHARACTERS
        self._kind = self._value = ""
        self._is_value = False
        self.made: list[str] = []

    def start(self, name: str, given: Mapping[str, str]) -> None:
        if name == "c":
            self._kind, self._value = given.get("t", "n"), ""
        self._is_value = name in ("v", "t")

    def end(self, name: str) -> None:
        self._is_value = False
        if name == "row":
            self.made.append("\n")
        if name == "c":
            shown = self._shown()
            if self._left > 0:
                self._left -= len(shown)
                self.made.append(shown + " ")

    def text(self, words: str) -> None:
        if self._is_value:
            self._value += words

    def _shown(self) -> str:
        if self._kind != "s":
            return self._value
        number = int(self._value or -1)
        return self._shared[number] if 0 <= number < len(self._shared) else ""


class _Relations(Handler):
    """The parts that a part names, and what they are to it, by id."""

    def __init__(self) -> None:
        self.targets: dict[str, str] = {}
        self.types: dict[str, str] = {}

    def start(self, name: str, given: Mapping[str, str]) -> None:
        if name == "Relationship":
            self.targets[given.get("Id", "")] = given.get("Target", "")
            self.types[given.get("Id", "")] = given.get("Type", "")


class _Order(Handler):
    """The ids of slides or sheets, in their order."""

    def __init__(self, element: str) -> None:
        self._element = element
        self.ids: list[str] = []
        self._named: dict[str, str] = {}
        self.names: dict[str, str] = {}
        """Names of sheets by their parts."""

    def start(self, name: str, given: Mapping[str, str]) -> None:
        if name == self._element and len(self.ids) < MAX_PAGES:
            found = [value for key, value in given.items() if key.endswith(":id")]
            self.ids += found
            self._named |= dict.fromkeys(found, given.get("name", ""))

    def parts(self, archive: zipfile.ZipFile, part: str) -> list[str]:
        relations = _relations(archive, part)
        for id_ in self.ids:
            for found in _known(archive, part, [relations.targets.get(id_, "")]):
                self.names[found] = self._named[id_]
        return list(self.names)


def _listed(archive: zipfile.ZipFile, part: str, order: _Order) -> list[str]:
    parse(archive, part, order)
    return order.parts(archive, part)


def _related(archive: zipfile.ZipFile, part: str, kind: str) -> list[str]:
    """Return the parts that are something to another one; to the file itself, whose name is empty."""
    relations = _relations(archive, part)
    return _known(
        archive, part, [relations.targets[id_] for id_, type_ in relations.types.items() if type_.endswith(kind)]
    )


def _relations(archive: zipfile.ZipFile, part: str) -> _Relations:
    folder, name = posixpath.split(part)
    relations, described = _Relations(), posixpath.join(folder, "_rels", f"{name}.rels")
    if described in archive.NameToInfo:
        parse(archive, described, relations)
    return relations


def _known(archive: zipfile.ZipFile, part: str, targets: list[str]) -> list[str]:
    """Return the parts that there are, of targets relative to another one."""
    found = [posixpath.normpath(posixpath.join("/", posixpath.dirname(part), target))[1:] for target in targets]
    return [target for target in found if target in archive.NameToInfo]


_READERS: dict[str, Callable[[zipfile.ZipFile], Iterator[tuple[str, str]]]] = {
    "docx": _docx,
    "pptx": _pptx,
    "xlsx": _xlsx,
    "odt": _open_document(""),
    "ods": _open_document("table"),
    "odp": _open_document("page"),
}
_WITHOUT_PAGES = frozenset(("docx", "odt"))
