"""Dividends in the snapshot and on open pages: a chart, the history, what nobody has claimed; parts of others."""

from collections.abc import Sequence
from datetime import date
from decimal import Decimal

import htpy as h
from htpy import Element, Node

from starbond_site import features
from starbond_site.categories import DIVIDENDS
from starbond_site.content import Site
from starbond_site.content.formats import digits, long_date
from starbond_site.dividends.records import Dividend
from starbond_site.dividends.service import DAYS
from starbond_site.dividends.service import read_shown as read
from starbond_site.documents.snapshot import Snapshot
from starbond_site.presentation.chart import Column, bar_chart
from starbond_site.presentation.elements import downloads, scrolled_table
from starbond_site.presentation.numbers import decimal

__all__ = ["SOURCES", "TOPIC", "cells", "html", "read"]
TOPIC = DIVIDENDS
SOURCES = (DIVIDENDS,)
YEARS = 5
"""Years of the chart."""
DASH = "–"


def html(site: Site, snapshot: Snapshot) -> str:
    words, rows = site.interface.dividends, snapshot.rows(TOPIC)
    found = [row for row in rows if isinstance(row, Dividend)]
    files = downloads((words.as_csv, "/api/dividends.csv"), (words.as_json, "/api/dividends"))
    none = h.p(".document-list__empty")[words.empty]
    history = [_chart(site, found), _history(site, found), files] if found else none
    parts = [module.section(site) for module in features.modules("dividends_page") if module.__name__ in rows]
    return str(h.fragment[history, _unclaimed(site, found), parts])


def cells(site: Site, dividend: Dividend) -> list[Node]:
    """Return year, percentages and days as readers see them."""
    percentages = (_percent(site, value) for value in (dividend.cash, dividend.stock))
    return [dividend.year(site), *percentages, *(_day(site, getattr(dividend, name)) for name in DAYS)]


def _chart(site: Site, found: Sequence[Dividend]) -> Element:
    words = site.interface.dividends
    columns = [
        Column(digits(each.year_end.year, site.interface.dates), each.per_share, decimal(site, each.per_share, 2))
        for each in reversed(found[:YEARS])
    ]
    unit = site.company.currency_name
    return h.section(".figure", aria_labelledby="dividends-chart-heading")[
        h.h2(id="dividends-chart-heading")[words.chart_heading.format(unit=unit)],
        h.div(".figure__body")[bar_chart(site, "dividends-chart", words.chart_title.format(unit=unit), columns)],
    ]


def _history(site: Site, found: Sequence[Dividend]) -> Element:
    words = site.interface.dividends
    heads = (words.year, words.cash, words.stock, words.per_share, words.record_date, words.meeting, words.paid_on)
    rows = [cells(site, each) for each in found]
    for row, each in zip(rows, found, strict=True):
        row.insert(3, decimal(site, each.per_share, 2))
    return scrolled_table(words.history, heads, rows)


def _unclaimed(site: Site, found: Sequence[Dividend]) -> Node:
    """Return the amounts that nobody has claimed, with the day on which each goes to the fund."""
    words, fund = site.interface.dividends, site.dividends.fund
    left = [(each, number) for each in found if (number := each.unclaimed)]
    if not left or fund is None:
        return None
    amount = words.amount.format(unit=site.company.currency_name)
    rows = [(each.year(site), decimal(site, number, 2), _day(site, each.fund_day)) for each, number in left]
    return [
        scrolled_table(words.unclaimed, (words.year, amount, words.fund_day), rows),
        h.p(".muted")[words.fund_note.format(fund=fund.name, years=digits(fund.years, site.interface.dates))],
    ]


def _percent(site: Site, value: Decimal) -> str:
    places = 0 if value == value.to_integral_value() else 2
    return f"{decimal(site, value, places)}\N{NO-BREAK SPACE}%" if value else DASH


def _day(site: Site, day: date | None) -> str:
    return long_date(day, site.interface.dates) if day else DASH
