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

from limits import RateLimitItemPerSecond
from limits.errors import StorageError
from limits.storage import RedisStorage
from limits.strategies import MovingWindowRateLimiter
from redis.backoff import NoBackoff
from redis.retry import Retry

from starbond_site import logs
from starbond_site.settings import settings

ADDRESSES = 20_000
"""Largest number of addresses in memory; the least recently seen one is removed first. The memory storage of the
``limits`` library has no such bound."""
REDIS_SECONDS = 0.25
"""Longest wait for Redis: a limit is asked before a person gets an answer."""
RETRY_SECONDS = 10.0
"""How long a Redis that did not answer is not asked."""
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
            most: number of events.
            seconds: length of the window.
            clock: returns seconds; tests replace it.
            name: shares the limit between workers and instances; empty counts in this worker alone.
        """
        self.most = most
        self._memory = _Memory(most, seconds, clock)
        self._name = name
        self._item = RateLimitItemPerSecond(most, seconds, namespace=name)

    def wait(self, address: str) -> float:
        """Return the seconds until the next event of ``address`` is allowed; 0 if it is allowed now."""
        return self._ask(lambda limit: limit.wait(network(address)))

    def count(self, address: str) -> None:
        """Record one event of ``address``, whether it is allowed or not."""
        self._ask(lambda limit: limit.count(network(address)))

    def take(self, address: str) -> float:
        """Record one event if it is allowed; return the seconds to wait, 0 if it was recorded."""
        return self._ask(lambda limit: limit.take(network(address)))

    def forget(self, address: str) -> None:
        """Remove all events of ``address``, for example after the correct key was entered."""
        self._memory.forget(network(address))
        self._ask(lambda limit: limit.forget(network(address)))

    def _ask(self, question: "Callable[[_Memory | _Shared], float]") -> float:
        """Ask Redis, or the memory where there is no Redis or it does not answer."""
        url = settings().redis_url
        if self._name and url and (redis := _redis(url)).is_asked:
            try:
                return question(_Shared(redis.window, self._item))
            except StorageError as error:
                redis.pause(error)
        return question(self._memory)


class _Memory:
    """A moving window in the memory of one worker."""

    def __init__(self, most: int, seconds: float, clock: Callable[[], float]) -> None:
        self.most = most
        self.seconds = seconds
        self._clock = clock
        self._events: OrderedDict[str, deque[float]] = OrderedDict()

    def wait(self, key: str) -> float:
        now = self._clock()
        events = self._recent(key, now)
        return 0.0 if len(events) < self.most else max(events[0] + self.seconds - now, 0.001)

    def count(self, key: str) -> float:
        now = self._clock()
        events = self._recent(key, now)
        events.append(now)
        self._events[key] = events
        self._events.move_to_end(key)
        while len(self._events) > ADDRESSES:
            self._events.popitem(last=False)
        return 0.0

    def take(self, key: str) -> float:
        return self.wait(key) or self.count(key)

    def forget(self, key: str) -> float:
        self._events.pop(key, None)
        return 0.0

    def _recent(self, key: str, now: float) -> deque[float]:
        events = self._events.get(key) or deque()
        while events and events[0] <= now - self.seconds:
            events.popleft()
        return events


class _Shared:
    """A moving window in Redis, for all workers and instances; every call may raise `StorageError`."""

    def __init__(self, window: MovingWindowRateLimiter, item: RateLimitItemPerSecond) -> None:
        self._window = window
        self._item = item

    def wait(self, key: str) -> float:
        window = self._window.get_window_stats(self._item, _hashed(key))
        return 0.0 if window.remaining else max(window.reset_time - time.time(), 0.001)

    def count(self, key: str) -> float:
        self._window.hit(self._item, _hashed(key))
        return 0.0

    def take(self, key: str) -> float:
        is_taken = self._window.hit(self._item, _hashed(key))
        return 0.0 if is_taken else self.wait(key) or 0.001

    def forget(self, key: str) -> float:
        self._window.clear(self._item, _hashed(key))
        return 0.0


class _Redis:
    """One Redis, and until when it is not asked after it did not answer."""

    def __init__(self, url: str) -> None:
        storage = RedisStorage(
            url,
            key_prefix="starbond:limits",
            wrap_exceptions=True,
            socket_connect_timeout=REDIS_SECONDS,
            socket_timeout=REDIS_SECONDS,
            retry=Retry(NoBackoff(), 0),  # pyright: ignore[reportArgumentType]  passed on to redis.from_url
        )
        self.window = MovingWindowRateLimiter(storage)
        self._paused_until = 0.0

    @property
    def is_asked(self) -> bool:
        return time.monotonic() >= self._paused_until

    def pause(self, error: StorageError) -> None:
        self._paused_until = time.monotonic() + RETRY_SECONDS
        _log.warning("limits_not_shared", seconds=RETRY_SECONDS, error=str(error))


@cache
def _redis(url: str) -> _Redis:
    """Return the Redis of this process; nothing is connected yet."""
    return _Redis(url)


def _hashed(key: str) -> str:
    """Return what is stored in place of an address."""
    return hashlib.blake2b(key.encode(errors="surrogatepass"), digest_size=16).hexdigest()


def minutes(seconds: float) -> int:
    """Return ``seconds`` rounded up to whole minutes, at least one, for messages to visitors."""
    return max(1, -int(-seconds // 60))
