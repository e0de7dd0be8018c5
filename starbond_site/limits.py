"""How often one address may do a thing: a sliding window in the memory of one worker.

Several workers count apart, so that N workers allow up to N times as much; what a limit protects (a key of full
length, a form's mailbox) bears that, and nothing here waits for a network.
"""

import ipaddress
import time
from collections import OrderedDict, deque
from collections.abc import Callable

ADDRESSES = 20_000
"""Addresses remembered at once; the one seen longest ago is forgotten first, so that memory stays bounded."""


def network(address: str) -> str:
    """Return what counts as one address: an IPv4 address, or the /64 that one IPv6 customer is given."""
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
        """Remember the bounds; ``clock`` returns seconds and is replaced in tests."""
        self.most = most
        self.seconds = seconds
        self._clock = clock
        self._events: OrderedDict[str, deque[float]] = OrderedDict()

    def wait(self, address: str) -> float:
        """Return the seconds until ``address`` may go on; 0 when it may now."""
        now = self._clock()
        events = self._recent(network(address), now)
        return 0.0 if len(events) < self.most else max(events[0] + self.seconds - now, 0.001)

    def count(self, address: str) -> None:
        """Remember one event of ``address``."""
        now = self._clock()
        key = network(address)
        events = self._recent(key, now)
        events.append(now)
        self._events[key] = events
        self._events.move_to_end(key)
        while len(self._events) > ADDRESSES:
            self._events.popitem(last=False)

    def take(self, address: str) -> float:
        """Count one event if it is allowed; return the seconds to wait, 0 when it was counted."""
        if seconds := self.wait(address):
            return seconds
        self.count(address)
        return 0.0

    def forget(self, address: str) -> None:
        """Start afresh for ``address``, as after a right key."""
        self._events.pop(network(address), None)

    def _recent(self, key: str, now: float) -> deque[float]:
        events = self._events.get(key) or deque()
        while events and events[0] <= now - self.seconds:
            events.popleft()
        return events


def minutes(seconds: float) -> int:
    """Return ``seconds`` as whole minutes to wait, at least one, as sentences name them."""
    return max(1, -int(-seconds // 60))
