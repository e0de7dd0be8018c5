"""The addresses of figures: ``GET /api/figures`` and ``/api/figures.csv`` for programs and spreadsheets, and the desk.

``/desk/figures`` enters and removes the figures of published statements, ``/desk/figures-table`` imports them, also
from that CSV.
"""

from collections.abc import Sequence
from itertools import groupby

import htpy as h
from htpy import Element, Node

from starbond_site.content import Site
from starbond_site.content.addresses import DESK, FIGURES_PAGE, HAS_BANGLA_TEXTS
from starbond_site.documents import public_view, versions
from starbond_site.features.figures import service
from starbond_site.features.figures.records import Figure
from starbond_site.features.figures.service import REASON_CHARACTERS
from starbond_site.features.figures.topic import period, unit_name
from starbond_site.presentation.desk.desk_html import corrections, section, table
from starbond_site.presentation.form_fields import Field, in_bangla
from starbond_site.presentation.html_parts import link
from starbond_site.shared.categories import FIGURES, WITH_FIGURES, FigureName, Period, Unit
from starbond_site.web.api import table_routes
from starbond_site.web.desk.importing import Importing
from starbond_site.web.desk.pages import Action, DeskForm, DeskPage, DeskRequest, DeskView

COLUMNS = {name: name for name in (*service.COLUMNS, *service.DERIVED)} | {"document": "document_id"}
routes = table_routes(FIGURES, Figure, "figures", COLUMNS, has_version=True)
PATH = f"{DESK}/figures"


def _list(asked: DeskRequest) -> list[Node]:
    """Return the statements, the newest first, and for which periods each has figures."""
    site, words, desk = asked.site, asked.site.interface.desk_figures, asked.site.interface.desk
    found = [document for name in WITH_FIGURES for document in public_view.page(asked.archive, name).documents]
    entered, rows = service.stored(asked.archive), []
    for statement in sorted(found, key=lambda document: document.id, reverse=True):
        periods = dict.fromkeys(period(site, figure) for figure in entered if figure.document_id == statement.id)
        named = link(site, f"{PATH}/{statement.id}", statement.shown_name)
        rows.append((named, site.title_of(statement.category), ", ".join(periods) or words.none))
    shown = table(words.statements, (desk.document, desk.list, words.entered), rows) if rows else h.p[desk.no_recent]
    return [h.p[words.lead], shown]


def _statement(asked: DeskRequest) -> DeskView | None:
    """Return the figures of a statement, and the form that enters those of a period."""
    site, words, number = asked.site, asked.site.interface.desk_figures, asked.number
    document = public_view.find(asked.archive, number)
    if document is None or document.category not in WITH_FIGURES:
        return None
    # Read first: what changes meanwhile is refused, and never overlooked.
    seen = versions.read(asked.archive, FIGURES)
    entered = service.stored(asked.archive, number)
    chosen = asked.given.typed if asked.given.form == "remove" else asked.query
    wanted = (chosen.get("period"), chosen.get("ends"))
    own = [figure for figure in entered if (figure.period, str(figure.period_end)) == wanted]
    values = _values(site, own) if own else {}
    body = [
        asked.done(words.done),
        h.p[link(site, f"{DESK}/documents/{number}", site.interface.desk.document)],
        bool(entered) and section(words.entered, "entered", _periods(site, number, entered)),
        section(
            words.enter, "form-set", asked.form(f"{PATH}/{number}/set", _fields(site), words.enter, values, seen=seen)
        ),
        bool(own)
        and asked.removal(
            f"{PATH}/{number}/remove",
            words.remove,
            period(site, own[0]),
            words.confirm,
            seen=seen,
            hidden={"period": own[0].period, "ends": own[0].period_end},
        ),
    ]
    return DeskView(document.shown_name, body)


def _periods(site: Site, number: int, entered: Sequence[Figure]) -> Element:
    words, own = site.interface.desk_figures, site.interface.figures
    rows, address = [], site.address(f"{PATH}/{number}")
    for (ends, kind), figures in groupby(entered, key=lambda figure: (figure.period_end, figure.period)):
        named, amounts = site.period(kind, ends), [[_figure(site, figure), h.br] for figure in figures]
        rows.append((named, amounts, corrections(site, f"{address}?period={kind}&ends={ends}", named)))
    return table(words.entered, (own.period, own.value, site.interface.access.actions), rows)


def _figure(site: Site, figure: Figure) -> Node:
    own = site.interface.figures
    # A kind that the content has no more keeps its figures.
    title = next((kind.title for kind in site.figures.kinds if kind.id == figure.name), figure.name)
    notes = [own.restated] if figure.restated else []
    notes += [own.reason.format(reason=figure.reason)] if figure.reason else []
    value = site.digits(f"{figure.value:f}")
    shown = [f"{title}: ", h.strong[value], f" {unit_name(site, figure.unit)}"]
    return [*shown, notes and h.small(".desk__hint")["; ".join(notes)]]


def _of_period(site: Site) -> list[Field]:
    words, first = site.interface.desk_figures, site.interface.desk.please_choose
    periods = [(period.value, words.periods[period.value]) for period in Period]
    return [
        Field(name="period", label=site.interface.figures.period, options=periods, please_choose=first),
        Field(name="ends", label=words.ends, kind="date", is_required=True),
    ]


def _fields(site: Site) -> list[Field]:
    words = site.interface.desk_figures
    units = [(unit.value, unit_name(site, unit)) for unit in (Unit.MILLION, Unit.ONE)]
    has_units = any(len(kind.units) > 1 for kind in site.figures.kinds)
    reason = {"maxlength": REASON_CHARACTERS}
    return [
        *_of_period(site),
        *([Field(name="unit", label=words.unit, options=units, hint=words.unit_hint)] if has_units else []),
        *(Field(name=kind.id, label=kind.title, kind="number", hint=words.optional) for kind in site.figures.kinds),
        Field(name="reason", label=words.reason, hint=words.reason_hint, attributes=reason),
        *([in_bangla("reason-bn", words.reason, REASON_CHARACTERS)] if HAS_BANGLA_TEXTS else []),
        Field(name="restated", label=words.restated, kind="checkbox"),
    ]


def _values(site: Site, entered: Sequence[Figure]) -> dict[str, str]:
    """Return what the form has when the figures of a period are corrected: all amounts in its one unit."""
    first, in_millions = entered[0], {kind.id for kind in site.figures.kinds if kind.in_millions}
    units = {figure.unit for figure in entered if figure.name in in_millions}
    unit = Unit.ONE if Unit.ONE in units else Unit.MILLION
    amounts = {
        # Zeros after the point of an amount that was converted would claim an accuracy that nobody typed.
        figure.name: f"{figure.value:f}"
        if figure.unit == unit or figure.name not in in_millions
        else f"{figure.value_in(unit).normalize():f}"
        for figure in entered
    }
    told = next((figure for figure in entered if figure.reason), first)
    texts = {"reason": told.reason, "reason-bn": told.reason_bn, "restated": "1" if first.restated else ""}
    return {"period": first.period, "ends": str(first.period_end), "unit": unit} | amounts | texts


def _set(sent: DeskForm) -> None:
    """Enter the figures that were typed; those that were left empty stay as they are."""
    typed = sent.values(_fields(sent.site))
    given = service.figures_of(
        {name: typed[name] for name in FigureName if name in typed},
        typed.get("unit", ""),
        period=typed["period"],
        period_end=typed["ends"],
        restated="restated" in typed,
        reason=typed.get("reason", ""),
        reason_bn=typed.get("reason-bn", ""),
    )
    service.enter(sent.archive, sent.number, given, sent.actor, seen=sent.seen)


def _remove(sent: DeskForm) -> None:
    typed = sent.values(_of_period(sent.site))
    period, ends = Period(typed["period"]), typed["ends"]
    service.remove(sent.archive, sent.number, sent.actor, period=period, period_end=ends, seen=sent.seen)


ACTIONS = {"set": Action(_set, "entered"), "remove": Action(_remove, "removed", is_confirmed=True)}
ONE = DeskPage(path=PATH + "/{number:id}", show=_statement, actions=ACTIONS)
PAGE = DeskPage(path=PATH, about=FIGURES_PAGE, one=ONE, show=_list)


def _cells(row: tuple[int, Figure]) -> list[object]:
    """Return what a table shows of a figure."""
    values = [getattr(row[1], COLUMNS[name]) for name in service.COLUMNS]
    return [("yes" if value else "") if isinstance(value, bool) else value for value in values]


TABLE = Importing(
    path=f"{DESK}/figures-table",
    about=FIGURES_PAGE,
    words=lambda site: site.interface.desk_figures_table,
    parse=service.parse,
    check=service.check,
    take=service.import_all,
    columns=lambda _site: service.COLUMNS,
    cells=_cells,
    label=lambda site: site.interface.desk_figures_table.button,
).page()
