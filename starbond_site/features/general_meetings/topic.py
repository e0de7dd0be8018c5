"""General meetings in the snapshot and on open pages: before each, while it runs, and what was decided."""

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime
from decimal import ROUND_DOWN, Decimal
from math import ceil

import htpy as h
from htpy import Element, Node

from starbond_site.content import Site
from starbond_site.content.addresses import CALENDAR_PAGE, MEETINGS_PAGE
from starbond_site.content.reporting import CalendarDate
from starbond_site.documents.snapshot import Snapshot
from starbond_site.features.general_meetings.service import SPECIAL, Meeting
from starbond_site.features.hooks import InvestorPart
from starbond_site.presentation.desk.desk_html import countdown
from starbond_site.presentation.html_parts import DASH, bullets, link, scrolled_table
from starbond_site.presentation.numbers import decimal
from starbond_site.shared import local_time
from starbond_site.shared.categories import MEETINGS

WAYS = ("vote", "join", "stream")
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

    One that moved over New Year also stands in the year that it left. Without a year they are those of the newest one,
    with every other one that is not over.
    """
    words, sample = site.interface.meetings, site.meetings.sample
    every = found or ([Meeting(id=0, facts=json.dumps(sample))] if sample else ())
    of_year = year or max((meeting.year for meeting in every), default=0)
    coming = () if year else [meeting for meeting in every if now < meeting.end]
    shown = sorted(
        (each for each in every if of_year in (each.year, _first_year(each) if year else 0) or each in coming),
        key=lambda meeting: _place(meeting, now),
    )
    years = sorted({meeting.year for meeting in every} - {of_year}, reverse=True)
    links = [[link(site, f"{MEETINGS_PAGE}?year={of}", site.digits(of)), " "] for of in years]
    articles = [_meeting(site, each, now, is_first=each is shown[0] or bool(year)) for each in shown]
    return str(
        h.fragment[
            not found and bool(sample) and h.p(".muted")[words.sample],
            articles or h.p(".document-list__empty")[words.empty],
            years and h.nav(".no-print", aria_label=words.other_years)[words.other_years, ": ", links],
        ]
    )


def calendar_id(meeting: Meeting) -> str:
    return f"general-meeting-{meeting.id}"


def coming(site: Site, snapshot: Snapshot, _today: date) -> Iterator[InvestorPart]:
    """Yield the next meeting for the page of investors, also while it runs."""
    now = local_time.now()
    open_ones = [each for each in snapshot.rows(MEETINGS) if now < each.end and not each.is_cancelled]
    for meeting in open_ones[-1:]:
        when = site.date_and_time(meeting.starts)
        shown = [h.p[link(site, MEETINGS_PAGE, meeting.title(site))], h.p[when], h.p(".muted")[meeting.place(site)]]
        yield InvestorPart(MEETINGS_PAGE, site.page(MEETINGS_PAGE).title, shown)


def dates(site: Site, snapshot: Snapshot) -> Iterator[CalendarDate]:
    """Yield every meeting and its record date, where there is a calendar."""
    for meeting in snapshot.rows(MEETINGS) if site.calendar.kinds else ():
        id, title = calendar_id(meeting), meeting.title(site)
        common = {"sequence": meeting.sequence, "changed": meeting.changed_at, "cancelled": meeting.is_cancelled}
        times = {name: meeting.text(name)[11:] or None for name in ("starts", "ends")}
        kind = site.meetings.kind(meeting.text("kind")).date
        own = {"id": id, "kind": kind, "title": title, "day": meeting.day(), "place": meeting.place(site) or None}
        own["moved_from"] = meeting.moment("moved_from")
        yield CalendarDate.model_validate(own | times | common)
        if record := meeting.day("record_date"):
            title = f"{site.interface.meetings.labels['record_date']}: {title}"
            own = {"id": f"{id}-record-date", "kind": site.meetings.record_date, "title": title, "day": record}
            yield CalendarDate.model_validate(own | common)


def _first_year(meeting: Meeting) -> int:
    return (meeting.moment("moved_from") or meeting.starts).year


def _place(meeting: Meeting, now: datetime) -> tuple[bool, bool, float]:
    """Return the place among others: one that runs, those to come by their day, past ones from the newest."""
    is_over, moment = now >= meeting.end, meeting.starts.timestamp()
    return is_over or meeting.is_cancelled, is_over, -moment if is_over else moment


def _meeting(site: Site, meeting: Meeting, now: datetime, *, is_first: bool) -> Element:
    """Return one that is to come or runs as a card, any other one folded unless it is the first."""
    id, is_over, words = f"meeting-{meeting.id}", now >= meeting.end, site.interface.meetings
    is_open = not is_over and not meeting.is_cancelled
    heading, day = h.h2(id=id)[meeting.title(site)], site.long_date(meeting.starts)
    moved = meeting.moment("moved_from")
    when = [
        h.p(".meeting__when")[
            h.time(datetime=local_time.in_local_time(meeting.starts).isoformat())[h.b[day], " ", _hours(site, meeting)]
        ],
        moved and h.p[h.strong[site.interface.calendar.moved.format(date=site.long_date(moved))]],
        meeting.is_cancelled and h.p[h.strong[site.interface.calendar.cancelled]],
        (place := meeting.place(site)) and h.p[place],
    ]
    more = [
        h.dl(".meeting__facts")[
            [h.div[h.dt[words.labels[name]], h.dd[fact]] for name, fact in _facts(site, meeting, now, is_open=is_open)]
        ],
        _results(site, meeting)
        if meeting.votes
        else [
            is_over and not meeting.is_cancelled and h.p[words.follows],
            h.h3[words.labels["agenda"]],
            h.ol[[h.li[item] for item in meeting.agenda(site)]],
        ],
        _documents(site, meeting, AFTER if is_over or meeting.votes else BEFORE),
    ]
    if is_open:
        card = h.div(".meeting__card")[heading, when, _left(site, meeting, now), _ways(site, meeting)]
        return h.article(".meeting", aria_labelledby=id)[card, more]
    return h.article(".meeting", aria_labelledby=id)[
        h.details(".meeting__fold", open=is_first)[h.summary[heading, h.span(".muted")[day]], when, more]
    ]


def _hours(site: Site, meeting: Meeting) -> str:
    """Return weekday and hours, which name the zone."""
    words, ends = site.interface.calendar, meeting.moment("ends")
    starts, ends = (moment and f"{local_time.in_local_time(moment):%H:%M}" for moment in (meeting.starts, ends))
    hours = (words.hours if ends else words.hours_from).format(starts=starts, ends=ends)
    return site.digits(f"{words.weekdays[local_time.local_date(meeting.starts).weekday()]}, {hours}")


def _left(site: Site, meeting: Meeting, now: datetime) -> Element:
    left = countdown(site, meeting.starts - now, site.interface.meetings.running)
    return h.p(".meeting__left.no-print", data_due=_due(meeting, now))[left]


def _ways(site: Site, meeting: Meeting) -> Element:
    """Return the links to vote, join and watch, and the file for calendar programs."""
    labels, words = site.interface.meetings.labels, site.interface.calendar
    links = [
        h.a(class_=["button", name == "vote" and "button--primary"], href=text)[labels[name]]
        for name in WAYS
        if (text := meeting.text(name))
    ]
    name = words.file_name.format(title=meeting.title(site), date=site.long_date(meeting.starts))
    file = site.address(f"{CALENDAR_PAGE}/{calendar_id(meeting)}.ics")
    if meeting.id and site.has(CALENDAR_PAGE):
        links.append(h.a(".button", href=file, aria_label=name)[words.file])
    return h.div(".button-row.no-print")[links]


def _due(meeting: Meeting, now: datetime) -> int:
    """Return the seconds until an open page changes: no more questions are taken, or the meeting is over."""
    moments = (meeting.moment("questions_until"), meeting.end)
    return ceil(min((moment - now).total_seconds() for moment in moments if moment and moment > now))


def _facts(site: Site, meeting: Meeting, now: datetime, *, is_open: bool) -> list[tuple[str, Node]]:
    words = site.interface.meetings
    facts: list[tuple[str, Node]] = []
    if year_end := meeting.day("year_end"):
        facts.append(("year_end", site.period("year", year_end)))
    if record := meeting.day("record_date"):
        template = words.may_vote if is_open else "{date}"
        facts.append(("record_date", template.format(date=site.long_date(record))))
    if is_open and (until := meeting.moment("questions_until")) and now < until and (mail := site.meetings.email):
        facts.append(("questions_until", [_moment(site, until), h.br, h.a(href=f"mailto:{mail}")[mail]]))
    return facts


def _results(site: Site, meeting: Meeting) -> Node:
    """Return the votes of each item, what of those for and against was for it, and whether it was passed."""
    words, signed = site.interface.meetings, meeting.moment("authenticated_at")
    rows: list[list[Node]] = []
    for place, (item, (*_, kind), votes) in enumerate(
        zip(meeting.agenda(site), meeting.items, meeting.votes, strict=True), 1
    ):
        cast_for, against, _ = votes
        share = Decimal(100 * cast_for) / (cast_for + against) if cast_for + against else None
        is_passed = cast_for >= 3 * against and cast_for > 0 if kind == SPECIAL else cast_for > against
        if share is not None and not is_passed:
            share = share.quantize(Decimal("0.01"), ROUND_DOWN)  # Else 74.999 would read as 75.
        rows.append(
            [
                f"{site.digits(place)}. {item}",
                *(decimal(site, Decimal(number), 0) for number in votes),
                DASH if share is None else f"{decimal(site, share, 2)}\N{NO-BREAK SPACE}%",
                h.strong[words.passed if is_passed else words.rejected],
            ]
        )
    heads = (words.item, words.cast_for, words.against, words.abstained, words.in_favour, words.outcome)
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
    time = site.interface.calendar.hours_from.format(starts=site.time_of_day(moment))
    return f"{site.long_date(moment)}, {time}"
