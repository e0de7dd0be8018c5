"""Lists, pages, searches, withdrawals and nodes."""

import json
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy.dialects import sqlite

from starbond_site import local_time
from starbond_site.documents import database, names, nodes, reading, snapshot
from starbond_site.documents.archive import Archive
from starbond_site.documents.nodes import Headline
from starbond_site.documents.reading import ROWS, Published
from starbond_site.documents.records import Document, UtcDateTime
from starbond_site.documents.selection import Selection, selected
from starbond_site.documents.withdraw import withdraw
from tests.unit.documents import samples
from tests.unit.documents.publishing import WHO, archive_in, publish, rows

MANY = 10_000


@pytest.fixture(scope="module")
def crowded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Archive]:
    """Give an archive with 10,000 notices."""
    with archive_in(tmp_path_factory.mktemp("crowded")) as archive:
        with database.writing(archive.engine) as session:
            session.add_all(_notice(number) for number in range(1, MANY + 1))
        yield archive


def _notice(number: int) -> Document:
    """Return a record without its bytes."""
    name = f"{'Dividend' if number % 100 == 0 else 'Notice'} No. {number} বিজ্ঞপ্তি 50%_off -20-11-2026.pdf"
    return Document(
        category="AllNotice",
        file_name=name,
        search=names.searchable(name),
        media_type="application/pdf",
        size=number,
        sha256=f"{number:064x}",
        key=f"AllNotice/{number:032x}",
        published_at=local_time.now(),
    )


def test_pages_of_a_long_list(crowded: Archive):
    """Pages of 50, newest first, numbered on, none lost and none twice."""
    first, last = reading.page(crowded, "AllNotice"), reading.page(crowded, "AllNotice", 200)
    assert (first.pages, first.total, first.first, last.first) == (200, MANY, 1, 9951)
    assert [document.id for document in first.documents] == list(range(MANY, MANY - ROWS, -1))
    assert [document.id for document in last.documents] == list(range(ROWS, 0, -1))


@pytest.mark.parametrize(("wanted", "given"), [(0, 1), (-7, 1), (201, 200), (10**9, 200)])
def test_page_that_does_not_exist(crowded: Archive, wanted: int, given: int):
    """Whoever asks for a page beyond the list gets its nearest."""
    assert reading.page(crowded, "AllNotice", wanted).number == given


@pytest.mark.parametrize(
    ("query", "total"),
    [
        ("", MANY),
        ("  ", MANY),
        ("DIVIDEND", 100),
        ("no. 10000", 1),
        ("10000 dividend", 1),
        ("বিজ্ঞপ্তি", MANY),
        ("notice dividend", 0),
        ("50%_off", MANY),
        ("50__off", 0),
        ("%", MANY),
        ("'; DROP TABLE document; --", 0),
        ("x" * 100_000, 0),
    ],
)
def test_search(crowded: Archive, query: str, total: int):
    """Every word has to be in the name; no sign has a meaning of its own."""
    found = reading.page(crowded, "AllNotice", selection=Selection(query))
    assert found.total == total
    assert len(found.documents) == min(total, ROWS)


def test_long_lists_are_fast(crowded: Archive):
    """10,000 documents: a page, a search and the snapshot within a tenth of a second each, at their best of five."""

    def best(work: object) -> float:
        times = []
        for _ in range(5):
            start = time.perf_counter()
            work()  # pyright: ignore[reportCallIssue]
            times.append(time.perf_counter() - start)
        return min(times)

    assert best(lambda: reading.page(crowded, "AllNotice", 150)) < 0.1
    assert best(lambda: reading.page(crowded, "AllNotice", selection=Selection("dividend 9900"))) < 0.1
    assert best(lambda: snapshot.read(crowded)) < 0.1
    assert best(lambda: snapshot.versions(crowded)) < 0.02


def test_documents_below_an_id(crowded: Archive):
    """The JSON interface gives them in pages, and says whether there are older ones."""
    assert [(page[0], [document.id for document in page[1]], page[2]) for page in [older(crowded, MANY - 10)]] == [
        (0, list(range(MANY - 11, MANY - 11 - ROWS, -1)), True)
    ]
    assert older(crowded, ROWS + 1)[2] is False
    assert older(crowded, 1) == (0, (), False)
    assert older(crowded, None)[1][0].id == MANY
    assert reading.older(crowded, "AllNotice", MANY + 1) is None


def older(archive: Archive, before: int | None) -> tuple[int, tuple[Published, ...], bool]:
    """Return the documents after one of them, which there is."""
    page = reading.older(archive, "AllNotice", before)
    assert page
    return page


def test_unknown_list(archive: Archive):
    """There is no list of another name."""
    with pytest.raises(ValueError, match="allnotice"):
        reading.page(archive, "allnotice")


def test_withdrawing_hides_and_keeps(archive: Archive):
    """The record and the bytes stay, the public sees neither, and the same bytes may come again."""
    document = publish(archive, "AllNotice", "Report.pdf", samples.GOOD["report.pdf"])
    assert withdraw(archive, document.id, WHO) == document
    assert reading.page(archive, "AllNotice").documents == ()
    assert reading.find(archive, document.id) is None
    assert len(list(archive.storage.list())) == 1
    assert rows(archive, "SELECT count(*) FROM document WHERE withdrawn_at IS NOT NULL") == [(1,)]
    assert rows(archive, "SELECT action, outcome FROM audit ORDER BY id DESC LIMIT 1") == [("withdraw", "done")]
    assert snapshot.versions(archive)["AllNotice"] == 2
    again = publish(archive, "AllNotice", "Report.pdf", samples.GOOD["report.pdf"])
    assert again.id > document.id


def test_withdrawing_twice_or_nothing(archive: Archive):
    """What is not there cannot be withdrawn, and changes nothing."""
    document = publish(archive, "AllNotice", "Report.pdf", samples.GOOD["report.pdf"])
    withdraw(archive, document.id, WHO)
    lines = rows(archive, "SELECT count(*) FROM audit")
    assert withdraw(archive, document.id, WHO) is None
    assert withdraw(archive, 999, WHO) is None
    assert snapshot.versions(archive)["AllNotice"] == 2
    assert rows(archive, "SELECT count(*) FROM audit") == lines


def test_older_document_of_a_single_record_can_be_withdrawn(archive: Archive):
    """A replaced prospectus keeps its address until it is withdrawn; the record keeps the newer."""
    old, new = (publish(archive, "Prospectus", "P.pdf", samples.pdf(text)) for text in ("old", "new"))
    withdraw(archive, old.id, WHO)
    assert reading.find(archive, old.id) is None
    assert nodes.values(archive)["Prospectus"] == {"DownloadUrl": new.download_url}


@pytest.mark.parametrize("value", [{"text": "Dividend 12%"}, [1, 2], "words", 0, False, {"a": {"b": None}}, "বাংলা"])
def test_nodes_keep_any_value(archive: Archive, value: object):
    """Nodes are free-form; setting and clearing raise their version."""
    assert nodes.put(archive, "Dividend", value, WHO) == 1  # pyright: ignore[reportArgumentType]
    assert nodes.values(archive)["Dividend"] == value
    assert snapshot.read(archive).nodes["Dividend"].value == value
    assert nodes.put(archive, "Dividend", None, WHO) == 2
    assert nodes.values(archive) == dict.fromkeys(["Prospectus", "Notice", "Result", "Financial", "Dividend"])


@pytest.mark.parametrize(
    ("value", "line"),
    [
        ({"text": "Record date"}, Headline("Record date")),
        ({"text": " Record date ", "url": "/AllNotice"}, Headline("Record date", "/AllNotice")),
        ({"text": "a", "url": "https://example.com/x"}, Headline("a", "https://example.com/x")),
        ({"text": "a", "url": "javascript:alert(1)"}, Headline("a")),
        ({"text": "a", "url": " JaVaScRiPt:alert(1)"}, Headline("a")),
        ({"text": "a", "url": "data:text/html,x"}, Headline("a")),
        ({"text": "a", "url": "//example.com"}, Headline("a")),
        ({"text": "a", "url": "/\\example.com"}, Headline("a")),
        ({"text": "a", "url": "/\t/example.com"}, Headline("a")),
        ({"text": "a", "url": "/ /example.com"}, Headline("a")),
        ({"text": "a", "url": "/notice 1"}, Headline("a")),
        ({"text": "a", "url": "https:\\\\example.com"}, Headline("a")),
        ({"text": "a", "url": 5}, Headline("a")),
        ({"text": {"en": "a", "bn": " খ "}}, Headline("a", translations={"bn": "খ"})),
        ({"text": {"bn": "খ"}, "url": "/AllNotice"}, Headline("খ", "/AllNotice")),
        ({"en": "a", "bn": "খ"}, Headline("a", translations={"bn": "খ"})),
        ({"text": {"en": "a", "bn": 5, "fr": "c"}}, Headline("a")),
        ({"text": {"fr": "c"}}, None),
        ({"text": {"en": " "}}, None),
        ({"text": "  "}, None),
        ({"text": 5}, None),
        ({"url": "/"}, None),
        ("words", None),
        (None, None),
    ],
)
def test_line_above_the_header(value: object, line: Headline | None):
    """Only an object with a text is shown, and only harmless addresses are linked."""
    assert nodes.headline(value) == line  # pyright: ignore[reportArgumentType]


def test_record_is_json(archive: Archive, tmp_path: Path):
    """The record of the interface can be written as it is."""
    document = publish(archive, "AllNotice", "রিপোর্ট #1.pdf", samples.GOOD["report.pdf"])
    record = json.loads(json.dumps(document.as_record()))
    assert list(record) == ["id", "FileName", "DownloadUrl", "published_at", "size", "sha256", "filed_at"]
    assert record["filed_at"] is None
    assert record["DownloadUrl"].startswith(f"/files/{document.id}/%E0%A6%B0")
    assert "#" not in record["DownloadUrl"]


@pytest.mark.parametrize("query", ["\0", "notice \0", "\x1b[2J", "\ud800", "\0" + "x" * 100_000])
def test_search_for_control_characters(crowded: Archive, query: str, monkeypatch: pytest.MonkeyPatch):
    """No name has one, so nothing is found, and the search of the header does not ask the database for it."""
    found = reading.page(crowded, "AllNotice", selection=Selection(query))
    assert (found.total, found.pages, found.documents) == (0, 1, ())

    def asked(_engine: object) -> None:
        raise AssertionError

    monkeypatch.setattr(database, "reading", asked)
    assert reading.search(crowded, query) == ()


def test_long_query_is_cut(crowded: Archive):
    """No more of a query is kept and echoed than a name can hold."""
    chosen = selected({"q": "x" * 100_000})
    assert len(reading.page(crowded, "AllNotice", selection=chosen).selection.query) == names.MAX_CHARACTERS


def test_moments_are_in_utc():
    """PostgreSQL gives moments in the zone of its session."""
    given = datetime(2026, 11, 20, 18, 0, tzinfo=ZoneInfo("Asia/Dhaka"))
    read = UtcDateTime().process_result_value(given, sqlite.dialect())
    assert (read, read and read.tzinfo) == (given, UTC)
