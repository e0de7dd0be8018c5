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
    made: Any = Broadcast()
    made._app, made._state = SimpleNamespace(), Live
    made._feed = SimpleNamespace(snapshot=NOW)
    made._ready.set()
    return made


def changes(broadcast: Broadcast, new: Snapshot, *changed: str) -> None:
    made: Any = broadcast
    made._feed.snapshot = new
    asyncio.run(made._push_changes(new, frozenset(changed)))


def test_change_is_pushed_once_per_topic(broadcast: Broadcast, pushed: Pushed) -> None:
    changes(broadcast, NOW, "AllNotice", "Financial", "Dividend", "Prospectus")
    assert [topic for topic, _ in pushed.to_all] == ["AllNotice", "filings", "shared", "nodes"]
    changes(broadcast, snapshot(PriceSensitiveInformation=1), "PriceSensitiveInformation")
    assert [topic for topic, _ in pushed.to_all[4:]] == ["PriceSensitiveInformation", "filings", "latest"]


def test_change_is_based_on_the_one_before(broadcast: Broadcast, pushed: Pushed) -> None:
    changes(broadcast, NOW, "AllNotice")
    changes(broadcast, snapshot(AllNotice=4), "AllNotice")
    changes(broadcast, snapshot(AllNotice=6), "AllNotice")
    first, second, third = (value for topic, value in pushed.to_all if topic == "AllNotice")
    assert "base" not in first
    assert (second["base"], second["version"]) == (first["version"], first["version"] + 1)
    assert third["base"] == second["version"]
    assert [row["id"] for row in third["added"]] == ["6", "5"]


def test_every_question_is_answered_with_content_where_the_page_has_less(broadcast: Broadcast, pushed: Pushed) -> None:
    """In its language. A page says that it is up to date only after an answer."""
    made: Any = broadcast
    html = {language: made.fragments.newest("AllNotice", language).html for language in ("en", "bn")}
    for topic, version, language, answered in (
        ("AllNotice", 0, "bn", [{"version": 4, "html": {"bn": html["bn"]}}]),
        ("AllNotice", 3, "x", [{"version": 4, "html": {"en": html["en"]}}]),
        ("AllNotice", 4, "en", [{"version": 4}]),
        ("nowhere", 0, "en", []),
    ):
        pushed.to_one.clear()
        asyncio.run(broadcast.answer("token", topic, version, language, ""))
        assert [payload for *_, payload in pushed.to_one] == answered, (topic, version)
    made._feed.snapshot = EMPTY
    asyncio.run(broadcast.answer("token", "AllNotice", 0, "en", ""))
    assert pushed.to_one == [], "nothing before anything was read"


def test_answer_has_the_page_that_the_address_asks_for(
    broadcast: Broadcast, pushed: Pushed, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Any] = []

    def fail(*_given: object) -> None:
        raise SQLAlchemyError

    def page(_archive: object, *given: Any) -> reading.Page:  # noqa: ANN401
        asked.append(given)
        return reading.Page("AllNotice", 7, Selection("a b"), 2, 3, 120, NOW.lists["AllNotice"].documents)

    monkeypatch.setattr(reading, "page", page)
    monkeypatch.setattr(Broadcast, "_archive", lambda _self: None)
    asyncio.run(broadcast.answer("token", "AllNotice", 4, "en", "?list=AllNotice&page=2&q=a+b"))
    asyncio.run(broadcast.answer("token", "AllNotice", 4, "en", "?list=BondIssue&page=2"))
    # With every row it would be 1 MB for each question; such a page asks over HTTP.
    asyncio.run(broadcast.answer("token", "AllNotice", 0, "en", "?list=AllNotice&page=all"))
    assert asked == [("AllNotice", 2, Selection("a b"))]
    ((*_, whole), (*_, other)) = pushed.to_one
    assert whole["version"] == 8
    assert other == {"version": 4}
    pushed.to_one.clear()
    monkeypatch.setattr(reading, "page", fail)
    asyncio.run(broadcast.answer("token", "AllNotice", 0, "en", "?list=AllNotice&page=2"))
    assert pushed.to_one == [], "a database that fails leaves the page as it is"


def test_change_is_handed_to_nchan_with_the_versions_of_all_topics(broadcast: Broadcast, pushed: Pushed) -> None:
    offered, made = list[tuple[Message, bool]](), cast("Any", broadcast)
    made._fanout = SimpleNamespace(offer=lambda message, *, is_own: offered.append((message, is_own)))
    made._feed.has_own_change = False
    changes(broadcast, NOW, "AllNotice")
    changes(broadcast, snapshot(AllNotice=4), "AllNotice")
    (first, is_first), (second, is_second) = offered
    assert (is_first, is_second) == (True, False)
    assert first.updates == {}
    assert second.updates == dict(pushed.to_all[1:])
    assert second.versions.keys() == set(PUSHED)
    assert second.versions["AllNotice"] == second.updates["AllNotice"]["version"]
