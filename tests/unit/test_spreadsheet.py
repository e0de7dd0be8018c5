"""Exports that a spreadsheet opens without running a stranger's formula."""

import csv
import io
from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from starbond_site.presentation import spreadsheet

SIGNS = "=+-@＝＋－＠﹦﹢﹣﹫⁺\N{MINUS SIGN}"
BEFORE = ["", *" \u00a0\u3000\ufeff\u200b\u200d\t\r\n\0\"'“", "'\u00a0\""]
STAY = ["", "words", "a=b", "a@example.com", "+880 1700-000000", "-5", "+৮৮০ ১৭০০", "(02) 55-66", 7, None, True, '"']


def test_formula_is_shown_as_text():
    texts = [f"{before}{sign}cmd|' /C calc'!A0" for before in BEFORE for sign in SIGNS]
    texts += [f"{sign}words" for sign in "\t\r\n"]
    assert [text for text in texts if spreadsheet.cell(text) != f"'{text}"] == []
    assert [spreadsheet.cell(value) for value in STAY] == STAY  # pyright: ignore[reportArgumentType]
    # Where a spreadsheet separates by semicolons, quoted cells stay whole.
    target = io.StringIO(newline="")
    spreadsheet.write(target, ["a"], [["words;=1+1"]])
    assert target.getvalue() == '"a"\r\n"words;=1+1"\r\n'


def test_numbers_keep_every_digit_and_stay_numbers():
    numbers = [Decimal("-0.3500"), Decimal("0.0000001")]
    assert [spreadsheet.cell(number) for number in numbers] == ["-0.3500", "0.0000001"]


@given(st.text())
def test_cells_stay_in_their_columns(text: str):
    target = io.StringIO(newline="")
    spreadsheet.write(target, ["a", "b"], [[text, "end"]])
    target.seek(0)
    rows = list(csv.DictReader(target))
    assert [row["b"] for row in rows] == ["end"]
    assert rows[0]["a"].removeprefix("'") == text.removeprefix("'")
