"""The lists and nodes as JSON."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

import pytest
from factories import store_document
from whole_site import Rows, Site, visible

from starbond_site import content
from starbond_site.documents import nodes, snapshot
from starbond_site.documents.archive import COMMAND_LINE, Archive
from starbond_site.documents.corrections import withdraw
from starbond_site.documents.extractor import Extractor
from starbond_site.documents.public_view import ROWS, ListPage
from starbond_site.documents.snapshot import EMPTY
from starbond_site.presentation.topics import TOPICS
from starbond_site.shared.categories import LISTS, NodeName
from starbond_site.web import api
from tests.unit.documents import samples
from tests.unit.documents.made_pdfs import plain
from tests.unit.documents.publishing import PUBLIC_URL, WHO, publish

BANGLA = content.read("bn")


def test_a_list_has_its_version_and_the_newest_first(site: Site, archive: Archive):
    older, newer = store_document(archive, "a.pdf"), store_document(archive, "é b.pdf", data=b"%PDF-1.7 other")
    answer = site.get("/api/documents/AllNotice")
    assert (answer.status, answer.headers["content-type"]) == (200, "application/json")
    assert (answer.json["version"], answer.json["documents"][1]["id"]) == (2, older.id)
    assert answer.json["documents"][0] == {
        "id": newer.id, "FileName": "é b.pdf", "DownloadUrl": f"/files/{newer.id}/%C3%A9%20b.pdf",
        "published_at": newer.published_at.isoformat(timespec="seconds").replace("+00:00", "Z"), "size": 14,
        "sha256": newer.sha256, "filed_at": None,
    }  # fmt: skip


def test_every_list_begins_empty(site: Site):
    answers = [site.get(f"/api/documents/{category}").json for category in LISTS]
    assert answers == [{"version": 0, "documents": []}] * len(LISTS)


@pytest.mark.parametrize("category", ["Unknown", "allnotice", "Financial", "AllNotice%20", "..", "'"])
def test_an_unknown_list_is_a_404_that_names_the_others(site: Site, category: str):
    answer = site.get(f"/api/documents/{category}")
    known = {"error": "unknown_category", "categories": [known.value for known in LISTS]}
    assert (answer.status, answer.json) == (404, known)


def test_changes_show_at_once_and_change_the_tag(site: Site, archive: Archive):
    before = site.get("/api/documents/AllNotice")
    document = store_document(archive)
    after = site.get("/api/documents/AllNotice")
    assert len(after.json["documents"]) == 1
    withdraw(archive, document.id, COMMAND_LINE)
    gone = site.get("/api/documents/AllNotice")
    assert gone.json == {"version": 2, "documents": []}
    assert len({answer.headers["etag"] for answer in (before, after, gone)}) == 3
    for path in ("/api/documents/AllNotice", "/api/nodes"):
        first = site.get(path)
        again = site.get(path, if_none_match=first.headers["etag"])
        assert (again.status, first.headers["cache-control"], first.headers["vary"]) == (
            304, "no-cache", "Accept-Encoding",
        )  # fmt: skip


def test_nodes_give_single_records_and_free_values(site: Site, archive: Archive):
    document = store_document(archive, "Prospectus.pdf", category="Prospectus")
    nodes.put(archive, NodeName.FINANCIAL, {"text": "Half-year results"}, COMMAND_LINE)
    assert site.get("/api/nodes").json == {
        "Prospectus": {"DownloadUrl": f"/files/{document.id}/Prospectus.pdf"}, "Notice": None, "Result": None,
        "Financial": {"text": "Half-year results"}, "Dividend": None,
    }  # fmt: skip


def test_a_search_finds_names_and_text_and_nothing_withdrawn(site: Site, archive: Archive):
    found = store_document(archive, "Annual Report 2026.pdf")
    withdraw(archive, store_document(archive, "Annual Review.pdf", data=b"%PDF-1.7 other").id, COMMAND_LINE)
    (named,) = site.get("/api/search", query="q=annual").json
    assert [named] == site.get("/api/search", query="q=annual&count=24").json
    assert (named["FileName"], named["url"]) == ("Annual Report 2026.pdf", f"/documents/{found.id}")
    document = publish(archive, "AllNotice", "Notice.pdf", plain("the <dividend> of 2026"))
    Extractor(archive).run()
    (found,) = site.get("/api/search", query="q=%E0%A7%A8%E0%A7%A6%E0%A7%A8%E0%A7%AC+divid").json
    assert found == {
        "FileName": document.file_name,
        "DownloadUrl": document.download_url,
        "title": document.file_name,
        "url": f"/documents/{document.id}",
        "page": 1,
        "text": f"/documents/{document.id}/text#page-1",
        "snippet": "the &lt;<mark>dividend</mark>&gt; of <mark>2026</mark>",
    }
    assert len(site.get("/api/search", query="q=annual" + "+" * 60_000 + "none").json) == 1, "its beginning counts"


def test_page_of_results_is_that_of_the_header(site: Site, archive: Archive, take_away: Callable[..., None]):
    words, resin = BANGLA.interface.search, BANGLA.product("/SyntheticResinAdhesive")
    for number in range(9):
        store_document(archive, f"<Glue> {number}.pdf", data=b"%PDF-" + bytes([number]))
    answer = site.get("/bn/search", "q=glue")
    assert (answer.status, answer.headers["cache-control"]) == (200, "no-cache, no-transform")
    assert "as built" not in answer.text
    alone = site.get("/api/search/results", "language=bn&q=glue").json
    assert (alone["html"] in answer.text, alone["said"] in answer.text) == (True, True)
    assert f'href="/bn{resin.path}"' in alone["html"]
    assert [f'href="/bn/documents/{number}"' in alone["html"] for number in (1, 2, 9)] == [False, True, True]
    assert '"/bn/search?q=glue&amp;count=24"' in alone["html"], "more"
    more = site.get("/search", "q=glue&count=24").text
    assert ('"/documents/1"' in more, "count=" in more, 'href="/bn/search?q=glue"' in more) == (True, False, True)
    for query, said in (("", words.hint), ("a", words.hint), ("xyzzy", words.none.format(query="xyzzy"))):
        assert said in visible(site.get("/bn/search", f"q={query}"))
    assert f"tel:{BANGLA.company.sales_phone.dial}" in site.get("/search", "q=xyzzy").text
    assert site.get("/search", "q=%00").status == site.get("/search", "q=%ff&count=9").status == 200
    take_away()
    answer = site.get("/bn/search", "q=glue")
    assert (answer.status, words.failed in answer.text, f'"/bn{resin.path}"' in answer.text) == (200, True, True)


def test_a_question_finds_documents_with_the_words_that_name_something(site: Site, archive: Archive):
    found, exact = (
        store_document(archive, f"{name}.pdf", data=name.encode()) for name in ("Titas 2026", "When Karnaphuli")
    )
    other = store_document(archive, "Karnaphuli.pdf", data=b"other")
    for query, *numbers in (
        ("when will titas", found.id), ("titas 2026 kobe", found.id), ("when karnaphuli", exact.id, other.id),
        ("২০২৬ সালের titas কবে পাব", found.id), ("when is the",), ("when jamuna",),
    ):  # fmt: skip
        html = site.get("/search", urlencode({"q": query})).text
        assert re.findall(r'href="/documents/(\d+)"', html) == [*map(str, numbers)], query


def test_lists_and_nodes_ask_no_database(site: Site, take_away: Callable[..., None], monkeypatch: pytest.MonkeyPatch):
    document = store_document(site.archive)
    site.snapshot = snapshot.read(site.archive)
    take_away()
    first = site.get("/api/documents/AllNotice")
    assert first.json["documents"][0]["id"] == document.id
    with monkeypatch.context() as patch:
        patch.setattr(json, "dumps", None)
        assert site.get("/api/documents/AllNotice").body == first.body, "written once per version"
    assert site.get("/api/nodes").status == 200
    site.snapshot = replace(EMPTY, lists={"AllNotice": ListPage("AllNotice", 1)})
    for path, query in (("/api/documents/AllNotice", "before=9"), ("/api/search", "q=ab")):
        assert site.get(path, query=query).status == 503


def test_long_list_comes_in_pages_and_one_that_fits_has_no_next(site: Site, archive: Archive):
    fill(archive, ROWS)
    answer = site.get("/api/documents/AllNotice")
    assert (answer.json.keys(), "link" in answer.headers) == ({"version", "documents"}, False)
    fill(archive, ROWS + 3)
    pages = list(follow(site, "/api/documents/AllNotice"))
    path, _, query = pages[0]["next"].partition("?")
    tag = site.get(path, query=query).headers["etag"]
    assert site.get(path, query=query, if_none_match=tag).status == 304
    store_document(archive, "new.pdf")
    assert site.get(path, query=query).json["documents"] == pages[1]["documents"], "older pages stay"
    assert [len(page["documents"]) for page in pages] == [ROWS, ROWS, 3]
    assert [document["id"] for page in pages for document in page["documents"]] == list(range(2 * ROWS + 3, 0, -1))
    assert {page["version"] for page in pages} == {2 * ROWS + 3}
    assert ["next" in page for page in pages] == [True, True, False]


@pytest.mark.parametrize(("path", "error", "english", "bangla", "wrong"), [
    ("documents/AllNotice?before=", "before_invalid", "id of one document", "নথি",
     "|0|-1|x|1.5|2147483648|7|1&before=2"),
    ("changes?after=", "after_invalid", "number of one change", "পরিবর্তনের", f"|-1|x|1.5|01|1&after=2|{'9' * 19}"),
])  # fmt: skip
def test_wrong_cursors_are_refused_with_a_sentence(
    site: Site, path: str, error: str, english: str, bangla: str, wrong: str
):
    for cursor in wrong.split("|"):
        answer = site.get(f"/api/{path}{cursor}")
        assert (answer.status, answer.json["error"], english in answer.text) == (400, error, True), cursor
        assert bangla in site.get(f"/api/{path}{cursor}", referer="http://localhost/bn").text


def test_a_change_that_does_not_exist_yet_is_refused(site: Site, archive: Archive):
    """Whoever asks after a restore with a number of the time before must not wait in silence."""
    publish(archive, "AllNotice", "a.pdf", samples.pdf("a"))
    answer = site.get("/api/changes?after=7")
    assert (answer.status, answer.json["error"]) == (400, "after_unknown")
    assert "no change 7 yet: the newest is 1" in answer.text


def follow(site: Site, address: str) -> Iterator[dict[str, Any]]:
    """Give the pages of a list; the link in the header and the address in the body are the same."""
    while address:
        path, _, query = address.partition("?")
        answer = site.get(path, query=query)
        page = answer.json
        yield page
        address = page.get("next", "")
        assert answer.headers.get("link") == (f'<{address}>; rel="next"' if address else None)


def fill(archive: Archive, count: int) -> None:
    for number in range(count):
        store_document(archive, f"{number}.pdf", data=f"%PDF-1.7 {count} {number}".encode())


def read(site: Site, after: int) -> dict[str, Any]:
    answer = site.get("/api/changes", f"after={after}")
    assert answer.status == 200
    return answer.json


def test_every_change_oldest_first(site: Site, archive: Archive, monkeypatch: pytest.MonkeyPatch):
    empty = site.get("/api/changes")
    assert empty.json == {"changes": [], "next": 0}
    first = publish(archive, "Prospectus", "One.pdf", samples.pdf("one"))
    second = publish(archive, "Prospectus", "Two.pdf", samples.pdf("two"))
    withdraw(archive, second.id, WHO)
    page = read(site, 0)
    assert [(change["number"], change["kind"], change["document"]) for change in page["changes"]] == [
        (1, "published", first.id), (2, "replaced", first.id), (3, "published", second.id),
        (4, "withdrawn", second.id), (5, "restored", first.id),
    ]  # fmt: skip
    at = page["changes"][0]["at"]
    url = f"{PUBLIC_URL}/documents/{first.id}.json"
    assert page["changes"][0] == {"number": 1, "kind": "published", "document": first.id, "url": url, "at": at}
    assert (page["next"], at[-1:]) == (5, "Z")
    assert read(site, 3) == {"changes": page["changes"][3:], "next": 5}
    assert read(site, 5) == {"changes": [], "next": 5}
    tag = site.get("/api/changes", if_none_match=empty.headers["etag"]).headers["etag"]
    assert site.get("/api/changes", if_none_match=tag).status == 304
    monkeypatch.setattr(api, "MAX_CHANGES", 2)
    pages = [read(site, after) for after in (0, 2, 4)]
    assert [[change["number"] for change in each["changes"]] for each in pages] == [[1, 2], [3, 4], [5]]


PATH = "/api/live/AllNotice"


@pytest.mark.parametrize(
    ("known", "is_shown"), [("3", True), ("2", False), ("", False), ("x", False), ("4", True), ("9" * 5000, False)]
)
def test_page_that_shows_the_newest_gets_the_version_alone(archive: Archive, known: str, *, is_shown: bool) -> None:
    answer = Site(archive, fragments=Rows("<p>LANGUAGE</p>", 3)).get(PATH, f"version={known}")
    assert answer.json == {"version": 3} | ({} if is_shown else {"html": {"en": "<p>en</p>"}})


def test_content_is_that_of_the_page(archive: Archive) -> None:
    topic = Rows("<p>LANGUAGE PAGE খ</p>", 3)
    site = Site(archive, fragments=topic)
    for query, language, page in (("", "en", 1), ("language=bn&page=2", "bn", 2)):
        answer = site.get(PATH, query)
        assert (answer.status, answer.headers["content-type"]) == (200, "application/json")
        assert answer.json == {"version": 3, "html": {language: f"<p>{language} {page} খ</p>"}}
    tag = site.get(PATH, accept_encoding="br").headers["etag"]
    assert site.get(PATH, accept_encoding="br", if_none_match=tag).status == 304
    topic.version = 4
    assert site.get(PATH, accept_encoding="br", if_none_match=tag).status == 200
    unknown = site.get("/api/live/nowhere")
    assert (unknown.status, unknown.json["topics"]) == (404, list(TOPICS))
    for topic.version, topic.is_down in ((0, False), (3, True)):
        answer = site.get(PATH)
        assert (answer.status, answer.json["error"]) == (503, "reading_unavailable")
