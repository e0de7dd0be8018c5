"""The addresses of dividends: ``GET /api/dividends`` and ``/api/dividends.csv`` for programs, and the desk.

``/desk/dividends`` enters, corrects and removes the dividends of a year.
"""

from collections.abc import Iterator

import htpy as h
from htpy import Element, Node

from starbond_site.content import Site
from starbond_site.content.addresses import DESK, DIVIDENDS_PAGE
from starbond_site.documents import versions
from starbond_site.features.dividends import service
from starbond_site.features.dividends.service import FINAL, KINDS, Dividend, kind_name
from starbond_site.features.dividends.topic import heads, rows
from starbond_site.presentation.desk.desk_html import corrections, note, section, table
from starbond_site.presentation.form_fields import Field
from starbond_site.shared import local_time
from starbond_site.shared.categories import DIVIDENDS
from starbond_site.web.api import table_routes
from starbond_site.web.desk.pages import Action, DeskForm, DeskPage, DeskRequest

COLUMNS = {
    "year_end": "year_end",
    "cash_percent": "cash",
    "stock_percent": "stock",
    **{name: name for name in ("per_share", "record_date", "meeting", "paid_on", "unclaimed", "fund_day")},
    **{name: name for name in ("kind", "declared_on")},
}
routes = table_routes(DIVIDENDS, Dividend, "dividends", COLUMNS)
PATH = f"{DESK}/dividends"


def _show(asked: DeskRequest) -> list[Node]:
    site, words = asked.site, asked.site.interface.desk_dividends
    seen, found = versions.read(asked.archive, DIVIDENDS), asked.archive.read(service.read)
    typed, query = asked.given.typed, asked.query
    wanted = typed.get("year_end") or query.get("year"), typed.get("kind") or query.get("kind") or FINAL
    chosen = next((each for each in found if (str(each.year_end), each.kind) == wanted), None)
    values = {name: str(value) for name, value in chosen.model_dump(exclude_none=True).items()} if chosen else {}
    return [
        asked.done(words.done),
        [note(text) for each in found for text in _remarks(site, each)],
        h.p[words.lead],
        bool(found) and section(site.interface.dividends.history, "entered", _table(site, found)),
        section(words.enter, "form-set", asked.form(f"{PATH}/set", _fields(site), words.enter, values, seen=seen)),
        chosen
        and asked.removal(
            f"{PATH}/remove",
            words.remove,
            f"{chosen.name(site)}, {chosen.year(site)}",
            words.confirm,
            seen=seen,
            hidden={"year_end": chosen.year_end, "kind": chosen.kind},
        ),
    ]


def _remarks(site: Site, dividend: Dividend) -> Iterator[str]:
    """Yield what is possible and yet may be a slip, of a record date that is not past."""
    day, meeting = dividend.record_date, dividend.meeting
    if day < local_time.today():
        return
    named = site.long_date(day)
    if site.calendar.is_closed(day):
        yield site.interface.desk_calendar.closed.format(date=named)
    if meeting and day > meeting:
        yield site.interface.dividends.record_late.format(date=named)


def _fields(site: Site) -> list[Field]:
    words, own = site.interface.desk_dividends, site.interface.dividends
    amount = own.amount.format(unit=site.company.currency_name)
    percentages = {"cash": own.cash, "stock": own.stock}
    return [
        Field(name="year_end", label=own.year, kind="date", hint=words.year_hint, is_required=True),
        Field(name="kind", label=own.kind, options=[(kind, kind_name(site, kind)) for kind in KINDS]),
        *(Field(name=name, label=label, kind="number", hint=words.percent_hint) for name, label in percentages.items()),
        Field(name="declared_on", label=own.declared_on, kind="date"),
        Field(name="record_date", label=own.record_date, kind="date", is_required=True),
        Field(name="meeting", label=own.meeting, kind="date"),
        Field(name="paid_on", label=own.paid_on, kind="date"),
        Field(name="unclaimed", label=f"{own.unclaimed}, {amount}", kind="number"),
    ]


def _table(site: Site, found: tuple[Dividend, ...]) -> Element:
    address = site.address(PATH)
    entered = [
        [*row, corrections(site, f"{address}?year={each.year_end}&kind={each.kind}", f"{row[1]}, {row[0]}")]
        for row, each in zip(rows(site, found), found, strict=True)
    ]
    return table(site.interface.dividends.history, [*heads(site), site.interface.access.actions], entered)


def _set(sent: DeskForm) -> None:
    """Enter what was typed; an empty percentage is none."""
    service.enter(sent.archive, Dividend(**sent.values(_fields(sent.site))), sent.actor, seen=sent.seen)


def _remove(sent: DeskForm) -> None:
    year_end, kind, *_ = _fields(sent.site)
    key = sent.values([year_end, kind])
    service.remove(sent.archive, (key["year_end"], key.get("kind", FINAL)), sent.actor, seen=sent.seen)


ACTIONS = {"set": Action(_set, "entered"), "remove": Action(_remove, "removed", is_confirmed=True)}
PAGE = DeskPage(path=PATH, about=DIVIDENDS_PAGE, show=_show, actions=ACTIONS)
