"""Hands updates to Nchan, nginx's module for publishing and subscribing, which sends it to all open pages.

Nchan (https://nchan.io) keeps the newest message of a channel and replays it to whoever connects. It names all
versions, so that only the newest has to be published: a page that missed the one before asks for the whole content. All
workers of all instances see every change, so that any of them can publish it: the one that committed does so at once,
the others a moment later where the newest message in the channel does not have their versions yet. The same comparison,
repeated at an interval, publishes the newest message again after nginx has lost its memory.
"""

import asyncio
import json
import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import httpx2

from starbond_site.shared import logs

CHECK_SECONDS = 5.0
"""Interval at which the channel is compared with what it should have, and between attempts while Nchan is down."""
OTHERS_WAIT_SECONDS = (0.3, 0.8)
"""How long a worker waits for the one that committed; a random time in between, so that the others do not coincide."""
TIMEOUT = httpx2.Timeout(2.0, connect=1.0)
_log = logs.get_logger(__name__)


@dataclass(frozen=True)
class Message:
    """The message to open pages."""

    versions: Mapping[str, int]
    """Of every topic, after the change."""
    updates: Mapping[str, Any] = field(default_factory=dict)
    """By topic: what changed; pages ask for the content of topics that are missing here."""

    def encoded(self) -> bytes:
        """Return JSON in one line, as the data of one event must be; an update has its version itself."""
        others = {topic: version for topic, version in self.versions.items() if topic not in self.updates}
        value = {"versions": others, "updates": self.updates}
        return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


class Fanout:
    """Publishes the newest message in the background; one per worker."""

    def __init__(self, address: str, transport: httpx2.AsyncBaseTransport | None = None) -> None:
        """Take the address of the channel: ``POST`` publishes, ``GET`` returns the newest message."""
        self._address = address
        self._client = httpx2.AsyncClient(timeout=TIMEOUT, transport=transport, trust_env=False)
        self._newest: Message | None = None
        self._is_own = False
        self._offered = asyncio.Event()
        self._is_down = False

    def offer(self, message: Message, *, is_own: bool) -> None:
        """Publish a message soon; never waits.

        Args:
            message: newer than all before.
            is_own: whether this worker made the change, and is the first to publish it.
        """
        self._newest = message
        self._is_own = is_own
        self._offered.set()

    async def run(self) -> None:
        """Publish what is offered, and compare at an interval; until cancelled."""
        async with self._client:
            while True:
                await self._wait()
                try:
                    await self._publish_newest()
                    self._report(None)
                except httpx2.HTTPError as error:
                    self._report(error)
                    await asyncio.sleep(CHECK_SECONDS * random.uniform(0.5, 1))  # noqa: S311  no secret
                    self._offered.set()

    async def _wait(self) -> None:
        try:
            await asyncio.wait_for(self._offered.wait(), None if self._newest is None else CHECK_SECONDS)
        except TimeoutError:
            return
        self._offered.clear()
        if not self._is_own:
            await asyncio.sleep(random.uniform(*OTHERS_WAIT_SECONDS))  # noqa: S311  no secret

    async def _publish_newest(self) -> None:
        """Publish the newest message, unless the channel has its versions."""
        is_own, self._is_own, message = self._is_own, False, self._newest
        known = {} if is_own and not self._is_down else await self._versions()
        if message and any(known.get(topic, -1) < version for topic, version in message.versions.items()):
            (await self._client.post(self._address, content=message.encoded())).raise_for_status()

    async def _versions(self) -> Mapping[str, int]:
        """Return the versions in the newest message of the channel; none where it has no message."""
        response = await self._client.get(self._address)
        if response.status_code in (httpx2.codes.NOT_MODIFIED, httpx2.codes.NOT_FOUND):
            return {}
        try:
            given = response.raise_for_status().json()
            return given["versions"] | {topic: update["version"] for topic, update in given["updates"].items()}
        except (ValueError, KeyError, TypeError):
            return {}

    def _report(self, error: httpx2.HTTPError | None) -> None:
        """Log once that Nchan is down, and once that it is back."""
        if error and not self._is_down:
            _log.warning("fanout_lost", error=repr(error))
        if self._is_down and not error:
            _log.info("fanout_back")
        self._is_down = error is not None
