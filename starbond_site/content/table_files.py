"""Table files (CSV) as people and spreadsheets write them; all mistakes are found at once, each with its sentence."""

import csv
import io
import re
import unicodedata
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from datetime import date, datetime, time
from itertools import zip_longest
from typing import TypeVar

from starbond_site.content.interface import Code
from starbond_site.shared.digits import in_ascii

Read = TypeVar("Read", date, time)
Mistake = tuple[Code, Mapping[str, object]]
"""The sentence of ``errors.toml`` that says what is wrong with a file, and its values."""
LARGEST_BYTES = 5_000_000
FORMULA_GUARD = "'"
"""What our export puts before text that a spreadsheet would run, and many spreadsheets before a telephone number."""
SEPARATORS = ",;\t"
TOTAL = re.compile(r"(grand |sub)?total|sum|(সর্ব)?মোট", re.IGNORECASE)
"""First cell of a last row that is no row of the table."""
LOST = "??"
"""What Excel's plain CSV has in place of Bangla."""
DECIMAL_COMMA = re.compile(r"-?\d+,\d+")
NO_THOUSANDS = re.compile(r"-?(?![1-9১-৯]\d{0,2},\d{3}$)\d+,\d+")
"""A decimal comma for amounts: 1,234 may be a thousand."""
DAYS = (
    *("%Y-%m-%d", "%d-%m-%Y", "%m-%d-%Y", "%d-%m-%y", "%m-%d-%y", "%d-%b-%Y", "%d-%b-%y", "%d-%B-%Y", "%d-%B-%y"),
    *("%b-%d-%Y", "%B-%d-%Y"),
)
TIMES = ("%H:%M", "%H:%M:%S", "%I:%M %p", "%I:%M:%S %p")
MONTHS = ("%Y-%m", "%m-%Y", "%b-%Y", "%b-%y", "%B-%Y", "%B-%y")


class TableMistakes(Exception):  # noqa: N818  whoever made the file can correct it
    """A table file cannot be read."""

    def __init__(self, *mistakes: Mistake) -> None:
        super().__init__(mistakes)
        self.mistakes = mistakes


def mistake(code: Code, **values: object) -> Mistake:
    return code, values


def decoded(content: bytes, most: int = LARGEST_BYTES) -> str:
    """Return the text of a file in UTF-8, with or without a byte order mark, or in UTF-16 with one.

    Raises:
        TableMistakes: it is too large, or in another encoding.
    """
    if len(content) > most:
        raise TableMistakes(mistake("too_large", limit=most // 1_000_000))
    try:
        return content.decode("utf-16" if content[:2] in (BOM_UTF16_LE, BOM_UTF16_BE) else "utf-8-sig")
    except UnicodeDecodeError as wrong:
        raise TableMistakes(mistake("not_utf8")) from wrong


def cleaned(cell: str) -> str:
    """Return a cell on one line, in the encoding that all lines share (NFC)."""
    return " ".join(unicodedata.normalize("NFC", cell).removeprefix(FORMULA_GUARD).split())


def lines(
    content: bytes, most: int = LARGEST_BYTES, comma: re.Pattern[str] = DECIMAL_COMMA
) -> Iterator[tuple[int, list[str]]]:
    """Yield the number of each line and its cells, `cleaned`, as far as there are any.

    The first line says what separates cells; a comma in a number is then a decimal point where it separates none.
    A last line of totals is none.

    Args:
        comma: numbers whose comma is a decimal point.

    Raises:
        TableMistakes: as `decoded`; a line is no CSV, or its letters were lost.
    """
    text = decoded(content, most)
    first = text.lstrip().partition("\n")[0]
    separator = max(SEPARATORS, key=first.count)
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    held: list[tuple[int, list[str]]] = []
    try:
        for row in rows:
            cells = list(map(cleaned, row))
            while cells and not cells[-1]:
                cells.pop()
            if not cells:
                continue
            yield from held
            if any(LOST in cell for cell in cells):
                raise TableMistakes(mistake("table_letters", line=rows.line_num))
            if separator != ",":
                cells = [cell.replace(",", ".") if comma.fullmatch(cell) else cell for cell in cells]
            held = [(rows.line_num, cells)]
            if not TOTAL.fullmatch(next(filter(None, cells)).rstrip(": ")):
                yield held.pop()
    except csv.Error:
        raise TableMistakes(mistake("table_csv", line=rows.line_num)) from None


class Table:
    """The rows below the first line of a file, which names their columns; and its mistakes."""

    def __init__(self, content: bytes, comma: re.Pattern[str] = DECIMAL_COMMA) -> None:
        self.mistakes: list[Mistake] = []
        self._lines = lines(content, comma=comma)
        self.columns = [name.casefold() for name in next(self._lines, (1, []))[1]]

    def require(self, names: Collection[str], offered: Collection[str] = (), unlisted: Collection[str] = ()) -> None:
        """Raise `TableMistakes` where one of these columns is missing, or one would be lost in silence.

        Args:
            offered: all columns that there may be; empty for any.
            unlisted: more of them, which no sentence offers.
        """
        listed, known, found = ", ".join(offered or names), {*names, *offered, *unlisted}, self.columns
        unknown = [name for name in found if offered and name not in known]
        self.mistakes += [
            *(mistake("table_column_missing", column=name, known=listed) for name in names if name not in found),
            *(mistake("table_column_unknown", column=name, known=listed) for name in unknown),
            *(mistake("table_column_twice", column=name) for name in sorted(known) if found.count(name) > 1),
        ]
        self.check()

    def __iter__(self) -> Iterator[tuple[int, dict[str, str]]]:
        """Yield the number of each line and its cells by column."""
        try:
            for line, cells in self._lines:
                if len(cells) > len(self.columns):
                    self.mistakes.append(mistake("table_cells", line=line))
                else:
                    yield line, dict(zip_longest(self.columns, cells, fillvalue=""))
        except TableMistakes as wrong:
            self.mistakes += wrong.mistakes

    def check(self) -> None:
        """Raise `TableMistakes` where there are any."""
        if self.mistakes:
            raise TableMistakes(*self.mistakes)


def month_of(text: str) -> date | None:
    """Return the first day of a month; None where a text is none, or may be two: 1/10/2026."""
    return _only({moment.date().replace(day=1) for moment in _read(_plain(text), MONTHS + DAYS)})


def day_of(text: str) -> date | None:
    return _only({moment.date() for moment in _read(_plain(text), DAYS)})


def time_of(text: str) -> time | None:
    return _only({moment.time().replace(second=0) for moment in _read(text, TIMES)})


def _plain(text: str) -> str:
    return re.sub(r"[\s/.,-]+", "-", text)


def _read(text: str, formats: Collection[str]) -> set[datetime]:
    found, typed = set[datetime](), in_ascii(text)
    for format in formats:
        with suppress(ValueError):
            found.add(datetime.strptime(typed, format))  # noqa: DTZ007  a day has no time zone
    return found


def _only(found: set[Read]) -> Read | None:
    return found.pop() if len(found) == 1 else None
