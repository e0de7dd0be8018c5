"""What open pages get when a list changes, and how much it weighs."""

import json
from typing import Any

import pytest

from starbond_site import content
from starbond_site.content.models import Language
from starbond_site.documents.reading import ROWS
from starbond_site.documents.snapshot import EMPTY, Snapshot
from starbond_site.presentation import markup, payloads
from starbond_site.state.live import Live
from tests.unit.presentation.samples import listed, snapshot

MAX_DELTA_BYTES = 1024
"""Of one new row with a name of usual length."""


def update(old: Snapshot, new: Snapshot, topic: str = "AllNotice") -> Any:  # noqa: ANN401  reads any kind
    return payloads.update(old, new, topic, lambda topic, language: f"{topic} {language}")


def text(parts: payloads.Parts, language: Language) -> str:
    """Put parts together as a page does."""
    return "".join(part if isinstance(part, str) else part[language] for part in parts)


def test_new_row_is_sent_alone_in_both_languages() -> None:
    new = snapshot(AllNotice=31)
    given = update(snapshot(AllNotice=30), new)

    assert (given["base"], given["version"]) == (31, 32)
    assert [row["id"] for row in given["added"]] == ["31"]
    assert given.keys() == {"version", "base", "added", "summary"}
    for language in content.LANGUAGES:
        site = content.read(language)
        written = markup.document_row(site, new.lists["AllNotice"].documents[0], 1)
        assert text(given["added"][0]["html"], language) == written
        assert given["summary"][language].startswith(("31", "৩১"))


def test_new_row_weighs_at_most_a_kilobyte() -> None:
    given = update(snapshot(AllNotice=30), snapshot(AllNotice=31))
    delta = {Live.get_full_name(): {"AllNotice_rx_state_": given}}

    assert len(json.dumps(delta, ensure_ascii=False, separators=(",", ":")).encode()) <= MAX_DELTA_BYTES


def test_row_that_leaves_a_full_page_has_moved() -> None:
    given = update(snapshot(AllNotice=ROWS + 10), snapshot(AllNotice=ROWS + 11))

    assert [row["id"] for row in given["added"]] == [str(ROWS + 11)]
    assert given["moved"] == ["11"]
    assert "withdrawn" not in given


def test_withdrawn_row_is_named_and_the_next_one_comes_up() -> None:
    before = listed("AllNotice", *range(60, 10, -1), version=60, total=60)
    after = listed("AllNotice", *(number for number in range(60, 9, -1) if number != 40), version=61, total=59)
    given = update(before, after)

    assert given["withdrawn"] == ["40"]
    assert [row["id"] for row in given["added"]] == ["10"]
    assert "moved" not in given


def test_last_row_of_a_full_page_can_be_withdrawn() -> None:
    before = listed("AllNotice", *range(60, 10, -1), version=60, total=60)
    after = listed("AllNotice", *range(60, 11, -1), 10, version=61, total=59)

    assert update(before, after)["withdrawn"] == ["11"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (EMPTY, snapshot(AllNotice=3)),
        (snapshot(AllNotice=0), snapshot(AllNotice=1)),
        (snapshot(AllNotice=1), listed("AllNotice", version=2)),
        (snapshot(AllNotice=ROWS), snapshot(AllNotice=ROWS + 1)),
    ],
    ids=["first reading", "first row", "last row", "second page"],
)
def test_pages_ask_where_more_than_rows_changes(old: Snapshot, new: Snapshot) -> None:
    assert update(old, new) == {"version": new.version("AllNotice") + 1}


@pytest.mark.parametrize("topic", ["latest", "shared", "nodes"])
def test_small_topics_are_sent_whole(topic: str) -> None:
    given = update(EMPTY, snapshot(AllNotice=1), topic)

    assert given["html"] == {language: f"{topic} {language}" for language in content.LANGUAGES}
    assert given["version"] > 0


@pytest.mark.parametrize(
    ("english", "bangla"),
    [("", ""), ("a", "a"), ("a" * 30, "b" * 30), ("x " * 30 + "1", "x " * 30 + "১"), ("1" + "x " * 30, "")],
)
def test_parts_lose_nothing(english: str, bangla: str) -> None:
    parts = payloads.parts(english, bangla)

    assert (text(parts, "en"), text(parts, "bn")) == (english, bangla)
