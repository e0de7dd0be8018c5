"""Lists as CSV: all pages of a selection, guarded cells, absolute addresses, bounded."""

import csv
import io
from dataclasses import replace
from datetime import UTC, date, datetime
from decimal import Decimal

import pytest
from asgi_client import Answer
from factories import store_document
from icalendar import Calendar
from whole_site import Site

from starbond_site import content
from starbond_site.documents.archive import Archive
from starbond_site.documents.public_view import ROWS
from starbond_site.documents.records import Document
from starbond_site.documents.snapshot import EMPTY, Rows
from starbond_site.features.calendar.service import CalendarEntry
from starbond_site.features.figures.records import Figure
from starbond_site.shared import local_time
from starbond_site.shared.categories import CALENDAR, FIGURES
from starbond_site.web import api
from tests.unit.documents.publishing import change


def get(site: Site, name: str, query: str = "", **headers: str) -> Answer:
    return site.get(f"/api/documents/{name}.csv", query, **headers)


def table(answer: Answer) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(answer.body.decode("utf-8-sig"), newline="")))


def store(archive: Archive, name: str, category: str = "AllNotice", year: int = 0) -> Document:
    document = store_document(archive, name, data=f"%PDF-1.7 {category} {name}".encode(), category=category)
    if year:
        change(archive, Document, document.id, filed_at=datetime(year, 3, 11, 18, tzinfo=UTC))
    return document


def test_row_has_all_that_is_known(site: Site, archive: Archive):
    document = store(archive, "é b.pdf")
    answer = get(site, "AllNotice")
    assert answer.status == 200
    assert answer.body.startswith(b"\xef\xbb\xbf")
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    assert answer.headers["content-disposition"] == 'attachment; filename="AllNotice.csv"'
    published = local_time.in_local_time(document.published_at)
    assert table(answer) == [
        {
            "Name": "é b.pdf", "Title": "", "List": "Notices", "Date": f"{published:%d-%m-%Y}",
            "Time in Dhaka": f"{published:%H:%M:%S}",
            "Published (UTC)": document.published_at.isoformat(timespec="seconds").replace("+00:00", "Z"),
            "Added on": "", "Size in bytes": str(document.size), "SHA-256": document.sha256,
            "Permanent link": f"https://www.example.com/documents/{document.id}",
            "File": f"https://www.example.com/files/{document.id}/%C3%A9%20b.pdf",
        }
    ]  # fmt: skip


def test_all_pages_of_a_selection(site: Site, archive: Archive):
    for number in range(ROWS + 2):
        store(archive, f"report {number}.pdf")
    store(archive, "other.pdf")
    store(archive, "report.pdf", year=2007)
    assert len(table(get(site, "AllNotice"))) == ROWS + 4
    assert len(table(get(site, "AllNotice", "q=report&page=2"))) == ROWS + 3
    assert [row["Name"] for row in table(get(site, "AllNotice", "q=report&year=2007"))] == ["report.pdf"]
    assert table(get(site, "AllNotice", "sort=name"))[0]["Name"] == "other.pdf"
    assert table(get(site, "AllNotice", "type=zip")) == []


def test_title_own_day_and_language(site: Site, archive: Archive):
    document = store(archive, "scan.pdf", year=2007)
    change(archive, Document, document.id, title="=Interim dividend")
    (row,) = table(get(site, "AllNotice"))
    assert (row["Title"], row["Date"], row["Time in Dhaka"]) == ("'=Interim dividend", "12-03-2007", "")
    assert row["Added on"] == f"{local_time.local_date(local_time.now()):%d-%m-%Y}"
    (row,) = table(get(site, "AllNotice", "language=bn"))
    assert row[content.read("bn").interface.lists.columns["page"]].endswith(f"/bn/documents/{document.id}")


def test_all_filings_have_every_list(site: Site, archive: Archive, monkeypatch: pytest.MonkeyPatch):
    for category in ("AllNotice", "BondIssue", "Prospectus"):
        store(archive, f"{category}.pdf", category)
    assert [row["List"] for row in table(get(site, "filings"))] == ["Bond Issue", "Notices"]
    first = get(site, "filings", "list=AllNotice")
    assert [row["List"] for row in table(first)] == ["Notices"]
    assert len(table(get(site, "BondIssue", "list=AllNotice"))) == 1
    assert get(site, "filings", "list=AllNotice", **{"if-none-match": first.headers["etag"]}).status == 304
    monkeypatch.setattr(api, "MAX_ROWS", 1)
    assert [row["List"] for row in table(get(site, "filings"))] == ["Bond Issue"], "bounded"
    assert {get(site, name).status for name in ("Unknown", "Prospectus", "allnotice", "shared")} == {404}


DAY = CalendarEntry(
    id=7, uid="u", kind="record-date", day=date(2026, 12, 3), starts=None, ends=None, title="Record", title_bn="রেকর্ড",
    place="", place_bn="", note="", note_bn="", sequence=0, changed_at=datetime(2026, 11, 1, tzinfo=UTC),
    cancelled_at=None,
)  # fmt: skip
LOSS = Figure(
    document_id=3, period="year", period_end=date(2026, 6, 30), name="eps", value=Decimal("-0.3500"), unit="BDT",
    restated=True, reason="=HYPERLINK(1)", reason_bn="বন্যা",
)  # fmt: skip
NOW = replace(EMPTY, tables={CALENDAR: Rows(1, (DAY,)), FIGURES: Rows(4, (LOSS,))})


@pytest.fixture
def investors(archive: Archive) -> Site:
    made = Site(archive)
    made.snapshot = NOW
    return made


def titles(answer: Answer) -> list[str]:
    return [str(event["SUMMARY"]) for event in Calendar.from_ical(answer.body).events]


def test_whole_calendar_holds_all_dates_and_is_asked_for_again(investors: Site) -> None:
    answer = investors.get("/calendar.ics")
    assert (len(titles(answer)), "content-disposition" in answer.headers) == (1, False), (
        "no sample beside a date that is none"
    )
    assert answer.headers["cache-control"] == "no-cache"
    assert investors.get("/calendar.ics", if_none_match=answer.headers["etag"]).status == 304
    investors.snapshot = replace(
        NOW, tables={CALENDAR: Rows(2, (CalendarEntry(**DAY.model_dump() | {"sequence": 1, "title": "Moved"}),))}
    )
    assert investors.get("/calendar.ics", if_none_match=answer.headers["etag"]).status == 200
    assert titles(investors.get("/calendar/7.ics")) == ["Moved"]
    for path in ("/calendar/8.ics", "/calendar/.ics", "/calendar/7", "/calendar/%0d%0a.ics"):
        assert investors.get(path).status == 404, path


def test_figures_as_json_with_every_digit_and_as_csv_whose_texts_no_spreadsheet_runs(investors: Site) -> None:
    answer = investors.get("/api/figures")
    assert answer.headers["content-type"] == "application/json"
    figure = {
        "name": "eps", "period": "year", "period_end": "2026-06-30", "value": "-0.3500", "unit": "BDT",
        "restated": True, "reason": "=HYPERLINK(1)", "reason_bn": "বন্যা", "document": 3, "statement": "/documents/3",
        "period_start": "2025-07-01", "concept": "ifrs-full:BasicEarningsLossPerShare",
        "measure": "iso4217:BDT/xbrli:shares", "decimals": 4,
    }  # fmt: skip
    assert answer.json == {"version": 4, "figures": [figure]}
    answer = investors.get("/api/figures.csv")
    (row,) = csv.DictReader(io.StringIO(answer.text))
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    assert (row["value"], row["restated"], row["statement"]) == ("-0.3500", "yes", "/documents/3")
    assert row["reason"] == "'=HYPERLINK(1)"
    investors.snapshot = replace(NOW, tables={FIGURES: Rows(5)})
    assert investors.get("/api/figures").json == {"version": 5, "figures": []}


@pytest.mark.parametrize(("name", "path", "typed"), [
    ("figures", "figures/1/set", {
        "name": "eps", "period": "half-year", "period_end": "2025-12-31", "value": "2.50", "unit": "BDT",
        "restated": "yes", "reason": "Flood", "reason_bn": "বন্যা", "document": "1", "statement": "/documents/1",
        "period_start": "2025-07-01", "concept": "ifrs-full:BasicEarningsLossPerShare",
        "measure": "iso4217:BDT/xbrli:shares", "decimals": "2",
    }),
    ("dividends", "dividends/set", {
        "year_end": "2025-06-30", "cash_percent": "12.5", "stock_percent": "5", "per_share": "1.250",
        "record_date": "2025-11-20", "meeting": "2025-12-20", "paid_on": "2026-01-12", "unclaimed": "7.50",
        "fund_day": "2028-12-20", "kind": "final", "declared_on": "2025-10-28",
    }),
    ("shareholding", "shareholding/import", {
        "month": "2025-10", "sponsors": "30.25", "government": "1.5", "institutions": "19", "foreign": "5.75",
        "public": "43.5",
    }),
])  # fmt: skip
def test_csv_has_the_whole_row_that_was_entered(desk: Site, name: str, path: str, typed: dict[str, str]) -> None:
    """Every cell below its own head: each has another value."""
    store_document(desk.archive, "Annual report.pdf", category="AnnualReport")
    heads = {"period_end": "ends", "reason_bn": "reason-bn", "cash_percent": "cash", "stock_percent": "stock"}
    table_file = f"{','.join(typed)}\n{','.join(typed.values())}\n"
    sent = {heads.get(head, head): text for head, text in typed.items()} | {
        "text": table_file,
        "eps": "2.50",
        "confirmed": "1",
    }
    assert desk.post(f"/desk/{path}", sent).status in (200, 303)
    assert table(desk.get(f"/api/{name}.csv")) == [typed]


def test_one_date_in_the_language_that_is_asked_for_whoever_asked_before(investors: Site) -> None:
    asked = {
        ("/calendar/7.ics", ""): "Record", ("/calendar/7.ics", "language=bn"): "রেকর্ড",
        ("/bn/calendar/7.ics", ""): "রেকর্ড", ("/bn/calendar/7.ics", "language=en"): "Record",
        ("/calendar/7.ics", "language=xx"): "Record",
    }  # fmt: skip
    for of, title in [*asked.items()] * 2:
        answer = investors.get(*of)
        assert (answer.headers["content-disposition"], titles(answer)) == ('attachment; filename="7.ics"', [title]), of
