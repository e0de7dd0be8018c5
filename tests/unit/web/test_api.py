"""The lists and nodes as JSON."""

import gc
import json
import tracemalloc
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import brotli
import pytest
from asgi_client import Answer, ask
from factories import store_document
from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import select
from starlette.applications import Starlette

from starbond_site.categories import LISTS, NodeName
from starbond_site.documents import database, nodes, reading, snapshot, withdraw
from starbond_site.documents.archive import Archive
from starbond_site.documents.audit import COMMAND_LINE
from starbond_site.documents.extractor import Extractor
from starbond_site.documents.reading import ROWS
from starbond_site.documents.records import Document
from starbond_site.documents.snapshot import EMPTY, Snapshot
from starbond_site.web.api import Api
from tests.unit.documents.made_pdfs import plain
from tests.unit.documents.publishing import publish


def app(archive: Archive) -> Starlette:
    async def current() -> Snapshot:
        return snapshot.read(archive)

    return Starlette(routes=list(Api(lambda: archive, current).routes))


def get(archive: Archive, path: str, **headers: str) -> Answer:
    return ask(app(archive), path, headers={name.replace("_", "-"): value for name, value in headers.items()})


def test_a_list_has_its_version_and_the_newest_first(archive: Archive):
    older, newer = store_document(archive, "a.pdf"), store_document(archive, "é b.pdf", data=b"%PDF-1.7 other")
    answer = get(archive, "/api/documents/AllNotice")
    assert answer.status == 200
    assert answer.headers["content-type"] == "application/json"
    given = json.loads(answer.body)
    assert given["version"] == 2
    assert [document["id"] for document in given["documents"]] == [newer.id, older.id]
    assert given["documents"][0] == {
        "id": newer.id,
        "FileName": "é b.pdf",
        "DownloadUrl": f"/files/{newer.id}/%C3%A9%20b.pdf",
        "published_at": newer.published_at.isoformat(timespec="seconds").replace("+00:00", "Z"),
        "size": 14,
        "sha256": newer.sha256,
        "filed_at": None,
    }


@pytest.mark.parametrize("category", LISTS)
def test_every_list_begins_empty(archive: Archive, category: str):
    assert json.loads(get(archive, f"/api/documents/{category}").body) == {"version": 0, "documents": []}


@pytest.mark.parametrize("category", ["Unknown", "allnotice", "Financial", "AllNotice%20", "..", "'"])
def test_an_unknown_list_is_a_404_that_names_the_known_ones(archive: Archive, category: str):
    answer = get(archive, f"/api/documents/{category}")
    assert answer.status == 404
    assert json.loads(answer.body) == {"error": "unknown_category", "categories": [known.value for known in LISTS]}


def test_changes_show_at_once_and_change_the_tag(archive: Archive):
    served = app(archive)
    before = ask(served, "/api/documents/AllNotice")
    document = store_document(archive)
    after = ask(served, "/api/documents/AllNotice")
    assert len(json.loads(after.body)["documents"]) == 1
    withdraw.withdraw(archive, document.id or 0, COMMAND_LINE)
    gone = ask(served, "/api/documents/AllNotice")
    assert json.loads(gone.body) == {"version": 2, "documents": []}
    assert len({answer.headers["etag"] for answer in (before, after, gone)}) == 3


@pytest.mark.parametrize("path", ["/api/documents/AllNotice", "/api/nodes"])
def test_what_the_client_has_is_not_sent_again(archive: Archive, path: str):
    first = get(archive, path)
    assert first.headers["cache-control"] == "no-cache"
    again = get(archive, path, if_none_match=first.headers["etag"])
    assert (again.status, again.body) == (304, b"")
    assert again.headers["etag"] == first.headers["etag"]


def test_answers_are_compressed_under_tags_of_their_own(archive: Archive):
    plain, packed = get(archive, "/api/nodes"), get(archive, "/api/nodes", accept_encoding="br")
    assert packed.headers["content-encoding"] == "br"
    assert brotli.decompress(packed.body) == plain.body
    assert packed.headers["etag"] != plain.headers["etag"]
    assert packed.headers["vary"] == plain.headers["vary"] == "Accept-Encoding"


def test_nodes_give_single_records_and_free_values(archive: Archive):
    document = store_document(archive, "Prospectus.pdf", category="Prospectus")
    nodes.put(archive, NodeName.FINANCIAL, {"text": "Half-year results"}, COMMAND_LINE)
    assert json.loads(get(archive, "/api/nodes").body) == {
        "Prospectus": {"DownloadUrl": f"/files/{document.id}/Prospectus.pdf"},
        "Notice": None,
        "Result": None,
        "Financial": {"text": "Half-year results"},
        "Dividend": None,
    }


def test_a_search_finds_names_and_nothing_withdrawn(archive: Archive):
    found, gone = (
        store_document(archive, "Annual Report 2026.pdf"),
        store_document(archive, "Annual Review.pdf", data=b"%PDF-1.7 other"),
    )
    withdraw.withdraw(archive, gone.id or 0, COMMAND_LINE)
    answer = ask(app(archive), "/api/search", query="q=annual")
    assert json.loads(answer.body) == [
        {
            "FileName": "Annual Report 2026.pdf",
            "DownloadUrl": f"/files/{found.id}/Annual%20Report%202026.pdf",
            "title": "Annual Report 2026.pdf",
            "url": f"/documents/{found.id}",
        }
    ]


def test_a_search_finds_the_text_with_page_and_snippet(archive: Archive):
    document = publish(archive, "AllNotice", "Notice.pdf", plain("the <dividend> of 2026"))
    Extractor(archive).run()
    (found,) = json.loads(ask(app(archive), "/api/search", query="q=%E0%A7%A8%E0%A7%A6%E0%A7%A8%E0%A7%AC+divid").body)
    assert found == {
        "FileName": document.file_name,
        "DownloadUrl": document.download_url,
        "title": document.file_name,
        "url": f"/documents/{document.id}",
        "page": 1,
        "snippet": "the &lt;<mark>dividend</mark>&gt; of <mark>2026</mark>",
    }


@pytest.mark.parametrize(
    "query", ["", "q=", "q=%00", "q=%25", "q=_", "q=%ff", "q=%27%22%5C", "q=" + "x" * 5000, "q=a&q=b"]
)
def test_whatever_is_searched_for_gets_a_list(archive: Archive, query: str):
    store_document(archive)
    assert isinstance(json.loads(ask(app(archive), "/api/search", query=query).body), list)


def test_long_searches_are_cut_and_leave_nothing(archive: Archive):
    """Searches of 60 kB find what their first 200 characters say, and the memory that they took is free again."""
    store_document(archive, "Annual Report.pdf")
    served = app(archive)

    def search(number: int) -> list[object]:
        query = "q=" + "+".join(f"{number}a{word}" for word in range(60_000 // 9))
        return json.loads(ask(served, "/api/search", query=query[:60_000]).body)

    assert len(json.loads(ask(served, "/api/search", query="q=annual" + "+" * 60_000 + "none").body)) == 1
    search(0)
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        for number in range(1, 100):
            assert search(number) == []
        gc.collect()
        assert tracemalloc.get_traced_memory()[0] - before < 2_000_000
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
@pytest.mark.parametrize("path", ["/api/documents/AllNotice", "/api/nodes"])
def test_nothing_can_be_written(archive: Archive, path: str, method: str):
    assert ask(app(archive), path, method).status == 405


@pytest.mark.parametrize("path", ["/api/documents/AllNotice", "/api/nodes"])
def test_nothing_read_yet_is_unavailable(archive: Archive, path: str):
    async def current() -> Snapshot:
        return EMPTY

    answer = ask(Starlette(routes=list(Api(lambda: archive, current).routes)), path)
    assert answer.status == 503
    assert "database_unavailable" in answer.text
    assert int(answer.headers["retry-after"]) > 0


@pytest.mark.parametrize(
    ("function", "path", "query"),
    [("older", "/api/documents/AllNotice", "before=9"), ("search", "/api/search", "q=a")],
    ids=["list", "search"],
)
def test_database_that_fails_is_unavailable(
    archive: Archive, function: str, path: str, query: str, monkeypatch: pytest.MonkeyPatch
):
    def fail(*_: object) -> None:
        raise SQLAlchemyError

    monkeypatch.setattr(reading, function, fail)
    assert ask(app(archive), path, query=query).status == 503


def test_lists_and_nodes_ask_no_database(archive: Archive):
    document = store_document(archive)
    kept = snapshot.read(archive)

    def closed() -> Archive:
        raise AssertionError

    async def current() -> Snapshot:
        return kept

    served = Starlette(routes=list(Api(closed, current).routes))
    assert json.loads(ask(served, "/api/documents/AllNotice").body)["documents"][0]["id"] == document.id
    assert ask(served, "/api/nodes").status == 200


def test_long_list_comes_in_pages(archive: Archive):
    fill(archive, 2 * ROWS + 3)
    served = app(archive)
    pages = list(follow(served, "/api/documents/AllNotice"))
    assert [len(page["documents"]) for page in pages] == [ROWS, ROWS, 3]
    assert [document["id"] for page in pages for document in page["documents"]] == list(range(2 * ROWS + 3, 0, -1))
    assert {page["version"] for page in pages} == {2 * ROWS + 3}
    assert ["next" in page for page in pages] == [True, True, False]


def test_list_that_fits_has_no_next_page(archive: Archive):
    fill(archive, ROWS)
    answer = get(archive, "/api/documents/AllNotice")
    assert json.loads(answer.body).keys() == {"version", "documents"}
    assert "link" not in answer.headers


def test_older_page_stays_while_documents_are_published(archive: Archive):
    fill(archive, ROWS + 5)
    served = app(archive)
    path, _, query = json.loads(ask(served, "/api/documents/AllNotice").body)["next"].partition("?")
    before = ask(served, path, query=query)
    assert ask(served, path, query=query, headers={"if-none-match": before.headers["etag"]}).status == 304
    store_document(archive, "new.pdf")
    after = json.loads(ask(served, path, query=query).body)
    assert after["documents"] == json.loads(before.body)["documents"]


@pytest.mark.parametrize(
    "query",
    [
        "before=",
        "before=0",
        "before=-1",
        "before=x",
        "before=1.5",
        "before=2147483648",
        "before=7",
        "before=1&before=2",
    ],
)
def test_wrong_cursor_is_refused_with_a_sentence(archive: Archive, query: str):
    answer = ask(app(archive), "/api/documents/AllNotice", query=query)
    assert answer.status == 400
    assert json.loads(answer.body)["error"] == "before_invalid"
    assert "id of one document" in json.loads(answer.body)["detail"]
    bangla = ask(app(archive), "/api/documents/AllNotice", query=query, headers={"referer": "http://localhost/bn"})
    assert "নথি" in json.loads(bangla.body)["detail"]


def test_newest_page_is_written_once_per_version(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    store_document(archive)
    served = app(archive)
    first = ask(served, "/api/documents/AllNotice")
    monkeypatch.setattr(json, "dumps", None)
    assert ask(served, "/api/documents/AllNotice").body == first.body


def follow(served: Starlette, address: str) -> Iterator[dict[str, Any]]:
    """Give the pages of a list; the link in the header and the address in the body are the same."""
    while address:
        path, _, query = address.partition("?")
        answer = ask(served, path, query=query)
        page = json.loads(answer.body)
        yield page
        address = page.get("next", "")
        assert answer.headers.get("link") == (f'<{address}>; rel="next"' if address else None)


def fill(archive: Archive, count: int) -> None:
    """Give a list some documents."""
    for number in range(count):
        store_document(archive, f"{number}.pdf", data=f"%PDF-1.7 {number}".encode())


def test_list_with_documents_entered_later_comes_in_pages(archive: Archive):
    fill(archive, 2 * ROWS + 3)
    with database.writing(archive.engine) as session:
        for document in session.exec(select(Document)).all():
            if (document.id or 0) % 3 == 0:
                document.filed_at = datetime(2007 + (document.id or 0) % 7, 3, 11, 18, tzinfo=UTC)
                session.add(document)
    pages = list(follow(app(archive), "/api/documents/AllNotice"))
    records = [document for page in pages for document in page["documents"]]
    assert sorted(record["id"] for record in records) == list(range(1, 2 * ROWS + 4))
    assert [bool(record["filed_at"]) for record in records] == sorted(bool(record["filed_at"]) for record in records)
    assert [record["filed_at"] for record in records[-3:]] == ["2007-03-12T00:00:00+06:00"] * 3
