"""Telephone numbers by country: as they are typed, dialled and read."""

import pytest

from starbond_site.content import telephone
from starbond_site.content.dealers import DealersFileError, parse


@pytest.mark.parametrize(
    ("country", "typed", "dialled"),
    [
        ("BD", "01711-000000", "+8801711000000"),
        ("BD", "8801711000000", "+8801711000000"),
        ("BD", "+353 1 000 0000", "+35310000000"),
        ("BD", "+88012", ""),
        ("IE", "+353 1 000 0000", "+35310000000"),
        ("IE", "00353 (1) 000.0000", "+35310000000"),
        ("IE", "+12345-6", "+123456"),
        ("IE", "+123456789012345", "+123456789012345"),
        # Without a country code nobody knows which number it is.
        ("IE", "01 000 0000", ""),
        ("IE", "01711-000000", ""),
        ("IE", "8801711000000", ""),
        ("IE", "+12345", ""),
        ("IE", "+1234567890123456", ""),
        ("IE", "none", ""),
    ],
)
def test_dialled(country: str, typed: str, dialled: str) -> None:
    assert telephone.dialled(typed, country) == dialled


@pytest.mark.parametrize(
    ("country", "number", "shown", "local"),
    [
        ("BD", "+8801711000000", "+880 1711-000000", "01711000000"),
        ("BD", "+88029123456", "+88029123456", "029123456"),
        ("BD", "+35310000000", "+35310000000", "+35310000000"),
        ("IE", "+8801711000000", "+8801711000000", "+8801711000000"),
        ("IE", "+35310000000", "+35310000000", "+35310000000"),
    ],
)
def test_shown_and_local(country: str, number: str, shown: str, local: str) -> None:
    assert (telephone.shown(number, country), telephone.local(number, country)) == (shown, local)


@pytest.mark.parametrize(("country", "example"), [("BD", "01700-000000"), ("IE", "the code of the country")])
def test_a_mistake_says_how_to_write_a_number(country: str, example: str) -> None:
    file = "division,district,upazila,name,address,telephone\nLeinster,Dublin,Dublin,Shop,1 Quay,none\n"
    with pytest.raises(DealersFileError, match=f"Line 2, telephone: none is no telephone number; .*{example}"):
        parse(file.encode(), country)
