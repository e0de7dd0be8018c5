"""Reads the text of documents, and draws their first page, in a process of its own (`look`)."""

import base64
import re
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

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
_HYPHENATED = re.compile("[\x02\ufffe]\\s*|\u00ad\\s*\n\\s*")
"""How PDFium marks a word that goes on in the next line."""
_CONTROLS = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufeff\ufffe\uffff\ufff9-\ufffb]")
_BLANKS = re.compile(r"[^\S\n]+")
_LINES = re.compile(r"\s*\n\s*")


@dataclass(frozen=True)
class ExtractedContent:
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
    accessibility: str | None = None
    """As in `records.Extraction`."""


class NotReadError(Exception):
    """The document could not be read: damaged, too large for the limits, or it made the reader crash."""


def found_in(said: Any, picture: Any) -> ExtractedContent:  # noqa: ANN401  JSON
    """Return the content that a process printed, and its picture where that is one: it read the file of a stranger.

    Raises:
        NotReadError: it printed something else.
    """
    try:
        pages, texts = said["pages"], tuple(map(str, said["texts"]))
        labels = tuple(str(label)[:MAX_LABEL] for label in said["labels"])
        found = ExtractedContent(None if pages is None else int(pages), texts, bool(said["is_scan"]), labels=labels)
    except (ValueError, KeyError, TypeError) as error:
        raise NotReadError("the reader said something else than what a document holds") from error
    with suppress(ValueError, TypeError):
        drawn = base64.b64decode(picture)
        if drawn[:4] == b"RIFF" and drawn[8:12] == b"WEBP" and len(drawn) <= MAX_PICTURE_BYTES:
            return replace(found, picture=drawn)
    return found


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
