"""Any client can call any handler with anything: none fails, and none writes what it should not."""

import asyncio
import importlib
import pkgutil
from collections.abc import Iterator, Sequence
from inspect import isawaitable, signature
from pathlib import Path
from types import TracebackType
from typing import Any, Self

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
from starbond_site.settings import UploadPolicy
from starbond_site.state.broadcast import Broadcast
from starbond_site.state.live import Live
from starbond_site.state.upload import Publishing
from starbond_site.web import rights
from starbond_site.web.rights import Rights
from tests.unit.documents.publishing import archive_in, rows
from tests.unit.documents.samples import GOOD

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


class Alone:
    """A state outside of a server; a background handler may enter it to write."""

    def __init__(self, state: rx.State) -> None:
        object.__setattr__(self, "_state", state)

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401
        return getattr(self._state, name)

    def __setattr__(self, name: str, value: object) -> None:
        setattr(self._state, name, value)

    async def __aenter__(self) -> Self:
        """Take the lock that nobody else wants."""
        return self

    async def __aexit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        """Let go."""


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Archive]:
    """Give the states an archive of their own, open to everyone: the handlers' own checks are all there is."""
    folder: Path = tmp_path_factory.mktemp("handlers")
    with archive_in(folder) as made, pytest.MonkeyPatch.context() as patch:
        patch.setattr(archives, "default", lambda: made)
        patch.setattr(rights, "default", lambda: Rights(UploadPolicy.OPEN))
        listening: Any = Broadcast()
        listening._ready.set()
        patch.setattr("starbond_site.state.live.broadcast", listening)
        yield made


def call(state: type[rx.State], name: str, payload: dict[str, Any]) -> None:
    """Call a handler as Reflex does; what it left in its state has to be fit for sending."""
    tree = _tree()
    substate = tree.get_substate(state.get_full_name().split("."))
    handler: EventHandler = state.event_handlers[name]
    alone: Any = Alone(substate) if handler.is_background else substate
    asyncio.run(_processed(handler, payload, alone))
    _sio_dumps(tree.get_delta())


def written(archive: Archive) -> dict[str, int]:
    """Count what is stored; the audit and the attempts grow with every refusal, as they should."""
    left_out = ("audit", "upload_attempt")
    tables = [
        name
        for name in look_into(archive.engine).get_table_names()
        if name not in left_out and not text_index.is_index(name)
    ]
    counts = {name: rows(archive, f'SELECT count(*) FROM "{name}"')[0][0] for name in tables}  # noqa: S608
    return counts | {"objects": len(list(archive.storage.list())), "incoming": len(list(archive.incoming.glob("*")))}  # pyright: ignore[reportReturnType]


async def streamed(pieces: Sequence[tuple[int, bytes | None]]) -> rx.UploadChunkIterator:
    """Return what Reflex hands to the handler: pieces with the places at which they claim to stand.

    None stands for a body that Reflex cannot go on with.
    """
    chunks = rx.UploadChunkIterator(maxsize=len(pieces) + 1)
    for offset, data in pieces:
        if data is None:
            await chunks.fail(ValueError("no multipart"))
            return chunks
        await chunks.push(rx.UploadChunk(filename="upload", offset=offset, content_type="", data=data))
    await chunks.finish()
    return chunks


def test_these_are_all_the_states_and_handlers() -> None:
    assert set(OWN) == {Live, Publishing}
    assert {name for _, name in HANDLERS} == {"load_access", "publish", "refresh"}


@pytest.mark.parametrize(("state", "name"), HANDLERS, ids=lambda value: getattr(value, "__name__", value))
@given(data=st.data())
def test_no_payload_makes_a_handler_fail_or_write(
    archive: Archive, state: type[rx.State], name: str, data: st.DataObject
) -> None:
    before = written(archive)
    taken = list(signature(state.event_handlers[name].fn).parameters)[1:]
    call(state, name, {argument: data.draw(payloads, label=argument) for argument in taken})
    assert written(archive) == before


def test_every_refusal_is_one_line_of_the_audit(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    """And the same call with a good file and the right publishes."""
    lines, before = "SELECT address, subject, outcome FROM audit ORDER BY id", written(archive)
    asked = {"category": "AllNotice", "name": "report.pdf", "size": 9, "attempt": "1"}
    whole, is_open = [(0, GOOD["report.pdf"])], Rights(UploadPolicy.OPEN)
    for policy, pieces, code in (
        (is_open, [], "no_file"),
        (is_open, [(0, b"%PDF-1.7"), (0, b"%PDF-1.7")], "several_files"),
        (is_open, [(0, b"%PDF-1.7"), (8, None)], "interrupted"),
        (is_open, [(0, b"no report")], "type_mismatch"),
        (Rights(UploadPolicy.CLOSED), whole, "closed"),
        (Rights(UploadPolicy.KEY, "secret"), whole, "key_missing"),
    ):
        monkeypatch.setattr(rights, "default", lambda policy=policy: policy)
        earlier = len(rows(archive, lines))
        size = 9 if policy is is_open else len(GOOD["report.pdf"])
        left = asyncio.run(_publish(pieces, {**asked, "size": size}))
        assert (left.results["1"]["code"], written(archive)) == (code, before)
        assert rows(archive, lines)[earlier:] == [("", "AllNotice/report.pdf", code)]
    monkeypatch.setattr(rights, "default", lambda: is_open)
    left = asyncio.run(_publish(whole, {**asked, "size": len(GOOD["report.pdf"]), "attempt": "2"}))
    assert left.results["2"]["outcome"] == "published"
    assert written(archive)["objects"] == before["objects"] + 1


async def _publish(pieces: Sequence[tuple[int, bytes | None]], arguments: dict[str, object]) -> Publishing:
    tree = _tree()
    substate = tree.get_substate(Publishing.get_full_name().split("."))
    payload = {"chunks": await streamed(pieces), **arguments}
    await _processed(Publishing.event_handlers["publish"], payload, Alone(substate))
    _sio_dumps(tree.get_delta())
    return substate


async def _processed(handler: EventHandler, payload: dict[str, Any], state: object) -> None:
    """Convert a payload and call a handler as Reflex does; none of ours returns or yields events."""
    left: Any = handler.fn(state, **_prepare_event_payload(handler, payload))
    assert (await left if isawaitable(left) else left) is None


def _tree() -> Any:  # noqa: ANN401  Reflex builds it
    return rx.State(_reflex_internal_init=True)  # pyright: ignore[reportCallIssue]
