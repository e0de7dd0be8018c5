"""Properties of a PDF: its information dictionary, its metadata (XMP), its catalog and its annotations."""

import re
from pathlib import Path
from typing import Any

import pikepdf

from starbond_site.documents.extraction import pdf as extraction
from starbond_site.documents.inspection import pdf as inspection
from starbond_site.documents.preflight import MAX_TEXT, is_unreadable, language_of

_COMMENTS = frozenset(
    (
        *("/Text", "/FreeText", "/Line", "/Square", "/Circle", "/Polygon", "/PolyLine", "/Highlight", "/Underline"),
        *("/Squiggly", "/StrikeOut", "/Caret", "/Stamp", "/Ink", "/FileAttachment", "/Sound", "/Redact"),
    )
)
"""Annotations that people add while they review (ISO 32000-1, 12.5.6); links and form fields are part of a document."""
MAX_ELEMENTS = 20_000
"""Of a structure tree that are looked at: a report of 200 pages has some 10,000."""
_NO_TITLE = re.compile(
    r"(microsoft (word|excel|powerpoint) - .*|untitled\d*|document\d*|presentation\d*|book\d*)?", re.IGNORECASE
)
"""Titles that programs write where nobody gave one."""


def properties(path: Path, _kind: str) -> dict[str, Any]:
    """Return the `report.Properties` of a PDF, as JSON takes them."""
    with inspection.opened(path.read_bytes()) as pdf:
        metadata = _metadata(pdf)
        title = _text(pdf.docinfo.get("/Title")) or metadata.get("title", "")
        author = _text(pdf.docinfo.get("/Author")) or metadata.get("author", "")
        page, target = next(inspection.links(pdf), (0, ""))
        # Compared as names: what else stands there may not even be text.
        kinds = [*map(pikepdf.Name, _COMMENTS)]
        return {
            "title": "" if _NO_TITLE.fullmatch(title) else title,
            "language": _text(pdf.Root.get("/Lang")) or metadata.get("language", ""),
            "authors": [author] if author else [],
            "is_protected": pdf.is_encrypted,
            "is_tagged": "/StructTreeRoot" in pdf.Root,
            **_untold(pdf),
            "linked_page": page,
            "linked_file": target,
            "comments": sum(held.get("/Subtype") in kinds for _, held in inspection.annotations(pdf)),
        }


def _untold(pdf: pikepdf.Pdf) -> dict[str, int]:
    """Return how many pictures have no text, and how many tables no heading (ISO 32000-1, 14.8.4 and 14.9.3)."""
    root = pdf.Root.get("/StructTreeRoot")
    if not isinstance(root, pikepdf.Dictionary):
        return {}
    roles, pictures, has_heading = root.get("/RoleMap"), 0, [True]
    # What is to be looked at, the next at the end, each with the number of the table that it stands in.
    waiting: list[tuple[Any, int]] = [(root.get("/K"), 0)]
    visited, left = set[tuple[int, int]](), MAX_ELEMENTS
    while waiting and left:
        element, table = waiting.pop()
        # A tree can lead back into itself; what is no object of its own has the number 0.
        is_known = isinstance(element, pikepdf.Object) and element.is_indirect and element.objgen in visited
        if is_known or not isinstance(element, pikepdf.Array | pikepdf.Dictionary):
            continue
        visited.add(element.objgen)
        if isinstance(element, pikepdf.Array):
            waiting += [(held, table) for held in reversed([*element]) if isinstance(held, pikepdf.Object)]
            continue
        left -= 1
        # Compared as names: not every name is text.
        kind = element.get("/S")
        if isinstance(kind, pikepdf.Name) and isinstance(roles, pikepdf.Dictionary):
            kind = roles.get(kind, kind)
        if kind == pikepdf.Name.Table:
            table = len(has_heading)
            has_heading.append(False)
        has_heading[table] |= kind == pikepdf.Name.TH
        described = _text(element.get("/Alt")) or _text(element.get("/ActualText"))
        pictures += kind == pikepdf.Name.Figure and not described
        waiting.append((element.get("/K"), table))
    for _, table in waiting:
        # The rest of it was not looked at.
        has_heading[table] = True
    return {"untold_pictures": pictures, "headless_tables": has_heading.count(False)}


def sample(path: Path, _kind: str) -> dict[str, Any]:
    """Return the language of the first pages, the middle one and the last, and whether they are a scan."""
    words, is_scan = extraction.sample(path)
    if is_unreadable(words):
        return {"text_language": None, "is_scan": is_scan, "is_unreadable": True}
    return {"text_language": language_of(words), "is_scan": is_scan, "is_unreadable": False}


def _metadata(pdf: pikepdf.Pdf) -> dict[str, str]:
    """Return title, author and language of the metadata; nothing where it cannot be read."""
    try:
        with pdf.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as found:
            keys = {"title": "dc:title", "author": "dc:creator", "language": "dc:language"}
            return {name: _text(found.get(key)) for name, key in keys.items()}
    except (pikepdf.PdfError, ValueError, KeyError, TypeError, AttributeError):
        return {}


def _text(value: object) -> str:
    """Return a property as text; a list of the metadata as its items."""
    if value is None:
        return ""
    held = sorted(value) if isinstance(value, set) else value if isinstance(value, list) else [value]
    try:
        text = ", ".join(map(str, held))
    except UnicodeDecodeError:
        return ""
    return " ".join(text.replace("\0", "").split())[:MAX_TEXT]
