"""Writes CSV that a spreadsheet opens without running what strangers wrote (OWASP, "CSV Injection")."""

import csv
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import TextIO

from pydantic import JsonValue

_FORMULA = "=+-@\N{MINUS SIGN}"
"""What begins a formula, after NFKC, which makes full-width and small forms of these signs plain."""
_QUOTES = "\"'`´‘’‚“”„«»‹›"
_BLANK_CATEGORIES = ("Cc", "Cf", "Zs", "Zl", "Zp", "Mn")
"""Spaces, line ends, byte order marks, joiners: spreadsheets drop some of them before they look for a formula."""
_NUMBER = re.compile(r"[+-]?[\d ()-]+")
"""A number, such as that of a telephone."""


def write(target: TextIO, columns: Sequence[str], rows: Iterable[Mapping[str, JsonValue]]) -> None:
    """Write rows under a line of their names.

    Every cell is quoted, so that a semicolon or tab in one does not begin the next where they separate cells.
    """
    writer = csv.DictWriter(target, columns, quoting=csv.QUOTE_ALL)
    writer.writeheader()
    writer.writerows({name: cell(value) for name, value in row.items()} for row in rows)


def cell(value: JsonValue) -> JsonValue:
    """Return a value that a spreadsheet shows as it is: text that it could run gets an apostrophe in front.

    Blanks and quotation marks in front of the first sign do not count. Telephone numbers stay as they are.
    """
    if not isinstance(value, str) or _NUMBER.fullmatch(value):
        return value
    first = next((character for character in value if not _is_skipped(character)), "")
    begins_with_control = value[:1] in ("\t", "\r", "\n")
    if begins_with_control or unicodedata.normalize("NFKC", first)[:1] in tuple(_FORMULA):
        return f"'{value}"
    return value


def _is_skipped(character: str) -> bool:
    return character in _QUOTES or unicodedata.category(character) in _BLANK_CATEGORIES
