"""Between workers: a message that something changed. It carries no data, so that a lost one costs only time."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Protocol

from redis import Redis
from redis.asyncio import Redis as AsyncRedis
from redis.exceptions import RedisError

CHANNEL = "starbond:documents"
_RETRY_SECONDS = 2.0
_log = logging.getLogger(__name__)


class Bus(Protocol):
    """Tells the other workers of changes and hears of theirs."""

    async def announce(self, name: str) -> None:
        """Tell that a list or node changed."""
        ...

    async def listen(self, heard: Callable[[], Awaitable[None]]) -> None:
        """Call ``heard`` for every message, until cancelled."""
        ...

    async def close(self) -> None:
        """Let go of connections."""
        ...


class NoBus:
    """One worker: there is nobody to tell."""

    async def announce(self, name: str) -> None:
        """Do nothing."""

    async def listen(self, heard: Callable[[], Awaitable[None]]) -> None:
        """Hear nothing."""

    async def close(self) -> None:
        """Do nothing."""


class RedisBus:
    """Redis publish and subscribe."""

    def __init__(self, url: str) -> None:
        """Use a server; it need not be there yet."""
        self._redis = AsyncRedis.from_url(url)

    async def announce(self, name: str) -> None:
        """Tell; while Redis is down the others' healing poll has to do."""
        try:
            await self._redis.publish(CHANNEL, name)
        except (RedisError, OSError):
            _log.warning("Redis did not take a message; the other workers will find the change by themselves")

    async def listen(self, heard: Callable[[], Awaitable[None]]) -> None:
        """Listen, and connect again whenever the connection is lost."""
        while True:
            try:
                await self._listen_once(heard)
            except (RedisError, OSError):
                _log.warning("Redis is not there; trying again in %s seconds", _RETRY_SECONDS)
                await asyncio.sleep(_RETRY_SECONDS)

    async def close(self) -> None:
        """Let go of the connections."""
        await self._redis.aclose()

    async def _listen_once(self, heard: Callable[[], Awaitable[None]]) -> None:
        """Listen until the connection is lost."""
        async with self._redis.pubsub(ignore_subscribe_messages=True) as channel:
            await channel.subscribe(CHANNEL)
            # Something may have changed while nobody listened.
            await heard()
            async for _message in channel.listen():
                await heard()


def announcer(url: str) -> Callable[[str], None]:
    """Return a listener for `Archive.listeners` of a process without an event loop: the command line."""

    def announce(name: str) -> None:
        with Redis.from_url(url, socket_connect_timeout=2) as redis:
            redis.publish(CHANNEL, name)

    return announce
