"""Calendar files and figures by HTTP, from the snapshot."""

import csv
import io
import json
from dataclasses import replace
from datetime import UTC, date, datetime
from decimal import Decimal

import pytest
from asgi_client import Answer, ask
from icalendar import Calendar
from starlette.applications import Starlette

from starbond_site import content
from starbond_site.documents.calendar.entries import Announced
from starbond_site.documents.figures.rules import Entered
from starbond_site.documents.snapshot import EMPTY, CalendarView, FiguresView, Snapshot
from starbond_site.web.calendar import CalendarFiles
from starbond_site.web.figures import FiguresData

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


class Site:
    """The routes, and the snapshot that a test sets."""

    def __init__(self, snapshot: Snapshot = NOW) -> None:
        self.snapshot = snapshot
        self.app = Starlette(routes=[*CalendarFiles(self.current).routes, *FiguresData(self.current).routes])

    async def current(self) -> Snapshot:
        """Return the snapshot."""
        return self.snapshot

    def get(self, path: str, query: str = "", **headers: str) -> Answer:
        """Ask for a path."""
        return ask(
            self.app, path, query=query, headers={name.replace("_", "-"): text for name, text in headers.items()}
        )


def titles(answer: Answer) -> list[str]:
    return [str(event["SUMMARY"]) for event in Calendar.from_ical(answer.body).events]


@pytest.mark.parametrize(
    ("path", "query", "title"),
    [
        ("/calendar/7.ics", "", "Record"),
        ("/calendar/7.ics", "language=bn", "রেকর্ড"),
        ("/bn/calendar/7.ics", "", "রেকর্ড"),
        ("/bn/calendar/7.ics", "language=en", "Record"),
        ("/calendar/7.ics", "language=xx", "Record"),
    ],
)
def test_one_date_in_the_language_that_is_asked_for(path: str, query: str, title: str) -> None:
    answer = Site().get(path, query)

    assert (answer.status, answer.headers["content-type"]) == (200, "text/calendar; charset=utf-8")
    assert answer.headers["content-disposition"] == 'attachment; filename="7.ics"'
    assert titles(answer) == [title]


def test_whole_calendar_holds_all_dates_and_is_asked_for_again() -> None:
    site = Site()
    answer = site.get("/calendar.ics")

    assert len(titles(answer)) == len(SAMPLES) + 1
    assert "content-disposition" not in answer.headers
    assert answer.headers["cache-control"] == "no-cache"
    assert site.get("/calendar.ics", if_none_match=answer.headers["etag"]).status == 304


def test_change_is_in_the_next_answer() -> None:
    site = Site()
    before = site.get("/calendar.ics").headers["etag"]
    site.snapshot = replace(NOW, calendar=CalendarView(2, (replace(DAY, sequence=1, title="Moved"),)))

    assert site.get("/calendar.ics").headers["etag"] != before
    assert titles(site.get("/calendar/7.ics")) == ["Moved"]


@pytest.mark.parametrize("path", ["/calendar/8.ics", "/calendar/.ics", "/calendar/7", "/calendar/%0d%0a.ics"])
def test_unknown_date_is_not_found(path: str) -> None:
    assert Site().get(path).status == 404


@pytest.mark.parametrize("path", ["/calendar.ics", "/bn/calendar/7.ics", "/api/figures", "/api/figures.csv"])
def test_what_was_never_read_is_unavailable(path: str) -> None:
    answer = Site(EMPTY).get(path)

    assert (answer.status, answer.headers["retry-after"]) == (503, "60")
    assert json.loads(answer.body)["error"] == "database_unavailable"


def test_figures_as_json_with_every_digit() -> None:
    answer = Site().get("/api/figures")

    assert answer.headers["content-type"] == "application/json"
    assert json.loads(answer.body) == {
        "version": 4,
        "figures": [
            {
                "name": "eps",
                "period": "year",
                "period_end": "2026-06-30",
                "value": "-0.3500",
                "unit": "BDT",
                "restated": True,
                "reason": "=HYPERLINK(1)",
                "reason_bn": "বন্যা",
                "document": 3,
                "statement": "/documents/3",
            }
        ],
    }


def test_figures_as_csv_whose_texts_no_spreadsheet_runs() -> None:
    answer = Site().get("/api/figures.csv")
    (row,) = csv.DictReader(io.StringIO(answer.text))

    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    assert (row["value"], row["restated"], row["statement"]) == ("-0.3500", "yes", "/documents/3")
    assert row["reason"] == "'=HYPERLINK(1)"


def test_figures_change_with_the_snapshot() -> None:
    site = Site()
    site.get("/api/figures")
    site.snapshot = replace(NOW, figures=FiguresView(5))

    assert json.loads(site.get("/api/figures").body) == {"version": 5, "figures": []}
