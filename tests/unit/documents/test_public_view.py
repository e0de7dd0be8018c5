"""Lists, pages, searches and nodes, as many documents as there are, and what readers select of them."""

from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta

import pytest
from sqlalchemy import event, insert

from starbond_site.documents import database, document_record, names, nodes, public_view, signing, snapshot
from starbond_site.documents.archive import Archive
from starbond_site.documents.nodes import Headline
from starbond_site.documents.public_view import FILINGS, ROWS, Word
from starbond_site.documents.records import Document
from starbond_site.documents.selection import WHOLE, Selection, selected
from starbond_site.shared import local_time
from tests.unit.documents import samples
from tests.unit.documents.publishing import archive_in, assert_nothing_happened, existing, listed, outcome, publish

MANY = 10_000
NOW = local_time.now()


@pytest.fixture(scope="module")
def crowded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Archive]:
    """Give an archive with 10,000 notices of twenty years, every second one entered later, and a few bonds."""
    with archive_in(tmp_path_factory.mktemp("crowded")) as archive:
        notices = [_notice(number, "AllNotice" if number <= MANY else "BondIssue") for number in range(1, MANY + 6)]
        with database.writing(archive.engine) as session:
            session.connection().execute(insert(Document), notices)
        yield archive


def _notice(number: int, category: str) -> dict[str, object]:
    moment = datetime(2007, 1, 1, tzinfo=UTC) + timedelta(hours=number * 17)
    name = f"{'Dividend' if number % 100 == 0 else 'Notice'} No. {number} বিজ্ঞপ্তি 50%_off -20-11-2026.pdf"
    own = {"published_at": NOW, "filed_at": moment} if number % 2 else {"published_at": moment, "filed_at": None}
    file = {
        "size": number, "sha256": f"{number:064x}", "key": f"{category}/{number:032x}",
        "media_type": "application/pdf",
    }  # fmt: skip
    return {"id": number, "category": category, "file_name": name, "search": names.searchable(name), **file, **own}


def paper(archive: Archive, name: str, day: str = "", category: str = "AllNotice") -> Document:
    return publish(archive, category, name, samples.pdf(name), date.fromisoformat(day) if day else None)


def shown(archive: Archive, of: str = "AllNotice", /, **selection: object) -> str:
    page = public_view.page(archive, of, selection=Selection(**selection))  # pyright: ignore[reportArgumentType]
    return "".join(document.file_name[0] for document in page.documents)


def older(archive: Archive, before: int | None) -> tuple[int, list[int], bool]:
    page = existing(public_view.older(archive, "AllNotice", before))
    return page[0], [document.id for document in page[1]], page[2]


def test_pages_of_a_long_list(crowded: Archive):
    first, last = public_view.page(crowded, "AllNotice"), public_view.page(crowded, "AllNotice", 200)
    assert (first.pages, first.total, first.first, last.first) == (200, MANY, 1, 9951)
    assert [document.id for document in first.documents] == list(range(MANY, MANY - ROWS, -1))
    assert [document.id for document in last.documents] == list(range(ROWS, 0, -1))
    nearest = {0: 1, -7: 1, 201: 200, 10**9: 200}
    assert {wanted: public_view.page(crowded, "AllNotice", wanted).number for wanted in nearest} == nearest
    ids = [document.id for number in (1, 2, 3) for document in public_view.page(crowded, FILINGS, number).documents]
    assert len(set(ids)) == 3 * ROWS
    assert ids == sorted(ids, reverse=True)
    with pytest.raises(ValueError, match="allnotice"):
        public_view.page(crowded, "allnotice")
    # The JSON interface gives them below an id, and says whether there are older ones.
    assert older(crowded, MANY - 10) == (0, list(range(MANY - 11, MANY - 11 - ROWS, -1)), True)
    assert older(crowded, ROWS + 1)[2] is False
    assert (older(crowded, 1), older(crowded, None)[1][0]) == ((0, [], False), MANY)
    assert public_view.older(crowded, "AllNotice", MANY + 6) is None


def test_search(crowded: Archive):
    """Every word has to be in the name, no sign has a meaning of its own, and no name has a control character."""
    totals = {
        "": MANY, "  ": MANY, "DIVIDEND": 100, "no. 10000": 1, "10000 dividend": 1, "বিজ্ঞপ্তি": MANY,
        "notice dividend": 0, "50%_off": MANY, "50__off": 0, "%": MANY, "'; DROP TABLE document; --": 0,
        "x" * 100_000: 0,
    }  # fmt: skip
    unseen = ["\0", "notice \0", "\x1b[2J", "\ud800", "\0" + "x" * 100_000]
    for query, total in (totals | dict.fromkeys(unseen, 0)).items():
        found = public_view.page(crowded, "AllNotice", selection=Selection(query))
        assert (found.total, len(found.documents)) == (total, min(total, ROWS)), query[:30]
    echoed = public_view.page(crowded, "AllNotice", selection=selected({"q": "x" * 100_000})).selection.query
    assert len(echoed) == names.MAX_CHARACTERS


def test_words_read_few_documents_of_many_and_the_rarest_word_first(crowded: Archive):
    """The newest with most of the words, by how much these say: two statements, however many documents there are."""
    notice, dividend, bond = Word(["notice"], (), 1), Word(["dividend"], (), 1), Word([], ["BondIssue"], 2)
    found = public_view.named(crowded, [notice, dividend, bond], 8)
    assert len(_statements(crowded, lambda: public_view.named(crowded, [notice, dividend, bond], 8))) == 2
    assert (len(found.documents), sorted(found.rarities)) == (8, found.rarities)
    assert [document.id for document in found.documents[:5]] == [MANY + 5, MANY + 4, MANY + 3, MANY + 2, MANY + 1]
    assert [document.id for document in found.documents[5:]] == [MANY, MANY - 100, MANY - 200]


@pytest.mark.parametrize("day", ["2007-03-12", ""], ids=["of an earlier day", "of today"])
def test_own_day_is_in_the_name_and_in_every_record(archive: Archive, day: str):
    """In Dhaka's time: in the list, of the page, of the check, of the receipt. The moment of publication is kept."""
    document = paper(archive, "Report.pdf", day)
    page, finding = (
        existing(document_record.read(archive, document.id)),
        existing(document_record.by_number(archive, document.id)),
    )
    records = [document.as_record(), page.as_record(), finding.as_verified(), signing.statement(archive, document.id)]
    wanted = f"{day}T00:00:00+06:00" if day else None, local_time.in_utc(document.published_at)
    assert [(found["filed_at"], found["published_at"]) for found in map(existing, records)] == [wanted] * len(records)
    assert abs(document.published_at - local_time.now()) < timedelta(minutes=1)
    assert document.filed_at == (datetime(2007, 3, 11, 18, tzinfo=UTC) if day else None)
    assert document.file_name == f"Report -{local_time.local_date(document.filed_at or local_time.now()):%d-%m-%Y}.pdf"
    assert public_view.page(archive, "AllNotice").documents == snapshot.read(archive).lists["AllNotice"].documents
    assert listed(archive) == [document.id]


def test_day_in_the_future_or_before_there_were_companies_is_refused(archive: Archive):
    for day in (*(local_time.today() + timedelta(days=days) for days in (1, 3650)), date(207, 3, 12)):
        assert outcome(paper, archive, "Report.pdf", day.isoformat()) == "date_out_of_range"
    assert_nothing_happened(archive)
    assert paper(archive, "Report.pdf", local_time.today().isoformat()).filed_at is None, "not entered later"


def test_order_is_that_of_the_own_dates(archive: Archive):
    for name, day in (("a", ""), ("b", "2010-05-01"), ("c", "2019-01-02"), ("d", "2010-05-01"), ("e", "")):
        paper(archive, f"{name}.pdf", day)
    assert (shown(archive), shown(archive, sort="oldest")) == ("eacdb", "bdcae")
    assert shown(archive, sort="name") == "abcde"
    for name in ("10th notice", "২ notices", "9 notices"):
        paper(archive, f"{name}.pdf", "2009-01-01", "BondIssue")
    assert shown(archive, "BondIssue", sort="name") == "২91"
    same = [publish(archive, "AnnualReport", "Same.pdf", samples.pdf(text)).id for text in "abc"]
    by_name = public_view.page(archive, "AnnualReport", selection=Selection(sort="name"))
    assert [document.id for document in by_name.documents] == same
    assert shown(archive, "BondIssue", query="২") == shown(archive, "BondIssue", query="2") != ""
    view = snapshot.read(archive).lists["AllNotice"]
    assert "".join(document.file_name[0] for document in view.documents) == "eacdb"
    assert (view.years, view.kinds, view.newest_id) == ((view.years[0], 2019, 2010), ("pdf",), 5)


def test_year_is_that_of_dhaka(archive: Archive):
    """The first hours of a year in Dhaka are still the year before in UTC."""
    paper(archive, "a.pdf", "2019-12-31")
    paper(archive, "b.pdf", "2020-01-01")
    assert [shown(archive, year=year) for year in (2019, 2020, 2021, 9999)] == ["a", "b", "", ""]
    assert [document.own_day.year for document in public_view.page(archive, "AllNotice").documents] == [2020, 2019]


def test_kind_and_words_and_year_together(archive: Archive):
    publish(archive, "AllNotice", "picture board.png", samples.GOOD["plan.png"], date(2015, 4, 1))
    paper(archive, "board.pdf", "2015-04-01")
    paper(archive, "other.pdf", "2015-04-01")
    assert (shown(archive, kind="picture"), shown(archive, kind="pdf", query="BOARD", year=2015)) == ("p", "b")
    assert shown(archive, kind="zip") == ""
    assert snapshot.read(archive).lists["AllNotice"].kinds == ("pdf", "picture")


def test_what_an_address_selects():
    queries: list[tuple[dict[str, str], Selection]] = [
        ({}, WHOLE),
        ({"q": " a b ", "year": "2019", "type": "pdf", "sort": "name"}, Selection("a b", 2019, "pdf", "name")),
        ({"list": "BondIssue", "sort": "oldest"}, Selection(sort="oldest", category="BondIssue")),
        ({"year": "19", "type": "exe", "sort": "id desc", "list": "Prospectus"}, WHOLE),
        ({"year": "²⁰¹⁹"}, WHOLE),
        ({"year": "1899"}, WHOLE),
        ({"year": "-201", "q": "\ud800"}, Selection("?")),
    ]
    for query, expected in queries:
        assert selected(query) == expected, query
        assert selected({**expected.parameters, "list": expected.category}) == expected, query


def test_line_above_the_header():
    """Only an object with a text is shown, and only harmless addresses are linked."""
    harmful = ["javascript:alert(1)", " JaVaScRiPt:alert(1)", "data:text/html,x", "//example.com", "/\\example.com"]
    harmful += ["/\t/example.com", "/ /example.com", "/notice 1", "https:\\\\example.com", 5]
    lines: list[tuple[object, Headline | None]] = [
        *(({"text": "a", "url": url}, Headline("a")) for url in harmful),
        ({"text": "Record date"}, Headline("Record date")),
        ({"text": " Record date ", "url": "/AllNotice"}, Headline("Record date", "/AllNotice")),
        ({"text": "a", "url": "https://example.com/x"}, Headline("a", "https://example.com/x")),
        ({"text": {"en": "a", "bn": " খ "}}, Headline("a", translations={"bn": "খ"})),
        ({"text": {"bn": "খ"}, "url": "/AllNotice"}, Headline("খ", "/AllNotice")),
        ({"en": "a", "bn": "খ"}, Headline("a", translations={"bn": "খ"})),
        ({"text": {"en": "a", "bn": 5, "fr": "c"}}, Headline("a")),
    ]
    nothing = [{"text": {"fr": "c"}}, {"text": {"en": " "}}, {"text": "  "}, {"text": 5}, {"url": "/"}, "words", None]
    for value, line in lines + [(value, None) for value in nothing]:
        assert nodes.headline(value) == line, value  # pyright: ignore[reportArgumentType]


def test_ten_thousand_documents_cost_no_more_than_ten(crowded: Archive):
    """A page, a cursor, a year and the snapshot are read by an index, without sorting the list."""
    calls: dict[str, Callable[[], object]] = {
        "page": lambda: public_view.page(crowded, "AllNotice", 150),
        "filings": lambda: public_view.page(crowded, FILINGS),
        "year": lambda: public_view.page(crowded, "AllNotice", selection=Selection(year=2012)),
        "older": lambda: public_view.older(crowded, "AllNotice", MANY // 2),
        "snapshot": lambda: snapshot.read(crowded),
    }
    for name, call in calls.items():
        for statement, parameters in _statements(crowded, call):
            with crowded.engine.connect() as connection:
                plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters).all()
            text = " ".join(str(line) for line in plan)
            assert "TEMP B-TREE" not in text, (name, statement, text)
            assert "SCAN document'" not in text, (name, statement, text)


def _statements(archive: Archive, call: Callable[[], object]) -> list[tuple[str, tuple[object, ...]]]:
    run: list[tuple[str, tuple[object, ...]]] = []

    def record(*given: object) -> None:
        run.append((str(given[2]), given[3]))  # pyright: ignore[reportArgumentType]

    event.listen(archive.engine, "before_cursor_execute", record)
    try:
        call()
    finally:
        event.remove(archive.engine, "before_cursor_execute", record)
    return [(statement, parameters) for statement, parameters in run if "FROM document" in statement]
