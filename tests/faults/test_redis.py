"""Several workers and Redis: changes and limits are shared at once, and a Redis that is down costs only time."""

import asyncio
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path

import pytest
from redis import Redis

from benchmarks.load.crowd import Crowd
from benchmarks.load.protocols import EventSource
from starbond_site.documents import feed, nodes
from starbond_site.documents.archive import Archive
from starbond_site.documents.feed import Feed, RedisBus
from starbond_site.documents.snapshot import Snapshot
from starbond_site.shared import limits
from starbond_site.shared.limits import Limit
from starbond_site.shared.settings import Settings
from tests.fanout_proxy import Proxy, proxy
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
    def __init__(self, archive: Archive, redis: str, poll_seconds: float = LONG) -> None:
        self.feed = Feed(archive, RedisBus(redis), poll_seconds)
        self.heard: asyncio.Queue[object] = asyncio.Queue()
        self.feed.subscribe(self._hear)

    async def _hear(self, given: Snapshot, changed: frozenset[str]) -> None:
        assert changed == {"Financial"}
        self.heard.put_nowait(given.nodes["Financial"].value)


@asynccontextmanager
async def listening(*listeners: Listener):
    for listener in listeners:
        await listener.feed.start()
    yield
    for listener in listeners:
        await listener.feed.stop()


async def change(archive: Archive, value: int, *listeners: Listener) -> None:
    await asyncio.to_thread(nodes.put, archive, "Financial", value, WHO)
    assert [await asyncio.wait_for(listener.heard.get(), 20) for listener in listeners] == [value] * len(listeners)


@pytest.mark.anyio
async def test_another_worker_and_the_command_line_are_heard_without_a_poll(redis: Outside, tmp_path: Path):
    """A change of which no message came, as without Redis, is found by the poll."""
    with archive_in(tmp_path) as first, archive_in(tmp_path) as second, archive_in(tmp_path) as command_line:
        one, two = Listener(first, redis.url), Listener(second, redis.url)
        async with listening(one, two), asyncio.timeout(60), feed.AsyncRedis.from_url(redis.url) as client:
            while dict(await client.pubsub_numsub(feed.CHANNEL))[feed.CHANNEL.encode()] < 2:
                pass
            await change(first, 1, one, two)
            command_line.listeners.append(feed.announcer(redis.url))
            await change(command_line, 2, one, two)
        command_line.listeners[:] = [feed.announcer(NOWHERE)]
        for address in (redis.url, NOWHERE):
            polling = Listener(second, address, poll_seconds=0.02)
            async with listening(polling):
                await change(command_line, 3 if address == redis.url else 4, polling)


def worker(name: str = "wrong keys") -> Limit:
    return Limit(2, 60, name=name)


@pytest.fixture
def use(redis: Outside, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """Let workers count in this Redis, which is empty, and return what names another."""

    def use(address: str) -> None:
        monkeypatch.setattr(limits, "settings", lambda: Settings.model_validate({"redis_url": address}))
        limits._redis.cache_clear()
        limits._paused_until.clear()

    with Redis.from_url(redis.url) as client:
        client.flushall()
    monkeypatch.setattr(limits, "RETRY_SECONDS", 1.0)
    use(redis.url)
    yield use
    limits._redis.cache_clear()


@pytest.mark.usefixtures("use")
def test_workers_share_their_counts_until_they_are_forgotten():
    one, two = worker(), worker()
    assert one.take(ADDRESS) == two.take(ADDRESS) == 0
    for limit in (one, two, worker()):
        assert 50 < limit.take(ADDRESS) <= 60
    assert one.take(OTHER) == worker("uploads").take(ADDRESS) == Limit(1, 60).take(ADDRESS) == 0
    one.forget(ADDRESS)
    assert two.take(ADDRESS) == 0


@pytest.mark.usefixtures("use")
def test_redis_holds_no_address_and_forgets(redis: Outside):
    assert worker().take(ADDRESS) == 0
    with Redis.from_url(redis.url) as client:
        (key,) = client.keys("*")  # pyright: ignore[reportGeneralTypeIssues]
        assert ADDRESS not in key.decode()
        assert 0 < client.ttl(key) <= 60  # pyright: ignore[reportOperatorIssue]
    quick = Limit(1, 1, name="quick")
    assert quick.take(ADDRESS) == 0
    until(lambda: Limit(1, 1, name="quick").take(ADDRESS) == 0, "the window does not move")


def _counts_for_itself() -> None:
    """Assert that a worker has a limit of its own, and that a person waits for Redis a moment once."""
    limit, began = worker(), time.monotonic()
    assert [limit.take(ADDRESS), limit.take(ADDRESS)] == [0, 0]
    assert limit.take(ADDRESS) > 0
    limit.forget(ADDRESS)
    assert limit.take(ADDRESS) == 0
    assert time.monotonic() - began < 5


def test_without_redis_each_worker_counts_for_itself(use: Callable[[str], None]):
    use(NOWHERE)
    _counts_for_itself()


@pytest.mark.usefixtures("use")
def test_a_frozen_redis_costs_a_moment_and_is_used_again(redis: Outside):
    redis.service.freeze()
    try:
        _counts_for_itself()
    finally:
        redis.service.thaw()

    def shares() -> bool:
        # Each worker here begins with an empty memory, so that only Redis can know of the others.
        worker().take(OTHER)
        return worker().take(OTHER) > 0

    until(shares, "the workers do not share")


SUBSCRIBERS, SECONDS = 50, 60
LAST_EVENTS = ("1500000000:0", "1999999999:0", "not an id", "")
CRASH = "exited on signal"


def _publish(nginx: Proxy, text: str) -> None:
    request = urllib.request.Request(nginx.publish_address, data=f'{{"x": "{text}"}}'.encode())  # noqa: S310
    with urllib.request.urlopen(request, timeout=SECONDS) as answer:  # noqa: S310
        assert answer.status in (201, 202)


def test_subscribers_come_back_and_get_the_newest_message(tmp_path: Path) -> None:
    with proxy(tmp_path, site_port=1, files=8 * SUBSCRIBERS) as nginx, ExitStack() as stack:
        crowds = [
            stack.enter_context(Crowd(EventSource(nginx.port, 0.2, last_event=event), processes=1))
            for event in LAST_EVENTS
        ]

        def all_get(message: str) -> None:
            for crowd in crowds:
                crowd.wait(lambda status: status.connected == SUBSCRIBERS, SECONDS)
                crowd.expect(message.encode())
            _publish(nginx, message)
            for crowd in crowds:
                crowd.wait(lambda status: status.matched == SUBSCRIBERS, SECONDS)

        for crowd in crowds:
            crowd.open(SUBSCRIBERS)
        # The channel is empty, as after every restart until the site publishes again.
        all_get("first")
        nginx.service.stop()
        nginx.service.start()
        all_get("second")
        assert [crowd.status().lost for crowd in crowds] == [SUBSCRIBERS] * len(crowds)
        assert CRASH not in nginx.service.log.read_text()
