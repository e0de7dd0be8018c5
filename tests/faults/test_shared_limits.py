"""Limits that workers share over Redis, and a Redis that is away, frozen or has lost its memory."""

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from redis import Redis

from starbond_site import limits
from starbond_site.limits import Limit
from starbond_site.settings import Settings
from tests.faults import servers

ADDRESS, OTHER = "192.0.2.1", "198.51.100.1"


@pytest.fixture
def redis(redis: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Let this process use a Redis; the clients of other tests are forgotten."""
    _use(redis, monkeypatch)
    yield redis
    limits._redis.cache_clear()


def _use(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "settings", lambda: Settings.model_validate({"redis_url": address}))
    limits._redis.cache_clear()


def worker(most: int = 2, seconds: int = 60, name: str = "wrong keys") -> Limit:
    """Return the limit of one worker; each has a memory of its own."""
    return Limit(most, seconds, name=name)


@pytest.mark.usefixtures("redis")
def test_workers_share_their_counts():
    one, two = worker(), worker()
    assert one.take(ADDRESS) == 0
    two.count(ADDRESS)
    for limit in (one, two, worker()):
        assert 50 < limit.wait(ADDRESS) <= 60
        assert 50 < limit.take(ADDRESS) <= 60
    assert one.take(OTHER) == 0
    one.forget(ADDRESS)
    assert two.wait(ADDRESS) == 0


@pytest.mark.usefixtures("redis")
def test_limits_of_different_names_are_apart():
    worker(1).take(ADDRESS)
    assert worker(1, name="uploads").take(ADDRESS) == 0
    assert Limit(1, 60).take(ADDRESS) == 0


@pytest.mark.usefixtures("redis")
def test_window_moves():
    limit = worker(2, 1)
    assert [limit.take(ADDRESS), limit.take(ADDRESS)] == [0, 0]
    deadline = time.monotonic() + 10
    while wait := worker(2, 1).take(ADDRESS):
        assert wait <= 1
        assert time.monotonic() < deadline


def test_redis_holds_no_address_and_forgets_by_itself(redis: str):
    worker().take(ADDRESS)
    with Redis.from_url(redis) as client:
        (key,) = client.keys("*")  # pyright: ignore[reportGeneralTypeIssues]
        assert ADDRESS not in key.decode()
        assert 0 < client.ttl(key) <= 60  # pyright: ignore[reportOperatorIssue]


def test_redis_that_is_away(monkeypatch: pytest.MonkeyPatch):
    """Each worker counts for itself, and asks Redis only now and then."""
    _use("redis://127.0.0.1:9", monkeypatch)
    limit = worker()
    began = time.monotonic()
    assert [limit.take(ADDRESS), limit.take(ADDRESS)] == [0, 0]
    assert limit.take(ADDRESS) > 0
    limit.forget(ADDRESS)
    assert limit.take(ADDRESS) == 0
    assert time.monotonic() - began < 5
    limits._redis.cache_clear()


def test_redis_that_freezes_and_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A person waits a moment once; afterwards the workers share again."""
    port = servers.free_port()
    command = [servers.need("redis-server", "redis-server"), "--port", str(port), "--bind", "127.0.0.1", "--save", ""]
    with servers.running(command, servers.listens(port), tmp_path / "redis.log") as process:
        _use(f"redis://127.0.0.1:{port}", monkeypatch)
        monkeypatch.setattr(limits, "RETRY_SECONDS", 1.0)
        limit = worker()
        limit.take(ADDRESS)
        os.kill(process.pid, signal.SIGSTOP)
        try:
            began = time.monotonic()
            assert [limit.take(ADDRESS), limit.take(ADDRESS)] == [0, 0]
            assert limit.take(ADDRESS) > 0
            assert time.monotonic() - began < 5
        finally:
            os.kill(process.pid, signal.SIGCONT)
        deadline = time.monotonic() + 20
        # Each worker here begins with an empty memory, so that only Redis can know of the others.
        while worker().wait(ADDRESS) == 0:
            worker().count(ADDRESS)
            assert time.monotonic() < deadline
    limits._redis.cache_clear()
