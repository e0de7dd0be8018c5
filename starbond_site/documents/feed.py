"""The change feed: refreshes this process's snapshot after every change and notifies subscribers of what changed.

A commit in this process triggers a refresh at once, a message on Redis announces a commit of another worker, and
polling the version numbers finds everything else. Messages carry no data, so that a lost one costs only time.
"""

import asyncio
import math
import time
from collections.abc import Awaitable, Callable

from redis import Redis
from redis.asyncio import Redis as AsyncRedis
from redis.exceptions import RedisError

from starbond_site.documents import snapshot as snapshots
from starbond_site.documents.archive import Archive
from starbond_site.documents.snapshot import EMPTY, Snapshot
from starbond_site.shared import logs, metrics

POLL_SECONDS_WITH_BUS = 10.0
"""Interval of polling where Redis announces changes: recovers from a lost message."""
POLL_SECONDS_ALONE = 1.0
"""Interval without Redis, where only polling finds changes of another process such as the command line."""
OWN_CHANGE_SECONDS = 1.0
"""Longest wait of `Feed.current` for a change of this process."""
Subscriber = Callable[[Snapshot, frozenset[str]], Awaitable[None]]
"""Called with the new snapshot and the names of the lists and nodes that changed."""
CHANNEL = "starbond:documents"
_RETRY_SECONDS = 2.0
_log = logs.get_logger(__name__)


class RedisBus:
    """Messages between workers that something changed: publish and subscribe of Redis."""

    def __init__(self, url: str) -> None:
        """Use a server; it need not be reachable yet."""
        self._redis = AsyncRedis.from_url(url)

    async def announce(self, name: str) -> None:
        """Publish a message; while Redis is down the other workers find the change by polling."""
        try:
            await self._redis.publish(CHANNEL, name)
        except (RedisError, OSError):
            _log.warning("change_not_announced")

    async def listen(self, on_message: Callable[[], Awaitable[None]]) -> None:
        """Call ``on_message`` for every message, and connect again whenever the connection is lost or it fails."""
        while True:
            try:
                async with self._redis.pubsub(ignore_subscribe_messages=True) as channel:
                    await channel.subscribe(CHANNEL)
                    # Something may have changed while the connection was down.
                    await on_message()
                    async for _message in channel.listen():
                        await on_message()
            except Exception as error:
                # Whatever it was: a worker that no longer listens would learn of changes seconds later.
                _log.warning("redis_lost", error=repr(error), retry_seconds=_RETRY_SECONDS)
                await asyncio.sleep(_RETRY_SECONDS)

    async def close(self) -> None:
        await self._redis.aclose()


def announcer(url: str) -> Callable[[str], None]:
    """Return a listener for `Archive.listeners` of a process without an event loop: the command line."""

    def announce(name: str) -> None:
        with Redis.from_url(url, socket_connect_timeout=2) as redis:
            redis.publish(CHANNEL, name)

    return announce


class Feed:
    """One per process. `start` it in the event loop that serves visitors; `snapshot` can be read at any time."""

    def __init__(self, archive: Archive, bus: RedisBus | None = None, poll_seconds: float | None = None) -> None:
        """Create a feed; without a bus, the settings select one."""
        self._archive = archive
        self._bus = bus or (RedisBus(archive.settings.redis_url) if archive.settings.redis_url else None)
        self._poll_seconds = poll_seconds or (POLL_SECONDS_WITH_BUS if self._bus else POLL_SECONDS_ALONE)
        self._subscribers: list[Subscriber] = []
        self._refreshing = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()
        self._own_changes: set[asyncio.Task[None]] = set()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._refreshed_at: float | None = None
        self.snapshot: Snapshot = EMPTY
        """The public state; replaced as a whole with every change."""

    @property
    def age(self) -> float:
        """Seconds since the snapshot was last compared with the database; infinite before the first time."""
        return math.inf if self._refreshed_at is None else time.monotonic() - self._refreshed_at

    def subscribe(self, subscriber: Subscriber) -> Callable[[], None]:
        """Call ``subscriber`` after every change; the returned function unsubscribes."""
        self._subscribers.append(subscriber)
        return lambda: self._subscribers.remove(subscriber)

    async def start(self) -> None:
        """Read the first snapshot and start watching for changes; if the database is down, polling retries."""
        self._loop = asyncio.get_running_loop()
        self._archive.listeners.append(self._on_commit)
        await self._refresh_or_log()
        self._run(self._poll())
        if self._bus:
            self._run(self._bus.listen(self._refresh_or_log))

    async def stop(self) -> None:
        self._archive.listeners.remove(self._on_commit)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._bus:
            await self._bus.close()

    async def current(self) -> Snapshot:
        """Return the snapshot that includes every earlier commit of this process, as far as it can be read in time."""
        if self._own_changes:
            await asyncio.wait(self._own_changes, timeout=OWN_CHANGE_SECONDS)
        return self.snapshot

    @property
    def has_own_change(self) -> bool:
        """Whether a commit of this process is being read."""
        return bool(self._own_changes)

    async def refresh(self) -> frozenset[str]:
        """Read what has changed and notify the subscribers; return the names of the lists and nodes.

        Raises:
            SQLAlchemyError: the database does not answer; the snapshot stays.
        """
        async with self._refreshing:
            changed, self.snapshot = await asyncio.to_thread(snapshots.newest, self._archive, self.snapshot)
            self._refreshed_at = time.monotonic()
            if changed:
                await self._notify(self.snapshot, changed)
            return changed

    async def _notify(self, snapshot: Snapshot, changed: frozenset[str]) -> None:
        """Notify every subscriber; one that fails does not keep the others from being notified."""
        notified = await asyncio.gather(
            *(subscriber(snapshot, changed) for subscriber in self._subscribers), return_exceptions=True
        )
        for result in notified:
            if isinstance(result, Exception):
                _log.error("subscriber_failed", exc_info=result)

    def _on_commit(self, name: str) -> None:
        """Refresh at once, and notify the other workers; called in the thread that committed."""
        if self._loop and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._after_commit, name, time.monotonic())

    def _after_commit(self, name: str, committed_at: float) -> None:
        """Start the refresh and the announcement, in the event loop."""
        task = self._run(self._refresh_measured(committed_at))
        self._own_changes.add(task)
        task.add_done_callback(self._own_changes.discard)
        if self._bus:
            self._run(self._bus.announce(name))

    async def _refresh_measured(self, committed_at: float) -> None:
        """Refresh after a commit of this process, and measure how long visitors waited for it."""
        await self._refresh_or_log()
        if self._refreshed_at is not None and self._refreshed_at >= committed_at:
            metrics.PUSHES.observe(time.monotonic() - committed_at)

    async def _poll(self) -> None:
        while True:
            await asyncio.sleep(self._poll_seconds)
            await self._refresh_or_log()

    async def _refresh_or_log(self) -> None:
        """Refresh; whatever fails leaves the snapshot as it was, and the next refresh tries again."""
        try:
            await self.refresh()
        except Exception:
            # Lists that stop updating until the next restart would be worse than any error here.
            _log.exception("lists_not_refreshed")

    def _run(self, work: Awaitable[None]) -> asyncio.Task[None]:
        """Run a task and keep a reference until it is done: the event loop keeps none."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task
