"""The figures in the snapshot and on open pages: for each a chart of its last five years, and a table of all periods.

Those of a document that is withdrawn disappear with it.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from decimal import Decimal

import htpy as h
from htpy import Element, Node

from starbond_site.content import Site
from starbond_site.content.addresses import FIGURES_PAGE, RESULTS_PAGE, text_of_record
from starbond_site.content.reporting import FigureKind
from starbond_site.documents.snapshot import Snapshot
from starbond_site.features.figures.records import Figure, change_percent
from starbond_site.features.hooks import InvestorPart
from starbond_site.presentation.chart import ChartColumn, bar_chart
from starbond_site.presentation.html_parts import DASH, column_heads, downloads
from starbond_site.presentation.numbers import decimal, percent
from starbond_site.shared.categories import FIGURES, Period, Unit

YEARS = 5
"""Years of a chart."""


def html(site: Site, snapshot: Snapshot) -> str:
    """Return every figure that has been entered; a sentence where there is none."""
    found = snapshot.rows(FIGURES)
    by_kind = [
        (kind, of_kind)
        for kind in site.figures.kinds
        if (of_kind := [figure for figure in found if figure.name == kind.id])
    ]
    if not by_kind:
        return str(h.p(".document-list__empty")[site.interface.figures.empty])
    words = site.interface.figures
    files = downloads((words.as_csv, "/api/figures.csv"), (words.as_json, "/api/figures"))
    choice = [_section(site, kind, of_kind, is_open=not place) for place, (kind, of_kind) in enumerate(by_kind)]
    return str(h.fragment[h.div(".figure-choice")[choice], files, h.p(".muted.no-print")[words.data_note]])


def columns(site: Site, kind: FigureKind, years: Iterable[Figure]) -> list[ChartColumn]:
    """Return the last five years, the earliest first; a year between others that was not entered has no bar."""
    found: list[ChartColumn] = []
    last = 0
    for figure in sorted(years, key=lambda figure: figure.period_end):
        year = figure.period_end.year
        missing = range(max(last + 1, year - YEARS), year) if last else ()
        found += [ChartColumn(site.digits(gap), None, DASH) for gap in missing]
        value = figure.value_in(kind.units[0])
        found.append(ChartColumn(site.digits(year), value, amount(site, kind, figure)))
        last = year
    found = found[-YEARS:]
    while found[0].value is None:
        del found[0]
    return found


def amount(site: Site, kind: FigureKind, figure: Figure) -> str:
    value, in_crores = figure.value_in(kind.units[0]), kind.in_millions and site.interface.language.grouping == "lakhs"
    return decimal(site, value / 10 if in_crores else value, kind.decimals)


def period(site: Site, figure: Figure) -> str:
    return site.period(figure.period, figure.period_end)


def shown_unit(site: Site, kind: FigureKind) -> str:
    return site.interface.figures.unit_shown if kind.in_millions else site.company.currency_name


def unit_name(site: Site, unit: str) -> str:
    return site.interface.figures.unit_million if unit == Unit.MILLION else site.company.currency_name


def change_of(site: Site, kind: FigureKind, figure: Figure, all_: Sequence[Figure]) -> str:
    """Return the change against one year before; of a loss or of nothing there is no percentage that means anything."""
    earlier = figure.before(all_)
    amount = earlier.value_in(kind.units[0]) if earlier else Decimal(0)
    change = change_percent(figure.value_in(kind.units[0]), amount) if amount > 0 else None
    return DASH if change is None else percent(site, change)


def key_figure(site: Site, snapshot: Snapshot, _today: date) -> Iterator[InvestorPart]:
    """Yield the newest figure of the first kind for the page of investors, unless results have it."""
    is_shown = site.has(FIGURES_PAGE) and not site.has(RESULTS_PAGE)
    for kind in site.figures.kinds[:1] if is_shown else ():
        if newest := next((figure for figure in snapshot.rows(FIGURES) if figure.name == kind.id), None):
            value = h.p(".investors__value")[amount(site, kind, newest)]
            yield InvestorPart(FIGURES_PAGE, kind.title, [value, h.p(".muted")[period(site, newest)]], 0)


def of_period(site: Site, snapshot: Snapshot, period: str, end: date) -> Iterator[tuple[str, str, str]]:
    """Yield name with unit, value and change of all figures in a period; empty texts for one that is not known."""
    rows = snapshot.rows(FIGURES)
    known = {figure.name: figure for figure in rows if (figure.period, figure.period_end) == (period, end)}
    for kind in site.figures.kinds:
        head = f"{kind.short} ({shown_unit(site, kind)})"
        if (figure := known.get(kind.id)) is None:
            yield head, "", ""
            continue
        changed = change_of(site, kind, figure, rows)
        notes = (changed if changed != DASH else "", site.interface.figures.restated if figure.restated else "")
        yield head, amount(site, kind, figure), ", ".join(filter(None, notes))


def _section(site: Site, kind: FigureKind, found: Sequence[Figure], *, is_open: bool) -> Element:
    """Return a figure with its newest value of a year, else of another period, above chart and tables.

    Browsers keep one of those of a name open.
    """
    words, own_unit = site.interface.figures, shown_unit(site, kind)
    years = [figure for figure in found if figure.period == Period.YEAR]
    interim = [figure for figure in found if figure.period != Period.YEAR]
    newest, id = (years or interim)[0], f"figure-{kind.id}"
    change = change_of(site, kind, newest, found)
    notes = [own_unit, period(site, newest), *([f"{words.change}: {change}"] if change != DASH else [])]
    tables = [_table(site, kind, words.years, years, found), _table(site, kind, words.interim, interim, found)]
    return h.section(".figure", aria_labelledby=id)[
        h.details(name="figure", open=is_open)[
            h.summary[
                h.h2(id=id)[kind.title], h.strong[amount(site, kind, newest)], h.span(".muted")[", ".join(notes)]
            ],
            h.p(".muted")[kind.note],
            h.div(".figure__body")[_chart(site, kind, own_unit, years), h.div(".figure__tables")[tables]],
        ]
    ]


def _chart(site: Site, kind: FigureKind, unit: str, years: Sequence[Figure]) -> Node:
    if not years:
        return None
    title = site.interface.figures.chart_title.format(figure=kind.title, unit=unit)
    return bar_chart(site, f"chart-{kind.id}", title, columns(site, kind, years))


def _table(site: Site, kind: FigureKind, caption: str, shown: Sequence[Figure], all_: Sequence[Figure]) -> Node:
    words = site.interface.figures
    return (
        bool(shown)
        and h.table(".figure-table", aria_label=f"{caption}: {kind.title}")[
            h.caption[caption],
            column_heads((words.period, words.value, words.change, words.statement)),
            h.tbody[[_row(site, kind, figure, all_) for figure in shown]],
        ]
    )


def _row(site: Site, kind: FigureKind, figure: Figure, all_: Sequence[Figure]) -> Node:
    words, of_period = site.interface.figures, period(site, figure)
    name = words.statement_name.format(figure=kind.short, period=of_period)
    address = site.address(f"/documents/{figure.document_id}")
    reason = text_of_record(site.language, figure.reason, figure.reason_bn)
    return [
        h.tr[
            h.th(scope="row")[of_period],
            h.td[amount(site, kind, figure), figure.restated and [" ", h.small[f"({words.restated})"]]],
            h.td[change_of(site, kind, figure, all_)],
            h.td[h.a(href=address, aria_label=name)[words.statement]],
        ],
        reason and h.tr(".figure-table__reason")[h.td(colspan=4)[words.reason.format(reason=reason)]],
    ]
