"""``/desk/dividends``: enters, corrects and removes the dividend of a year."""

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
from starbond_site.dividends.records import Dividend
from starbond_site.dividends.service import DAYS, NUMBERS
from starbond_site.documents import versions
from starbond_site.documents.refusals import Refusal
from starbond_site.presentation.desk.parts import corrections, section, table
from starbond_site.presentation.forms import SEEN, Field
from starbond_site.web.desk.frame import Desk
from starbond_site.web.desk.pages import Action, Asked, Page, Sent, Shown

PATH = f"{DESK}/dividends"
REQUIRED = ("year_end", "record_date")


def _show(asked: Asked) -> Shown:
    site, words = asked.site, asked.site.interface.desk_dividends
    seen, found = versions.read(asked.archive, DIVIDENDS), service.read(asked.archive)
    wanted = asked.given.typed.get("year_end") or asked.query.get("year")
    chosen = next((each for each in found if str(each.year_end) == wanted), None)
    values = {name: str(value) for name, value in chosen.model_dump(exclude_none=True).items()} if chosen else {}
    body = [
        asked.done(words.done),
        h.p[words.lead],
        bool(found) and section(site.interface.dividends.history, "entered", _table(site, found)),
        section(words.enter, "form-set", asked.form(f"{PATH}/set", _fields(site), words.enter, values, seen=seen)),
        chosen
        and asked.removal(
            f"{PATH}/remove",
            words.remove,
            year(site, chosen),
            words.confirm,
            {SEEN: seen, "year_end": chosen.year_end},
            is_open="remove" in asked.query,
        ),
    ]
    return Shown(site.page(DIVIDENDS_PAGE).title, body)


def _labels(site: Site) -> dict[str, str]:
    words = site.interface.dividends
    amount = words.amount.format(unit=site.company.currency_name)
    names = ("cash", "stock", *DAYS)
    labels = {name: getattr(words, name) for name in names} | {"unclaimed": f"{words.unclaimed}, {amount}"}
    return {"year_end": words.year} | labels


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


def _table(site: Site, found: tuple[Dividend, ...]) -> Element:
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
    numbers = {name: sent.decimal(name, labels[name]) for name in NUMBERS}
    values: dict[str, Any] = {name: number for name, number in numbers.items() if number is not None}
    values |= {
        name: sent.day(name) for name in ("year_end", *DAYS) if sent.fields.get(name, "").strip() or name in REQUIRED
    }
    try:
        service.enter(sent.archive, Dividend(**values), sent.actor, seen=sent.seen)
    except Refusal as refusal:
        # The sentence names the field as the form does.
        refusal.values["name"] = labels.get(str(refusal.values.get("field")))
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
