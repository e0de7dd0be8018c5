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

from starbond_site import state as states
from starbond_site.documents import archive as archives
from starbond_site.documents import text_index
from starbond_site.documents.archive import Archive
from starbond_site.documents.fanout import Message
from starbond_site.documents.snapshot import Snapshot
from starbond_site.presentation.topics import NAMED
from starbond_site.shared.settings import UploadPolicy
from starbond_site.state import live as module
from starbond_site.state.live import Broadcast, Live
from starbond_site.state.upload import Publishing
from starbond_site.web import rights, upload_steps
from starbond_site.web.rights import Rights
from starbond_site.web.upload_steps import UploadSteps
from tests.unit.documents.publishing import archive_in, rows
from tests.unit.presentation.samples import snapshot

NOW = snapshot(AllNotice=3)


Pushed = list[tuple[str, Any]]


@pytest.fixture
def pushed(monkeypatch: pytest.MonkeyPatch) -> Pushed:
    kept = Pushed()

    async def push_to_all(_app: object, _state: object, values: dict[str, Any]) -> None:
        kept.extend(values.items())

    monkeypatch.setattr(module, "push_to_all", push_to_all)
    return kept


@pytest.fixture
def broadcast() -> Broadcast:
    made: Any = Broadcast()
    made._app = SimpleNamespace()
    made._feed = SimpleNamespace(snapshot=NOW)
    return made


def changes(broadcast: Broadcast, new: Snapshot, *changed: str) -> None:
    made: Any = broadcast
    made._feed.snapshot = new
    asyncio.run(made._push_changes(new, frozenset(changed)))


def test_change_is_pushed_once_per_topic(broadcast: Broadcast, pushed: Pushed) -> None:
    changes(broadcast, NOW, "AllNotice", "Financial", "Dividend", "Prospectus")
    assert [topic for topic, _ in pushed] == [
        "AllNotice",
        "filings",
        "shared",
        "nodes",
        "investors",
        "investors-on-home",
    ]
    changes(broadcast, snapshot(PriceSensitiveInformation=1), "PriceSensitiveInformation")
    topics = ["PriceSensitiveInformation", "filings", "latest", "investors", "investors-on-home"]
    assert [topic for topic, _ in pushed[6:]] == topics


def test_change_is_based_on_the_one_before(broadcast: Broadcast, pushed: Pushed) -> None:
    changes(broadcast, NOW, "AllNotice")
    changes(broadcast, snapshot(AllNotice=4), "AllNotice")
    changes(broadcast, snapshot(AllNotice=6), "AllNotice")
    first, second, third = (value for topic, value in pushed if topic == "AllNotice")
    assert "follows" not in first
    assert (second["follows"], second["version"]) == (first["version"], first["version"] + 1)
    assert third["follows"] == second["version"]
    assert [row["place"] for row in third["rows"]] == [0, 1]


def test_change_is_handed_to_nchan_with_the_versions_of_all_topics(broadcast: Broadcast, pushed: Pushed) -> None:
    offered, made = list[tuple[Message, bool]](), cast("Any", broadcast)
    made._fanout = SimpleNamespace(offer=lambda message, *, is_own: offered.append((message, is_own)))
    made._feed.has_own_change = False
    changes(broadcast, NOW, "AllNotice")
    changes(broadcast, snapshot(AllNotice=4), "AllNotice")
    (first, is_first), (second, is_second) = offered
    assert (is_first, is_second) == (True, False)
    assert first.updates == {}
    assert second.updates == dict(pushed[1:])
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
    {"attempt": words, "action": st.sampled_from(["publish", "replace", "try", "ask"])},
    optional=dict.fromkeys(("category", "name", "title", "language", "size", "pair", "replaces"), payloads),
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
    assert {name for _, name in HANDLERS} == {"load_access", "take"}


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
