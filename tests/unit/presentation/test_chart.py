"""Geometry of the bar chart: lengths are true to the amounts, from a base line at zero, inside the picture."""

import xml.etree.ElementTree as ET
from decimal import Decimal

import pytest

from starbond_site.presentation import chart
from starbond_site.presentation.chart import Column, bar_chart

SERIES = [
    ["1"],
    ["1", "2", "3", "4", "5"],
    ["-1", "-2"],
    ["-0.30", "1.20", "0", None, "0.0001"],
    ["999999999.99", "0.01"],
    ["0", "0"],
]


def values(series: list[str | None]) -> list[Decimal | None]:
    return [None if value is None else Decimal(value) for value in series]


def test_bars_are_true_to_their_amounts() -> None:
    """A scale that did not begin at zero would make differences look larger than they are."""
    for series in SERIES:
        given = values(series)
        zero, scale = chart.baseline(given)
        for value, bar in zip(given, chart.bars(given), strict=True):
            if value is None:
                assert bar is None, series
                continue
            assert bar, series
            assert bar.height == pytest.approx(abs(float(value)) * scale), series
            edge = bar.y if value < 0 else bar.y + bar.height
            assert edge == pytest.approx(zero), "every bar begins at zero"
            assert bar.y >= chart.TOP - 0.01, series
            assert bar.y + bar.height <= chart.HEIGHT - chart.BOTTOM + 0.01, series


def test_svg_is_named_described_escaped_and_its_numbers_fit() -> None:
    for series in SERIES:
        columns = [Column(f"<{place}>", value, str(value)) for place, value in enumerate(values(series))]
        svg = ET.fromstring(bar_chart("chart-eps", "EPS & <more>", "1: 2", columns))  # noqa: S314  our own
        named, described = (svg.get(name) for name in ("aria-labelledby", "aria-describedby"))
        texts = {element.get("id"): element.text for element in svg if element.get("id")}
        assert (svg.get("role"), texts[named], texts[described]) == ("img", "EPS & <more>", "1: 2"), series
        assert len(svg.findall("rect")) == sum(value is not None for value in series), series
        assert float(svg.get("width", 0)) == chart.SLOT * len(series), series
    svg = ET.fromstring(bar_chart("a", "b", "c", [Column("1", Decimal(1), "−12,345,678.90")]))  # noqa: S314
    (number,) = (text for text in svg.findall("text") if text.get("class") == "chart__value")
    assert float(number.get("font-size", 0)) * chart.LETTER * 14 <= chart.SLOT
