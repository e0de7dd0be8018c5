"""Whether a process wants requests."""

import asyncio
import os

from starbond_site.health import DRAIN, Readiness


def test_ready_between_first_snapshot_and_drain():
    started: list[bool] = []
    readiness = Readiness(lambda: bool(started))
    assert not readiness
    started.append(True)
    assert readiness
    readiness.drain()
    readiness.drain()
    assert not readiness


def test_drain_at_a_signal():
    async def receive() -> None:
        readiness = Readiness(lambda: True)
        readiness.drain_on_signal()
        os.kill(os.getpid(), DRAIN)
        while readiness:  # noqa: ASYNC110 the signal is handled by the event loop
            await asyncio.sleep(0)

    asyncio.run(asyncio.wait_for(receive(), 10))
