"""The addresses of the calendar: its files, and the page of the desk.

All dates are ``/calendar.ics``, one is ``/calendar/ID.ics``; below ``/bn``, and with ``?language=bn``, they are in
Bangla. ``/desk/calendar`` announces, changes and cancels dates.
"""

from collections.abc import Sequence
from functools import partial

import htpy as h
from htpy import Element, Node
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.routing import Route
from starlette.types import ASGIApp

from starbond_site import content
from starbond_site.content import Site
from starbond_site.content.addresses import (
    CALENDAR_PAGE,
    DESK,
    HAS_BANGLA_TEXTS,
    PREFIXED,
    as_language,
    language_of_path,
    localized,
    text_of_record,
)
from starbond_site.content.reporting import CalendarDate
from starbond_site.documents.snapshot import Snapshot
from starbond_site.features.calendar import service
from starbond_site.features.calendar.service import COLUMNS, EMPTY, LENGTHS, CalendarEntry
from starbond_site.features.calendar.topic import calendar_file, events
from starbond_site.presentation import topics
from starbond_site.presentation.desk.desk_html import folded, note, section, table
from starbond_site.presentation.form_fields import Field, in_bangla
from starbond_site.presentation.html_parts import link
from starbond_site.shared import local_time
from starbond_site.shared.categories import CALENDAR
from starbond_site.web.desk.importing import Importing
from starbond_site.web.desk.pages import Action, DeskForm, DeskPage, DeskRequest, DeskView
from starbond_site.web.encoding import Newest, TextResponse
from starbond_site.web.refusals import unavailable
from starbond_site.web.services import Services

MEDIA_TYPE = "text/calendar; charset=utf-8"
WHOLE = ""
"""Stands for the id where all dates are meant."""


def routes(parts: Services) -> list[Route]:
    newest = Newest[TextResponse]()

    async def file(request: Request) -> ASGIApp:
        asked, snapshot = request.query_params.get("language"), await parts.current()
        language = as_language(asked) if asked else language_of_path(request.url.path)
        wanted = request.path_params.get("id", WHOLE)
        if version := topics.version(snapshot, CALENDAR):
            make = partial(_file, content.read(language), snapshot, wanted)
            return await newest.of((wanted, language), version, make)
        return unavailable

    paths = ("/calendar.ics", "/calendar/{id}.ics")
    below = [localized(path, language) for language in PREFIXED for path in paths]
    return [Route(path, file) for path in (*paths, *below)]


def _file(site: Site, snapshot: Snapshot, wanted: str) -> TextResponse:
    shown = [event for event in events(site, snapshot) if wanted in (WHOLE, event.id)]
    if wanted != WHOLE and not shown:
        raise HTTPException(404)
    # A single date is saved and opened; the whole calendar is what programs subscribe to.
    name = {"Content-Disposition": f'attachment; filename="{wanted}.ics"'} if wanted else {}
    return TextResponse(calendar_file(site, shown), MEDIA_TYPE, name)


PATH = f"{DESK}/calendar"


def _list(asked: DeskRequest) -> list[Node]:
    """Return the form that announces a date, and all dates, also those of the content: coming ones first."""
    site, dates, today = asked.site, asked.archive.read(service.read), local_time.today()
    words, own = site.interface.desk_calendar, site.interface.calendar
    every = sorted((*dates, *site.calendar.dates), key=lambda each: each.day)
    coming = [each for each in every if each.day >= today]
    past = [each for each in reversed(every) if each.day < today]
    add = asked.form(f"{PATH}/add", _fields(site), words.add)
    return [
        asked.done(words.done),
        h.p[words.lead],
        folded(words.add, "form-add", add, is_open=asked.given.form == "add" or not dates),
        section(own.coming, "coming", _table(site, own.coming, coming) if coming else h.p[own.none_coming]),
        bool(past) and folded(own.past, "past", _table(site, own.past, past)),
    ]


def _date(asked: DeskRequest) -> DeskView | None:
    """Return the forms that change and cancel a date; a cancelled one has none."""
    site, words = asked.site, asked.site.interface.desk_calendar
    shown = next((each for each in asked.archive.read(service.read) if each.id == asked.number), None)
    if shown is None:
        return None
    path, names = f"{PATH}/{shown.id}", [name.replace("_", "-") for name in COLUMNS]
    values = dict(zip(names, service.cells(shown.model_dump()), strict=True))
    when = h.p[_day_and_hours(site, shown), shown.cancelled_at and [" ", _cancelled(site)]]
    forms = not shown.cancelled_at and [
        asked.form(f"{path}/change", _fields(site), words.change, values, seen=shown.sequence, label=words.change),
        asked.removal(f"{path}/cancel", words.cancel, words.cancel_text, words.confirm, seen=shown.sequence),
    ]
    return DeskView(service.name_of(site, shown), [asked.done(words.done), when, _remark(site, shown), forms])


def _remark(site: Site, shown: CalendarEntry) -> Node:
    """Return what is possible and yet may be a slip, of a record date that is not past."""
    is_record_date = shown.kind in (site.meetings.record_date, site.dividends.dates.get("record_date"))
    if not is_record_date or shown.cancelled_at or shown.day < local_time.today():
        return None
    closed = site.interface.desk_calendar.closed.format(date=site.long_date(shown.day))
    return site.calendar.is_closed(shown.day) and note(closed)


def _table(site: Site, label: str, dates: Sequence[CalendarEntry | CalendarDate]) -> Element:
    words = site.interface.desk_calendar
    heads = (words.day, words.title_label, words.place, site.interface.desk.state)
    return table(label, heads, [(_day_and_hours(site, each), *_row(site, each)) for each in dates])


def _row(site: Site, each: CalendarEntry | CalendarDate) -> tuple[Node, ...]:
    """Return title, place and state of a date; one of the content has no page of its own."""
    if isinstance(each, CalendarDate):
        states = [site.interface.desk_calendar.of_content, each.cancelled and [" ", _cancelled(site)]]
        return each.title or site.calendar.kind(each.kind).title, each.place, states
    title = link(site, f"{PATH}/{each.id}", service.name_of(site, each))
    return title, text_of_record(site.language, each.place, each.place_bn), each.cancelled_at and _cancelled(site)


def _day_and_hours(site: Site, shown: CalendarEntry | CalendarDate) -> str:
    hours = "–".join(f"{at:%H:%M}" for at in (shown.starts, shown.ends) if at)
    return f"{site.long_date(shown.day)} {site.digits(hours)}".strip()


def _cancelled(site: Site) -> Element:
    return h.span(".desk__state.desk__state--withdrawn")[site.interface.calendar.cancelled]


def _fields(site: Site) -> list[Field]:
    words, hint = site.interface.desk_calendar, site.interface.desk_lines.end_hint
    kinds = [(kind.id, kind.title) for kind in site.calendar.kinds]
    labels = {"title": words.title_label, "place": words.place, "note": words.note}
    hints = {"title": words.title_hint}
    return [
        Field(name="kind", label=words.kind, options=kinds, please_choose=site.interface.desk.please_choose),
        Field(name="day", label=words.day, kind="date", is_required=True),
        Field(name="starts", label=words.starts, kind="time", hint=hint),
        Field(name="ends", label=words.ends, kind="time", hint=hint),
        *(
            Field(name=name, label=label, hint=hints.get(name, ""), attributes={"maxlength": LENGTHS[name]})
            for name, label in labels.items()
        ),
        *(in_bangla(f"{name}-bn", label, LENGTHS[f"{name}_bn"]) for name, label in labels.items() if HAS_BANGLA_TEXTS),
    ]


def _enter(sent: DeskForm) -> CalendarEntry:
    """Announce a date, or change one."""
    typed = sent.values(_fields(sent.site))
    values = {**EMPTY, **{name.replace("-", "_"): value for name, value in typed.items()}}
    number = None if sent.name == "add" else sent.number
    return service.enter(sent.archive, values, sent.actor, number, seen=sent.seen)


ONE = DeskPage(
    path=PATH + "/{number:id}",
    show=_date,
    actions={
        "change": Action(_enter, "changed"),
        "cancel": Action(lambda sent: service.cancel(*sent.record, seen=sent.seen), "cancelled", is_confirmed=True),
    },
)
PAGE = DeskPage(path=PATH, about=CALENDAR_PAGE, one=ONE, show=_list, actions={"add": Action(_enter, "added")})
TABLE = Importing(
    path=f"{DESK}/dates",
    about=CALENDAR_PAGE,
    words=lambda site: site.interface.desk_dates,
    parse=service.parse,
    take=service.import_all,
    columns=lambda _site: COLUMNS,
    cells=service.cells,
    label=lambda site: site.interface.desk_dates.button,
).page()
