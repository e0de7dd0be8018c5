"""Figures on the page: five years at most, gaps as gaps, every figure with its statement and its reason."""

import re
from dataclasses import replace
from datetime import date
from decimal import Decimal

from starbond_site import content
from starbond_site.content import Site
from starbond_site.documents.figures.rules import Entered
from starbond_site.documents.snapshot import EMPTY, FiguresView, Snapshot
from starbond_site.presentation import figures_markup
from starbond_site.presentation.numbers import decimal, percent

ENGLISH, BANGLA = (content.read(language) for language in content.LANGUAGES)
EPS = ENGLISH.figures.kind("eps")
FIGURE = Entered(
    document_id=3, period="year", period_end=date(2026, 6, 30), name="eps", value=Decimal("1.20"), unit="BDT",
    restated=False, reason="", reason_bn="",
)  # fmt: skip


def year(end: int, value: str = "1.20", **others: object) -> Entered:
    return replace(FIGURE, period_end=date(end, 6, 30), value=Decimal(value), **others)  # pyright: ignore[reportArgumentType]


def snapshot(*figures: Entered) -> Snapshot:
    return replace(
        EMPTY, figures=FiguresView(1, tuple(sorted(figures, key=lambda item: item.period_end, reverse=True)))
    )


def html(site: Site, *figures: Entered) -> str:
    return figures_markup.figures(site, snapshot(*figures))


def test_nothing_entered_is_said_without_a_chart() -> None:
    for site in [ENGLISH, BANGLA]:
        assert html(site) == f'<p class="document-list__empty">{site.interface.figures.empty}</p>', site.language


def test_chart_has_the_last_five_years_and_shows_gaps() -> None:
    for years, shown in [
        ([2026], ["2026"]),
        (range(2020, 2027), ["2022", "2023", "2024", "2025", "2026"]),
        ([2023, 2026], ["2023", "2024", "2025", "2026"]),
        ([2010, 2026], ["2026"]),
        ([2010, 2025, 2026], ["2025", "2026"]),
    ]:
        columns = figures_markup.columns(ENGLISH, EPS, [year(end) for end in years])
        assert [column.name for column in columns] == shown, (years, shown)
        assert {column.name for column in columns if column.value is not None} == {str(end) for end in years} & set(
            shown
        )


def test_rows_of_the_table() -> None:
    shown = html(ENGLISH, *(year(end, document_id=end) for end in range(2020, 2027)))
    assert re.findall(r'href="/documents/(\d+)" aria-label="Statement with EPS, Year to', shown) == [
        str(end) for end in range(2026, 2019, -1)
    ]
    assert shown.count("<svg") == 1
    assert 'href="/bn/documents/3"' in html(BANGLA, FIGURE)
    shown = html(ENGLISH, year(2026, "1.50"), year(2025, "1.00"), year(2024, "-1.00"), year(2022, "1.00"))
    assert re.findall(r"</td><td>([^<]*)</td><td><a", shown) == ["+50.0\N{NO-BREAK SPACE}%", "–", "–", "–"]
    shown = html(ENGLISH, replace(FIGURE, period="quarter", restated=True))
    assert "<svg" not in shown
    assert "Three months to 30 June 2026" in shown
    assert "1.20 <small>(restated)</small>" in shown
    figure = replace(FIGURE, name="revenue", value=Decimal(1234567890), unit="BDT")
    assert ">1,234.57<" in html(ENGLISH, figure)
    assert ">১,২৩৪.৫৭<" in html(BANGLA, figure)
    assert BANGLA.interface.figures.unit_million in html(BANGLA, figure)


def test_reason_is_shown_in_the_language_and_escaped() -> None:
    figure = replace(FIGURE, reason="New plant <b>", reason_bn="নতুন কারখানা")
    assert "Reason: New plant &lt;b&gt;" in html(ENGLISH, figure)
    assert "কারণ: নতুন কারখানা" in html(BANGLA, figure)
    assert "কারণ: New plant" in html(BANGLA, replace(figure, reason_bn=""))
    assert "Reason" not in html(ENGLISH, FIGURE)


def test_numbers_and_percentages_in_the_digits_of_the_language() -> None:
    for value, english, bangla in [
        ("0", "0.00", "০.০০"),
        ("-0.004", "0.00", "০.০০"),
        ("-0.005", "−0.01", "−০.০১"),
        ("1234567.895", "1,234,567.90", "১২,৩৪,৫৬৭.৯০"),
        ("-100000", "−100,000.00", "−১,০০,০০০.০০"),
        ("999", "999.00", "৯৯৯.০০"),
    ]:
        assert decimal(ENGLISH, Decimal(value), 2) == english, (value, english, bangla)
        assert decimal(BANGLA, Decimal(value), 2) == bangla, (value, english, bangla)
    given = [percent(ENGLISH, Decimal(value)) for value in ("12.34", "-5", "0.05", "0.04", "0")]
    assert given == [f"{number}\N{NO-BREAK SPACE}%" for number in ("+12.3", "−5.0", "+0.1", "0.0", "0.0")]
