"""The change feed: keeps this process's snapshot fresh and tells whoever asked what has changed."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from sqlalchemy.exc import SQLAlchemyError

from starbond_site.documents import snapshot as snapshots
from starbond_site.documents.archive import Archive
from starbond_site.documents.bus import Bus, NoBus, RedisBus
from starbond_site.documents.snapshot import EMPTY, Snapshot

HEALING_SECONDS = 10.0
"""How often the versions are compared where Redis tells of changes: heals a lost message."""
ALONE_SECONDS = 1.0
"""The same without Redis, where nothing else tells what the command line, another process, has changed."""

Subscriber = Callable[[Snapshot, frozenset[str]], Awaitable[None]]
"""Called with the new snapshot and the names of the lists and nodes that changed."""
_log = logging.getLogger(__name__)


class Feed:
    """One per process. `start` it in the event loop that serves visitors; `snapshot` is then always at hand."""

    def __init__(self, archive: Archive, bus: Bus | None = None, healing_seconds: float | None = None) -> None:
        """Prepare a feed; without a bus, the one that the settings name is used."""
        self._archive = archive
        self._bus = bus or (RedisBus(archive.settings.redis_url) if archive.settings.redis_url else NoBus())
        alone = isinstance(self._bus, NoBus)
        self._healing_seconds = healing_seconds or (ALONE_SECONDS if alone else HEALING_SECONDS)
        self._subscribers: list[Subscriber] = []
        self._refreshing = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()
        self._loop: asyncio.AbstractEventLoop | None = None
        self.snapshot: Snapshot = EMPTY
        """What the public sees; replaced as a whole with every change."""

    def subscribe(self, subscriber: Subscriber) -> Callable[[], None]:
        """Call ``subscriber`` after every change; the answer ends that."""
        self._subscribers.append(subscriber)
        return lambda: self._subscribers.remove(subscriber)

    async def start(self) -> None:
        """Read the first snapshot and begin to watch. A database that is down is read when it is back."""
        self._loop = asyncio.get_running_loop()
        self._archive.listeners.append(self._hear_own_change)
        await self._refresh_or_log()
        self._run(self._heal())
        self._run(self._bus.listen(self._refresh_or_log))

    async def stop(self) -> None:
        """End watching."""
        self._archive.listeners.remove(self._hear_own_change)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._bus.close()

    async def refresh(self) -> frozenset[str]:
        """Read what has changed and tell the subscribers; the answer names the lists and nodes.

        Raises:
            SQLAlchemyError: the database does not answer; the snapshot stays.

        """
        async with self._refreshing:
            changed, self.snapshot = await asyncio.to_thread(self._newer, self.snapshot)
            if changed:
                await self._tell(self.snapshot, changed)
            return changed

    def _newer(self, old: Snapshot) -> tuple[frozenset[str], Snapshot]:
        """Compare versions, and read again only what has another."""
        versions = snapshots.versions(self._archive)
        changed = frozenset(name for name, version in versions.items() if version > old.version(name))
        return changed, snapshots.renewed(self._archive, old, changed) if changed else old

    async def _tell(self, snapshot: Snapshot, changed: frozenset[str]) -> None:
        """Tell every subscriber; one that fails keeps nobody else from hearing."""
        answers = await asyncio.gather(*(tell(snapshot, changed) for tell in self._subscribers), return_exceptions=True)
        for answer in answers:
            if isinstance(answer, Exception):
                _log.error("A subscriber failed to hear of a change", exc_info=answer)

    def _hear_own_change(self, name: str) -> None:
        """Refresh at once, and wake the other workers; called in the thread that committed."""
        if self._loop and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._after_own_change, name)

    def _after_own_change(self, name: str) -> None:
        """Do so in the event loop."""
        self._run(self._refresh_or_log())
        self._run(self._bus.announce(name))

    async def _heal(self) -> None:
        """Compare versions from time to time."""
        while True:
            await asyncio.sleep(self._healing_seconds)
            await self._refresh_or_log()

    async def _refresh_or_log(self) -> None:
        """Refresh; a database that is down for a while leaves the snapshot as it was."""
        try:
            await self.refresh()
        except SQLAlchemyError:
            _log.exception("The lists could not be read again")

    def _run(self, work: Awaitable[None]) -> None:
        """Keep a task until it is done."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
