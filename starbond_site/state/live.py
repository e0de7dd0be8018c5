"""The topics that open pages show as they change: a commit refreshes this worker's snapshot and sends one update."""

import asyncio
import math
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import reflex as rx

from starbond_site.documents import archive
from starbond_site.documents.archive import Archive
from starbond_site.documents.fanout import Fanout, Message
from starbond_site.documents.feed import Feed
from starbond_site.documents.snapshot import EMPTY, Snapshot
from starbond_site.presentation import payloads
from starbond_site.presentation.topics import NAMED, TOPICS, Fragments, topics_of, version
from starbond_site.reflex_adapter.connection import push_to_all
from starbond_site.shared.settings import settings


class Live(rx.State):
    """Holds nothing per visitor: the vars stay empty on the server, and payloads are pushed straight to browsers.

    One var per topic of `presentation.topics`, with a payload of `presentation.payloads`.
    """

    # As if each stood here as ``AllNotice: dict[str, Any] = {}``: the lists among them are content.
    __annotations__ = dict.fromkeys(TOPICS, dict[str, Any])
    vars().update({topic: {} for topic in TOPICS})


class Broadcast:
    """One per worker: its feed, the HTML that it writes, and the app whose browsers get updates."""

    def __init__(self) -> None:
        self._app: rx.App | None = None
        self._feed: Feed | None = None
        self._pushed: Snapshot = EMPTY
        self._fanout: Fanout | None = None
        self.fragments = Fragments(self._archive, lambda: self.snapshot)

    @property
    def snapshot(self) -> Snapshot:
        """The public state; empty until the server has started."""
        return self._feed.snapshot if self._feed else EMPTY

    @property
    def age(self) -> float:
        """Seconds since the snapshot was last compared with the database; infinite before the first time."""
        return self._feed.age if self._feed else math.inf

    async def current(self) -> Snapshot:
        """Return the public state that includes every earlier commit of this worker."""
        return await self._feed.current() if self._feed else EMPTY

    @asynccontextmanager
    async def running(self, app: rx.App) -> AsyncIterator[None]:
        """Refresh the snapshot and push updates while the server runs."""
        self._app = app
        self._feed = Feed(await asyncio.to_thread(archive.default))
        self._feed.subscribe(self._push_changes)
        async with self._handing_over(settings().fanout):
            await self._feed.start()
            try:
                yield
            finally:
                await self._feed.stop()

    @asynccontextmanager
    async def _handing_over(self, address: str) -> AsyncIterator[None]:
        """Hand updates to Nchan meanwhile, if its address is set."""
        if not address:
            yield
            return
        self._fanout = Fanout(address)
        task = asyncio.create_task(self._fanout.run())
        try:
            yield
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    def _archive(self) -> Archive:
        return archive.default()

    async def _push_changes(self, snapshot: Snapshot, changed: frozenset[str]) -> None:
        old, self._pushed = self._pushed, snapshot
        if self._app is None:
            return
        newest, topics = self.fragments.newest, topics_of(changed, old, snapshot)
        updates = {topic: payloads.update(old, snapshot, topic, lambda *of: newest(*of).html) for topic in topics}
        if self._fanout and self._feed:
            versions = {topic: version(snapshot, topic) for topic in {*NAMED, *updates}}
            # After the start pages have what they show; they need only know what is newer.
            message = Message(versions, {} if old is EMPTY else updates)
            self._fanout.offer(message, is_own=old is EMPTY or self._feed.has_own_change)
        await push_to_all(self._app, Live, updates)


broadcast = Broadcast()
