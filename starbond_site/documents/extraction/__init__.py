"""Reads the text of published documents, and draws their first page, in a process of its own.

The parsers that do it are large, and a hostile file can make them crash, loop or use much memory: `Process` runs them
with limits and without secrets, as `inspection` does for the checks before a publication.
"""

import base64
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from starbond_site.documents import child_process
from starbond_site.documents.names import normalized

MAX_PAGES = 2_000
"""Pages whose text is read; further ones are counted."""
MAX_PAGE_CHARACTERS = 50_000
PART_CHARACTERS = 3_000
"""After which a heading begins a new part of a document without pages: about as many as a page has."""
MAX_LABEL = 120
MAX_CHARACTERS = 6_000_000
"""Of all pages of a document together."""
PICTURE_WIDTH = 480
PICTURE_HEIGHT = 960
"""Pixels that the picture of the first page fits into."""
MAX_PICTURE_BYTES = 300_000
KINDS = ("pdf", "docx", "xlsx", "pptx", "odt", "ods", "odp")
"""Ids of the types of files that are read; see `file_types`."""
_EXTRA_SECONDS = 60
"""Time to start the process and to wait for a processor: it runs with a low priority."""
_MAX_OUTPUT = 64 * 1024 * 1024
"""Bytes of JSON, more than the limits of texts and picture allow."""
_HYPHENATED = re.compile("[\x02\ufffe]\\s*|\u00ad\\s*\n\\s*")
"""How PDFium marks a word that goes on in the next line."""
_CONTROLS = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufeff\ufffe\uffff\ufff9-\ufffb]")
_BLANKS = re.compile(r"[^\S\n]+")
_LINES = re.compile(r"\s*\n\s*")


@dataclass(frozen=True)
class Found:
    """The content of a document: its text, number of pages and picture."""

    pages: int | None
    """Number of its pages, slides or sheets; None where only a program that lays it out knows."""
    texts: tuple[str, ...]
    """Text of each page, of at most `MAX_PAGES`; of parts where pages are not known, or a sheet is long."""
    is_scan: bool
    """Whether pages of it are pictures, and none has text; blank pages alone are no scan."""
    picture: bytes | None = None
    """Its first page as WebP."""
    labels: tuple[str, ...] = ()
    """Heading or sheet of each text; none where pages are numbered."""


class NotReadError(Exception):
    """The document could not be read: damaged, too large for the limits, or it made the reader crash."""


def seconds(size: int) -> int:
    """Return how many seconds of processor reading a document of ``size`` bytes may take."""
    return 60 + size // (8 * 1024 * 1024)


def longest(size: int) -> int:
    """Return the seconds after which a process that reads ``size`` bytes is ended."""
    return seconds(size) + _EXTRA_SECONDS


class Process:
    """One process that reads one document; another thread may end it."""

    def __init__(self, kind: str, path: Path) -> None:
        self._limit = longest(path.stat().st_size)
        self._process = child_process.start(child_process.command("extraction", kind, str(path.absolute())))

    def result(self) -> Found:
        """Return its result; blocks.

        Raises:
            NotReadError: it ended without a result, or took too long.
        """
        output = child_process.output(self._process, seconds=self._limit, size=_MAX_OUTPUT)
        return _found(output, self._process.returncode)

    def end(self) -> None:
        self._process.kill()


def _found(output: bytes, status: int) -> Found:
    lines = output.split(b"\n")
    if len(lines) < 2:
        raise NotReadError(f"the reader ended with status {status}")
    try:
        said = json.loads(lines[0])
        pages, texts = said["pages"], tuple(map(str, said["texts"]))
        labels = tuple(str(label)[:MAX_LABEL] for label in said.get("labels", ()))
        found = Found(None if pages is None else int(pages), texts, bool(said["is_scan"]), labels=labels)
    except (ValueError, KeyError, TypeError) as error:
        raise NotReadError("the reader said something else than JSON") from error
    try:
        picture = base64.b64decode(json.loads(lines[1])["picture"])
    except (ValueError, KeyError, TypeError):
        return found
    is_picture = picture[:4] == b"RIFF" and picture[8:12] == b"WEBP" and len(picture) <= MAX_PICTURE_BYTES
    return replace(found, picture=picture) if is_picture else found


def cleaned(text: str) -> str:
    """Return text in NFC, without control characters, with single blanks and line breaks."""
    text = _CONTROLS.sub("", _HYPHENATED.sub("", text.replace("\r", "\n")))
    text = _LINES.sub("\n", _BLANKS.sub(" ", text)).strip()
    return normalized("NFC", text[:MAX_PAGE_CHARACTERS])


def limited(texts: Iterable[str]) -> list[str]:
    """Return the texts of as many pages as may be kept, cleaned."""
    kept: list[str] = []
    left = MAX_CHARACTERS
    for text in texts:
        if len(kept) == MAX_PAGES or left <= 0:
            break
        kept.append(cleaned(text)[:left])
        left -= len(kept[-1])
    return kept
