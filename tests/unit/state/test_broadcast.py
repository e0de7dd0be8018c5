"""The contract with Reflex's internals: what a pushed delta looks like, and where it goes."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest
from reflex.state import State, StateUpdate, serialize_state_update
from reflex_base.constants import SocketEvent

from starbond_site.documents import views
from starbond_site.documents.snapshot import EMPTY
from starbond_site.state.broadcast import Broadcast
from starbond_site.state.live import Live, view_of


class Namespace:
    """Stands in for Reflex's event namespace and keeps what is emitted."""

    def __init__(self) -> None:
        self.everyone: list[tuple[str, StateUpdate]] = []
        self.single: list[tuple[StateUpdate, str]] = []

    async def emit(self, event: str, update: StateUpdate) -> None:
        """Keep what everyone gets."""
        self.everyone.append((event, update))

    async def emit_update(self, update: StateUpdate, token: str) -> None:
        """Keep what one browser gets."""
        self.single.append((update, token))


@pytest.fixture
def broadcast() -> Broadcast:
    """Return a broadcast with a snapshot and a namespace that listens."""
    made: Any = Broadcast()
    made._app = SimpleNamespace(event_namespace=Namespace())
    made._state = Live
    made._feed = SimpleNamespace(snapshot=EMPTY)
    made._ready.set()
    return made


def namespace_of(broadcast: object) -> Namespace:
    """Return what a broadcast emits to."""
    app: Any = getattr(broadcast, "_app")  # noqa: B009
    return app.event_namespace


@pytest.mark.parametrize("topic", views.TOPICS)
def test_delta_names_the_var_as_reflex_does(broadcast: Broadcast, topic: str) -> None:
    update = serialize_state_update(broadcast.delta(EMPTY, topic))

    ((state, variables),) = update["delta"].items()
    assert state == Live.get_full_name()
    ((name, view),) = variables.items()
    # The frontend keeps a state's vars under these very names.
    tree: Any = State
    assert name in tree(_reflex_internal_init=True).dict(initial=True)[Live.get_full_name()]
    assert str(view_of(topic)).endswith(name)
    assert view["version"] >= 1


def test_change_is_emitted_once_per_topic_to_everyone(broadcast: Broadcast) -> None:
    asyncio.run(broadcast._to_everyone(EMPTY, frozenset({"AllNotice", "Financial", "Dividend", "Prospectus"})))

    emitted = namespace_of(broadcast).everyone
    assert [event for event, _ in emitted] == [str(SocketEvent.EVENT)] * 3
    topics = [next(iter(update.delta[Live.get_full_name()])) for _, update in emitted]
    assert [topic.partition("_rx")[0] for topic in topics] == ["AllNotice", "nodes", "shared"]


@pytest.mark.parametrize(
    ("topic", "version", "is_answered"),
    [("AllNotice", 0, True), ("AllNotice", 99, False), ("nowhere", 0, False), ("AllNotice", "x", False)],
)
def test_answer_goes_to_who_has_less(broadcast: Broadcast, topic: str, version: int, is_answered: bool) -> None:
    asyncio.run(broadcast.answer("token", topic, version))

    assert [token for _, token in namespace_of(broadcast).single] == (["token"] if is_answered else [])
