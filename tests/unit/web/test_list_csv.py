"""Lists as CSV: all pages of a selection, guarded cells, absolute addresses, bounded."""

import csv
import io
from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from asgi_client import Answer
from factories import store_document
from whole_site import Site

from starbond_site import content, local_time
from starbond_site.documents import database
from starbond_site.documents.archive import Archive
from starbond_site.documents.reading import ROWS
from starbond_site.documents.records import Document
from starbond_site.web import list_csv


def get(site: Site, name: str, query: str = "", **headers: str) -> Answer:
    return site.get(f"/api/documents/{name}.csv", query, **headers)


def table(answer: Answer) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(answer.body.decode("utf-8-sig"), newline="")))


def store(archive: Archive, name: str, category: str = "AllNotice", year: int = 0) -> Document:
    document = store_document(archive, name, data=f"%PDF-1.7 {category} {name}".encode(), category=category)
    if year:
        with database.writing(archive.engine) as session:
            document.filed_at = datetime(year, 3, 11, 18, tzinfo=UTC)
            session.add(document)
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
            "Name": "é b.pdf",
            "Title": "",
            "List": "Notices",
            "Date": f"{published:%d-%m-%Y}",
            "Time in Dhaka": f"{published:%H:%M:%S}",
            "Published (UTC)": document.published_at.isoformat(timespec="seconds").replace("+00:00", "Z"),
            "Added on": "",
            "Size in bytes": str(document.size),
            "SHA-256": document.sha256,
            "Permanent link": f"https://www.example.com/documents/{document.id}",
            "File": f"https://www.example.com/files/{document.id}/%C3%A9%20b.pdf",
        }
    ]


def test_title_own_day_and_language(site: Site, archive: Archive):
    document = store(archive, "scan.pdf", year=2007)
    with database.writing(archive.engine) as session:
        document.title = "=Interim dividend"
        session.add(document)
    (row,) = table(get(site, "AllNotice"))
    assert (row["Name"], row["Title"], row["Date"], row["Time in Dhaka"]) == (
        "scan.pdf", "'=Interim dividend", "12-03-2007", "",
    )  # fmt: skip
    assert row["Added on"] == f"{local_time.local_date(local_time.now()):%d-%m-%Y}"
    (row,) = table(get(site, "AllNotice", "language=bn"))
    words = content.read("bn").interface.lists
    assert row[words.column_list] == content.read("bn").category("AllNotice").title
    assert row[words.column_page].endswith(f"/bn/documents/{document.id}")


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


def test_all_filings_have_every_list(
    site: Site, archive: Archive, monkeypatch: pytest.MonkeyPatch, take_away: Callable[..., None]
):
    for category in ("AllNotice", "BondIssue", "Prospectus"):
        store(archive, f"{category}.pdf", category)
    assert [row["List"] for row in table(get(site, "filings"))] == ["Bond Issue", "Notices"]
    first = get(site, "filings", "list=AllNotice")
    assert [row["List"] for row in table(first)] == ["Notices"]
    assert len(table(get(site, "BondIssue", "list=AllNotice"))) == 1
    assert get(site, "filings", "list=AllNotice", **{"if-none-match": first.headers["etag"]}).status == 304
    monkeypatch.setattr(list_csv, "MAX_ROWS", 1)
    assert [row["List"] for row in table(get(site, "filings"))] == ["Bond Issue"], "bounded"
    assert {get(site, name).status for name in ("Unknown", "Prospectus", "allnotice", "shared")} == {404}
    take_away()
    answer = get(site, "AllNotice", "language=bn")
    assert (answer.status, "database_unavailable" in answer.text) == (503, True)
