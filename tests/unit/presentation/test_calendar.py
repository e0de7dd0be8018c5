"""The calendar: coming dates first, past ones by year, escaped, and files that RFC 5545 and icalendar accept."""

import json
import re
from bisect import bisect_right
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise, permutations
from typing import Any
from zoneinfo import ZoneInfo

import htpy as h
import pytest
from icalendar import Calendar, Timezone

from starbond_site import content
from starbond_site.content import Language, Site
from starbond_site.documents.snapshot import EMPTY, Rows, Snapshot
from starbond_site.features.calendar import topic as calendar_topic
from starbond_site.features.calendar.service import CalendarEntry
from starbond_site.features.calendar.topic import CalendarEvent, calendar_file, events, time_zone
from starbond_site.presentation import topics
from starbond_site.shared import local_time
from starbond_site.shared.categories import CALENDAR
from starbond_site.shared.settings import settings

pytestmark = pytest.mark.features("calendar")


def without_samples(language: Language) -> Site:
    site = content.read(language)
    return site.model_copy(update={"calendar": site.calendar.model_copy(update={"dates": ()})})


def changed(entry: CalendarEntry, **values: Any) -> CalendarEntry:  # noqa: ANN401  fields of a date
    return CalendarEntry(**entry.model_dump() | values)


SITES = {language: without_samples(language) for language in content.LANGUAGES}
TODAY = date(2026, 11, 23)
EVIL = "</script><b>\"'&;, \\n"
MEETING = CalendarEntry(
    id=7, uid="0b9cbd3a-6b54-4b68-9c9b-2d5f6f0c1a11", kind="annual-general-meeting",
    day=date(2026, 12, 20), starts=time(10, 30), ends=time(13), place="Hall", place_bn="", note="Bring it.", note_bn="",
    title="Annual general meeting of 2026 with all that belongs to it, at length",
    title_bn="২০২৬ সালের বার্ষিক সাধারণ সভা, যা যা এর সঙ্গে থাকে সবকিছুসহ",
    sequence=2, changed_at=datetime(2026, 11, 1, 6, tzinfo=UTC), cancelled_at=None,
)  # fmt: skip
RECORD_DATE = changed(
    MEETING, id=8, uid="9f", kind="record-date", day=date(2026, 12, 3), starts=None, ends=None, title="", title_bn="",
    place="", note="",
)  # fmt: skip


def test_record_dates_of_one_day_are_one_line() -> None:
    """Those of a dividend and its meeting; the file of the calendar keeps both, and links to either arrive."""
    names = {8: "Final dividend, 2026", 9: "Annual general meeting 2026"}
    both = [changed(RECORD_DATE, id=id, title=f"Record date: {name}") for id, name in names.items()]
    for rows, lines in ((both, 1), ([both[0], changed(both[1], day=date(2026, 12, 4))], 2), ([*both, MEETING], 2)):
        found = replace(EMPTY, tables={CALENDAR: Rows(1, tuple(rows))})
        shown = calendar_topic.calendar(SITES["en"], found, TODAY)
        assert shown.count("<li") == lines
        assert all(f'id="date-{id}"' in shown for id in names)
        joined = "Record date: Final dividend, 2026 · Annual general meeting 2026"
        assert (f">{joined}<" in shown) == (rows[:2] == both)


@pytest.fixture(params=SITES.values(), ids=lambda site: site.language)
def site(request: pytest.FixtureRequest) -> Site:
    return request.param


def snapshot(*dates: CalendarEntry) -> Snapshot:
    return replace(EMPTY, tables={CALENDAR: Rows(len(dates), dates)})


def html(site: Site, *dates: CalendarEntry, today: date = TODAY) -> str:
    return calendar_topic.calendar(site, snapshot(*dates), today)


def parsed(site: Site, *dates: CalendarEntry) -> dict[str, Any]:
    """Return the events of a file by their UID, parsed in strict mode, once the rules of RFC 5545 hold."""
    file = calendar_file(site, events(site, snapshot(*dates)))
    lines = file.split(b"\r\n")
    assert lines.pop() == b""
    assert not any(b"\n" in line or b"\r" in line for line in lines), "lines end with CRLF (section 3.1)"
    assert max(map(len, lines)) <= 75, "octets of a line (section 3.1)"
    assert all(line.decode(errors="replace").isprintable() for line in lines), "no character is cut in two"
    assert "\N{REPLACEMENT CHARACTER}" not in "".join(line.decode(errors="replace") for line in lines)
    (calendar,) = Calendar.from_ical(file, multiple=True)
    assert calendar.get_missing_tzids() == set()
    found = {}
    for event in calendar.walk("VEVENT"):
        assert not event.errors
        assert {"UID", "DTSTAMP", "DTSTART", "SUMMARY", "SEQUENCE", "STATUS"} <= event.keys()
        found[str(event["UID"])] = event
    return found


def test_coming_dates_stand_first_in_order_and_past_ones_by_year_from_the_newest(site: Site) -> None:
    days = [date(2025, 1, 1), date(2026, 11, 22), TODAY, date(2027, 1, 1), date(2025, 5, 5)]
    shown = html(site, *(changed(RECORD_DATE, id=number, day=day) for number, day in enumerate(days, 1)))
    assert re.findall(r'id="date-(\d)"', shown) == ["3", "4", "2", "5", "1"]
    words = site.interface.calendar
    years = ["২০২৬", "২০২৫"] if site.language == "bn" else ["2026", "2025"]
    assert re.findall(r"<h[23]>(.*?)</h[23]>", shown) == [words.coming, words.past, *years]


@pytest.mark.company
def test_dates_of_a_day_stand_by_their_hour_and_whole_days_before_them() -> None:
    """In whichever order they were entered."""
    hours = (None, time(9), time(10, 30))
    for entered in permutations(hours):
        dates = [changed(MEETING, id=number, starts=at, ends=None) for number, at in enumerate(entered)]
        assert [event.starts for event in events(SITES["en"], snapshot(*dates))] == [*hours], entered


PAST, OFF = changed(RECORD_DATE, day=date(2026, 1, 2)), changed(RECORD_DATE, cancelled_at=MEETING.changed_at)


@pytest.mark.company
@pytest.mark.parametrize(
    ("dates", "told"),
    [([RECORD_DATE, MEETING], ["8"]), ([PAST, MEETING], ["7"]), ([OFF, MEETING], ["7"]), ([OFF], [])],
)
def test_investors_are_told_of_the_next_date_that_takes_place(
    site: Site, dates: list[CalendarEntry], told: list[str]
) -> None:
    parts = calendar_topic.next_date(site, snapshot(*dates), TODAY)
    assert re.findall("#date-([0-9])", str(h.fragment[[part.content for part in parts]])) == told


def test_search_engines_get_coming_dates_with_their_status() -> None:
    shown = html(SITES["en"], MEETING, changed(RECORD_DATE, cancelled_at=MEETING.changed_at), today=date(2026, 12, 1))
    record_date, meeting = json.loads(shown.partition('ld+json">')[2].removesuffix("</script>"))["@graph"]
    assert (record_date["startDate"], record_date["eventStatus"][19:]) == ("2026-12-03", "EventCancelled")
    assert (meeting["startDate"], meeting["endDate"]) == ("2026-12-20T10:30+06:00", "2026-12-20T13:00+06:00")
    assert meeting["url"].endswith("/calendar#date-7")
    assert "ld+json" not in html(SITES["en"], MEETING, today=date(2027, 1, 1))


def test_sample_says_so_and_search_engines_get_none(site: Site) -> None:
    real = content.read(site.language)
    coming = calendar_topic.calendar(real, snapshot(), TODAY)
    assert all(entry.sample for entry in real.calendar.dates), "the repository invents no news"
    assert coming.count(site.interface.calendar.sample_note) == len(real.calendar.dates)
    with_real = calendar_topic.calendar(real, snapshot(RECORD_DATE), TODAY)
    assert site.interface.calendar.sample not in with_real, "no sample stands beside a date that is none"
    assert "ld+json" not in coming
    file = Calendar.from_ical(calendar_file(real, events(real, snapshot())))
    assert {str(event["STATUS"]) for event in file.events} == {"TENTATIVE"}


def test_file_has_meetings_in_their_zone_and_whole_days(site: Site) -> None:
    found = parsed(site, MEETING, RECORD_DATE)
    event, day = found[MEETING.uid], found[RECORD_DATE.uid]
    start, end = event["DTSTART"], event["DTEND"]
    assert start.params["TZID"] == "Asia/Dhaka"
    assert (start.dt, end.dt) == tuple(
        datetime(2026, 12, 20, hour, minute, tzinfo=local_time.ZONE) for hour, minute in ((10, 30), (13, 0))
    )
    assert start.dt.astimezone(UTC).hour == 4
    assert (event["SEQUENCE"], event["STATUS"], event["DTSTAMP"].dt) == (2, "CONFIRMED", MEETING.changed_at)
    assert str(event["SUMMARY"]) == (MEETING.title_bn if site.language == "bn" else MEETING.title)
    assert (day["DTSTART"].params["VALUE"], day["DTSTART"].dt, "DTEND" in day) == ("DATE", RECORD_DATE.day, False)
    own = {"UID", "DTSTAMP", "DTSTART", "SUMMARY", "SEQUENCE", "STATUS", "CATEGORIES", "LAST-MODIFIED", "URL"}
    assert (set(event), set(day)) == (own | {"DTEND", "LOCATION", "DESCRIPTION"}, own | {"TRANSP"})
    page = f"{site.address('/calendar')}#date-7"
    assert str(event["URL"]) == f"{settings().public_url}{page}"
    assert (event["LOCATION"], event["DESCRIPTION"], day["TRANSP"]) == ("Hall", "Bring it.", "TRANSPARENT")
    assert event["LAST-MODIFIED"].dt == MEETING.changed_at


def test_identifier_is_the_same_in_both_languages_and_after_a_change() -> None:
    moved = changed(MEETING, day=date(2026, 12, 21), sequence=3, cancelled_at=MEETING.changed_at)
    for site in SITES.values():
        (event,) = parsed(site, moved).values()
        assert (str(event["UID"]), event["SEQUENCE"], event["STATUS"]) == (MEETING.uid, 3, "CANCELLED")
    of_content = [{event.id: event.uid for event in events(content.read(language), EMPTY)} for language in SITES]
    assert of_content[0] == of_content[1]
    assert len(set(of_content[0].values())) == len(content.read("en").calendar.dates)


def test_no_text_can_begin_a_property() -> None:
    (meeting,) = events(SITES["en"], snapshot(MEETING))
    evil = meeting.model_copy(update={"note": "a\r\nATTENDEE:mailto:a@example.com", "title": EVIL})
    (event,) = Calendar.from_ical(calendar_file(SITES["en"], [evil])).events
    assert "ATTENDEE" not in event
    assert str(event["SUMMARY"]).strip() == EVIL.strip()


def test_version_of_the_topic_rises_at_midnight_of_the_company(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = []
    for hour in (17, 18):
        monkeypatch.setattr(local_time, "now", lambda hour=hour: datetime(2026, 11, 23, hour, 30, tzinfo=UTC))
        shown.append(topics.version(snapshot(MEETING), "calendar"))
    assert shown[1] == shown[0] + 1
    assert topics.version(snapshot(MEETING, RECORD_DATE), "calendar") == shown[1] + 1


YEARS = date(2026, 5, 1), date(2027, 12, 31)


def test_every_half_hour_has_its_offset_and_summer_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    zones = "Asia/Dhaka Europe/Dublin Europe/Berlin America/New_York Australia/Lord_Howe Africa/Casablanca"
    moments = [datetime(2026, 1, 1, tzinfo=UTC) + timedelta(minutes=30 * step) for step in range(729 * 48)]
    for name in zones.split():
        monkeypatch.setattr(local_time, "ZONE", ZoneInfo(name))
        zone: Any = Timezone.from_ical(time_zone(*YEARS).to_ical())
        assert zone["TZID"] == name, name
        # As a program reads it: when each observance begins, and its offset.
        begun = sorted(
            (part["DTSTART"].dt.replace(tzinfo=UTC) - part["TZOFFSETFROM"].td, part["TZOFFSETTO"].td)
            for part in zone.subcomponents
        )
        wrong = [
            moment
            for moment in moments
            if begun[bisect_right(begun, moment, key=lambda one: one[0]) - 1][1]
            != moment.astimezone(local_time.ZONE).utcoffset()
        ]
        assert wrong == [], name
    monkeypatch.setattr(local_time, "ZONE", ZoneInfo("Europe/Dublin"))
    parts: Any = time_zone(*YEARS).subcomponents
    assert {(part.name, str(part["TZNAME"])) for part in parts} == {("STANDARD", "GMT"), ("DAYLIGHT", "IST")}
    assert all(before["TZOFFSETTO"].td == after["TZOFFSETFROM"].td for before, after in pairwise(parts))


@pytest.mark.parametrize(("name", "zones"), [("Europe/Dublin", ["Europe/Dublin"]), ("UTC", [])])
def test_times_of_the_file(monkeypatch: pytest.MonkeyPatch, name: str, zones: list[str]) -> None:
    """The file that visitors get: its own definition, and the moment that was announced."""
    monkeypatch.setattr(local_time, "ZONE", ZoneInfo(name))
    site = content.read("en")
    event = CalendarEvent(
        id="one", uid="1@example.com", kind="other", title="Meeting", day=date(2027, 7, 1), starts=time(10),
        changed=datetime(2026, 11, 20, tzinfo=UTC),
    )  # fmt: skip
    calendar = Calendar.from_ical(calendar_file(site, [event]))
    assert [str(zone["TZID"]) for zone in calendar.walk("VTIMEZONE")] == zones
    assert calendar.get_missing_tzids() == set()
    shown: Any = calendar.events[0]
    assert shown["DTSTART"].dt.astimezone(UTC) == datetime(2027, 7, 1, 10, tzinfo=local_time.ZONE)
