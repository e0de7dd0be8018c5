"""``/desk/figures``: enters and removes the figures of published statements."""

from datetime import date
from decimal import Decimal

from starlette.routing import Route

from starbond_site import content
from starbond_site.categories import FIGURES, WITH_FIGURES, FigureName, Period
from starbond_site.content.addresses import FIGURES_PAGE
from starbond_site.documents import reading, versions
from starbond_site.documents.refusals import Refusal
from starbond_site.figures import service
from starbond_site.figures.desk_html import PATH, list_page, statement_page
from starbond_site.figures.service import Figures, Reason
from starbond_site.presentation import numbers
from starbond_site.presentation.desk.parts import note
from starbond_site.web.desk.frame import Desk
from starbond_site.web.desk.pages import Action, Asked, Page, Sent, Shown

FIELDS = {
    "figure_period": "ends",
    "figure_contradicts": "restated",
    **dict.fromkeys(("figure_out_of_range", "figure_from_zero", "figure_changed"), "reason"),
    **dict.fromkeys(("figure_reason_invalid", "figure_reason_alone"), "reason"),
}
"""The field that a refusal is about, by its code."""


def _list(asked: Asked) -> Shown:
    found = [document for name in WITH_FIGURES for document in reading.page(asked.archive, name).documents]
    statements = sorted(found, key=lambda document: document.id, reverse=True)
    body = list_page(asked.site, statements, service.stored(asked.archive))
    return Shown(asked.site.page(FIGURES_PAGE).title, body)


def _statement(asked: Asked) -> Shown | None:
    document = reading.find(asked.archive, asked.number)
    if document is None or document.category not in WITH_FIGURES:
        return None
    done = note(asked.site.interface.desk_figures.done.get(asked.query.get("done", ""), ""), "done")
    # Read first: what changes meanwhile is refused, and never overlooked.
    seen = versions.read(asked.archive, FIGURES)
    entered = service.stored(asked.archive, asked.number)
    chosen = asked.given.typed if asked.given.form == "remove" else asked.query
    page = statement_page(asked.site, asked.number, entered, asked.given, chosen, seen)
    return Shown(document.shown_name, [done, page])


def _set(sent: Sent) -> str:
    """Enter the figures that were typed; those that were left empty stay as they are."""
    period, ends = _period(sent)
    values = {name: number for name in FigureName if (number := _number(sent, name)) is not None}
    reason = Reason(text=sent.fields.get("reason", ""), text_bn=sent.fields.get("reason-bn", ""))
    # One that none of them is given in stands for the others of the form.
    units = {unit.value: unit for name in values for unit in sent.site.figures.kind(name).units}
    given = Figures(
        period=period,
        period_end=ends,
        values=values,
        unit=units.get(sent.fields.get("unit", "")),
        restated=bool(sent.fields.get("restated")),
        reasons=dict.fromkeys(values, reason),
    )
    service.enter(sent.archive, sent.number, given, sent.actor, seen=sent.seen)
    return f"{PATH}/{sent.number}?done=entered"


def _remove(sent: Sent) -> str:
    period, ends = _period(sent)
    sent.check_confirmed()
    service.remove(sent.archive, sent.number, sent.actor, period=period, period_end=ends, seen=sent.seen)
    return f"{PATH}/{sent.number}?done=removed"


def _period(sent: Sent) -> tuple[Period, date]:
    period = sent.fields.get("period", "")
    if period not in list(Period):
        raise Refusal("choice_missing", field="period")
    return Period(period), sent.day("ends")


def _number(sent: Sent, name: FigureName) -> Decimal | None:
    """Return the number that was typed for a figure; None for an empty field."""
    typed, kind = sent.fields.get(name, "").strip(), sent.site.figures.kind(name)
    try:
        return numbers.number(typed, kind.title) if typed else None
    except Refusal as refusal:
        refusal.values["field"] = name
        raise


PAGE = Page(path=PATH, label=lambda site: site.page(FIGURES_PAGE).title, show=_list)
ONE = Page(
    path=PATH + "/{number:id}",
    show=_statement,
    actions={"set": Action(_set), "remove": Action(_remove)},
    field_of=lambda code, _typed: FIELDS.get(code, ""),
)


def routes(desk: Desk) -> list[Route]:
    return [*PAGE.routes(desk), *ONE.routes(desk)] if content.read().has(FIGURES_PAGE) else []
