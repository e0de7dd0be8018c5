"""Rate limits per network address: at most so many events in any stretch of time.

Where Redis connects several workers, they share their counts there (the ``limits`` library, a moving window). Without
Redis, and while it does not answer, each worker counts in its own memory: a limit may then allow more, and a person
never meets an error. Addresses are hashed before they leave the process.
"""

import hashlib
import ipaddress
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from functools import cache
from typing import TypeVar

from limits import RateLimitItemPerSecond
from limits.errors import StorageError
from limits.storage import RedisStorage
from limits.strategies import MovingWindowRateLimiter
from redis.backoff import NoBackoff
from redis.retry import Retry

from starbond_site.shared import logs
from starbond_site.shared.settings import settings

ADDRESSES = 20_000
"""Largest number of addresses in memory; the least recently seen one is removed first. The memory storage of the
``limits`` library has no such bound."""
REDIS_SECONDS = 0.25
"""Longest wait for Redis: a limit is asked before a person gets an answer."""
RETRY_SECONDS = 10.0
"""How long a Redis that did not answer is not asked."""
Answer = TypeVar("Answer")
_paused_until: dict[str, float] = {}
"""By address of a Redis that did not answer; in seconds of `time.monotonic`."""
_log = logs.get_logger(__name__)


def network(address: str) -> str:
    """Return the key under which an address is counted: the IPv4 address, or the /64 network of an IPv6 address.

    Providers assign a /64 to each customer, who could otherwise use any number of addresses.
    """
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv6Address):
        if parsed.ipv4_mapped:
            return str(parsed.ipv4_mapped)
        return str(ipaddress.ip_network((parsed, 64), strict=False))
    return str(parsed)


class Limit:
    """At most ``most`` events per address in any ``seconds``; may block for `REDIS_SECONDS`."""

    def __init__(self, most: int, seconds: int, clock: Callable[[], float] = time.monotonic, *, name: str = "") -> None:
        """Create a limit without events.

        Args:
            clock: returns seconds; tests replace it.
            name: shares the limit between workers and instances; empty counts in this worker alone.
        """
        self._name = name
        self._item = RateLimitItemPerSecond(most, seconds, namespace=name)
        self._seconds = seconds
        self._clock = clock
        self._events: OrderedDict[str, deque[float]] = OrderedDict()

    def take(self, address: str) -> float:
        """Record one event if it is allowed; return the seconds to wait, 0 if it was recorded."""
        key = network(address)
        shared = self._ask_redis(lambda redis: self._take_from_redis(redis, _hashed(key)))
        return self._take_from_memory(key) if shared is None else shared

    def forget(self, address: str) -> None:
        """Remove all events of ``address``, for example after the correct key was entered."""
        key = network(address)
        self._events.pop(key, None)
        self._ask_redis(lambda redis: redis.clear(self._item, _hashed(key)))

    def _take_from_memory(self, key: str) -> float:
        now, events = self._clock(), self._events.get(key) or deque()
        while events and events[0] <= now - self._seconds:
            events.popleft()
        if len(events) >= self._item.amount:
            return max(events[0] + self._seconds - now, 0.001)
        events.append(now)
        self._events[key] = events
        self._events.move_to_end(key)
        while len(self._events) > ADDRESSES:
            self._events.popitem(last=False)
        return 0.0

    def _take_from_redis(self, redis: MovingWindowRateLimiter, key: str) -> float:
        if redis.hit(self._item, key):
            return 0.0
        window = redis.get_window_stats(self._item, key)
        return 0.001 if window.remaining else max(window.reset_time - time.time(), 0.001)

    def _ask_redis(self, question: Callable[[MovingWindowRateLimiter], Answer]) -> Answer | None:
        """Return the answer of Redis; None where there is no Redis, or it did not answer lately."""
        url = settings().redis_url
        if not (self._name and url) or time.monotonic() < _paused_until.get(url, 0.0):
            return None
        try:
            return question(_redis(url))
        except StorageError as error:
            _paused_until[url] = time.monotonic() + RETRY_SECONDS
            _log.warning("limits_not_shared", seconds=RETRY_SECONDS, error=str(error))
            return None


@cache
def _redis(url: str) -> MovingWindowRateLimiter:
    """Return the window in the Redis of this process, whose calls raise `StorageError`; nothing is connected yet."""
    storage = RedisStorage(
        url,
        key_prefix="starbond:limits",
        wrap_exceptions=True,
        socket_connect_timeout=REDIS_SECONDS,
        socket_timeout=REDIS_SECONDS,
        retry=Retry(NoBackoff(), 0),  # pyright: ignore[reportArgumentType]  passed on to redis.from_url
    )
    return MovingWindowRateLimiter(storage)


def _hashed(key: str) -> str:
    return hashlib.blake2b(key.encode(errors="surrogatepass"), digest_size=16).hexdigest()


def minutes(seconds: float) -> int:
    """Return ``seconds`` rounded up to whole minutes, at least one, for messages to visitors."""
    return max(1, -int(-seconds // 60))
