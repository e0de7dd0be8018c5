"""What open pages get when a list changes, and how much it weighs."""

import asyncio
import json
import threading
from dataclasses import replace
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Any

import pytest

from starbond_site import content
from starbond_site.documents import public_view
from starbond_site.documents.public_view import ROWS
from starbond_site.documents.records import Document, OtherLanguage
from starbond_site.documents.selection import WHOLE, Selection
from starbond_site.documents.snapshot import EMPTY, Snapshot
from starbond_site.presentation import markup, payloads
from starbond_site.presentation.spoken import spoken
from starbond_site.presentation.topics import Fragments, first_page, version
from tests.unit.presentation.samples import MOMENT, listed, published, snapshot

MAX_ROW_BYTES = 1000 * len(content.LANGUAGES)
"""Of one new row in all languages, with everything else that changes with it."""


def update(old: Snapshot, new: Snapshot, topic: str = "AllNotice") -> Any:  # noqa: ANN401  reads any kind
    return payloads.update(old, new, topic, lambda topic, language: f"{topic} {language}")


def test_new_row_is_sent_alone_and_one_that_leaves_a_full_page_has_moved() -> None:
    given = update(snapshot(AllNotice=30), snapshot(AllNotice=31))
    assert (given["follows"], given["version"]) == (31, 32)
    assert [(row["year"], row["place"]) for row in given["rows"]] == [(2026, 0)]
    assert (given["gone"], given["withdrawn"], given["newest"]) == ([], [], 31)
    for language in content.LANGUAGES:
        assert given["summary"][language].startswith(("31", "৩১"))
    given = update(snapshot(AllNotice=ROWS + 10), snapshot(AllNotice=ROWS + 11))
    assert (len(given["rows"]), given["gone"], given["withdrawn"]) == (1, [11], [])


def test_pages_of_the_release_before_find_nothing_that_they_know_and_ask() -> None:
    """By EventSource they read updates: ``html`` of a topic, and of rows ``base`` and ``added``."""
    assert not {"html", "base", "added"} & update(snapshot(AllNotice=30), snapshot(AllNotice=31)).keys()


def test_withdrawn_document_is_named_and_the_first_of_the_next_page_comes() -> None:
    given = update(snapshot(AllNotice=30), listed("AllNotice", *range(29, 0, -1), version=31))
    assert (given["rows"], given["gone"], given["withdrawn"]) == ([], [30], [30])
    full = ROWS + 10
    after = listed("AllNotice", *range(full - 1, full - 1 - ROWS, -1), version=full + 1, total=full - 1)
    given = update(snapshot(AllNotice=full), after)
    assert [row["place"] for row in given["rows"]] == [ROWS - 1]
    assert (given["gone"], given["withdrawn"]) == ([full], [full])


def added(document: Document, before: Snapshot | None = None) -> Snapshot:
    """Return a snapshot with one more document in a list, in its place, one version later."""
    before = before or snapshot(AllNotice=30)
    view = before.lists[document.category]
    ordered = sorted((document, *view.documents), key=lambda each: each.order, reverse=True)
    newest = max(each.id for each in ordered)
    changed = replace(view, version=view.version + 1, total=len(ordered), documents=tuple(ordered), newest_id=newest)
    return replace(before, lists=MappingProxyType({**before.lists, document.category: changed}))


def test_row_is_that_of_a_fresh_page() -> None:
    document = published(31, name="A & B's <name> (1)! -20-11-2026.pdf", pair=OtherLanguage(9, "bn", "b.pdf"))
    (row,) = update(snapshot(AllNotice=30), added(document))["rows"]
    for language in content.LANGUAGES:
        fresh = markup.document_list(content.read(language), first_page(added(document), "AllNotice"))
        assert row["html"][language] in spoken(language, fresh)


def test_acronyms_are_read_well_in_either_language() -> None:
    assert spoken("bn", "<a>ডাউনলোড (JSON)</a><p>NOTICES, JSON</p>") == (
        '<a>ডাউনলোড (JSON)</a><p lang="en">NOTICES, JSON</p>'
    )


def test_element_that_is_marked_is_the_one_that_ends_behind_its_text() -> None:
    assert spoken("en", "<b>সভা</b>") == '<b lang="bn">সভা</b>'
    assert spoken("en", "<b>AGM<br>সভা</b>") == '<b>AGM<br><span lang="bn">সভা</span></b>'


def test_row_that_says_something_else_takes_the_place_of_the_one_before() -> None:
    old = snapshot(AllNotice=31)
    paired = published(31, pair=OtherLanguage(9, "bn", "b.pdf"))
    given = update(old, added(paired))
    assert (given["gone"], given["withdrawn"], given["rows"][0]["place"]) == ([31], [], 0)
    assert "document__pair" in given["rows"][0]["html"]["en"]


LONG_NAMES = [
    "Audited consolidated financial statements 2026 -20-11-2026.pdf",
    "২০২৬ সালের নিরীক্ষিত সমন্বিত আর্থিক বিবরণী -20-11-2026.pdf",
]


@pytest.mark.parametrize("name", LONG_NAMES, ids=["English", "Bangla"])
@pytest.mark.parametrize("title", ["", "আর্থিক বিবরণী, জুন ২০২৬"], ids=["name", "title"])
@pytest.mark.parametrize("filed_at", [None, MOMENT], ids=["today", "later"])
def test_new_row_weighs_at_most_one_kilobyte_in_each_language(name: str, title: str, filed_at: datetime | None) -> None:
    given = update(snapshot(AllNotice=30), added(published(31, name=name, filed_at=filed_at, title=title)))
    assert len(given["rows"]) == 1
    # The names and versions of other topics grow with the number of lists.
    assert len(json.dumps(given, ensure_ascii=False, separators=(",", ":")).encode()) <= MAX_ROW_BYTES


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param(EMPTY, snapshot(AllNotice=3), id="start"),
        pytest.param(snapshot(AllNotice=0), snapshot(AllNotice=1), id="first row"),
        pytest.param(snapshot(AllNotice=1), listed("AllNotice", version=2), id="no row"),
        pytest.param(snapshot(AllNotice=ROWS), snapshot(AllNotice=ROWS + 1), id="another page"),
        pytest.param(snapshot(AllNotice=20), snapshot(AllNotice=21), id="controls"),
        pytest.param(snapshot(AllNotice=30), snapshot(AllNotice=36), id="many rows"),
        *(
            pytest.param(
                snapshot(AllNotice=30), added(published(31, filed_at=MOMENT + timedelta(days=366 * years))),
                id=f"another year {years}",
            )
            for years in (-1, 1)
        ),
    ],
)  # fmt: skip
def test_pages_ask_for_the_whole_where_more_than_rows_changes(old: Snapshot, new: Snapshot) -> None:
    assert update(old, new) == {"version": version(new, "AllNotice")}


def test_small_topics_are_sent_whole_and_of_others_the_version() -> None:
    for topic in ("shared", "nodes"):
        given = update(EMPTY, snapshot(AllNotice=1), topic)
        assert given["html"] == {language: f"{topic} {language}" for language in content.LANGUAGES}, topic
        assert given["version"] > 0, topic
    for topic in ("latest", "filings", "investors"):
        assert update(EMPTY, snapshot(AllNotice=1), topic).keys() == {"version"}, topic


def test_row_of_an_earlier_day_is_sent_with_its_place() -> None:
    before = snapshot(AllNotice=3)
    given = update(before, added(published(4, filed_at=MOMENT - timedelta(hours=1)), before))
    assert ([row["place"] for row in given["rows"]], given["newest"]) == ([3], 4)
    assert given["rows"][0]["html"]["en"].startswith("<tr><td>4</td>")
    assert given["summary"]["en"] == "4 documents · Last updated: 20 November 2026"


def test_first_page_comes_from_the_snapshot() -> None:
    current, own = snapshot(AllNotice=2), {"list": "AllNotice"}
    fragments = Fragments(pytest.fail, lambda: current)  # pyright: ignore[reportArgumentType]
    for query in ({}, {"page": "2"}, {"list": "BondIssue", "page": "2"}, own | {"page": "1"}, own):
        assert asyncio.run(fragments.of("AllNotice", "en", query)) is fragments.newest("AllNotice", "en"), query


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int, Selection]]:
    """Let the database have an empty page for every question; return what is asked."""
    questions: list[tuple[str, int, Selection]] = []

    def page(
        _archive: object, topic: str, number: int = 1, selection: Selection = WHOLE, **_rows: int
    ) -> public_view.ListPage:
        questions.append((topic, number, selection))
        return public_view.ListPage(topic, 7, selection, 1, 1, 0, ())

    monkeypatch.setattr(public_view, "page", page)
    return questions


@pytest.mark.parametrize(("query", "number", "selection"), [
    ({"page": "2"}, 2, WHOLE), ({"q": " a b "}, 1, Selection("a b")), ({"page": "x"}, 1, WHOLE),
    ({"page": "12345678"}, 123456, WHOLE), ({"page": "²"}, 1, WHOLE),
    ({"year": "2019", "type": "pdf"}, 1, Selection(year=2019, kind="pdf")),
    ({"sort": "name", "page": "3"}, 3, Selection(sort="name")),
])  # fmt: skip
def test_older_pages_and_searches_are_read(
    asked: list[tuple[str, int, Selection]], query: dict[str, str], number: int, selection: Selection
) -> None:
    fragments = Fragments(lambda: None, lambda: EMPTY)  # pyright: ignore[reportArgumentType]
    assert asyncio.run(fragments.of("AllNotice", "en", {"list": "AllNotice", **query})).version == 8
    assert asked == [("AllNotice", number, selection)]


def test_every_row_is_written_once_until_the_list_changes_and_never_in_the_event_loop(
    asked: list[tuple[str, int, Selection]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Writing 2,000 rows takes long, and nobody else would be answered meanwhile."""
    writers: list[str] = []
    write = markup.document_list
    monkeypatch.setattr(
        markup, "document_list", lambda *of: (writers.append(threading.current_thread().name), write(*of))[1]
    )
    snapshots = [snapshot(AllNotice=2)]
    fragments = Fragments(lambda: None, lambda: snapshots[-1])  # pyright: ignore[reportArgumentType]
    query = {"list": "AllNotice", "page": "all"}
    first, again = (asyncio.run(fragments.of("AllNotice", "en", query)) for _ in range(2))
    assert (first is again, first.is_kept, len(asked)) == (True, True, 1)
    snapshots.append(snapshot(AllNotice=3))
    asyncio.run(fragments.of("AllNotice", "en", query))
    asyncio.run(fragments.of("AllNotice", "bn", {**query, "q": "a"}))
    assert (len(asked), [name[:5] for name in writers]) == (3, ["table"] * 3)
