"""Addresses of the logos of the company and its brands: files, or ``data:`` URLs."""

from functools import cache
from urllib.parse import quote

from starbond_site.content.pictures import MARKS

SMALL = 1500
"""Largest SVG in bytes that is inlined: on a phone, a request before the first picture costs more."""


@cache
def logo_address(name: str) -> str:
    """Return the ``src`` of a logo above the fold: a ``data:`` URL if the file is small, else its path.

    Args:
        name: File in ``assets/marks`` without its extension, such as ``company-dark``.
    """
    drawing = (MARKS / f"{name}.svg").read_text(encoding="utf-8").strip()
    if len(drawing.encode()) > SMALL:
        return f"/marks/{name}.svg"
    return "data:image/svg+xml," + quote(drawing, safe=" /:=,;().-")
