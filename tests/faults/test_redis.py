"""Several workers and Redis: a change of one reaches the other at once, and a Redis that is down costs only time."""

import asyncio
from pathlib import Path

import pytest

from starbond_site.documents import bus, nodes
from starbond_site.documents.archive import Archive
from starbond_site.documents.bus import RedisBus
from starbond_site.documents.feed import Feed
from starbond_site.documents.snapshot import Snapshot
from tests.unit.documents.publishing import WHO, archive_in

pytestmark = pytest.mark.anyio
LONG = 3600.0
"""Seconds between polls, so that only messages can announce a change."""


class Listener:
    """A worker that listens."""

    def __init__(self, archive: Archive, redis: str, poll_seconds: float = LONG) -> None:
        self.feed = Feed(archive, RedisBus(redis), poll_seconds)
        self.heard: asyncio.Queue[object] = asyncio.Queue()
        self.feed.subscribe(self._hear)

    async def _hear(self, given: Snapshot, changed: frozenset[str]) -> None:
        """Remember the value of the node."""
        assert changed == {"Financial"}
        self.heard.put_nowait(given.nodes["Financial"].value)

    async def next(self) -> object:
        """Return what is heard next."""
        return await asyncio.wait_for(self.heard.get(), 20)


async def _wait_for_listeners(redis: str, count: int) -> None:
    """Wait until so many listen."""
    async with asyncio.timeout(20), bus.AsyncRedis.from_url(redis) as client:
        listening = 0
        while listening < count:
            listening = dict(await client.pubsub_numsub(bus.CHANNEL))[bus.CHANNEL.encode()]


async def test_workers_and_command_line(redis: str, tmp_path: Path):
    """Another worker and a process without a loop are both heard without any poll."""
    with archive_in(tmp_path) as first, archive_in(tmp_path) as second, archive_in(tmp_path) as command_line:
        one, two = Listener(first, redis), Listener(second, redis)
        await one.feed.start()
        await two.feed.start()
        await _wait_for_listeners(redis, 2)
        await asyncio.to_thread(nodes.put, first, "Financial", 1, WHO)
        assert [await one.next(), await two.next()] == [1, 1]
        command_line.listeners.append(bus.announcer(redis))
        await asyncio.to_thread(nodes.put, command_line, "Financial", 2, WHO)
        assert [await one.next(), await two.next()] == [2, 2]
        await one.feed.stop()
        await two.feed.stop()


async def test_lost_message_is_healed(redis: str, tmp_path: Path):
    """A change of which no message came is found by the poll."""
    with archive_in(tmp_path) as listening, archive_in(tmp_path) as silent:
        worker = Listener(listening, redis, poll_seconds=0.02)
        await worker.feed.start()
        await asyncio.to_thread(nodes.put, silent, "Financial", 1, WHO)
        assert await worker.next() == 1
        await worker.feed.stop()


async def test_redis_that_is_down(tmp_path: Path):
    """Publishing works without Redis; the other worker finds the change by itself."""
    nowhere = "redis://127.0.0.1:9"
    with archive_in(tmp_path) as first, archive_in(tmp_path) as second:
        one, two = Listener(first, nowhere), Listener(second, nowhere, poll_seconds=0.02)
        await one.feed.start()
        await two.feed.start()
        await asyncio.to_thread(nodes.put, first, "Financial", 1, WHO)
        assert [await one.next(), await two.next()] == [1, 1]
        first.listeners.append(bus.announcer(nowhere))
        assert await asyncio.to_thread(nodes.put, first, "Financial", 2, WHO) == 2
        assert await two.next() == 2
        await one.feed.stop()
        await two.feed.stop()
