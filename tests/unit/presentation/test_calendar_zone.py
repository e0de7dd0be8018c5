"""The definition of the time zone in calendar files says what the database of time zones says (RFC 5545, 3.6.5)."""

from bisect import bisect_right
from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from icalendar import Calendar, Timezone

from starbond_site import content, local_time
from starbond_site.presentation.calendar_files import calendar_file
from starbond_site.presentation.calendar_zone import time_zone
from starbond_site.presentation.dates import CalendarEvent

YEARS = date(2026, 5, 1), date(2027, 12, 31)


def offsets(zone: Any) -> list[tuple[datetime, timedelta]]:  # noqa: ANN401  icalendar types no property
    """Return what a program reads: when each observance begins, and its offset."""
    return sorted(
        (part["DTSTART"].dt.replace(tzinfo=UTC) - part["TZOFFSETFROM"].td, part["TZOFFSETTO"].td)
        for part in zone.subcomponents
    )


def test_every_half_hour_has_its_offset(monkeypatch: pytest.MonkeyPatch) -> None:
    zones = "Asia/Dhaka Europe/Dublin Europe/Berlin America/New_York Australia/Lord_Howe Africa/Casablanca"
    moments = [datetime(2026, 1, 1, tzinfo=UTC) + timedelta(minutes=30 * step) for step in range(729 * 48)]
    for name in zones.split():
        monkeypatch.setattr(local_time, "ZONE", ZoneInfo(name))
        zone: Any = Timezone.from_ical(time_zone(*YEARS).to_ical())
        assert zone["TZID"] == name, name
        begun = offsets(zone)
        wrong = [
            moment
            for moment in moments
            if begun[bisect_right(begun, moment, key=lambda one: one[0]) - 1][1]
            != moment.astimezone(local_time.ZONE).utcoffset()
        ]
        assert wrong == [], name


def test_summer_is_daylight_time_in_ireland_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """By law winter is the exception there; programs that know only the common kind would be an hour off."""
    monkeypatch.setattr(local_time, "ZONE", ZoneInfo("Europe/Dublin"))
    parts: Any = time_zone(*YEARS).subcomponents
    assert {(part.name, str(part["TZNAME"])) for part in parts} == {("STANDARD", "GMT"), ("DAYLIGHT", "IST")}
    assert all(before["TZOFFSETTO"].td == after["TZOFFSETFROM"].td for before, after in pairwise(parts))


def test_times_of_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """The file that visitors get: its own definition, and the moment that was announced."""
    for name, zones in [("Europe/Dublin", ["Europe/Dublin"]), ("UTC", [])]:
        monkeypatch.setattr(local_time, "ZONE", ZoneInfo(name))
        site = content.read("en")
        event = CalendarEvent(
            id="1", uid="1@example.com", kind="other", title="Meeting", place="", note="", day=date(2027, 7, 1),
            starts=time(10), ends=None, sequence=0, changed_at=datetime(2026, 11, 20, tzinfo=UTC),
            is_cancelled=False, is_sample=False,
        )  # fmt: skip
        calendar = Calendar.from_ical(calendar_file(site, [event]))
        assert [str(zone["TZID"]) for zone in calendar.walk("VTIMEZONE")] == zones, (name, zones)
        assert calendar.get_missing_tzids() == set(), (name, zones)
        shown: Any = calendar.events[0]
        assert shown["DTSTART"].dt.astimezone(UTC) == datetime(2027, 7, 1, 10, tzinfo=local_time.ZONE), (name, zones)
