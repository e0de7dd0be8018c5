"""Pushing views to browsers: the one place that knows how Reflex sends a delta.

A commit refreshes this worker's snapshot and emits one delta to every socket of the worker (105 ms to the last of
1,000, where one ``modify_state`` per client took 335 ms). The event's name, ``StateUpdate`` and the marker behind a
var's name are internals of Reflex; ``tests/unit/state/test_broadcast.py`` says what broke when they change.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import reflex as rx
from reflex.state import StateUpdate
from reflex_base.constants import SocketEvent
from reflex_base.constants.state import FIELD_MARKER

from starbond_site.documents import archive, views
from starbond_site.documents.feed import Feed
from starbond_site.documents.snapshot import Snapshot


class Broadcast:
    """One per worker: its feed, and the sockets that hear of changes."""

    def __init__(self) -> None:
        self._app: rx.App | None = None
        self._state: type[rx.State] | None = None
        self._feed: Feed | None = None
        self._ready = asyncio.Event()

    @property
    def feed(self) -> Feed:
        """The feed of this worker.

        Raises:
            RuntimeError: the server has not started.
        """
        if self._feed is None:
            message = "the feed starts with the server"
            raise RuntimeError(message)
        return self._feed

    @asynccontextmanager
    async def running(self, app: rx.App, state: type[rx.State]) -> AsyncIterator[None]:
        """Keep the snapshot fresh and visitors informed, as long as the server runs.

        Args:
            app: whose sockets hear of changes.
            state: has one var per topic, in which the views arrive in the browser.
        """
        self._app, self._state = app, state
        self._feed = Feed(await asyncio.to_thread(archive.default))
        self._feed.subscribe(self._to_everyone)
        await self._feed.start()
        self._ready.set()
        try:
            yield
        finally:
            await self._feed.stop()

    def delta(self, snapshot: Snapshot, topic: str) -> StateUpdate:
        """Return the update that sets a topic's var to its newest view."""
        assert self._state is not None  # noqa: S101  set before the feed starts
        return StateUpdate(delta={self._state.get_full_name(): {topic + FIELD_MARKER: views.view(snapshot, topic)}})

    async def answer(self, token: str, topic: str, version: int) -> None:
        """Send a topic to one browser, if there is something newer than the version it has."""
        await self._ready.wait()
        if topic not in views.TOPICS or not isinstance(version, int) or not self._app or not self._app.event_namespace:
            return
        snapshot = self.feed.snapshot
        if views.version(snapshot, topic) > version:
            await self._app.event_namespace.emit_update(self.delta(snapshot, topic), token)

    async def tell(self, token: str, state: type[rx.State], var: str, value: object) -> None:
        """Set a var in one browser, without a state of its own on the server; a token nobody has hears nothing."""
        if self._app and self._app.event_namespace:
            update = StateUpdate(delta={state.get_full_name(): {var + FIELD_MARKER: value}})
            await self._app.event_namespace.emit_update(update, token)

    async def _to_everyone(self, snapshot: Snapshot, changed: frozenset[str]) -> None:
        if not self._app or not self._app.event_namespace:
            return
        for topic in sorted({views.topic_of(name) for name in changed}):
            await self._app.event_namespace.emit(str(SocketEvent.EVENT), self.delta(snapshot, topic))


broadcast = Broadcast()
