"""Reads the text of published documents, and draws their first page, in a process of its own.

The parsers that do it are large, and a hostile file can make them crash, loop or use much memory: ``process`` runs them
with limits and without secrets, as `inspection` does for the checks before a publication.
"""

from dataclasses import dataclass

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


@dataclass(frozen=True)
class Found:
    """What was found in a document."""

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
