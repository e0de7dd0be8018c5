"""The HTML of a general meeting: before it, while it runs, and what was decided."""

from collections.abc import Sequence
from datetime import date, datetime
from decimal import Decimal

import htpy as h
from htpy import Element, Node

from starbond_site import local_time
from starbond_site.content import Site
from starbond_site.content.addresses import MEETINGS_PAGE
from starbond_site.content.formats import digits, long_date, time_of_day
from starbond_site.content.languages import text_of_record
from starbond_site.meetings.service import LINKS, Meeting, Phase, sample
from starbond_site.presentation.desk.parts import countdown
from starbond_site.presentation.elements import link, scrolled_table
from starbond_site.presentation.numbers import decimal

OF_PHASE = {
    Phase.BEFORE: ("notice", "proxy"),
    Phase.RUNNING: ("notice", "proxy"),
    Phase.OVER: ("report", "minutes", "recording", "notice"),
}
"""The documents of each phase, in their order."""


def meetings(site: Site, found: Sequence[Meeting], now: datetime, year: int | None = None) -> str:
    """Return everything below the heading: the newest meeting, or those of a year, with links to the other years."""
    words, example = site.interface.meetings, None if found else sample(site)
    every = [example] if example else found
    shown = [meeting for meeting in every if meeting.year == year] if year else every[:1]
    years = sorted({meeting.year for meeting in every} - {meeting.year for meeting in shown}, reverse=True)
    return str(
        h.fragment[
            bool(example) and h.p(".muted")[words.sample],
            [_meeting(site, meeting, now) for meeting in shown] or h.p(".document-list__empty")[words.empty],
            years and _years(site, years),
        ]
    )


def _years(site: Site, years: Sequence[int]) -> Element:
    names = ((year, digits(year, site.interface.dates)) for year in years)
    items = [h.li[link(site, f"{MEETINGS_PAGE}?year={year}", name)] for year, name in names]
    heading = h.h2(id="meeting-years")[site.interface.meetings.other_years]
    return h.nav(".no-print", aria_labelledby="meeting-years")[heading, h.ul(".meeting__years.plain-list")[items]]


def _meeting(site: Site, meeting: Meeting, now: datetime) -> Element:
    id, phase = f"meeting-{meeting.number}", meeting.phase(now)
    return h.article(".meeting", aria_labelledby=id)[
        h.h2(id=id)[meeting.title(site)],
        _when(site, meeting, phase, now),
        phase is not Phase.OVER and not meeting.is_cancelled and _links(site, meeting),
        _facts(site, meeting, phase),
        _results(site, meeting) if meeting.votes else _agenda(site, meeting),
        _documents(site, meeting, phase),
    ]


def _when(site: Site, meeting: Meeting, phase: Phase, now: datetime) -> Node:
    words, ends = site.interface.meetings, meeting.moment("ends")
    hours = "–".join(time_of_day(at, site.interface.dates) for at in (meeting.starts, ends) if at)
    text = words.at.format(day=_day(site, local_time.local_date(meeting.starts)), hours=hours)
    return [
        h.p(".meeting__when")[h.time(datetime=local_time.in_local_time(meeting.starts).isoformat())[text]],
        h.p[h.strong[site.interface.calendar.cancelled]]
        if meeting.is_cancelled
        else phase is not Phase.OVER
        and h.p(".meeting__left.no-print")[countdown(site, meeting.starts - now, words.running)],
    ]


def _links(site: Site, meeting: Meeting) -> Node:
    words = site.interface.meetings
    found = [(name, meeting.text(name)) for name in LINKS if meeting.text(name)]
    return (
        found
        and h.p(".button-row")[
            [
                h.a(class_=["button", not place and "button--primary"], href=address, rel="noopener")[
                    words.labels[name]
                ]
                for place, (name, address) in enumerate(found)
            ]
        ]
    )


def _facts(site: Site, meeting: Meeting, phase: Phase) -> Element:
    words, labels = site.interface.meetings, site.interface.meetings.labels
    year_end, record, questions = meeting.day("year_end"), meeting.day("record_date"), meeting.moment("questions_until")
    place = text_of_record(site.language, meeting.text("place"), meeting.text("place_bn"))
    facts: list[tuple[str, Node]] = []
    if year_end:
        facts += [(labels["year_end"], site.interface.figures.periods["year"].format(date=_day(site, year_end)))]
    if place:
        facts += [(labels["place"], place)]
    if record:
        facts += [(labels["record_date"], words.may_vote.format(day=_day(site, record)))]
    if questions and phase is Phase.BEFORE and site.meetings.email:
        moment = words.at.format(
            day=_day(site, local_time.local_date(questions)), hours=time_of_day(questions, site.interface.dates)
        )
        mail = h.a(href=f"mailto:{site.meetings.email}")[site.meetings.email]
        facts += [(labels["questions_until"], [moment, h.br, mail])]
    return h.dl(".meeting__facts")[[h.div[h.dt[name], h.dd[value]] for name, value in facts]]


def _agenda(site: Site, meeting: Meeting) -> Node:
    return [h.h3[site.interface.meetings.labels["agenda"]], h.ol[[h.li[item] for item in meeting.agenda(site)]]]


def _results(site: Site, meeting: Meeting) -> Node:
    words, signed = site.interface.meetings, meeting.moment("authenticated_at")
    rows = [
        (f"{digits(place, site.interface.dates)}. {item}", *(decimal(site, Decimal(number), 0) for number in votes))
        for place, (item, votes) in enumerate(zip(meeting.agenda(site), meeting.votes, strict=True), 1)
    ]
    heads = (words.item, words.cast_for, words.against, words.abstained)
    moment = signed and words.at.format(
        day=_day(site, local_time.local_date(signed)), hours=time_of_day(signed, site.interface.dates)
    )
    table = scrolled_table(words.results, heads, rows)
    return [table, moment and h.p(".muted")[f"{words.authenticated}: {moment}"]]


def _documents(site: Site, meeting: Meeting, phase: Phase) -> Node:
    labels = site.interface.meetings.labels
    found = [(labels[name], text) for name in OF_PHASE[phase] if (text := meeting.text(name))]
    items = [
        h.li[link(site, f"/documents/{text}", name) if text.isdecimal() else h.a(href=text, rel="noopener")[name]]
        for name, text in found
    ]
    return items and [h.h3[site.interface.meetings.documents], h.ul(".meeting__documents")[items]]


def _day(site: Site, day: date) -> str:
    return long_date(day, site.interface.dates)
