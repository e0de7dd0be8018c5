"""What a made file is, and what is expected of it."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Case:
    """One file. Its line is that of the list in docs/publishing.md, "Files as they come"."""

    line: int
    name: str
    content: bytes
    source: str
    found: str
    """Id of the type of an accepted file; the code of a refusal."""
    says: tuple[str, str] = ("", "")
    """Parts of the sentence in English and in Bangla, where it is refused."""
    remarks: tuple[str, ...] = ()
    """Codes of the remarks to its uploader, without those on missing properties."""
    pages: int | None = None
    texts: tuple[str, ...] | None = None
    """Text of each page; None where it does not matter."""
    labels: tuple[str, ...] = ()
    """Headings or sheets of the texts; none where they do not matter."""
    inked: tuple[float, float, float, float] | None = None
    """Part of the picture of the first page that is not blank: left, top, right, bottom, each from 0 to 1."""
