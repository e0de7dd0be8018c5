"""What open pages get when a list changes, and how much it weighs."""

import asyncio
import json
import re
import threading
from dataclasses import replace
from datetime import timedelta
from html import escape
from itertools import product
from types import MappingProxyType
from typing import Any
from urllib.parse import quote

import pytest

from starbond_site import content
from starbond_site.content.formats import digits
from starbond_site.content.models import Language
from starbond_site.documents import reading
from starbond_site.documents.fanout import Message
from starbond_site.documents.reading import ROWS, OtherLanguage, Published
from starbond_site.documents.selection import WHOLE, Selection
from starbond_site.documents.snapshot import EMPTY, Snapshot
from starbond_site.presentation import markup, payloads
from starbond_site.presentation.fragments import Fragments, first_page
from starbond_site.presentation.topics import topics_of, version
from starbond_site.shared.categories import LISTS
from starbond_site.state.live import Live
from tests.unit.presentation.samples import MOMENT, NAME, listed, published, snapshot

MAX_ROW_BYTES = 2000
"""Of one new row in both languages, with everything else that changes with it."""


def update(old: Snapshot, new: Snapshot, topic: str = "AllNotice") -> Any:  # noqa: ANN401  reads any kind
    return payloads.update(old, new, topic, lambda topic, language: f"{topic} {language}")


def filled(template: str, row: payloads.Row, language: Language) -> str:
    title, name, ending = row.get("title"), row["name"], row.get("ending", "")
    values = {
        "title": title or name.removesuffix(ending), "ending": ending, "name": title or name,
        "file": f"{name} · " if title else "", "details": row["details"][language],
        "url": f"/files/{row['id']}/{quote(row['name'], '')}", "id": row["id"],
    }  # fmt: skip
    return re.sub(r"\{(id|title|ending|name|file|details|url)\}", lambda found: escape(values[found[1]]), template)


def test_new_row_is_sent_alone_and_one_that_leaves_a_full_page_has_moved() -> None:
    given = update(snapshot(AllNotice=30), snapshot(AllNotice=31))
    assert (given["base"], given["version"]) == (31, 32)
    assert [row["id"] for row in given["added"]] == ["31"]
    assert given.keys() == {"version", "base", "added", "newest", "summary"}
    assert given["newest"] == 31
    assert given["added"][0].keys() == {"id", "name", "ending", "details", "year"}
    for language in content.LANGUAGES:
        assert given["summary"][language].startswith(("31", "৩১"))
    given = update(snapshot(AllNotice=ROWS + 10), snapshot(AllNotice=ROWS + 11))
    assert [row["id"] for row in given["added"]] == [str(ROWS + 11)]
    assert given["moved"] == ["11"]
    assert "withdrawn" not in given


def added(document: Published, before: Snapshot | None = None) -> Snapshot:
    """Return a snapshot with one more document in a list, in its place, one version later."""
    before = before or snapshot(AllNotice=30)
    view = before.lists[document.category]
    ordered = sorted((document, *view.documents), key=lambda each: each.order, reverse=True)
    newest = max(each.id for each in ordered)
    changed = replace(view, version=view.version + 1, total=len(ordered), documents=tuple(ordered), newest_id=newest)
    return replace(before, lists=MappingProxyType({**before.lists, document.category: changed}))


def test_filled_template_is_the_row_that_a_fresh_page_has() -> None:
    names = [NAME, "A & B's <{name}> (1)! -20-11-2026.pdf", "বার্ষিক প্রতিবেদন.pdf"]
    for language, name, title in product(content.LANGUAGES, names, ["", "Interim <dividend> & record date"]):
        site, document = content.read(language), replace(published(31, name=name), title=title)
        row = update(snapshot(AllNotice=30), added(document))["added"][0]
        one, zero = (f"<td>{digits(number, site.interface.dates)}</td>" for number in "10")
        fresh = markup.document_row(site, first_page(added(document), "AllNotice"), 0)
        assert filled(markup.row_template(site), row, language) == fresh.replace(one, zero)
        assert filled(markup.filing_template(site), row, language) == markup.latest_filing(site, document)


LONG_NAMES = [
    "Audited consolidated financial statements 2026 -20-11-2026.pdf",
    "২০২৬ সালের নিরীক্ষিত সমন্বিত আর্থিক বিবরণী -20-11-2026.pdf",
]


def test_new_row_weighs_at_most_two_kilobytes() -> None:
    for category, name, title, filed_at in product(LISTS, LONG_NAMES, ["", "আর্থিক বিবরণী, জুন ২০২৬"], [None, MOMENT]):
        before = listed(category, *range(30, 0, -1), version=30)
        after = added(replace(published(31, category, name), filed_at=filed_at, title=title), before)
        assert update(before, after, category).get("added"), (category, name, title, filed_at)
        topics = topics_of(frozenset({category}), before, after)
        updates = {topic: payloads.update(before, after, topic, lambda *_: "") for topic in topics}
        pushed = {Live.get_full_name(): {f"{topic}_rx_state_": payload for topic, payload in updates.items()}}
        by_websocket = json.dumps(pushed, ensure_ascii=False, separators=(",", ":")).encode()
        by_eventsource = Message({}, updates).encoded()  # The versions of all topics grow with the number of lists.
        assert max(len(by_websocket), len(by_eventsource)) <= MAX_ROW_BYTES, (category, name, title, filed_at)


def test_pages_ask_for_the_whole_where_more_than_rows_changes() -> None:
    for old, new in [
        (EMPTY, snapshot(AllNotice=3)),
        (snapshot(AllNotice=0), snapshot(AllNotice=1)),
        (snapshot(AllNotice=1), listed("AllNotice", version=2)),
        (snapshot(AllNotice=ROWS), snapshot(AllNotice=ROWS + 1)),
    ]:
        assert update(old, new) == {"version": new.version("AllNotice") + 1}, (old, new)
    new, old = added(published(31, name="After.pdf")), added(published(31, name="Before.pdf"))
    assert update(old, new) == {"version": version(new, "AllNotice")}
    for years in (-1, 1):
        new = added(replace(published(31), filed_at=MOMENT + timedelta(days=366 * years)))
        assert update(snapshot(AllNotice=30), new) == {"version": version(new, "AllNotice")}
    old = snapshot(AllNotice=31)
    paired = replace(old.lists["AllNotice"].documents[0], pair=OtherLanguage(9, "bn", "b.pdf"))
    for before, after in ((snapshot(AllNotice=30), added(paired)), (old, added(paired)), (added(paired), old)):
        assert list(update(before, after)) == ["version"]
    assert "base" in update(snapshot(AllNotice=30), old)


def test_small_topics_and_the_latest_filing_are_sent_whole_and_once() -> None:
    for topic in ["latest", "shared", "nodes"]:
        given = update(EMPTY, snapshot(AllNotice=1), topic)
        assert given["html"] == {language: f"{topic} {language}" for language in content.LANGUAGES}, topic
        assert given["version"] > 0, topic
    category = "PriceSensitiveInformation"
    old, new = listed(category, 2, version=1), listed(category, 3, 2, version=2)
    assert update(old, new, "latest") == {"version": 3, "of": category}
    assert update(old, new, category)["added"][0]["id"] == "3"
    assert update(new, listed(category, 2, version=3), "latest")["row"]["id"] == "2"


def test_row_of_an_earlier_day_is_sent_with_its_place() -> None:
    before = snapshot(AllNotice=3)
    given = update(before, added(replace(published(4), filed_at=MOMENT - timedelta(hours=1)), before))
    assert [(row["id"], row["place"]) for row in given["added"]] == [("4", 3)]
    assert given["newest"] == 4
    assert given["added"][0]["details"]["en"].endswith("20 November 2026 · added on 20 November 2026")
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

    def page(_archive: object, topic: str, number: int = 1, selection: Selection = WHOLE, **_rows: int) -> reading.Page:
        questions.append((topic, number, selection))
        return reading.Page(topic, 7, selection, 1, 1, 0, ())

    monkeypatch.setattr(reading, "page", page)
    return questions


def test_older_pages_and_searches_are_read(asked: list[tuple[str, int, Selection]]) -> None:
    fragments = Fragments(lambda: None, lambda: EMPTY)  # pyright: ignore[reportArgumentType]
    for query, number, selection in (
        ({"page": "2"}, 2, WHOLE), ({"q": " a b "}, 1, Selection("a b")), ({"page": "x"}, 1, WHOLE),
        ({"page": "12345678"}, 123456, WHOLE), ({"page": "²"}, 1, WHOLE),
        ({"year": "2019", "type": "pdf"}, 1, Selection(year=2019, kind="pdf")),
        ({"sort": "name", "page": "3"}, 3, Selection(sort="name")),
    ):  # fmt: skip
        assert asyncio.run(fragments.of("AllNotice", "en", {"list": "AllNotice", **query})).version == 8
        assert asked.pop() == ("AllNotice", number, selection), query
    assert asked == []


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
