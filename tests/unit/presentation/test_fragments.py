"""The newest state of each topic is written once per version and language; older pages come from the database."""

import asyncio

import pytest

from starbond_site.content import LANGUAGES
from starbond_site.documents import reading
from starbond_site.documents.selection import WHOLE, Selection
from starbond_site.documents.snapshot import EMPTY, Snapshot
from starbond_site.presentation import markup
from starbond_site.presentation.fragments import Fragments
from starbond_site.presentation.topics import TOPICS
from tests.unit.presentation.samples import snapshot


def no_archive() -> None:
    raise AssertionError


def fragments_of(*snapshots: Snapshot) -> Fragments:
    """Return fragments of the last snapshot in a list that a test may extend."""
    return Fragments(no_archive, lambda: snapshots[-1], tuple)  # pyright: ignore[reportArgumentType]


def test_every_topic_is_written_once_per_version_and_language(monkeypatch: pytest.MonkeyPatch) -> None:
    fragments = fragments_of(snapshot(AllNotice=2))
    for language in LANGUAGES:
        asyncio.run(fragments.prepare(TOPICS, language))
    written = {(topic, language): fragments.newest(topic, language) for topic in TOPICS for language in LANGUAGES}
    for writer in ("document_list", "latest_filing", "shared_rows", "header_lines"):
        monkeypatch.setattr(markup, writer, None)
    for (topic, language), fragment in written.items():
        assert fragment.version == written[topic, "en"].version > 0, topic
        assert fragments.newest(topic, language) is fragment, topic


def test_first_page_comes_from_the_snapshot() -> None:
    fragments, own = fragments_of(snapshot(AllNotice=2)), {"list": "AllNotice"}
    for query in ({}, {"page": "2"}, {"list": "BondIssue", "page": "2"}, own | {"page": "1"}, own):
        assert asyncio.run(fragments.of("AllNotice", "en", query)) is fragments.newest("AllNotice", "en"), query


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int, Selection]]:
    """Let the database have an empty page for every question; return what is asked."""
    questions: list[tuple[str, int, Selection]] = []

    def page(_archive: object, topic: str, number: int, selection: Selection) -> reading.Page:
        questions.append((topic, number, selection))
        return reading.Page(topic, 7, selection, 1, 1, 0, ())

    monkeypatch.setattr(reading, "page", page)
    return questions


def test_older_pages_and_searches_are_read(asked: list[tuple[str, int, Selection]]) -> None:
    fragments = Fragments(lambda: None, lambda: EMPTY, tuple)  # pyright: ignore[reportArgumentType]
    for query, number, selection in (
        ({"page": "2"}, 2, WHOLE),
        ({"q": " a b "}, 1, Selection("a b")),
        ({"page": "x"}, 1, WHOLE),
        ({"page": "12345678"}, 123456, WHOLE),
        ({"page": "²"}, 1, WHOLE),
        ({"year": "2019", "type": "pdf"}, 1, Selection(year=2019, kind="pdf")),
        ({"sort": "name", "page": "3"}, 3, Selection(sort="name")),
    ):
        assert asyncio.run(fragments.of("AllNotice", "en", {"list": "AllNotice", **query})).version == 8
        assert asked.pop() == ("AllNotice", number, selection), query
    assert asked == []
