"""Dates of the investor calendar on the desk: the form that announces one, the list, and the page of one."""

from collections.abc import Mapping, Sequence

import htpy as h
from htpy import Element, Node

from starbond_site import local_time
from starbond_site.calendar.records import CalendarEntry
from starbond_site.calendar.service import LENGTHS
from starbond_site.content import Site
from starbond_site.content.addresses import DESK, localized
from starbond_site.content.calendar import CalendarDate
from starbond_site.content.formats import digits, long_date
from starbond_site.content.languages import HAS_BANGLA_TEXTS, text_of_record
from starbond_site.presentation.desk.parts import folded, removal, section, table
from starbond_site.presentation.forms import CONFIRMED, SEEN, Field, Given, form, in_bangla, tick

PATH = f"{DESK}/calendar"


def list_page(site: Site, dates: Sequence[CalendarEntry], given: Given) -> Node:
    """Return the form that announces a date, and all dates, also those of the content: coming ones first."""
    words, own = site.interface.desk_calendar, site.interface.calendar
    today = local_time.today()
    every = sorted((*dates, *site.calendar.dates), key=lambda each: each.day)
    coming = [each for each in every if each.day >= today]
    past = [each for each in reversed(every) if each.day < today]
    add = form(localized(f"{PATH}/add", site.language), _fields(site, given), words.add, aria_labelledby="form-add")
    return [
        h.p[words.lead],
        folded(words.add, "form-add", add, is_open=given.form == "add" or not dates),
        section(own.coming, "coming", _table(site, own.coming, coming) if coming else h.p[own.none_coming]),
        bool(past) and folded(own.past, "past", _table(site, own.past, past)),
    ]


def date_page(site: Site, shown: CalendarEntry, given: Given) -> Node:
    """Return the forms that change and cancel a date; a cancelled one has none."""
    words, id = site.interface.desk_calendar, shown.id
    when = h.p[_day_and_hours(site, shown), shown.cancelled_at and [" ", _cancelled(site)]]
    if shown.cancelled_at:
        return when
    hidden = {SEEN: shown.sequence}
    return [
        when,
        form(
            localized(f"{PATH}/{id}/change", site.language),
            _fields(site, given.of("change"), _values(shown)),
            words.change,
            hidden=hidden,
            id="form-change",
            aria_label=words.change,
        ),
        removal(
            words.cancel,
            localized(f"{PATH}/{id}/cancel", site.language),
            [h.p[words.cancel_text], tick(CONFIRMED, words.confirm)],
            hidden,
            is_open=given.form == "cancel",
        ),
    ]


def name_of(site: Site, shown: CalendarEntry) -> str:
    kind = next((kind.title for kind in site.calendar.kinds if kind.id == shown.kind), shown.kind)
    return text_of_record(site.language, shown.title, shown.title_bn) or kind


def _table(site: Site, label: str, dates: Sequence[CalendarEntry | CalendarDate]) -> Element:
    words = site.interface.desk_calendar
    heads = (words.day, words.title_label, words.place, site.interface.desk.state)
    return table(label, heads, [(_day_and_hours(site, each), *_row(site, each)) for each in dates])


def _row(site: Site, each: CalendarEntry | CalendarDate) -> tuple[Node, ...]:
    """Return title, place and state of a date; one of the content has no page of its own."""
    if isinstance(each, CalendarDate):
        states = [site.interface.desk_calendar.of_content, each.cancelled and [" ", _cancelled(site)]]
        return each.title or site.calendar.kind(each.kind).title, each.place, states
    link = h.a(href=localized(f"{PATH}/{each.id}", site.language))[name_of(site, each)]
    return link, text_of_record(site.language, each.place, each.place_bn), each.cancelled_at and _cancelled(site)


def _day_and_hours(site: Site, shown: CalendarEntry | CalendarDate) -> str:
    hours = "–".join(f"{at:%H:%M}" for at in (shown.starts, shown.ends) if at)
    return f"{long_date(shown.day, site.interface.dates)} {digits(hours, site.interface.dates)}".strip()


def _cancelled(site: Site) -> Element:
    return h.span(".desk__state.desk__state--withdrawn")[site.interface.calendar.cancelled]


def _fields(site: Site, given: Given, values: Mapping[str, str] | None = None) -> Node:
    words, kinds = site.interface.desk_calendar, [(kind.id, kind.title) for kind in site.calendar.kinds]
    first = site.interface.desk.please_choose
    labels = {"title": words.title_label, "place": words.place, "note": words.note}
    hints = {"title": words.title_hint}
    texts = [
        Field(name=name, label=label, hint=hints.get(name, ""), attributes={"maxlength": LENGTHS[name]})
        for name, label in labels.items()
    ]
    texts += [
        in_bangla(f"{name}-bn", label, LENGTHS[f"{name}_bn"]) for name, label in labels.items() if HAS_BANGLA_TEXTS
    ]
    fields = (
        Field(name="kind", label=words.kind, options=kinds, please_choose=first),
        Field(name="day", label=words.day, kind="date", is_required=True),
        Field(name="starts", label=words.starts, kind="time", hint=site.interface.desk_lines.end_hint),
        Field(name="ends", label=words.ends, kind="time", hint=site.interface.desk_lines.end_hint),
        *texts,
    )
    return [field.written(given, (values or {}).get(field.name, "")) for field in fields]


def _values(shown: CalendarEntry) -> dict[str, str]:
    """Return what the form of a date has before it is changed."""
    times = {name: f"{at:%H:%M}" if at else "" for name, at in (("starts", shown.starts), ("ends", shown.ends))}
    texts = {name.replace("_", "-"): getattr(shown, name) for name in LENGTHS}
    return {"kind": shown.kind, "day": shown.day.isoformat()} | times | texts
