"""Which browsers get which update, when a list changes and when a page asks."""

import asyncio
import importlib
import pkgutil
from collections.abc import Iterator
from inspect import isawaitable, signature
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
import reflex as rx
from hypothesis import given
from hypothesis import strategies as st
from reflex.app import _sio_dumps
from reflex_base.event import EventHandler
from reflex_base.event.processor.base_state_processor import _prepare_event_payload
from sqlalchemy import inspect as look_into
from sqlalchemy.exc import SQLAlchemyError

from starbond_site import state as states
from starbond_site.documents import archive as archives
from starbond_site.documents import reading, text_index
from starbond_site.documents.archive import Archive
from starbond_site.documents.fanout import Message
from starbond_site.documents.selection import Selection
from starbond_site.documents.snapshot import EMPTY, Snapshot
from starbond_site.presentation.topics import NAMED
from starbond_site.shared.settings import UploadPolicy
from starbond_site.state import live as module
from starbond_site.state.live import Broadcast, Live
from starbond_site.state.upload import Publishing
from starbond_site.web import rights, upload_steps
from starbond_site.web.rights import Rights
from starbond_site.web.upload_steps import UploadSteps
from tests.unit.documents.publishing import archive_in, raising, rows
from tests.unit.presentation.samples import snapshot

NOW = snapshot(AllNotice=3)


class Pushed:
    def __init__(self) -> None:
        self.to_all: list[tuple[str, Any]] = []
        self.to_one: list[tuple[str, str, Any]] = []

    async def push_to_all(self, _app: object, _state: object, values: dict[str, Any]) -> None:
        self.to_all.extend(values.items())

    async def push_to(self, _app: object, token: str, _state: object, var: str, value: object) -> None:
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
    made._app = SimpleNamespace()
    made._feed = SimpleNamespace(snapshot=NOW)
    made._ready.set()
    return made


def changes(broadcast: Broadcast, new: Snapshot, *changed: str) -> None:
    made: Any = broadcast
    made._feed.snapshot = new
    asyncio.run(made._push_changes(new, frozenset(changed)))


def test_change_is_pushed_once_per_topic(broadcast: Broadcast, pushed: Pushed) -> None:
    changes(broadcast, NOW, "AllNotice", "Financial", "Dividend", "Prospectus")
    assert [topic for topic, _ in pushed.to_all] == ["AllNotice", "filings", "shared", "nodes", "investors"]
    changes(broadcast, snapshot(PriceSensitiveInformation=1), "PriceSensitiveInformation")
    topics = ["PriceSensitiveInformation", "filings", "latest", "investors"]
    assert [topic for topic, _ in pushed.to_all[5:]] == topics


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


def test_answer_has_the_page_of_the_address(broadcast: Broadcast, pushed: Pushed, monkeypatch: pytest.MonkeyPatch):
    asked: list[Any] = []

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
    monkeypatch.setattr(reading, "page", raising(SQLAlchemyError()))
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
    assert second.versions.keys() == {*NAMED, *second.updates}
    assert second.versions["AllNotice"] == second.updates["AllNotice"]["version"]


for _module in pkgutil.iter_modules(states.__path__, states.__name__ + "."):
    importlib.import_module(_module.name)
OWN = sorted((found for found in rx.State.get_substates() if found.__module__.startswith(states.__name__)), key=str)
REFLEX = "setvar"
"""Reflex gives it to every state; it looks for setters, which would be handlers, and no state has one."""
HANDLERS = [(state, name) for state in OWN for name in state.event_handlers if name != REFLEX]

text = st.text(st.characters(), max_size=40)
"""Lone surrogates too: JSON can carry them."""
scalar = st.none() | st.booleans() | st.integers() | st.floats() | text
json = st.recursive(scalar, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(text, inner, max_size=4))
words = st.sampled_from(["AllNotice", "Prospectus", "nodes", "report.pdf", "en", "bn", "../..", "", "1"]) | text
payloads = st.one_of(json, words)
steps = st.fixed_dictionaries(
    {"step": words, "action": st.sampled_from(["publish", "replace", "try", "ask"])},
    optional=dict.fromkeys(("category", "name", "title", "attempt", "language", "size", "pair", "replaces"), payloads),
)
"""What the upload state is asked for, nearly well formed."""


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Archive]:
    """Give the states an archive of their own, open to everyone: the handlers' own checks are all there is."""
    folder: Path = tmp_path_factory.mktemp("handlers")
    with archive_in(folder) as made, pytest.MonkeyPatch.context() as patch:
        patch.setattr(archives, "default", lambda: made)
        patch.setattr(rights, "default", lambda: Rights(UploadPolicy.OPEN))
        taken = UploadSteps(lambda: made, Rights(UploadPolicy.OPEN))
        patch.setattr(upload_steps, "default", lambda: taken)
        # Reflex locks the state of a handler that runs in the background.
        patch.setattr(rx.State, "__aenter__", _nothing, raising=False)
        patch.setattr(rx.State, "__aexit__", _nothing, raising=False)
        listening: Any = Broadcast()
        listening._ready.set()
        patch.setattr("starbond_site.state.live.broadcast", listening)
        yield made


def call(state: type[rx.State], name: str, payload: dict[str, Any]) -> None:
    """Call a handler as Reflex does; what it left in its state has to be fit for sending."""
    tree: Any = rx.State(_reflex_internal_init=True)  # pyright: ignore[reportCallIssue]
    substate = tree.get_substate(state.get_full_name().split("."))
    handler: EventHandler = state.event_handlers[name]
    asyncio.run(_processed(handler, payload, substate))
    _sio_dumps(tree.get_delta())


def written(archive: Archive) -> dict[str, int]:
    tables = [name for name in look_into(archive.engine).get_table_names() if not text_index.is_index(name)]
    counts = {name: rows(archive, f'SELECT count(*) FROM "{name}"')[0][0] for name in tables}  # noqa: S608
    return counts | {"objects": len(list(archive.storage.list())), "incoming": len(list(archive.incoming.glob("*")))}  # pyright: ignore[reportReturnType]


def test_these_are_all_the_states_and_handlers() -> None:
    assert set(OWN) == {Live, Publishing}
    assert {name for _, name in HANDLERS} == {"load_access", "refresh", "take"}


@pytest.mark.parametrize(("state", "name"), HANDLERS, ids=lambda value: getattr(value, "__name__", value))
@given(data=st.data())
def test_no_payload_makes_one_fail_or_write(archive: Archive, state: type[rx.State], name: str, data: st.DataObject):
    before = written(archive)
    taken = list(signature(state.event_handlers[name].fn).parameters)[1:]
    drawn = {argument: steps | payloads if argument == "fields" else payloads for argument in taken}
    call(state, name, {argument: data.draw(given, label=argument) for argument, given in drawn.items()})
    assert written(archive) == before


async def _processed(handler: EventHandler, payload: dict[str, Any], state: object) -> None:
    """Convert a payload and call a handler as Reflex does; none of ours returns or yields events."""
    left: Any = handler.fn(state, **_prepare_event_payload(handler, payload))
    assert (await left if isawaitable(left) else left) is None


async def _nothing(*_given: object) -> None:
    pass
