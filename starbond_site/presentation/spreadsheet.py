"""Writes CSV that a spreadsheet opens without running what strangers wrote (OWASP, "CSV Injection")."""

import csv
import io
import re
import unicodedata
from collections.abc import Iterable
from decimal import Decimal
from typing import TextIO

from pydantic import JsonValue

_FORMULA = "=+-@\N{MINUS SIGN}"
"""First characters of a formula, after NFKC, which makes full-width and small forms of these signs plain."""
_QUOTES = "\"'`´‘’‚“”„«»‹›"
_BLANK_CATEGORIES = ("Cc", "Cf", "Zs", "Zl", "Zp", "Mn")
"""Spaces, line ends, byte order marks, joiners: spreadsheets drop some of them before they look for a formula."""
_NUMBER = re.compile(r"[+-]?[\d ()-]+")
"""A number, such as that of a telephone."""

BYTE_ORDER_MARK = "\ufeff"
"""Without it Excel does not read UTF-8."""


def write(target: TextIO, columns: Iterable[str], rows: Iterable[Iterable[JsonValue | Decimal]]) -> None:
    """Write rows of cells under the names of their columns (RFC 4180).

    Every cell is quoted, so that a semicolon or tab in one does not begin the next where they separate cells.
    """
    writer = csv.writer(target, quoting=csv.QUOTE_ALL)
    writer.writerow(columns)
    writer.writerows(map(cell, row) for row in rows)


def text(columns: Iterable[str], rows: Iterable[Iterable[JsonValue | Decimal]]) -> str:
    """Return the output of `write` as text."""
    target = io.StringIO(newline="")
    write(target, columns, rows)
    return target.getvalue()


def cell(value: JsonValue | Decimal) -> JsonValue:
    """Return a value that a spreadsheet shows as it is: text that it could run gets an apostrophe in front.

    Blanks and quotation marks in front of the first sign do not count. Telephone numbers stay as they are.
    """
    if isinstance(value, Decimal):
        return f"{value:f}"
    if not isinstance(value, str) or _NUMBER.fullmatch(value):
        return value
    first = next((character for character in value if not _is_skipped(character)), "")
    begins_with_control = value[:1] in ("\t", "\r", "\n")
    if begins_with_control or unicodedata.normalize("NFKC", first)[:1] in tuple(_FORMULA):
        return f"'{value}"
    return value


def _is_skipped(character: str) -> bool:
    return character in _QUOTES or unicodedata.category(character) in _BLANK_CATEGORIES
