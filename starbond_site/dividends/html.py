"""The HTML of dividends: a chart, the history, and what nobody has claimed."""

from collections.abc import Sequence
from datetime import date
from decimal import Decimal

import htpy as h
from htpy import Element, Node

from starbond_site.content import Site
from starbond_site.content.formats import digits, long_date
from starbond_site.dividends.records import Dividend
from starbond_site.presentation.chart import Column, bar_chart
from starbond_site.presentation.elements import downloads, scrolled_table
from starbond_site.presentation.numbers import decimal

YEARS = 5
"""Years of the chart."""
DASH = "–"


def dividends(site: Site, found: Sequence[Dividend], parts: Sequence[Node] = ()) -> str:
    """Return everything below the heading, at the end the parts of other features."""
    words = site.interface.dividends
    files = downloads((words.as_csv, "/api/dividends.csv"), (words.as_json, "/api/dividends"))
    none = h.p(".document-list__empty")[words.empty]
    history = [_chart(site, found), _history(site, found), files] if found else none
    return str(h.fragment[history, _unclaimed(site, found), parts])


def _chart(site: Site, found: Sequence[Dividend]) -> Element:
    words = site.interface.dividends
    columns = [
        Column(digits(each.year_end.year, site.interface.dates), each.per_share, decimal(site, each.per_share, 2))
        for each in reversed(found[:YEARS])
    ]
    values = "; ".join(f"{column.name}: {column.shown}" for column in columns)
    described = site.interface.figures.chart_description.format(values=values)
    unit = site.company.currency_name
    return h.section(".figure", aria_labelledby="dividends-chart-heading")[
        h.h2(id="dividends-chart-heading")[words.chart_heading.format(unit=unit)],
        h.div(".figure__body")[bar_chart("dividends-chart", words.chart_title.format(unit=unit), described, columns)],
    ]


def _history(site: Site, found: Sequence[Dividend]) -> Element:
    words = site.interface.dividends
    heads = (words.year, words.cash, words.stock, words.per_share, words.record_date, words.meeting, words.paid_on)
    rows = [
        (
            year(site, each), percent(site, each.cash), percent(site, each.stock), decimal(site, each.per_share, 2),
            day(site, each.record_date), day(site, each.meeting), day(site, each.paid_on),
        )
        for each in found
    ]  # fmt: skip
    return scrolled_table(words.history, heads, rows)


def _unclaimed(site: Site, found: Sequence[Dividend]) -> Node:
    """Return the amounts that nobody has claimed, with the day on which each goes to the fund."""
    words, fund = site.interface.dividends, site.dividends.fund
    left = [(each, number) for each in found if (number := each.unclaimed)]
    if not left or fund is None:
        return None
    amount = words.amount.format(unit=site.company.currency_name)
    rows = [(year(site, each), decimal(site, number, 2), day(site, each.fund_day)) for each, number in left]
    return [
        scrolled_table(words.unclaimed, (words.year, amount, words.fund_day), rows),
        h.p(".muted")[words.fund_note.format(fund=fund.name, years=digits(fund.years, site.interface.dates))],
    ]


def year(site: Site, dividend: Dividend) -> str:
    return site.interface.figures.periods["year"].format(date=long_date(dividend.year_end, site.interface.dates))


def percent(site: Site, value: Decimal) -> str:
    places = 0 if value == value.to_integral_value() else 2
    return f"{decimal(site, value, places)}\N{NO-BREAK SPACE}%" if value else DASH


def day(site: Site, day: date | None) -> str:
    return long_date(day, site.interface.dates) if day else DASH
