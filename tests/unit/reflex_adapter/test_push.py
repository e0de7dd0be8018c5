"""The contract with Reflex's internals: what a pushed delta looks like, and where it goes."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest
from reflex.state import State, StateUpdate, serialize_state_update
from reflex_base.constants import SocketEvent

from starbond_site.presentation.topics import TOPICS
from starbond_site.reflex_adapter.push import push_to, push_to_all
from starbond_site.state.live import Live


class Namespace:
    """Stands in for Reflex's event namespace and keeps what is emitted."""

    def __init__(self) -> None:
        self.to_all: list[tuple[str, StateUpdate]] = []
        self.to_one: list[tuple[StateUpdate, str]] = []

    async def emit(self, event: str, update: StateUpdate) -> None:
        """Keep what everyone gets."""
        self.to_all.append((event, update))

    async def emit_update(self, update: StateUpdate, token: str) -> None:
        """Keep what one browser gets."""
        self.to_one.append((update, token))


@pytest.fixture
def app() -> Any:  # noqa: ANN401  stands in for an app
    return SimpleNamespace(event_namespace=Namespace())


@pytest.mark.parametrize("topic", TOPICS)
def test_delta_names_the_var_as_reflex_does(app: Any, topic: str) -> None:  # noqa: ANN401
    asyncio.run(push_to_all(app, Live, {topic: {"version": 1}}))

    ((event, update),) = app.event_namespace.to_all
    assert event == str(SocketEvent.EVENT)
    ((state, variables),) = serialize_state_update(update)["delta"].items()
    assert state == Live.get_full_name()
    ((name, value),) = variables.items()
    # The frontend keeps a state's vars under these very names.
    tree: Any = State
    assert name in tree(_reflex_internal_init=True).dict(initial=True)[Live.get_full_name()]
    assert str(getattr(Live, topic)).endswith(name)
    assert value == {"version": 1}


def test_an_update_goes_to_its_token_or_nowhere(app: Any) -> None:  # noqa: ANN401
    asyncio.run(push_to(app, "token", Live, "AllNotice", {}))

    assert [token for _, token in app.event_namespace.to_one] == ["token"]
    assert app.event_namespace.to_all == []
    app = SimpleNamespace(event_namespace=None)
    asyncio.run(push_to_all(app, Live, {"AllNotice": {}}))
    asyncio.run(push_to(app, "token", Live, "AllNotice", {}))
