"""Telephone numbers by country: as they are typed, dialled and read."""

from starbond_site.content import telephone


def test_dialled() -> None:
    """Without a country code nobody knows which number it is; only Bangladesh's are completed."""
    dialled = {
        ("BD", "01711-000000"): "+8801711000000",
        ("BD", "০১৭১১০০০০০০"): "+8801711000000",
        ("BD", "+880 1711 000000"): "+8801711000000",
        ("BD", "8801711000000"): "+8801711000000",
        ("BD", "00880 (2) 9123456"): "+88029123456",
        ("BD", "+91 33 2288 0000"): "+913322880000",
        ("BD", "+353 1 000 0000"): "+35310000000",
        **dict.fromkeys((("BD", typed) for typed in ("+88012", "call me", "12", "1711000000", "+0171100000")), ""),
        ("BD", "01711-000000 / 01811-000000"): "",
        ("IE", "+353 1 000 0000"): "+35310000000",
        ("IE", "00353 (1) 000.0000"): "+35310000000",
        ("IE", "+12345-6"): "+123456",
        ("IE", "+123456789012345"): "+123456789012345",
        **dict.fromkeys((("IE", typed) for typed in ("01 000 0000", "01711-000000", "8801711000000", "none")), ""),
        **dict.fromkeys((("IE", typed) for typed in ("+12345", "+1234567890123456")), ""),
    }
    assert {given: telephone.dialled(given[1], given[0]) for given in dialled} == dialled


def test_shown_and_local() -> None:
    for country, number, shown, local in (
        ("BD", "+8801711000000", "+880 1711-000000", "01711000000"),
        ("BD", "+88029123456", "+88029123456", "029123456"),
        ("BD", "+35310000000", "+35310000000", "+35310000000"),
        ("IE", "+8801711000000", "+8801711000000", "+8801711000000"),
        ("IE", "+35310000000", "+35310000000", "+35310000000"),
    ):
        assert (telephone.shown(number, country), telephone.local(number, country)) == (shown, local)
