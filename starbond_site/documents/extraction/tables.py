"""Tables as spreadsheets save them: text in UTF-8 or UTF-16, and a workbook (ECMA-376), which becomes CSV."""

import csv
import io
import re
import zipfile
from datetime import date, timedelta
from decimal import Decimal

from starbond_site.content.table_files import LARGEST_BYTES, TableMistakes, decoded
from starbond_site.documents.extraction import NotReadError, office
from starbond_site.documents.extraction.office import Cells
from starbond_site.documents.inspection.parts import starts
from starbond_site.documents.refusals import Refusal

DAYS, TIMES, PERCENT = {*range(14, 18), 22, *range(27, 37), *range(50, 59)}, {*range(18, 22), 45, 46, 47}, {9, 10}
"""Numbers of formats that Excel knows by itself (ECMA-376 part 1, 18.8.30)."""
UNPACKED = 4
"""How many times larger the parts of a workbook may be than a file may."""
_LITERAL = re.compile(r'"[^"]*"|\[[^\]]*\]|\\.')
"""What a format shows as it stands, such as the sign of a currency."""


def text_of(content: bytes, most: int = LARGEST_BYTES) -> str:
    """Return the text of a table file; of a workbook its first sheet that has any.

    Args:
        most: bytes of a file.

    Raises:
        Refusal: not_utf8, too_large.
    """
    too_large = Refusal("too_large", limit=most // 1_000_000, field="file")
    if len(content) > most:
        raise too_large
    if not content.startswith(b"PK\3\4"):
        try:
            return decoded(content, most)
        except TableMistakes:
            raise Refusal("not_utf8", field="file") from None
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            if sum(part.file_size for part in archive.infolist()) > UNPACKED * most:
                raise too_large
            found = (cells for _, cells in office.sheets(archive, _Styles(archive).shown, most) if cells.rows)
            sheet = next(found, None)
    except (*office.DAMAGED, NotReadError) as error:
        raise Refusal("not_utf8", field="file") from error
    if sheet and (sheet.left < 0 or sum(map(max, sheet.rows.values())) > most):
        raise too_large
    return _csv(sheet) if sheet else ""


def _csv(sheet: Cells) -> str:
    """Return the rows where they stand in the sheet, so that a mistake names the line that Excel shows."""
    text, line = io.StringIO(newline=""), 0
    writer = csv.writer(text, lineterminator="\n")
    for number, row in sorted(sheet.rows.items()):
        text.write("\n" * (number - line - 1))
        # A line feed inside of a cell would shift the lines below it.
        writer.writerow(" ".join(row.get(column, "").splitlines()) for column in range(1, max(row) + 1))
        line = number
    return text.getvalue()


class _Styles:
    """The number formats of the cells of a workbook."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        main = office.main_part(archive, "xl/workbook.xml")
        self._codes: dict[int, str] = {}
        self._formats: list[int] = []
        is_of_cells = False
        for name, given in starts(office.steps(archive, *office.related(archive, main, "/styles"))):
            if name in ("cellXfs", "cellStyleXfs"):
                is_of_cells = name == "cellXfs"
            elif name == "numFmt":
                self._codes[int(given["numFmtId"])] = _LITERAL.sub("", given.get("formatCode", "")).lower()
            elif name == "xf" and is_of_cells:
                self._formats.append(int(given.get("numFmtId", 0)))
        books = office.attributes(archive, main, "workbookPr")
        is_of_1904 = any(given.get("date1904") in ("1", "true") for given in books)
        self._first_day = date(1904, 1, 1) if is_of_1904 else date(1899, 12, 30)

    def shown(self, value: str, style: int) -> str:
        """Return a number without an exponent, with the 15 digits that are exact; a day as in ISO 8601."""
        format = self._formats[style] if style < len(self._formats) else 0
        code = self._codes.get(format, "")
        try:
            number = float(value)
            if format in DAYS or "y" in code or "d" in code:
                return (self._first_day + timedelta(days=int(number))).isoformat()
            if format in TIMES or "h" in code:
                minutes = min(round(number % 1 * 24 * 60), 24 * 60 - 1)
                return f"{minutes // 60:02}:{minutes % 60:02}"
            if format in PERCENT or "%" in code:
                return f"{Decimal(f'{number * 100:.13g}'):f}%"
            return value if value.isdecimal() else f"{Decimal(f'{number:.15g}'):f}"
        except (OverflowError, ValueError):
            return value
