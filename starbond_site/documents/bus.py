"""Messages between workers that something changed. They carry no data, so that a lost one costs only time."""

import asyncio
from collections.abc import Awaitable, Callable

from redis import Redis
from redis.asyncio import Redis as AsyncRedis
from redis.exceptions import RedisError

from starbond_site import logs

CHANNEL = "starbond:documents"
_RETRY_SECONDS = 2.0
_log = logs.get_logger(__name__)


class NoBus:
    """The bus of a single worker, which has no other to notify."""

    async def announce(self, name: str) -> None:
        """Notify the other workers that something changed."""

    async def listen(self, on_message: Callable[[], Awaitable[None]]) -> None:
        """Call ``on_message`` for every message, until cancelled."""

    async def close(self) -> None:
        """Close the connections."""


class RedisBus(NoBus):
    """Redis publish and subscribe."""

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
        """Listen, and connect again whenever the connection is lost or anything else fails."""
        while True:
            try:
                await self._listen_once(on_message)
            except Exception as error:
                # Whatever it was: a worker that no longer listens would learn of changes seconds later.
                _log.warning("redis_lost", error=repr(error), retry_seconds=_RETRY_SECONDS)
                await asyncio.sleep(_RETRY_SECONDS)

    async def close(self) -> None:
        await self._redis.aclose()

    async def _listen_once(self, on_message: Callable[[], Awaitable[None]]) -> None:
        async with self._redis.pubsub(ignore_subscribe_messages=True) as channel:
            await channel.subscribe(CHANNEL)
            # Something may have changed while the connection was down.
            await on_message()
            async for _message in channel.listen():
                await on_message()


def announcer(url: str) -> Callable[[str], None]:
    """Return a listener for `Archive.listeners` of a process without an event loop: the command line."""

    def announce(name: str) -> None:
        with Redis.from_url(url, socket_connect_timeout=2) as redis:
            redis.publish(CHANNEL, name)

    return announce
