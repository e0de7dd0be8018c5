"""Figures of statements on the desk: the statements, and the page of one with the form that enters its figures."""

from collections.abc import Mapping, Sequence
from itertools import groupby

import htpy as h
from htpy import Element, Node

from starbond_site.categories import Period, Unit
from starbond_site.content import Site
from starbond_site.content.addresses import DESK, localized
from starbond_site.content.formats import digits
from starbond_site.content.languages import HAS_BANGLA_TEXTS
from starbond_site.documents.reading import Published
from starbond_site.figures.html import period
from starbond_site.figures.rules import Entered
from starbond_site.figures.service import REASON_CHARACTERS
from starbond_site.presentation.desk.parts import corrections, removal, section, table
from starbond_site.presentation.forms import CONFIRMED, SEEN, Field, Given, box, form, in_bangla, tick

PATH = f"{DESK}/figures"


def list_page(site: Site, statements: Sequence[Published], entered: Sequence[Entered]) -> Node:
    """Return the statements, the newest first, and for which periods each has figures."""
    words, desk = site.interface.desk_figures, site.interface.desk
    rows = []
    for statement in statements:
        own = [figure for figure in entered if figure.document_id == statement.id]
        periods = dict.fromkeys(period(site, figure) for figure in own)
        link = h.a(href=localized(f"{PATH}/{statement.id}", site.language))[statement.shown_name]
        rows.append((link, site.title_of(statement.category), ", ".join(periods) or words.none))
    shown = table(words.statements, (desk.document, desk.list, words.entered), rows) if rows else h.p[desk.no_recent]
    return [h.p[words.lead], shown]


def statement_page(
    site: Site, number: int, entered: Sequence[Entered], given: Given, chosen: Mapping[str, str], seen: int
) -> Node:
    """Return the figures of a statement, and the form that enters those of a period.

    Args:
        entered: figures of this document.
        chosen: period whose figures stand in the form, as the query or a refused form names it.
        seen: version of all figures.
    """
    words = site.interface.desk_figures
    wanted = (chosen.get("period"), chosen.get("ends"))
    own = [figure for figure in entered if (figure.period, str(figure.period_end)) == wanted]
    values = _values(site, own) if own else {}
    return [
        h.p[h.a(href=localized(f"{DESK}/documents/{number}", site.language))[site.interface.desk.document]],
        bool(entered) and section(words.entered, "entered", _periods(site, number, entered)),
        section(words.enter, "form-set", _form(site, number, given.of("set"), values, seen)),
        bool(own) and _removal(site, number, own[0], given.form == "remove" or "remove" in chosen, seen),
    ]


def _removal(site: Site, number: int, figure: Entered, is_open: bool, seen: int) -> Element:
    """Return the form that removes the figures of a period."""
    words = site.interface.desk_figures
    hidden = {SEEN: seen, "period": figure.period, "ends": figure.period_end}
    inside = [h.p[period(site, figure)], tick(CONFIRMED, words.confirm)]
    return removal(words.remove, localized(f"{PATH}/{number}/remove", site.language), inside, hidden, is_open=is_open)


def _periods(site: Site, number: int, entered: Sequence[Entered]) -> Element:
    words, own = site.interface.desk_figures, site.interface.figures
    rows, address = [], localized(f"{PATH}/{number}", site.language)
    for _, group in groupby(entered, key=lambda figure: (figure.period_end, figure.period)):
        figures = list(group)
        first = figures[0]
        query = f"period={first.period}&ends={first.period_end}"
        named = period(site, first)
        rows.append(
            (
                named,
                [[_figure(site, figure), h.br] for figure in figures],
                corrections(site, f"{address}?{query}", named),
            )
        )
    return table(words.entered, (own.period, own.value, site.interface.access.actions), rows)


def _figure(site: Site, figure: Entered) -> Node:
    own = site.interface.figures
    # A kind that the content has no more keeps its figures.
    title = next((kind.title for kind in site.figures.kinds if kind.id == figure.name), figure.name)
    notes = [own.restated] if figure.restated else []
    notes += [own.reason.format(reason=figure.reason)] if figure.reason else []
    value = digits(f"{figure.value:f}", site.interface.dates)
    return [f"{title}: ", h.strong[value], f" {figure.unit}", notes and h.small(".desk__hint")["; ".join(notes)]]


def _form(site: Site, number: int, given: Given, values: Mapping[str, str], seen: int) -> Element:
    words, own, first = site.interface.desk_figures, site.interface.figures, site.interface.desk.please_choose
    periods = [(period.value, words.periods[period.value]) for period in Period]
    units = [(unit.value, unit.value) for unit in (Unit.MILLION, Unit.ONE)]
    has_units = any(len(kind.units) > 1 for kind in site.figures.kinds)
    reason, number_keys = {"maxlength": REASON_CHARACTERS}, {"inputmode": "decimal", "autocomplete": "off"}
    fields = [
        Field(name="period", label=own.period, options=periods, please_choose=first),
        Field(name="ends", label=words.ends, kind="date", is_required=True),
        *([Field(name="unit", label=words.unit, options=units, hint=words.unit_hint)] if has_units else []),
        *(
            Field(name=kind.id, label=kind.title, hint=words.optional, attributes=number_keys)
            for kind in site.figures.kinds
        ),
        Field(name="reason", label=words.reason, hint=words.reason_hint, attributes=reason),
    ]
    if HAS_BANGLA_TEXTS:
        fields.append(in_bangla("reason-bn", words.reason, REASON_CHARACTERS))
    typed = given if given.typed else Given(typed=values)
    inside = [
        [field.written(typed) for field in fields],
        h.label(".desk__tick", for_="restated")[box("restated", typed, {"id": "restated"}), h.span[words.restated]],
    ]
    address = localized(f"{PATH}/{number}/set", site.language)
    return form(address, inside, words.enter, hidden={SEEN: seen}, aria_labelledby="form-set")


def _values(site: Site, entered: Sequence[Entered]) -> dict[str, str]:
    """Return what the form has when the figures of a period are corrected: all amounts in its one unit."""
    first, in_millions = entered[0], {kind.id for kind in site.figures.kinds if kind.in_millions}
    units = {figure.unit for figure in entered if figure.name in in_millions}
    unit = Unit.ONE if Unit.ONE in units else Unit.MILLION
    amounts = {
        figure.name: f"{figure.value_in(unit if figure.name in in_millions else figure.unit):f}" for figure in entered
    }
    texts = {"reason": first.reason, "reason-bn": first.reason_bn, "restated": "1" if first.restated else ""}
    return {"period": first.period, "ends": str(first.period_end), "unit": unit} | amounts | texts
