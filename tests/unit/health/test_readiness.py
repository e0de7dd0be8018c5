"""Whether a process wants requests, `/_health` and `/_ready`."""

import asyncio
import os

from starlette.applications import Starlette

from starbond_site.health import Readiness, Report
from starbond_site.processes import DRAIN
from starbond_site.web import health
from tests.unit.web.asgi_client import ask


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


def test_health_and_readiness():
    async def report() -> Report:
        return Report(parts)

    for state, status in (("ok", 200), ("It is gone.", 503)):
        parts = {"database": "ok", "storage": state}
        app = Starlette(routes=health.routes(report, lambda status=status: status == 200))
        answers = {path: ask(app, path) for path in ("/_health", "/_ready")}
        assert {answer.status for answer in answers.values()} == {status}
        assert {answer.headers["cache-control"] for answer in answers.values()} == {"no-store"}
        assert answers["/_health"].json == {"status": status == 200, "parts": parts}
        assert answers["/_ready"].json == {"status": status == 200}
