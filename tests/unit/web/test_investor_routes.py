"""Calendar files and figures by HTTP, from the snapshot."""

import csv
import io
from dataclasses import replace
from datetime import UTC, date, datetime
from decimal import Decimal

import pytest
from asgi_client import Answer
from icalendar import Calendar
from whole_site import Site

from starbond_site import content
from starbond_site.documents.archive import Archive
from starbond_site.documents.calendar.entries import Announced
from starbond_site.documents.figures.rules import Entered
from starbond_site.documents.snapshot import EMPTY, CalendarView, FiguresView

SAMPLES = content.read("en").calendar.dates
DAY = Announced(
    id=7, uid="u", kind="record-date", day=date(2026, 12, 3), starts=None, ends=None, title="Record", title_bn="রেকর্ড",
    place="", place_bn="", note="", note_bn="", sequence=0, changed_at=datetime(2026, 11, 1, tzinfo=UTC),
    cancelled_at=None,
)  # fmt: skip
LOSS = Entered(
    document_id=3, period="year", period_end=date(2026, 6, 30), name="eps", value=Decimal("-0.3500"), unit="BDT",
    restated=True, reason="=HYPERLINK(1)", reason_bn="বন্যা",
)  # fmt: skip
NOW = replace(EMPTY, calendar=CalendarView(1, (DAY,)), figures=FiguresView(4, (LOSS,)))


@pytest.fixture
def site(archive: Archive) -> Site:
    made = Site(archive)
    made.snapshot = NOW
    return made


def titles(answer: Answer) -> list[str]:
    return [str(event["SUMMARY"]) for event in Calendar.from_ical(answer.body).events]


def test_one_date_in_the_language_that_is_asked_for(site: Site) -> None:
    for path, query, title in (
        ("/calendar/7.ics", "", "Record"),
        ("/calendar/7.ics", "language=bn", "রেকর্ড"),
        ("/bn/calendar/7.ics", "", "রেকর্ড"),
        ("/bn/calendar/7.ics", "language=en", "Record"),
        ("/calendar/7.ics", "language=xx", "Record"),
    ):
        answer = site.get(path, query)
        assert (answer.status, answer.headers["content-type"]) == (200, "text/calendar; charset=utf-8")
        assert (answer.headers["content-disposition"], titles(answer)) == ('attachment; filename="7.ics"', [title])


def test_whole_calendar_holds_all_dates_and_is_asked_for_again(site: Site) -> None:
    answer = site.get("/calendar.ics")
    assert (len(titles(answer)), "content-disposition" in answer.headers) == (len(SAMPLES) + 1, False)
    assert answer.headers["cache-control"] == "no-cache"
    assert site.get("/calendar.ics", if_none_match=answer.headers["etag"]).status == 304
    site.snapshot = replace(NOW, calendar=CalendarView(2, (replace(DAY, sequence=1, title="Moved"),)))
    assert site.get("/calendar.ics", if_none_match=answer.headers["etag"]).status == 200
    assert titles(site.get("/calendar/7.ics")) == ["Moved"]
    for path in ("/calendar/8.ics", "/calendar/.ics", "/calendar/7", "/calendar/%0d%0a.ics"):
        assert site.get(path).status == 404, path
    site.snapshot = EMPTY
    for path in ("/calendar.ics", "/bn/calendar/7.ics", "/api/figures", "/api/figures.csv"):
        answer = site.get(path)
        assert (answer.status, answer.headers["retry-after"]) == (503, "60")
        assert answer.json["error"] == "database_unavailable"


def test_figures_as_json_with_every_digit_and_as_csv_whose_texts_no_spreadsheet_runs(site: Site) -> None:
    answer = site.get("/api/figures")
    assert answer.headers["content-type"] == "application/json"
    figure = {
        "name": "eps", "period": "year", "period_end": "2026-06-30", "value": "-0.3500", "unit": "BDT",
        "restated": True, "reason": "=HYPERLINK(1)", "reason_bn": "বন্যা", "document": 3, "statement": "/documents/3",
    }  # fmt: skip
    assert answer.json == {"version": 4, "figures": [figure]}
    answer = site.get("/api/figures.csv")
    (row,) = csv.DictReader(io.StringIO(answer.text))
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    assert (row["value"], row["restated"], row["statement"]) == ("-0.3500", "yes", "/documents/3")
    assert row["reason"] == "'=HYPERLINK(1)"
    site.snapshot = replace(NOW, figures=FiguresView(5))
    assert site.get("/api/figures").json == {"version": 5, "figures": []}
