"""The marks of the company and its brands, as files or as part of the page."""

from functools import cache
from pathlib import Path
from urllib.parse import quote

FOLDER = Path("assets") / "marks"
SMALL = 1500
"""Bytes up to which a drawing travels in the page: on a phone, a request before the first picture costs more."""


@cache
def mark_address(name: str) -> str:
    """Return the ``src`` of a mark of the first view: the drawing itself where it is small, else its file's address.

    Args:
        name: File in ``assets/marks`` without its extension, such as ``company-dark``.
    """
    drawing = (FOLDER / f"{name}.svg").read_text(encoding="utf-8").strip()
    if len(drawing.encode()) > SMALL:
        return f"/marks/{name}.svg"
    return "data:image/svg+xml," + quote(drawing, safe=" /:=,;().-")
