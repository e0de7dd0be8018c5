"""Tables as spreadsheets save them: what people typed is what is read, and what is lost is refused."""

import contextlib
import io
import re
import zipfile
from collections.abc import Callable
from datetime import date, time, timedelta
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl.utils.datetime import CALENDAR_MAC_1904

from starbond_site.content.table_files import TableMistakes, day_of, decoded, lines, month_of, time_of
from starbond_site.documents.archive import COMMAND_LINE
from starbond_site.documents.extraction import NotReadError, office, tables
from starbond_site.documents.refusals import Refusal
from starbond_site.features.dealers import service as dealers
from tests.unit.command_line import archive_of_commands, run
from tests.unit.documents import samples

HEADS = ("month", "sponsors", "government", "institutions", "foreign", "public")
MONTHS = ((date(2026, 9, 1), 30.25, 0, 20, 5.5, 44.25), (date(2026, 10, 1), 30.25, 0, 21, 5.5, 43.25))
IN_BANGLA = str.maketrans("0123456789", "০১২৩৪৫৬৭৮৯")
PLAIN = [["2026-09", "30.25", "0", "20", "5.5", "44.25"], ["2026-10", "30.25", "0", "21", "5.5", "43.25"]]


def workbook(*rows: Any, format: str = "", change: Callable[[Any], None] | None = None) -> bytes:  # noqa: ANN401
    """Return what Excel saves of rows in its second sheet, its first being empty."""
    book, file = openpyxl.Workbook(), io.BytesIO()
    sheet = book.create_sheet("Second")
    for row in rows:
        sheet.append(row)
    for cell in (cell for row in sheet.iter_rows() for cell in row if format and not isinstance(cell.value, str)):
        cell.number_format = format
    if change:
        change(book)
    book.save(file)
    return file.getvalue()


def read(content: bytes) -> list[list[str]]:
    return [cells for _, cells in lines(tables.text_of(content).encode())]


def test_a_workbook_is_read_as_it_was_typed() -> None:
    """Days, percentages, long numbers, gaps, and the words of two scripts."""
    for change in (None, lambda book: setattr(book, "epoch", CALENDAR_MAC_1904)):
        found = read(workbook(HEADS, *MONTHS, change=change))
        assert [row[0] for row in found[1:]] == ["2026-09-01", "2026-10-01"], (
            "a day, whatever the first one of the book"
        )
        assert [row[1:] for row in found[1:]] == [row[1:] for row in PLAIN]
    assert read(workbook((0.3025, 0.07), format="0.00%")) == [["30.25%", "7%"]]
    assert read(workbook((time(10, 30), time(0, 5), time(23, 59, 50)))) == [["10:30", "00:05", "23:59"]]
    assert read(workbook((0.1 + 0.2, 1201234567890123, 1e15, -2.5), ("রহমান", None, " A, B ", True))) == [
        ["0.3", "1201234567890123", "1000000000000000", "-2.5"], ["রহমান", "", "A, B", "1"],
    ]  # fmt: skip
    assert [line for line, _ in lines(tables.text_of(workbook((1,), (), ("two\nlines",), (4,))).encode())] == [1, 3, 4]


@pytest.mark.parametrize("format", [14, 17, 22, 27, 31, 36, 50, 58])
def test_a_day_has_any_of_the_formats_that_excel_knows_by_itself(format: int) -> None:
    """ECMA-376 part 1, 18.8.30: their numbers stand in the workbook, and not what they look like."""

    def without_codes(part: str) -> str:
        return re.sub("<numFmts.*?</numFmts>", "", part).replace('numFmtId="165"', f'numFmtId="{format}"')

    made = zipfile.ZipFile(io.BytesIO(workbook((date(2026, 9, 1),), format="yyyy/mm/dd")))
    parts = {name: without_codes(made.read(name).decode()) for name in made.namelist()}
    assert read(samples.zipped(parts)) == [["2026-09-01"]]


@given(st.dates(date(1971, 1, 1), date(2068, 12, 31)))
def test_a_month_and_a_day_are_read_in_every_unambiguous_form(day: date) -> None:
    first, name = day.replace(day=1), f"{day:%b}"
    last = (first + timedelta(days=31)).replace(day=1) - timedelta(days=1)
    for text in (f"{day:%Y-%m}", f"{name}-{day:%y}", f"{day.month}/{day.year}", f"{day:%B %Y}", f"{day:%d/%b/%Y}"):
        assert month_of(text) == month_of(text.translate(IN_BANGLA)) == first, text
    for end in (f"{last.day}/{last.month}/{last.year}", f"{last.month}/{last.day}/{last.year}", f"{last:%d.%m.%y}"):
        assert (month_of(end), day_of(end)) == (first, last), end
    either = f"{day.day}/{day.month}/{day.year}"
    assert day_of(either) == (day if day.day > 12 or day.day == day.month else None), either
    assert (day_of(f"{day:%d-%b-%y}"), day_of(day.isoformat().translate(IN_BANGLA))) == (day, day)


@given(st.times())
def test_a_time_is_read_in_digits_of_both_scripts(at: time) -> None:
    for text in (f"{at:%H:%M}", f"{at:%H:%M:%S}", f"{at:%I:%M %p}"):
        assert time_of(text) == time_of(text.translate(IN_BANGLA)) == at.replace(second=0, microsecond=0), text


def test_csv_as_excel_saves_it_is_the_table_that_was_typed() -> None:
    """By country: what separates cells, the decimal comma, the code; rows that were emptied, and that of totals."""
    total = ["", "Total:", "60.5", "0", "41", "11", "87.5"][1:]
    for separator, code, comma in ((",", "utf-8-sig", "."), (";", "utf-8-sig", ","), ("\t", "utf-16", ".")):
        rows = [list(HEADS), *([cell.replace(".", comma) for cell in row] for row in PLAIN), total, [""] * 6, []]
        text = "\r\n".join(separator.join(row) for row in rows)
        assert [cells for _, cells in lines(text.encode(code))] == [list(HEADS), *PLAIN], separator
    # In the middle it is a row.
    assert len(list(lines(b"name\nTotal\nother\n"))) == 3
    # A comma inside of a quoted cell is no decimal point where it separates cells.
    assert list(lines(b'a,b\n"23,5",1\n'))[1] == (2, ["23,5", "1"])


def test_what_a_spreadsheet_has_lost_is_refused() -> None:
    for name in ("?????", "??? Store"):
        with pytest.raises(TableMistakes) as lost:
            list(lines(f"name\nA?\n{name}\n".encode()))
        assert lost.value.mistakes == (("table_letters", {"line": 3}),)
    assert decoded("আঠা".encode("utf-16")) == "আঠা"


def test_what_is_no_workbook_or_grows_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    other, small = io.BytesIO(), 20_000
    with zipfile.ZipFile(other, "w") as archive:
        archive.writestr("word/document.xml", "<a/>")
    good = workbook(HEADS)
    with zipfile.ZipFile(large := io.BytesIO(good), "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/more.xml", " " * tables.UNPACKED * small)
    for file, code in (
        (b"PK\3\4", "not_utf8"), (other.getvalue(), "not_utf8"), (good[:900], "not_utf8"),
        (b"\xff\xfe\xfd", "not_utf8"),
        (b"x" * (small + 1), "too_large"), (large.getvalue(), "too_large"),
        (workbook(*[["x" * 3000]] * 10), "too_large"),
        (workbook(*[["x"] * 30] * 800), "too_large"),
        (workbook([1], change=lambda book: book["Second"].cell(1, 16_000, 1) and book["Second"].cell(2, 16_000, 1)),
         "too_large"),
    ):  # fmt: skip
        with pytest.raises(Refusal) as refused:
            tables.text_of(file, small)
        assert (refused.value.code, refused.value.values["field"]) == (code, "file")
    assert tables.text_of(workbook(), small) == ""


def test_a_workbook_that_is_damaged_anywhere_is_read_or_refused(tmp_path: Path) -> None:
    good, codes, file = workbook(HEADS, *MONTHS), set[str](), tmp_path / "damaged.xlsx"
    for place in range(0, len(good), 5):
        damaged = good[:place] + bytes((good[place] ^ 0x55,)) + good[place + 1 :]
        try:
            tables.text_of(damaged)
        except Refusal as refused:
            codes.add(refused.code)
        file.write_bytes(damaged)
        with contextlib.suppress(NotReadError):
            office.content(file, "xlsx")
    assert codes == {"not_utf8", "too_large"}


@pytest.mark.features("dealers")
def test_no_number_of_an_export_is_rounded_by_a_spreadsheet(tmp_path: Path) -> None:
    """Excel reads +8801711000000 as a number, and saves 8.80171E+12."""
    table = b"division,district,upazila,name,address,telephone\nDhaka,Gazipur,Sreepur,Store,Bazar,1711000000\n"
    with archive_of_commands(tmp_path) as archive:
        dealers.import_all(archive, dealers.parsed(table, replace=False), COMMAND_LINE, "a.csv", replace=False)
        written = run("dealers", "export").stdout
    assert '"+880 1711000000"' in written
    assert dealers.parsed(written.encode(), replace=False) == dealers.parsed(table, replace=False)
