"""Exports that a spreadsheet opens without running a stranger's formula."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from starbond_site.presentation import spreadsheet

SIGNS = "=+-@＝＋－＠﹦﹢﹣﹫⁺\N{MINUS SIGN}"
BEFORE = [" ", "\u00a0", "\u3000", "\ufeff", "\u200b", "\u200d", "\t", "\r", "\n", "\0", '"', "'", "“", "'\u00a0\""]


@pytest.mark.parametrize("before", ["", *BEFORE], ids=ascii)
@pytest.mark.parametrize("sign", SIGNS, ids=ascii)
def test_formula_is_shown_as_text(sign: str, before: str):
    """An apostrophe stands before a formula, whatever stands in front of it."""
    text = f"{before}{sign}cmd|' /C calc'!A0"
    assert spreadsheet.cell(text) == f"'{text}"


@pytest.mark.parametrize("sign", "\t\r\n")
def test_control_characters_in_front(sign: str):
    """What begins with a tab or a line end is text too."""
    assert spreadsheet.cell(f"{sign}words") == f"'{sign}words"


@pytest.mark.parametrize(
    "value",
    ["", "words", "a=b", "a@example.com", "+880 1700-000000", "-5", "+৮৮০ ১৭০০", "(02) 55-66", 7, None, True, chr(34)],
)
def test_other_values_stay(value: object):
    """Telephone numbers, addresses and words stay as they are."""
    assert spreadsheet.cell(value) == value  # pyright: ignore[reportArgumentType]


@given(st.text())
def test_cells_stay_in_their_columns(text: str):
    """Whatever a cell holds, it is read back as one cell, with at most an apostrophe more."""
    target = io.StringIO(newline="")
    spreadsheet.write(target, ["a", "b"], [{"a": text, "b": "end"}])
    target.seek(0)
    rows = list(csv.DictReader(target))
    assert [row["b"] for row in rows] == ["end"]
    assert rows[0]["a"].removeprefix("'") == text.removeprefix("'")


@given(st.text(alphabet=st.sampled_from(" \t\u00a0\ufeff\"'=+-@＝x1")))
def test_no_cell_begins_with_a_formula(text: str):
    """Without its blanks and quotation marks, no cell begins with a sign of formulas, unless it is a number."""
    given_back = spreadsheet.cell(text)
    assert isinstance(given_back, str)
    stripped = text.strip(" \t\u00a0\ufeff\"'")
    if stripped[:1] in tuple("=@＝"):
        assert given_back == f"'{text}"


def test_semicolons_do_not_begin_a_cell():
    """Where a spreadsheet separates by semicolons, quoted cells stay whole."""
    target = io.StringIO(newline="")
    spreadsheet.write(target, ["a"], [{"a": "words;=1+1"}])
    assert target.getvalue() == '"a"\r\n"words;=1+1"\r\n'
