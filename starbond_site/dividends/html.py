"""The HTML of dividends: a chart, the history, what nobody has claimed, and the form of the private search."""

from collections.abc import Sequence
from datetime import date
from decimal import Decimal

import htpy as h
from htpy import Element, Node

from starbond_site.content import Site
from starbond_site.content.addresses import DIVIDENDS_PAGE, localized
from starbond_site.content.formats import digits, long_date
from starbond_site.dividends.service import Declared
from starbond_site.presentation.chart import Column, bar_chart
from starbond_site.presentation.elements import column_heads
from starbond_site.presentation.forms import NOTHING, Field, Given
from starbond_site.presentation.numbers import decimal

YEARS = 5
"""Years of the chart."""
DASH = "–"
FIELD = "number"


def dividends(site: Site, found: Sequence[Declared], *, has_search: bool) -> str:
    """Return everything below the heading."""
    words = site.interface.dividends
    history = [_chart(site, found), _history(site, found)] if found else h.p(".document-list__empty")[words.empty]
    return str(h.fragment[history, _unclaimed(site, found), has_search and _search(site)])


def form(site: Site, given: Given = NOTHING) -> Element:
    """Return the form of the private search with what was typed."""
    words = site.interface.dividends
    field = Field(
        name=FIELD,
        label=words.number,
        hint=words.number_hint,
        is_required=True,
        attributes={"inputmode": "text", "autocomplete": "off", "maxlength": 40, "spellcheck": "false"},
    )
    return h.form(method="post", action=localized(DIVIDENDS_PAGE, site.language), aria_label=words.search)[
        field.written(given), h.button(".button.button--primary")[words.search_button]
    ]


def answer(site: Site, *, waits: bool) -> Node:
    """Return what the search found, and whom to call in either case.

    Blanks give both answers one length, which a proxy writes into its log and those on the way see.
    """
    words = site.interface.dividends
    said, other = (h.p(role="status")[text] for text in (words.waits, words.nothing_waits)[:: 1 if waits else -1])
    return [said, " " * (len(str(other).encode()) - len(str(said).encode())), whom_to_call(site)]


def whom_to_call(site: Site) -> Node:
    """Return who answers questions about dividends."""
    contact = site.dividends.contact
    return [
        contact
        and h.p[
            contact.name, ": ", h.a(href=f"tel:{contact.phone.dial}")[contact.phone.shown], ", ",
            h.a(href=f"mailto:{contact.email}")[contact.email],
        ],
        contact and contact.note and h.p[h.small[contact.note]],
    ]  # fmt: skip


def _chart(site: Site, found: Sequence[Declared]) -> Element:
    words, shown = site.interface.dividends, [*reversed(found[:YEARS])]
    columns = [
        Column(digits(each.year_end.year, site.interface.dates), each.per_share, decimal(site, each.per_share, 2))
        for each in shown
    ]
    values = "; ".join(f"{column.name}: {column.shown}" for column in columns)
    described = site.interface.figures.chart_description.format(values=values)
    unit = site.company.currency_name
    return h.section(".figure", aria_labelledby="dividends-chart-heading")[
        h.h2(id="dividends-chart-heading")[words.chart_heading.format(unit=unit)],
        h.div(".figure__body")[bar_chart("dividends-chart", words.chart_title.format(unit=unit), described, columns)],
    ]


def _history(site: Site, found: Sequence[Declared]) -> Element:
    words = site.interface.dividends
    heads = (words.year, words.cash, words.stock, words.per_share, words.record_date, words.meeting, words.paid_on)
    rows = [
        (
            _percent(site, each.cash), _percent(site, each.stock), decimal(site, each.per_share, 2),
            _day(site, each.record_date), _day(site, each.meeting), _day(site, each.paid_on),
        )
        for each in found
    ]  # fmt: skip
    return _table(site, words.history, heads, found, rows)


def _unclaimed(site: Site, found: Sequence[Declared]) -> Node:
    """Return the amounts that nobody has claimed, with the day on which each goes to the fund."""
    words, fund = site.interface.dividends, site.dividends.fund
    left = [each for each in found if each.unclaimed]
    if not left or fund is None:
        return None
    amount = words.amount.format(unit=site.company.currency_name)
    rows = [(decimal(site, each.unclaimed or Decimal(0), 2), _day(site, each.fund_day)) for each in left]
    return [
        _table(site, words.unclaimed, (words.year, amount, words.fund_day), left, rows),
        h.p(".muted")[words.fund_note.format(fund=fund.name, years=digits(fund.years, site.interface.dates))],
    ]


def _table(
    site: Site, caption: str, heads: Sequence[str], found: Sequence[Declared], rows: Sequence[Sequence[str]]
) -> Element:
    """Return a table with a row for each year; the keyboard scrolls it where it is wider than the page."""
    return h.div(".dividends__table", role="region", tabindex="0", aria_label=caption)[
        h.table(".figure-table")[
            h.caption[caption],
            column_heads(heads),
            h.tbody[
                [
                    h.tr[h.th(scope="row")[_year(site, each)], [h.td[cell] for cell in cells]]
                    for each, cells in zip(found, rows, strict=True)
                ]
            ],
        ]
    ]


def _search(site: Site) -> Element:
    words = site.interface.dividends
    return h.section(".dividends__search.no-print", aria_labelledby="waiting-heading")[
        h.h2(id="waiting-heading")[words.search], h.p[words.search_note], form(site)
    ]


def _year(site: Site, declared: Declared) -> str:
    return site.interface.figures.periods["year"].format(date=long_date(declared.year_end, site.interface.dates))


def _percent(site: Site, value: Decimal) -> str:
    places = 0 if value == value.to_integral_value() else 2
    return f"{decimal(site, value, places)}\N{NO-BREAK SPACE}%" if value else DASH


def _day(site: Site, day: date | None) -> str:
    return long_date(day, site.interface.dates) if day else DASH
