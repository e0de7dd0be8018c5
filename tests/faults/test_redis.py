"""Several workers and Redis: changes and limits are shared at once, and a Redis that is down costs only time."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from redis import Redis

from starbond_site import limits
from starbond_site.documents import bus, nodes
from starbond_site.documents.archive import Archive
from starbond_site.documents.bus import RedisBus
from starbond_site.documents.feed import Feed
from starbond_site.documents.snapshot import Snapshot
from starbond_site.limits import Limit
from starbond_site.settings import Settings
from tests.faults import services
from tests.faults.services import Outside
from tests.faults.survival import until
from tests.unit.documents.publishing import WHO, archive_in

LONG = 3600.0
"""Seconds between polls, so that only messages can announce a change."""
NOWHERE = "redis://127.0.0.1:9"
ADDRESS, OTHER = "192.0.2.1", "198.51.100.1"


@pytest.fixture(scope="module")
def redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Outside]:
    with services.redis(tmp_path_factory.mktemp("redis")) as running:
        yield running


class Listener:
    """A worker that listens."""

    def __init__(self, archive: Archive, redis: str, poll_seconds: float = LONG) -> None:
        self.feed = Feed(archive, RedisBus(redis), poll_seconds)
        self.heard: asyncio.Queue[object] = asyncio.Queue()
        self.feed.subscribe(self._hear)

    async def _hear(self, given: Snapshot, changed: frozenset[str]) -> None:
        assert changed == {"Financial"}
        self.heard.put_nowait(given.nodes["Financial"].value)


@asynccontextmanager
async def listening(*listeners: Listener):
    """Let workers listen."""
    for listener in listeners:
        await listener.feed.start()
    yield
    for listener in listeners:
        await listener.feed.stop()


async def change(archive: Archive, value: int, *listeners: Listener) -> None:
    assert await asyncio.to_thread(nodes.put, archive, "Financial", value, WHO) == value
    assert [await asyncio.wait_for(listener.heard.get(), 20) for listener in listeners] == [value] * len(listeners)


@pytest.mark.anyio
async def test_another_worker_and_the_command_line_are_heard_without_a_poll(redis: Outside, tmp_path: Path):
    """A change of which no message came, as without Redis, is found by the poll."""
    with archive_in(tmp_path) as first, archive_in(tmp_path) as second, archive_in(tmp_path) as command_line:
        one, two = Listener(first, redis.url), Listener(second, redis.url)
        async with listening(one, two), asyncio.timeout(60), bus.AsyncRedis.from_url(redis.url) as client:
            while dict(await client.pubsub_numsub(bus.CHANNEL))[bus.CHANNEL.encode()] < 2:
                pass
            await change(first, 1, one, two)
            command_line.listeners.append(bus.announcer(redis.url))
            await change(command_line, 2, one, two)
        command_line.listeners[:] = [bus.announcer(NOWHERE)]
        for address in (redis.url, NOWHERE):
            polling = Listener(second, address, poll_seconds=0.02)
            async with listening(polling):
                await change(command_line, 3 if address == redis.url else 4, polling)


def worker(name: str = "wrong keys") -> Limit:
    return Limit(2, 60, name=name)


def _counts_for_itself() -> None:
    """Assert that a worker has a limit of its own, and that a person waits for Redis a moment once."""
    limit, began = worker(), time.monotonic()
    assert [limit.take(ADDRESS), limit.take(ADDRESS)] == [0, 0]
    assert limit.take(ADDRESS) > 0
    limit.forget(ADDRESS)
    assert limit.take(ADDRESS) == 0
    assert time.monotonic() - began < 5


def test_workers_share_their_counts(redis: Outside, monkeypatch: pytest.MonkeyPatch):
    """Redis holds no address, and forgets; while it is frozen or away each worker counts for itself, asking seldom."""

    def use(address: str) -> None:
        monkeypatch.setattr(limits, "settings", lambda: Settings.model_validate({"redis_url": address}))
        limits._redis.cache_clear()

    use(redis.url)
    monkeypatch.setattr(limits, "RETRY_SECONDS", 1.0)
    one, two = worker(), worker()
    assert one.take(ADDRESS) == 0
    with Redis.from_url(redis.url) as client:
        (key,) = client.keys("*")  # pyright: ignore[reportGeneralTypeIssues]
        assert ADDRESS not in key.decode()
        assert 0 < client.ttl(key) <= 60  # pyright: ignore[reportOperatorIssue]
    two.count(ADDRESS)
    for limit in (one, two, worker()):
        assert 50 < limit.wait(ADDRESS) <= 60
        assert 50 < limit.take(ADDRESS) <= 60
    assert one.take(OTHER) == worker("uploads").take(ADDRESS) == Limit(1, 60).take(ADDRESS) == 0
    one.forget(ADDRESS)
    assert two.wait(ADDRESS) == 0
    quick = Limit(1, 1, name="quick")
    assert quick.take(ADDRESS) == 0
    until(lambda: Limit(1, 1, name="quick").take(ADDRESS) == 0, "the window does not move")

    redis.service.freeze()
    try:
        _counts_for_itself()
    finally:
        redis.service.thaw()

    def shares() -> bool:
        # Each worker here begins with an empty memory, so that only Redis can know of the others.
        worker().count(OTHER)
        return worker().wait(OTHER) > 0

    until(shares, "the workers do not share")
    use(NOWHERE)
    _counts_for_itself()
    limits._redis.cache_clear()
