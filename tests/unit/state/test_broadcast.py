"""Which browsers get which update, when a list changes and when a page asks."""

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import pytest
from sqlalchemy.exc import SQLAlchemyError

from starbond_site.documents import reading
from starbond_site.documents.fanout import Message
from starbond_site.documents.selection import Selection
from starbond_site.documents.snapshot import EMPTY, Snapshot
from starbond_site.presentation.topics import PUSHED
from starbond_site.state import broadcast as module
from starbond_site.state.broadcast import Broadcast
from starbond_site.state.live import Live
from tests.unit.presentation.samples import snapshot

NOW = snapshot(AllNotice=3)


class Pushed:
    """Keeps what is pushed in place of pushing it."""

    def __init__(self) -> None:
        self.to_all: list[tuple[str, Any]] = []
        self.to_one: list[tuple[str, str, Any]] = []

    async def push_to_all(self, _app: object, _state: object, values: dict[str, Any]) -> None:
        """Keep what everyone gets."""
        self.to_all.extend(values.items())

    async def push_to(self, _app: object, token: str, _state: object, var: str, value: object) -> None:
        """Keep what one browser gets."""
        self.to_one.append((token, var, value))


@pytest.fixture
def pushed(monkeypatch: pytest.MonkeyPatch) -> Pushed:
    kept = Pushed()
    monkeypatch.setattr(module, "push_to", kept.push_to)
    monkeypatch.setattr(module, "push_to_all", kept.push_to_all)
    return kept


@pytest.fixture
def broadcast() -> Broadcast:
    """Return a broadcast of a server that runs and has a list of three."""
    made: Any = Broadcast()
    made._app, made._state = SimpleNamespace(), Live
    made._feed = SimpleNamespace(snapshot=NOW)
    made._ready.set()
    return made


def changes(broadcast: Broadcast, new: Snapshot, *changed: str) -> None:
    """Push what has changed."""
    made: Any = broadcast
    made._feed.snapshot = new
    asyncio.run(made._push_changes(new, frozenset(changed)))


def test_change_is_pushed_once_per_topic(broadcast: Broadcast, pushed: Pushed) -> None:
    changes(broadcast, NOW, "AllNotice", "Financial", "Dividend", "Prospectus")

    assert [topic for topic, _ in pushed.to_all] == ["AllNotice", "filings", "shared", "nodes"]


def test_filing_is_pushed_to_its_list_and_to_the_home_page(broadcast: Broadcast, pushed: Pushed) -> None:
    changes(broadcast, snapshot(PriceSensitiveInformation=1), "PriceSensitiveInformation")

    assert [topic for topic, _ in pushed.to_all] == ["PriceSensitiveInformation", "filings", "latest"]


def test_change_is_based_on_the_one_before(broadcast: Broadcast, pushed: Pushed) -> None:
    changes(broadcast, NOW, "AllNotice")
    changes(broadcast, snapshot(AllNotice=4), "AllNotice")
    changes(broadcast, snapshot(AllNotice=6), "AllNotice")

    first, second, third = (value for topic, value in pushed.to_all if topic == "AllNotice")
    assert "base" not in first
    assert (second["base"], second["version"]) == (first["version"], first["version"] + 1)
    assert third["base"] == second["version"]
    assert [row["id"] for row in third["added"]] == ["6", "5"]


@pytest.mark.parametrize(
    ("topic", "version", "answered"),
    [
        ("AllNotice", 0, [{"version", "html"}]),
        ("AllNotice", 3, [{"version", "html"}]),
        # A page says that it is up to date only after an answer.
        ("AllNotice", 4, [{"version"}]),
        ("nowhere", 0, []),
    ],
)
def test_every_question_is_answered_with_content_where_the_page_has_less(
    broadcast: Broadcast, pushed: Pushed, topic: str, version: int, answered: list[set[str]]
) -> None:
    asyncio.run(broadcast.answer("token", topic, version, "en", ""))

    assert [set(payload) for *_, payload in pushed.to_one] == answered


def test_nothing_is_said_before_anything_was_read(broadcast: Broadcast, pushed: Pushed) -> None:
    made: Any = broadcast
    made._feed.snapshot = EMPTY
    asyncio.run(broadcast.answer("token", "AllNotice", 0, "en", ""))

    assert pushed.to_one == []


@pytest.mark.parametrize(("language", "answered"), [("en", "en"), ("bn", "bn"), ("x", "en")])
def test_answer_is_written_in_the_language_of_the_page(
    broadcast: Broadcast, pushed: Pushed, language: str, answered: str
) -> None:
    asyncio.run(broadcast.answer("token", "AllNotice", 0, language, ""))

    ((_, topic, whole),) = pushed.to_one
    assert topic == "AllNotice"
    assert whole == {"version": 4, "html": {answered: broadcast.fragments.newest("AllNotice", answered).html}}  # pyright: ignore[reportArgumentType]


def test_answer_has_the_page_that_the_address_asks_for(
    broadcast: Broadcast, pushed: Pushed, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Any] = []

    def page(_archive: object, *given: Any) -> reading.Page:  # noqa: ANN401
        asked.append(given)
        return reading.Page("AllNotice", 7, Selection("a b"), 2, 3, 120, NOW.lists["AllNotice"].documents)

    monkeypatch.setattr(reading, "page", page)
    monkeypatch.setattr(Broadcast, "_archive", lambda _self: None)
    asyncio.run(broadcast.answer("token", "AllNotice", 4, "en", "?list=AllNotice&page=2&q=a+b"))
    asyncio.run(broadcast.answer("token", "AllNotice", 4, "en", "?list=BondIssue&page=2"))

    assert asked == [("AllNotice", 2, Selection("a b"))]
    ((*_, whole), (*_, other)) = pushed.to_one
    assert whole["version"] == 8
    assert other == {"version": 4}


def test_database_that_fails_leaves_the_page_as_it_is(
    broadcast: Broadcast, pushed: Pushed, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_given: object) -> None:
        raise SQLAlchemyError

    monkeypatch.setattr(reading, "page", fail)
    monkeypatch.setattr(Broadcast, "_archive", lambda _self: None)
    asyncio.run(broadcast.answer("token", "AllNotice", 0, "en", "?list=AllNotice&page=2"))

    assert pushed.to_one == []


class Offered:
    """Keeps what is handed to Nchan."""

    def __init__(self) -> None:
        self.messages: list[tuple[Message, bool]] = []

    def offer(self, message: Message, *, is_own: bool) -> None:
        """Keep a message, and whether this worker publishes it first."""
        self.messages.append((message, is_own))


@pytest.mark.parametrize("is_own", [True, False])
def test_change_is_handed_to_nchan_with_the_versions_of_all_topics(
    broadcast: Broadcast, pushed: Pushed, is_own: bool
) -> None:
    offered, made = Offered(), cast("Any", broadcast)
    made._fanout, made._feed.has_own_change = offered, is_own
    changes(broadcast, NOW, "AllNotice")
    changes(broadcast, snapshot(AllNotice=4), "AllNotice")

    (first, is_first), (second, is_second) = offered.messages
    assert (is_first, is_second) == (True, is_own)
    assert first.updates == {}
    assert second.updates == dict(pushed.to_all[1:])
    assert second.versions.keys() == set(PUSHED)
    assert second.versions["AllNotice"] == second.updates["AllNotice"]["version"]
