"""``/desk/dividends``: enters, corrects and removes the dividend of a year."""

from decimal import Decimal
from typing import Any

import htpy as h
from htpy import Element
from starlette.routing import Route

from starbond_site import content
from starbond_site.categories import DIVIDENDS
from starbond_site.content import Site
from starbond_site.content.addresses import DESK, DIVIDENDS_PAGE, localized
from starbond_site.dividends import service
from starbond_site.dividends.html import day, percent, year
from starbond_site.dividends.service import DAYS, NUMBERS, Declared
from starbond_site.documents import versions
from starbond_site.documents.refusals import Refusal
from starbond_site.presentation import numbers
from starbond_site.presentation.desk.parts import corrections, note, removal, section, table
from starbond_site.presentation.forms import CONFIRMED, SEEN, Field, form, tick
from starbond_site.web.desk.frame import Desk
from starbond_site.web.desk.pages import Action, Asked, Page, Sent, Shown

PATH = f"{DESK}/dividends"
REQUIRED = ("year_end", "record_date")


def _show(asked: Asked) -> Shown:
    site, words, given = asked.site, asked.site.interface.desk_dividends, asked.given
    seen, found = versions.read(asked.archive, DIVIDENDS), service.read(asked.archive)
    wanted = given.typed.get("year_end") or asked.query.get("year")
    chosen = next((each for each in found if str(each.year_end) == wanted), None)
    values = {name: str(value) for name, value in service.columns_of(chosen).items() if value} if chosen else {}
    address = localized(PATH, site.language)
    fields = [field.written(given.of("set"), values.get(field.name, "")) for field in _fields(site)]
    set_form = form(f"{address}/set", fields, words.enter, hidden={SEEN: seen}, aria_labelledby="form-set")
    body = [
        note(words.done.get(asked.query.get("done", ""), ""), "done"),
        h.p[words.lead],
        bool(found) and section(site.interface.dividends.history, "entered", _table(site, found)),
        section(words.enter, "form-set", set_form),
        chosen
        and removal(
            words.remove,
            f"{address}/remove",
            [h.p[year(site, chosen)], tick(CONFIRMED, words.confirm)],
            {SEEN: seen, "year_end": chosen.year_end},
            is_open=given.form == "remove" or "remove" in asked.query,
        ),
    ]
    return Shown(site.page(DIVIDENDS_PAGE).title, body)


def _labels(site: Site) -> dict[str, str]:
    words = site.interface.dividends
    amount = words.amount.format(unit=site.company.currency_name)
    names = ("year", "cash", "stock", "record_date", "meeting", "paid_on", "unclaimed")
    labels = {name: getattr(words, name) for name in names} | {"unclaimed": f"{words.unclaimed}, {amount}"}
    return {"year_end": labels.pop("year")} | labels


def _fields(site: Site) -> list[Field]:
    words = site.interface.desk_dividends
    hints = {"year_end": words.year_hint, "cash": words.percent_hint, "stock": words.percent_hint}
    return [
        Field(
            name=name,
            label=label,
            kind="text" if name in NUMBERS else "date",
            hint=hints.get(name, ""),
            is_required=name in REQUIRED,
            attributes={"inputmode": "decimal", "autocomplete": "off"} if name in NUMBERS else {},
        )
        for name, label in _labels(site).items()
    ]


def _table(site: Site, found: tuple[Declared, ...]) -> Element:
    labels, address = _labels(site), localized(PATH, site.language)
    heads = (*(labels[name] for name in ("year_end", "cash", "stock", *DAYS)), site.interface.access.actions)
    rows = [
        (
            *(year(site, each), percent(site, each.cash), percent(site, each.stock)),
            *(day(site, getattr(each, name)) for name in DAYS),
            corrections(site, f"{address}?year={each.year_end}", year(site, each)),
        )
        for each in found
    ]
    return table(site.interface.dividends.history, heads, rows)


def _set(sent: Sent) -> str:
    """Enter what was typed; an empty percentage is none."""
    labels = _labels(sent.site)
    given = {name: sent.fields.get(name, "").strip() for name in labels}
    try:
        values: dict[str, Any] = {"cash": Decimal(0), "stock": Decimal(0)}
        values |= {name: numbers.number(given[name], name) for name in NUMBERS if given[name]}
        values |= {name: sent.day(name) for name in ("year_end", *DAYS) if given[name] or name in REQUIRED}
        service.enter(sent.archive, Declared(**values), sent.actor, seen=sent.seen)
    except Refusal as refusal:
        if (name := refusal.values.get("name")) in labels:
            refusal.values |= {"field": name, "name": labels[str(name)]}
        raise
    return f"{PATH}?done=entered"


def _remove(sent: Sent) -> str:
    sent.check_confirmed()
    service.remove(sent.archive, sent.day("year_end"), sent.actor, seen=sent.seen)
    return f"{PATH}?done=removed"


PAGE = Page(
    path=PATH,
    label=lambda site: site.page(DIVIDENDS_PAGE).title,
    show=_show,
    actions={"set": Action(_set), "remove": Action(_remove)},
)


def routes(desk: Desk) -> list[Route]:
    return PAGE.routes(desk) if content.read().has(DIVIDENDS_PAGE) else []
