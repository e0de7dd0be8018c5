"""Rate limits per network address: at most so many events in any stretch of time.

Where Redis connects several workers, they share their counts there (the ``limits`` library, a moving window). Without
Redis, and while it does not answer, each worker counts in its own memory: a limit may then allow more, and a person
never meets an error. Addresses are hashed before they leave the process.
"""

import hashlib
import ipaddress
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Sequence
from functools import cache
from typing import TypeVar

from limits import RateLimitItemPerSecond
from limits.errors import StorageError
from limits.storage import RedisStorage
from limits.strategies import MovingWindowRateLimiter
from redis.backoff import NoBackoff
from redis.retry import Retry

from starbond_site.shared import logs
from starbond_site.shared.hosts import address_of
from starbond_site.shared.settings import settings

ADDRESSES = 20_000
"""Largest number of addresses in memory; the least recently seen one is removed first. The memory storage of the
``limits`` library has no such bound."""
PREFIXES, WIDER = (64, 56), 4
"""Of the networks of IPv6 that are counted, and how many times as often each may do a thing as the one inside it."""
REDIS_SECONDS = 0.25
"""Longest wait for Redis: a limit is asked before a person gets an answer."""
RETRY_SECONDS = 10.0
"""How long a Redis that did not answer is not asked."""
Result = TypeVar("Result")
_paused_until: dict[str, float] = {}
"""By address of a Redis that did not answer; in seconds of `time.monotonic`."""
_log = logs.get_logger(__name__)


def networks(address: str, prefixes: Sequence[int] = PREFIXES) -> list[str]:
    """Return the keys under which an address is counted: the IPv4 address, or the networks of an IPv6 address.

    Providers assign a /64 to each device, and a /56 to a customer, who could otherwise use any number of addresses.

    Args:
        address: or one of these networks.
    """
    parsed = address_of(address.partition("/")[0])
    if isinstance(parsed, ipaddress.IPv6Address):
        return [str(ipaddress.ip_network((parsed, prefix), strict=False)) for prefix in prefixes]
    return [str(parsed or address)]


class Limit:
    """At most ``most`` events per address in any ``seconds``; may block for `REDIS_SECONDS`.

    Each wider network may have `WIDER` times as many.
    """

    def __init__(
        self,
        most: int,
        seconds: int,
        clock: Callable[[], float] = time.monotonic,
        *,
        name: str = "",
        prefixes: Sequence[int] = PREFIXES,
    ) -> None:
        """Create a limit without events.

        Args:
            clock: returns seconds; tests replace it.
            name: shares the limit between workers and instances; empty counts in this worker alone.
            prefixes: of the networks of IPv6 that are counted, the narrowest first.
        """
        self._name = name
        counts = (most * WIDER**place for place in range(len(prefixes)))
        self._items = [RateLimitItemPerSecond(count, seconds, namespace=name) for count in counts]
        self._prefixes = prefixes
        self._seconds = seconds
        self._clock = clock
        self._events: OrderedDict[str, deque[float]] = OrderedDict()

    def take(self, address: str) -> float:
        """Record one event if it is allowed; return the seconds to wait, 0 if it was recorded."""
        keys = networks(address, self._prefixes)
        shared = self._ask_redis(lambda redis: self._take_from_redis(redis, [_hashed(key) for key in keys]))
        return self._take_from_memory(keys) if shared is None else shared

    def forget(self, address: str) -> None:
        """Remove all events of ``address``, for example after the correct key was entered."""
        for key, item in zip(networks(address, self._prefixes), self._items, strict=False):
            self._events.pop(key, None)
            self._ask_redis(lambda redis, key=key, item=item: redis.clear(item, _hashed(key)))

    def _take_from_memory(self, keys: Sequence[str]) -> float:
        now, wait = self._clock(), 0.0
        found = {key: self._events.get(key) or deque() for key in keys}
        for events, item in zip(found.values(), self._items, strict=False):
            while events and events[0] <= now - self._seconds:
                events.popleft()
            if len(events) >= item.amount:
                oldest = events[0] if events else now
                wait = max(oldest + self._seconds - now, wait, 0.001)
        if wait:
            return wait
        for key, events in found.items():
            events.append(now)
            self._events[key] = events
            self._events.move_to_end(key)
        while len(self._events) > ADDRESSES:
            self._events.popitem(last=False)
        return 0.0

    def _take_from_redis(self, redis: MovingWindowRateLimiter, keys: Sequence[str]) -> float:
        counted = list(zip(self._items, keys, strict=False))
        own, *wider = counted
        if all(redis.test(*each) for each in wider) and redis.hit(*own):
            for each in wider:
                redis.hit(*each)
            return 0.0
        windows = [redis.get_window_stats(*each) for each in counted]
        return max([0.001, *(window.reset_time - time.time() for window in windows if not window.remaining)])

    def _ask_redis(self, question: Callable[[MovingWindowRateLimiter], Result]) -> Result | None:
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
