"""Rate limits per network address: a sliding window in the memory of one worker.

Every worker counts for itself, so that N workers allow up to N times as many events. That is acceptable for what the
limits protect (an upload key of full length, the mailbox of a form), and needs no network access.
"""

import ipaddress
import time
from collections import OrderedDict, deque
from collections.abc import Callable

ADDRESSES = 20_000
"""Largest number of addresses in memory; the least recently seen one is removed first."""


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
    """At most ``most`` events per address in any ``seconds``."""

    def __init__(self, most: int, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        """Create a limit without events; ``clock`` returns seconds, and tests replace it."""
        self.most = most
        self.seconds = seconds
        self._clock = clock
        self._events: OrderedDict[str, deque[float]] = OrderedDict()

    def wait(self, address: str) -> float:
        """Return the seconds until the next event of ``address`` is allowed; 0 if it is allowed now."""
        now = self._clock()
        events = self._recent(network(address), now)
        return 0.0 if len(events) < self.most else max(events[0] + self.seconds - now, 0.001)

    def count(self, address: str) -> None:
        """Record one event of ``address``, whether it is allowed or not."""
        now = self._clock()
        key = network(address)
        events = self._recent(key, now)
        events.append(now)
        self._events[key] = events
        self._events.move_to_end(key)
        while len(self._events) > ADDRESSES:
            self._events.popitem(last=False)

    def take(self, address: str) -> float:
        """Record one event if it is allowed; return the seconds to wait, 0 if it was recorded."""
        if seconds := self.wait(address):
            return seconds
        self.count(address)
        return 0.0

    def forget(self, address: str) -> None:
        """Remove all events of ``address``, for example after the correct key was entered."""
        self._events.pop(network(address), None)

    def _recent(self, key: str, now: float) -> deque[float]:
        events = self._events.get(key) or deque()
        while events and events[0] <= now - self.seconds:
            events.popleft()
        return events


def minutes(seconds: float) -> int:
    """Return ``seconds`` rounded up to whole minutes, at least one, for messages to visitors."""
    return max(1, -int(-seconds // 60))
