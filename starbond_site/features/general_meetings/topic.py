"""General meetings in the snapshot and on open pages: before each, while it runs, and what was decided."""

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from math import ceil

import htpy as h
from htpy import Element, Node

from starbond_site.content import Site
from starbond_site.content.addresses import MEETINGS_PAGE
from starbond_site.content.calendar import CalendarDate
from starbond_site.content.formats import digits, long_date, time_of_day
from starbond_site.documents.snapshot import Snapshot
from starbond_site.features.general_meetings.records import Meeting
from starbond_site.features.general_meetings.service import LINKS
from starbond_site.presentation.desk.parts import countdown
from starbond_site.presentation.elements import bullets, link, scrolled_table
from starbond_site.presentation.numbers import decimal
from starbond_site.shared import local_time
from starbond_site.shared.categories import MEETINGS

BEFORE, AFTER = ("notice", "proxy"), ("report", "minutes", "recording", "notice")
"""The documents until a meeting is over, and then."""


def html(site: Site, snapshot: Snapshot, year: int | None = None) -> str:
    """Return the meetings, or those of a year, as they stand at this moment."""
    return meetings(site, snapshot.rows(MEETINGS), local_time.now(), year)


def selected(site: Site, snapshot: Snapshot, query: Mapping[str, str]) -> str | None:
    """Return the meetings of a year; None where the query names none."""
    year = query.get("year", "")
    return html(site, snapshot, int(year)) if year.isdecimal() and len(year) == 4 else None


def meetings(site: Site, found: Sequence[Meeting], now: datetime, year: int | None = None) -> str:
    """Return everything below the heading: the meetings of a year, with links to the other years.

    Without one they are those of the newest year, with every other one that is not over.
    """
    words, sample = site.interface.meetings, site.meetings.sample
    every = found or ([Meeting(id=0, facts=json.dumps(sample))] if sample else ())
    of_year = year or max((meeting.year for meeting in every), default=0)
    coming = () if year else [meeting for meeting in every if now < meeting.end]
    shown = [meeting for meeting in every if meeting.year == of_year or meeting in coming]
    years = sorted({meeting.year for meeting in every} - {of_year}, reverse=True)
    links = [[link(site, f"{MEETINGS_PAGE}?year={of}", digits(of, site.interface.dates)), " "] for of in years]
    return str(
        h.fragment[
            not found and bool(sample) and h.p(".muted")[words.sample],
            [_meeting(site, meeting, now) for meeting in shown] or h.p(".document-list__empty")[words.empty],
            years and h.nav(".no-print", aria_label=words.other_years)[words.other_years, ": ", links],
        ]
    )


def dates(site: Site, snapshot: Snapshot) -> Iterator[CalendarDate]:
    """Yield every meeting and its record date, where there is a calendar."""
    for meeting in snapshot.rows(MEETINGS) if site.calendar.kinds else ():
        id, title = f"general-meeting-{meeting.id}", meeting.title(site)
        common = {"sequence": meeting.sequence, "changed": meeting.changed_at, "cancelled": meeting.is_cancelled}
        times = {name: meeting.text(name)[11:] or None for name in ("starts", "ends")}
        kind = site.meetings.kind(meeting.text("kind")).date
        own = {"id": id, "kind": kind, "title": title, "day": meeting.day(), "place": meeting.place(site) or None}
        yield CalendarDate.model_validate(own | times | common)
        if record := meeting.day("record_date"):
            title = f"{site.interface.meetings.labels['record_date']}: {title}"
            own = {"id": f"{id}-record-date", "kind": site.meetings.record_date, "title": title, "day": record}
            yield CalendarDate.model_validate(own | common)


def _meeting(site: Site, meeting: Meeting, now: datetime) -> Element:
    id, is_over, labels = f"meeting-{meeting.id}", now >= meeting.end, site.interface.meetings.labels
    ends, dates = meeting.moment("ends"), site.interface.dates
    hours = _moment(site, meeting.starts) + (f"–{time_of_day(ends, dates)}" if ends else "")
    is_open = not is_over and not meeting.is_cancelled
    return h.article(".meeting", aria_labelledby=id)[
        h.h2(id=id)[meeting.title(site)],
        h.p(".meeting__when")[h.time(datetime=local_time.in_local_time(meeting.starts).isoformat())[hours]],
        meeting.is_cancelled and h.p[h.strong[site.interface.calendar.cancelled]],
        is_open
        and [
            h.p(".meeting__left.no-print", data_due=_due(meeting, now))[
                countdown(site, meeting.starts - now, site.interface.meetings.running)
            ],
            h.div(".button-row")[
                [h.a(".button", href=meeting.text(name))[labels[name]] for name in LINKS if meeting.text(name)]
            ],
        ],
        h.dl(".meeting__facts")[
            [h.div[h.dt[labels[name]], h.dd[fact]] for name, fact in _facts(site, meeting, now, is_open=is_open)]
        ],
        _results(site, meeting)
        if meeting.votes
        else [h.h3[labels["agenda"]], h.ol[[h.li[item] for item in meeting.agenda(site)]]],
        _documents(site, meeting, AFTER if is_over or meeting.votes else BEFORE),
    ]


def _due(meeting: Meeting, now: datetime) -> int:
    """Return the seconds until an open page changes: no more questions are taken, or the meeting is over."""
    moments = (meeting.moment("questions_until"), meeting.end)
    return ceil(min((moment - now).total_seconds() for moment in moments if moment and moment > now))


def _facts(site: Site, meeting: Meeting, now: datetime, *, is_open: bool) -> list[tuple[str, Node]]:
    words, dates = site.interface.meetings, site.interface.dates
    facts: list[tuple[str, Node]] = []
    if year_end := meeting.day("year_end"):
        facts.append(("year_end", site.period("year", year_end)))
    if place := meeting.place(site):
        facts.append(("place", place))
    if record := meeting.day("record_date"):
        template = words.may_vote if is_open else "{date}"
        facts.append(("record_date", template.format(date=long_date(record, dates))))
    if is_open and (until := meeting.moment("questions_until")) and now < until and (mail := site.meetings.email):
        facts.append(("questions_until", [_moment(site, until), h.br, h.a(href=f"mailto:{mail}")[mail]]))
    return facts


def _results(site: Site, meeting: Meeting) -> Node:
    words, signed = site.interface.meetings, meeting.moment("authenticated_at")
    items = enumerate(zip(meeting.agenda(site), meeting.votes, strict=True), 1)
    rows = [
        (f"{digits(place, site.interface.dates)}. {item}", *(decimal(site, Decimal(number), 0) for number in votes))
        for place, (item, votes) in items
    ]
    heads = (words.item, words.cast_for, words.against, words.abstained)
    return [
        scrolled_table(words.labels["results"], heads, rows),
        signed and h.p(".muted")[f"{words.labels['authenticated_at']}: {_moment(site, signed)}"],
    ]


def _documents(site: Site, meeting: Meeting, names: Sequence[str]) -> Node:
    words = site.interface.meetings
    found = [(words.labels[name], text) for name in names if (text := meeting.text(name))]
    items = [
        link(site, f"/documents/{text}", name) if text.isdecimal() else h.a(href=text)[name] for name, text in found
    ]
    return items and [h.h3[words.documents], bullets(items, "meeting__documents")]


def _moment(site: Site, moment: datetime) -> str:
    return f"{long_date(moment, site.interface.dates)}, {time_of_day(moment, site.interface.dates)}"
