"""Dividends in the snapshot and on open pages: a chart, the history, what nobody has claimed; parts of others."""

from collections.abc import Iterator, Sequence
from datetime import date
from decimal import Decimal
from itertools import groupby
from typing import NamedTuple

import htpy as h
from htpy import Element, Node

from starbond_site import features
from starbond_site.content import Site
from starbond_site.content.addresses import DIVIDENDS_PAGE
from starbond_site.content.reporting import CalendarDate
from starbond_site.documents.snapshot import Snapshot
from starbond_site.features.dividends.service import DAYS, Dividend, per_share
from starbond_site.features.hooks import InvestorPart
from starbond_site.presentation.chart import ChartColumn, bar_chart
from starbond_site.presentation.html_parts import DASH, downloads, link, scrolled_table
from starbond_site.presentation.numbers import decimal
from starbond_site.shared import local_time
from starbond_site.shared.categories import DIVIDENDS, WAITING

YEARS = 5
"""Years of the chart."""


class Year(NamedTuple):
    """The dividends of a year, the newest first, with what they add up to."""

    year_end: date
    parts: Sequence[Dividend]
    cash: Decimal
    stock: Decimal


def html(site: Site, snapshot: Snapshot) -> str:
    words, shown = site.interface.dividends, snapshot.rows(DIVIDENDS)
    found = [row for row in shown if isinstance(row, Dividend)]
    files = downloads((words.as_csv, "/api/dividends.csv"), (words.as_json, "/api/dividends"))
    parts = [feature.hooks.of_dividends(site) for feature in features.FEATURES if feature.name in shown]
    jump = bool(parts) and h.p(".button-row.no-print")[h.a(".button", href=f"#{WAITING}")[words.search]]
    none = h.p(".document-list__empty")[words.empty]
    history = (
        [
            _newest(site, found),
            parts,
            scrolled_table(words.history, heads(site), rows(site, found, has_totals=True)),
            files,
        ]
        if found
        else [none, parts]
    )
    return str(h.fragment[jump, history, _unclaimed(site, found)])


def newest(site: Site, snapshot: Snapshot, _today: date) -> Iterator[InvestorPart]:
    """Yield the newest dividend for the page of investors, with the way to the private search where there is one."""
    words, shown = site.interface.dividends, snapshot.rows(DIVIDENDS)
    found = [row for row in shown if isinstance(row, Dividend)][:1]
    has_search = any(feature.name in shown for feature in features.FEATURES)
    search = has_search and h.p(".no-print")[link(site, f"{DIVIDENDS_PAGE}#{WAITING}", words.search)]
    for row in rows(site, found):
        facts = {head: cell for head, cell in zip(heads(site), row, strict=True) if cell != DASH}
        of, name = facts.pop(words.year), facts.pop(words.kind)
        amount = f"{facts.pop(words.per_share)} {site.company.currency_name}" if words.per_share in facts else ""
        value = amount and h.p(".investors__value")[amount, " ", h.small[words.per_share]]
        listed = h.dl(".investors__facts")[[h.div[h.dt[head], h.dd[cell]] for head, cell in facts.items()]]
        said = [value, h.p(".muted")[f"{name}, {of}"], listed, search]
        yield InvestorPart(DIVIDENDS_PAGE, site.page(DIVIDENDS_PAGE).title, said, 1)
    if search and not found:
        yield InvestorPart(DIVIDENDS_PAGE, site.page(DIVIDENDS_PAGE).title, search, 1)


def dates(site: Site, snapshot: Snapshot) -> Iterator[CalendarDate]:
    """Yield record dates and payments, where there is a calendar."""
    kinds = site.dividends.dates if site.calendar.kinds else {}
    for row in snapshot.rows(DIVIDENDS):
        for name, kind in kinds.items():
            if isinstance(row, Dividend) and (day := getattr(row, name)):
                common = {"sequence": row.sequence, "changed": row.changed_at, "day": day, "kind": kind}
                title = f"{site.calendar.kind(kind).title}: {row.name(site)}, {row.year(site)}"
                id = f"dividend-{row.id}-{name.replace('_', '-')}"
                yield CalendarDate.model_validate(common | {"id": id, "title": title})


def years(found: Sequence[Dividend]) -> list[Year]:
    grouped = [(end, tuple(parts)) for end, parts in groupby(found, key=lambda each: each.year_end)]
    return [
        Year(end, parts, *(sum((getattr(each, name) for each in parts), Decimal(0)) for name in ("cash", "stock")))
        for end, parts in grouped
    ]


def rows(site: Site, found: Sequence[Dividend], *, has_totals: bool = False) -> list[list[Node]]:
    """Return year, kind, percentages, amount per share and days as readers see them.

    The numbers of a column have equally many decimals.

    Args:
        has_totals: whether the total of a year follows its parts, where it has several.
    """
    words, lines = site.interface.dividends, list[tuple[str, Node, Sequence[Node]]]()
    cash, stock = list[Decimal](), list[Decimal]()
    for year in years(found):
        total = [year] if has_totals and len(year.parts) > 1 else []
        for each in (*year.parts, *total):
            name = h.strong[words.total] if isinstance(each, Year) else each.name(site)
            days = ["" if isinstance(each, Year) else _day(site, getattr(each, day)) for day in DAYS]
            lines.append((site.period("year", each.year_end), name, days))
            cash.append(each.cash)
            stock.append(each.stock)
    numbers = zip(_percentages(site, cash), _percentages(site, stock), _per_share(site, cash), strict=True)
    return [[of, name, *own, *days] for (of, name, days), own in zip(lines, numbers, strict=True)]


def heads(site: Site) -> list[str]:
    """Return the names of the columns of `rows`."""
    words = site.interface.dividends
    return [words.year, words.kind, words.cash, words.stock, words.per_share, *(getattr(words, name) for name in DAYS)]


def _newest(site: Site, found: Sequence[Dividend]) -> Element:
    """Return the newest dividend as large figures, beside the chart of the last years."""
    words, newest = site.interface.dividends, found[0]
    (_, name, cash, stock, amount, *days), unit = rows(site, found[:1])[0], site.company.currency_name
    _, record_date, _, paid_on = days
    percentages = [(words.cash, cash, newest.cash), (words.stock, stock, newest.stock)]
    (head, first, _), *more = [each for each in percentages if each[2]] or percentages[:1]
    figures = (
        (head, first, [f"{label}: {other}" for label, other, _ in more]),
        (words.per_share, amount, [unit] if newest.cash else []),
        (words.record_date, record_date, [f"{words.paid_on}: {paid_on}"] if newest.paid_on else []),
    )
    return h.section(".figure", aria_labelledby="dividend-newest")[
        h.h2(id="dividend-newest")[name],
        h.p(".muted")[newest.year(site)],
        h.div(".figure__body")[
            h.dl(".large-figures")[
                [h.div[h.dt[label], h.dd[value, notes and h.small[notes]]] for label, value, notes in figures]
            ],
            _chart(site, found),
        ],
    ]


def _chart(site: Site, found: Sequence[Dividend]) -> Node:
    """Return the chart of the years that are over: one that runs may have further dividends. None without any."""
    words, unit = site.interface.dividends, site.company.currency_name
    today = local_time.today()
    shown = [year for year in years(found) if year.year_end <= today][:YEARS][::-1]
    columns = [
        ChartColumn(site.digits(each.year_end.year), per_share(each.cash), amount)
        for each, amount in zip(shown, _per_share(site, [each.cash for each in shown]), strict=True)
    ]
    return (
        bool(shown)
        and h.figure[
            h.figcaption[words.chart_heading.format(unit=unit)],
            bar_chart(site, "dividends-chart", words.chart_title.format(unit=unit), columns),
        ]
    )


def _unclaimed(site: Site, found: Sequence[Dividend]) -> Node:
    """Return the amounts that nobody has claimed, with the day on which each goes to the fund."""
    words, fund = site.interface.dividends, site.dividends.fund
    left = [(each, number) for each in found if (number := each.unclaimed)]
    if not left or fund is None:
        return None
    amount = words.amount.format(unit=site.company.currency_name)
    amounts = [
        (each.year(site), each.name(site), decimal(site, number, 2), _day(site, each.fund_day)) for each, number in left
    ]
    return [
        scrolled_table(words.unclaimed, (words.year, words.kind, amount, words.fund_day), amounts),
        h.p(".muted")[words.fund_note.format(fund=fund.name, years=site.digits(fund.years))],
    ]


def _per_share(site: Site, cash: Sequence[Decimal]) -> list[str]:
    """Return amounts with all their digits; a dash where there is no cash."""
    amounts = [per_share(percentage) for percentage in cash]
    return [decimal(site, amount, max(2, _places(amounts))) if amount else DASH for amount in amounts]


def _percentages(site: Site, values: Sequence[Decimal]) -> list[str]:
    return [f"{decimal(site, value, _places(values))}\N{NO-BREAK SPACE}%" if value else DASH for value in values]


def _places(values: Sequence[Decimal]) -> int:
    """Return how many decimals a column needs, so that none of its numbers is rounded."""
    return max((len(f"{value.normalize():f}".partition(".")[2]) for value in values), default=0)


def _day(site: Site, day: date | None) -> str:
    return site.long_date(day) if day else DASH
