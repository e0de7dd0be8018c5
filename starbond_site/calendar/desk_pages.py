"""``/desk/calendar``: announces, changes and cancels dates of the investor calendar."""

from datetime import time
from typing import Any

from htpy import Node
from starlette.routing import Route

from starbond_site import content
from starbond_site.calendar import service
from starbond_site.calendar.desk_html import PATH, date_page, list_page, name_of
from starbond_site.calendar.records import CalendarEntry
from starbond_site.categories import EventKind
from starbond_site.content.addresses import CALENDAR_PAGE
from starbond_site.documents import database
from starbond_site.documents.archive import Archive
from starbond_site.documents.refusals import Refusal
from starbond_site.presentation.desk.parts import note
from starbond_site.web.desk.frame import Desk
from starbond_site.web.desk.pages import Action, Asked, Page, Sent, Shown

FIELDS = {
    "calendar_range": "day",
    "date_title_missing": "title",
    "date_start_missing": "starts",
    "date_ends_early": "ends",
}
"""The field that a refusal is about, by its code."""


def _dates(archive: Archive) -> tuple[CalendarEntry, ...]:
    with database.reading(archive.engine) as session:
        return service.read(session)


def _list(asked: Asked) -> Shown:
    title = asked.site.page(CALENDAR_PAGE).title
    return Shown(title, [_done(asked), list_page(asked.site, _dates(asked.archive), asked.given)])


def _date(asked: Asked) -> Shown | None:
    found = next((each for each in _dates(asked.archive) if each.id == asked.number), None)
    return found and Shown(name_of(asked.site, found), [_done(asked), date_page(asked.site, found, asked.given)])


def _done(asked: Asked) -> Node:
    return note(asked.site.interface.desk_calendar.done.get(asked.query.get("done", ""), ""), "done")


def _add(sent: Sent) -> str:
    added = service.announce(sent.archive, _values(sent), sent.actor)
    return f"{PATH}/{added.id}?done=added"


def _change(sent: Sent) -> str:
    service.change(sent.archive, sent.number, _values(sent), sent.actor, seen=sent.seen)
    return f"{PATH}/{sent.number}?done=changed"


def _cancel(sent: Sent) -> str:
    sent.check_confirmed()
    service.cancel(sent.archive, sent.number, sent.actor, seen=sent.seen)
    return f"{PATH}/{sent.number}?done=cancelled"


def _values(sent: Sent) -> dict[str, Any]:
    """Return the fields of a date as they were typed.

    Raises:
        Refusal: one of them is none of its kind.
    """
    kind = sent.fields.get("kind", "")
    if kind not in list(EventKind):
        raise Refusal("choice_missing", field="kind")
    texts = {name: sent.fields.get(name.replace("_", "-"), "") for name in service.LENGTHS}
    times = {name: _time(sent, name) for name in ("starts", "ends")}
    return {"kind": EventKind(kind), "day": sent.day("day"), **times, **texts}


def _time(sent: Sent, name: str) -> time | None:
    given = sent.fields.get(name, "").strip()
    try:
        return time.fromisoformat(given).replace(second=0, microsecond=0, tzinfo=None) if given else None
    except ValueError:
        raise Refusal("time_invalid", field=name) from None


PAGE = Page(
    path=PATH,
    label=lambda site: site.page(CALENDAR_PAGE).title,
    show=_list,
    actions={"add": Action(_add)},
    field_of=lambda code, _typed: FIELDS.get(code, ""),
)
ONE = Page(
    path=PATH + "/{number:id}",
    show=_date,
    actions={"change": Action(_change), "cancel": Action(_cancel)},
    field_of=lambda code, _typed: FIELDS.get(code, ""),
)


def routes(desk: Desk) -> list[Route]:
    return [*PAGE.routes(desk), *ONE.routes(desk)] if content.read().has(CALENDAR_PAGE) else []
