"""The HTML of figures, with their charts, and of dealers: complete, in the language of the page, and safe."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from starbond_site import content
from starbond_site.content import Site
from starbond_site.content.dealers import Dealer
from starbond_site.documents.snapshot import EMPTY, Rows, Snapshot
from starbond_site.features.dealers import topic as dealers
from starbond_site.features.figures import topic as figures_topic
from starbond_site.features.figures.records import Figure
from starbond_site.presentation import chart
from starbond_site.presentation.chart import ChartColumn, bar_chart
from starbond_site.presentation.numbers import decimal, percent
from starbond_site.shared.categories import DEALERS, FIGURES
from tests.unit.presentation.samples import dealer

ENGLISH, BANGLA = content.read("en"), content.read("bn")
EPS = ENGLISH.figures.kind("eps")
OF_2026: dict[str, Any] = {"document_id": 3, "period": "year", "period_end": date(2026, 6, 30), "unit": "BDT"}


def changed(value: str = "1.20", name: str = "eps", **values: Any) -> Figure:  # noqa: ANN401  fields of a figure
    return Figure(value=Decimal(value), name=name, **OF_2026 | values)


def year(end: int, value: str = "1.20", **others: Any) -> Figure:  # noqa: ANN401
    return changed(value, period_end=date(end, 6, 30), **others)


def snapshot(*figures: Figure) -> Snapshot:
    newest_first = tuple(sorted(figures, key=lambda item: item.period_end, reverse=True))
    return replace(EMPTY, tables={FIGURES: Rows(1, newest_first)})


def html(site: Site, *figures: Figure) -> str:
    return figures_topic.html(site, snapshot(*figures))


@pytest.mark.parametrize(("years", "shown"), [
    ([2026], ["2026"]), (range(2020, 2027), ["2022", "2023", "2024", "2025", "2026"]),
    ([2023, 2026], ["2023", "2024", "2025", "2026"]), ([2010, 2026], ["2026"]),
    ([2010, 2025, 2026], ["2025", "2026"]),
])  # fmt: skip
def test_chart_has_the_last_five_years(years: Sequence[int], shown: list[str]) -> None:
    columns = figures_topic.columns(ENGLISH, EPS, [year(end) for end in years])
    assert [column.name for column in columns] == shown
    known = {str(end) for end in years} & set(shown)
    assert {column.name for column in columns if column.value is not None} == known


def test_without_figures_a_sentence_stands_there() -> None:
    for site in [ENGLISH, BANGLA]:
        assert html(site) == f'<p class="document-list__empty">{site.interface.figures.empty}</p>', site.language


def test_rows_of_the_table_and_their_reasons() -> None:
    shown = html(ENGLISH, *(year(end, document_id=end) for end in range(2020, 2027)))
    assert re.findall(r'href="/documents/(\d+)" aria-label="Statement with EPS, Year to', shown) == [
        str(end) for end in range(2026, 2019, -1)
    ]
    assert shown.count("<svg") == 1
    assert 'href="/bn/documents/3"' in html(BANGLA, changed())
    shown = html(ENGLISH, year(2026, "1.50"), year(2025, "1.00"), year(2024, "-1.00"), year(2022, "1.00"))
    assert re.findall(r"</td><td>([^<]*)</td><td><a", shown) == ["+50.0\N{NO-BREAK SPACE}%", "–", "–", "–"]
    change = f"{ENGLISH.interface.figures.change}: +50.0\N{NO-BREAK SPACE}%"
    assert 0 < shown.index(change) < shown.index("<svg"), "its card"
    shown = html(ENGLISH, changed(period="quarter", restated=True))
    assert "<svg" not in shown
    assert "Three months to 30 June 2026" in shown
    assert "1.20 <small>(restated)</small>" in shown
    figure = changed("1234567890", name="revenue")
    shown = html(BANGLA, figure)
    assert ">1,234.57<" in html(ENGLISH, figure)
    assert (">১২৩.৪৬<" in shown, "কোটি টাকা" in shown, "মিলিয়ন" in shown) == (True, True, False)
    figure = changed(reason="New plant <b>", reason_bn="নতুন কারখানা")
    assert "Reason: New plant &lt;b&gt;" in html(ENGLISH, figure)
    assert "কারণ: নতুন কারখানা" in html(BANGLA, figure)
    assert "কারণ: New plant" in html(BANGLA, changed(reason="New plant <b>"))
    assert "Reason" not in html(ENGLISH, changed())


@pytest.mark.parametrize(("value", "english", "bangla"), [
    ("0", "0.00", "০.০০"), ("-0.004", "0.00", "০.০০"), ("-0.005", "−0.01", "−০.০১"),
    ("1234567.895", "1,234,567.90", "১২,৩৪,৫৬৭.৯০"), ("-100000", "−100,000.00", "−১,০০,০০০.০০"),
    ("999", "999.00", "৯৯৯.০০"),
])  # fmt: skip
def test_numbers_in_the_digits_of_the_language(value: str, english: str, bangla: str) -> None:
    assert decimal(ENGLISH, Decimal(value), 2) == english
    assert decimal(BANGLA, Decimal(value), 2) == bangla


def test_percentages_have_a_sign_and_one_digit() -> None:
    given = [percent(ENGLISH, Decimal(value)) for value in ("12.34", "-5", "0.05", "0.04", "0")]
    assert given == [f"{number}\N{NO-BREAK SPACE}%" for number in ("+12.3", "−5.0", "+0.1", "0.0", "0.0")]


SERIES = [
    ["1"], ["1", "2", "3", "4", "5"], ["-1", "-2"], ["-0.30", "1.20", "0", None, "0.0001"], ["999999999.99", "0.01"],
    ["0", "0"],
]  # fmt: skip


def test_bars_are_true_to_their_amounts_and_the_svg_says_them() -> None:
    for series in SERIES:
        given = [None if value is None else Decimal(value) for value in series]
        columns = [ChartColumn(f"<{place}>", value, str(value)) for place, value in enumerate(given)]
        svg = ET.fromstring(str(bar_chart(ENGLISH, "chart-eps", "EPS & <more>", columns)))  # noqa: S314  our own
        named, described = (svg.get(name) for name in ("aria-labelledby", "aria-describedby"))
        texts = {element.get("id"): element.text for element in svg if element.get("id")}
        assert (svg.get("role"), texts[named]) == ("img", "EPS & <more>"), series
        assert all(f"<{place}>: " in (texts[described] or "") for place in range(len(series))), series
        zero, scale = chart.baseline(given)
        known = [value for value in given if value is not None]
        for value, bar in zip(known, svg.findall("rect"), strict=True):
            y, height = float(bar.get("y", "")), float(bar.get("height", ""))
            assert height == pytest.approx(abs(float(value)) * scale, abs=0.01), series
            assert (y if value < 0 else y + height) == pytest.approx(zero, abs=0.02), "every bar begins at zero"
            assert chart.TOP - 0.01 <= y <= y + height <= chart.HEIGHT - chart.BOTTOM + 0.02, series
        assert float(svg.get("width", 0)) == chart.SLOT * len(series), series
    svg = ET.fromstring(str(bar_chart(ENGLISH, "a", "b", [ChartColumn("1", Decimal(1), "−12,345,678.90")])))  # noqa: S314
    (number,) = (text for text in svg.findall("text") if text.get("class") == "chart__value")
    assert float(number.get("font-size", 0)) * chart.LETTER * 14 <= chart.SLOT


def dealers_html(site: content.Site, *found: Dealer) -> str:
    return dealers.html(site, replace(EMPTY, tables={DEALERS: Rows(1, found)}))


def names(text: str, element: str) -> list[str]:
    return re.findall(rf"<{element}[^>]*>([^<]*)</{element}>", text)


def test_dealers_stand_by_place_and_are_reached_found_and_escaped() -> None:
    text = dealers_html(
        ENGLISH,
        dealer("B store"),
        dealer("a store"),
        dealer("C store", area="Dhaka"),
        dealer("D store", region="Barishal", region_bn="", area="Bhola"),
    )
    assert names(text, "h2") == ["Barishal", "Dhaka"]
    assert names(text, "h3") == ["D store", "C store", "a store", "B store"]
    assert re.findall(r'data-area="(.*?)"', text) == ["Bhola", "Dhaka", "Gazipur", "Gazipur"]
    text = dealers_html(ENGLISH, dealer("Rahman", whatsapp="01811-000000"))
    assert '<a class="button" href="tel:+8801711000000" aria-label="Call Rahman: +880 1711-000000">' in text
    assert 'href="https://wa.me/8801811000000" target="_blank" rel="noopener"' in text
    assert f'aria-label="Write to Rahman on WhatsApp ({ENGLISH.interface.links.new_tab})"' in text
    assert "wa.me" not in dealers_html(ENGLISH, dealer("Karim"))
    (searched,) = re.findall(r'data-search="([^"]*)"', dealers_html(ENGLISH, dealer("Rahman", name_bn="রহমান")))
    assert searched == "dhaka ঢাকা gazipur sreepur rahman রহমান road 1 01711000000"


def test_the_sample_says_that_it_is_one_until_dealers_are_imported() -> None:
    for site in [ENGLISH, BANGLA]:
        note = site.interface.dealers.sample_note
        assert note in dealers_html(site), site.language
        assert note not in dealers_html(site, dealer("Rahman")), site.language
        assert site.dealers[0].text("name", site.language) in dealers_html(site), site.language
    text = dealers_html(ENGLISH.model_copy(update={"dealers": ()}))
    assert ENGLISH.interface.dealers.empty in text
    assert f"tel:{ENGLISH.company.sales_phone.dial}" in text
