"""Dividends in the snapshot and on open pages: a chart, the history, what nobody has claimed; parts of others."""

from collections.abc import Sequence
from datetime import date
from decimal import Decimal

import htpy as h
from htpy import Element, Node

from starbond_site import features
from starbond_site.content import Site
from starbond_site.content.formats import digits, long_date
from starbond_site.documents.snapshot import Snapshot
from starbond_site.features.dividends.records import Dividend
from starbond_site.features.dividends.service import DAYS
from starbond_site.presentation.chart import Column, bar_chart
from starbond_site.presentation.elements import DASH, downloads, scrolled_table
from starbond_site.presentation.numbers import decimal
from starbond_site.shared.categories import DIVIDENDS

YEARS = 5
"""Years of the chart."""


def html(site: Site, snapshot: Snapshot) -> str:
    words, shown = site.interface.dividends, snapshot.rows(DIVIDENDS)
    found = [row for row in shown if isinstance(row, Dividend)]
    files = downloads((words.as_csv, "/api/dividends.csv"), (words.as_json, "/api/dividends"))
    none = h.p(".document-list__empty")[words.empty]
    history = [_chart(site, found), _history(site, found), files] if found else none
    parts = [feature.hooks.of_dividends(site) for feature in features.FEATURES if feature.name in shown]
    return str(h.fragment[history, _unclaimed(site, found), parts])


def rows(site: Site, found: Sequence[Dividend]) -> list[list[Node]]:
    """Return year, percentages and days as readers see them; the percentages of a column have equally many decimals."""
    columns = [_percentages(site, [getattr(each, name) for each in found]) for name in ("cash", "stock")]
    return [
        [each.year(site), *percentages, *(_day(site, getattr(each, name)) for name in DAYS)]
        for each, *percentages in zip(found, *columns, strict=True)
    ]


def _chart(site: Site, found: Sequence[Dividend]) -> Element:
    words = site.interface.dividends
    shown = found[:YEARS][::-1]
    columns = [
        Column(digits(each.year_end.year, site.interface.dates), each.per_share, amount)
        for each, amount in zip(shown, _per_share(site, shown), strict=True)
    ]
    unit = site.company.currency_name
    return h.section(".figure", aria_labelledby="dividends-chart-heading")[
        h.h2(id="dividends-chart-heading")[words.chart_heading.format(unit=unit)],
        h.div(".figure__body")[bar_chart(site, "dividends-chart", words.chart_title.format(unit=unit), columns)],
    ]


def _history(site: Site, found: Sequence[Dividend]) -> Element:
    words = site.interface.dividends
    heads = (words.year, words.cash, words.stock, words.per_share, words.record_date, words.meeting, words.paid_on)
    history = rows(site, found)
    for row, amount in zip(history, _per_share(site, found), strict=True):
        row.insert(3, amount)
    return scrolled_table(words.history, heads, history)


def _unclaimed(site: Site, found: Sequence[Dividend]) -> Node:
    """Return the amounts that nobody has claimed, with the day on which each goes to the fund."""
    words, fund = site.interface.dividends, site.dividends.fund
    left = [(each, number) for each in found if (number := each.unclaimed)]
    if not left or fund is None:
        return None
    amount = words.amount.format(unit=site.company.currency_name)
    amounts = [(each.year(site), decimal(site, number, 2), _day(site, each.fund_day)) for each, number in left]
    return [
        scrolled_table(words.unclaimed, (words.year, amount, words.fund_day), amounts),
        h.p(".muted")[words.fund_note.format(fund=fund.name, years=digits(fund.years, site.interface.dates))],
    ]


def _per_share(site: Site, found: Sequence[Dividend]) -> list[str]:
    amounts = [each.per_share for each in found]
    return [decimal(site, amount, max(2, _places(amounts))) for amount in amounts]


def _percentages(site: Site, values: Sequence[Decimal]) -> list[str]:
    return [f"{decimal(site, value, _places(values))}\N{NO-BREAK SPACE}%" if value else DASH for value in values]


def _places(values: Sequence[Decimal]) -> int:
    """Return how many decimals a column needs, so that none of its numbers is rounded."""
    return max((len(f"{value.normalize():f}".partition(".")[2]) for value in values), default=0)


def _day(site: Site, day: date | None) -> str:
    return long_date(day, site.interface.dates) if day else DASH
