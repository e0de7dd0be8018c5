"""Documents in the order of their own dates, and what readers select of them."""

import time
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta

import pytest
from sqlalchemy import event

from starbond_site import local_time
from starbond_site.documents import database, details, names, reading, receipts, refusals, snapshot, verification
from starbond_site.documents.accepted_types import FILE_TYPES
from starbond_site.documents.archive import Archive
from starbond_site.documents.reading import FILINGS, ROWS, Published
from starbond_site.documents.records import Document
from starbond_site.documents.selection import WHOLE, Selection, selected
from starbond_site.documents.withdraw import withdraw
from tests.unit.documents import samples
from tests.unit.documents.publishing import WHO, archive_in, assert_nothing_happened, publish

MANY = 10_000


def paper(archive: Archive, name: str, day: str = "", category: str = "AllNotice") -> Published:
    """Publish a document, perhaps of an earlier day."""
    return publish(archive, category, name, samples.pdf(name), date.fromisoformat(day) if day else None)


def shown(archive: Archive, listed: str = "AllNotice", /, **selection: object) -> list[str]:
    """Return the first letters of what is shown."""
    page = reading.page(archive, listed, selection=Selection(**selection))  # pyright: ignore[reportArgumentType]
    return [document.file_name[0] for document in page.documents]


def test_document_of_an_earlier_day(archive: Archive):
    """Its name, its date and its record say of which day it is; the moment of publication is kept."""
    document = paper(archive, "Report.pdf", "2007-03-12")
    assert document.file_name == "Report -12-03-2007.pdf"
    assert document.filed_at == datetime(2007, 3, 11, 18, tzinfo=UTC)
    assert abs(document.published_at - local_time.now()) < timedelta(minutes=1)
    assert reading.page(archive, "AllNotice").documents == (document,)
    assert snapshot.read(archive).lists["AllNotice"].documents == (document,)


@pytest.mark.parametrize("day", ["2007-03-12", ""], ids=["of an earlier day", "of today"])
def test_every_record_gives_the_own_day_alike(archive: Archive, day: str):
    """In Dhaka's time, so that the day itself can be read: in the list, of the page, of the check, of the receipt."""
    document = paper(archive, "Report.pdf", day)
    page, finding = details.read(archive, document.id), verification.by_number(archive, document.id)
    assert page is not None
    assert finding is not None
    records = [document.as_record(), page.as_record(), finding.as_record(), receipts.statement(archive, document.id)]
    wanted = f"{day}T00:00:00+06:00" if day else None
    assert [record and record["filed_at"] for record in records] == [wanted] * len(records)


def test_todays_date_is_none(archive: Archive):
    """What is dated today is not entered later."""
    today = local_time.local_date(local_time.now())
    assert paper(archive, "Report.pdf", today.isoformat()).filed_at is None


@pytest.mark.parametrize("days", [1, 3650])
def test_day_in_the_future_is_refused(archive: Archive, days: int):
    """Nothing is published, and the sentence says why."""
    day = local_time.local_date(local_time.now()) + timedelta(days=days)
    with pytest.raises(refusals.DateOutOfRange):
        paper(archive, "Report.pdf", day.isoformat())
    assert_nothing_happened(archive)


def test_day_before_there_were_companies_is_refused(archive: Archive):
    """A mistyped year is found."""
    with pytest.raises(refusals.DateOutOfRange):
        paper(archive, "Report.pdf", "0207-03-12")


def test_order_is_that_of_the_own_dates(archive: Archive):
    """Newest first everywhere; ids decide between documents of one day."""
    for name, day in (("a", ""), ("b", "2010-05-01"), ("c", "2019-01-02"), ("d", "2010-05-01"), ("e", "")):
        paper(archive, f"{name}.pdf", day)
    assert shown(archive) == [*"eacdb"]
    assert shown(archive, sort="oldest") == [*"bdcae"]
    assert shown(archive, sort="name") == [*"abcde"]
    view = snapshot.read(archive).lists["AllNotice"]
    assert "".join(document.file_name[0] for document in view.documents) == "eacdb"
    assert (view.years, view.kinds, view.newest_id) == ((view.years[0], 2019, 2010), ("pdf",), 5)


def test_cursors_follow_the_order(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    """Every document comes once, also with equal dates, and after the one that names the place was withdrawn."""
    monkeypatch.setattr(reading, "ROWS", 2)
    days = ["", "2010-05-01", "2019-01-02", "2010-05-01", "", "2010-05-01", "1999-12-31"]
    documents = [paper(archive, f"{number}.pdf", day) for number, day in enumerate(days)]
    expected = [document.id for document in sorted(documents, key=lambda document: document.order, reverse=True)]
    found: list[int] = []
    has_more = True
    while has_more:
        page = reading.older(archive, "AllNotice", found[-1] if found else None)
        assert page
        found += [document.id for document in page[1]]
        has_more = page[2]
    assert found == expected
    withdraw(archive, expected[1], WHO)
    page = reading.older(archive, "AllNotice", expected[1])
    assert page
    assert [document.id for document in page[1]] == expected[2:4]


def test_year_is_that_of_dhaka(archive: Archive):
    """The first hours of a year in Dhaka are still the year before in UTC."""
    paper(archive, "a.pdf", "2019-12-31")
    paper(archive, "b.pdf", "2020-01-01")
    assert shown(archive, year=2019) == ["a"]
    assert shown(archive, year=2020) == ["b"]
    assert shown(archive, year=2021) == shown(archive, year=9999) == []


def test_kinds_cover_every_accepted_type():
    """Whatever can be published can be selected."""
    from starbond_site.documents import selection

    assert sorted(id for ids in selection._TYPES.values() for id in ids) == sorted(FILE_TYPES)


def test_kind_and_words_and_year_together(archive: Archive):
    """All conditions hold at once."""
    publish(archive, "AllNotice", "picture board.png", samples.GOOD["plan.png"], date(2015, 4, 1))
    paper(archive, "board.pdf", "2015-04-01")
    paper(archive, "other.pdf", "2015-04-01")
    assert shown(archive, kind="picture") == ["p"]
    assert shown(archive, kind="pdf", query="BOARD", year=2015) == ["b"]
    assert shown(archive, kind="zip") == []
    assert snapshot.read(archive).lists["AllNotice"].kinds == ("pdf", "picture")


def test_all_filings_are_those_of_the_lists(archive: Archive):
    """Documents of every list by their dates, without the single records; one list can be selected."""
    paper(archive, "a.pdf", "2015-04-01")
    paper(archive, "b.pdf", "2016-04-01", "AnnualReport")
    paper(archive, "c.pdf", "", "BondIssue")
    paper(archive, "d.pdf", "", "Prospectus")
    gone = paper(archive, "e.pdf", "", "BondIssue")
    withdraw(archive, gone.id, WHO)
    assert shown(archive, FILINGS) == [*"cba"]
    assert shown(archive, FILINGS, category="AnnualReport") == ["b"]
    assert reading.page(archive, FILINGS).version == 5
    assert [document.file_name[0] for document in reading.every(archive, FILINGS, WHOLE, 2)] == [*"cb"]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({}, WHOLE),
        ({"q": " a b ", "year": "2019", "type": "pdf", "sort": "name"}, Selection("a b", 2019, "pdf", "name")),
        ({"list": "BondIssue", "sort": "oldest"}, Selection(sort="oldest", category="BondIssue")),
        ({"year": "19", "type": "exe", "sort": "id desc", "list": "Prospectus"}, WHOLE),
        ({"year": "²⁰¹⁹"}, WHOLE),
        ({"year": "1899"}, WHOLE),
        ({"year": "-201", "q": "\ud800"}, Selection("?")),
    ],
)
def test_what_an_address_selects(query: dict[str, str], expected: Selection):
    """Wrong values count as none."""
    assert selected(query) == expected
    assert selected({**expected.parameters, "list": expected.category}) == expected


@pytest.fixture(scope="module")
def crowded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Archive]:
    """Give an archive with 10,000 notices of twenty years, every second one entered later, and a few in other lists."""
    with archive_in(tmp_path_factory.mktemp("dated")) as archive:
        with database.writing(archive.engine) as session:
            session.add_all(_notice(number) for number in range(1, MANY + 1))
            session.add_all(_notice(number, "BondIssue") for number in range(MANY + 1, MANY + 6))
        yield archive


def _notice(number: int, category: str = "AllNotice") -> Document:
    """Return a record without its bytes."""
    moment = datetime(2007, 1, 1, tzinfo=UTC) + timedelta(hours=number * 17)
    return Document(
        category=category,
        file_name=f"{number}.pdf",
        search=names.searchable(f"{number}.pdf"),
        media_type="application/pdf",
        size=number,
        sha256=f"{number:064x}",
        key=f"{number:032x}",
        published_at=local_time.now() if number % 2 else moment,
        filed_at=moment if number % 2 else None,
    )


def test_ten_thousand_documents_cost_no_more_than_ten(crowded: Archive):
    """A page, a cursor, a year and the snapshot are read by an index, without sorting the list."""
    calls: dict[str, Callable[[], object]] = {
        "page": lambda: reading.page(crowded, "AllNotice"),
        "filings": lambda: reading.page(crowded, FILINGS),
        "year": lambda: reading.page(crowded, "AllNotice", selection=Selection(year=2012)),
        "older": lambda: reading.older(crowded, "AllNotice", MANY // 2),
        "snapshot": lambda: snapshot.read(crowded),
    }
    for name, call in calls.items():
        for statement, parameters in _statements(crowded, call):
            with crowded.engine.connect() as connection:
                plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters).all()
            text = " ".join(str(line) for line in plan)
            assert "TEMP B-TREE" not in text, (name, statement, text)
            assert "SCAN document'" not in text, (name, statement, text)
    for name, call in calls.items():
        times = []
        for _ in range(5):
            start = time.perf_counter()
            call()
            times.append(time.perf_counter() - start)
        assert min(times) < 0.05, (name, times)


def _statements(archive: Archive, call: Callable[[], object]) -> list[tuple[str, tuple[object, ...]]]:
    """Return the statements on documents that a call runs."""
    run: list[tuple[str, tuple[object, ...]]] = []

    def record(*given: object) -> None:
        run.append((str(given[2]), given[3]))  # pyright: ignore[reportArgumentType]

    event.listen(archive.engine, "before_cursor_execute", record)
    try:
        call()
    finally:
        event.remove(archive.engine, "before_cursor_execute", record)
    return [(statement, parameters) for statement, parameters in run if "FROM document" in statement]


def test_every_row_is_on_one_page(crowded: Archive):
    """No row is lost or comes twice between pages."""
    ids = [document.id for number in (1, 2, 3) for document in reading.page(crowded, FILINGS, number).documents]
    assert len(set(ids)) == 3 * ROWS
    assert ids == sorted(ids, reverse=True)
    assert len(snapshot.read(crowded).lists["AllNotice"].years) == 20
    assert snapshot.read(crowded).lists["AllNotice"].kinds == ("pdf",)
