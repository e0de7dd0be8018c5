"""`/_health` and `/_ready`."""

import pytest
from asgi_client import ask
from starlette.applications import Starlette

from starbond_site.health import Report
from starbond_site.web import health


def test_health():
    for state, status in (("ok", 200), ("It is gone.", 503)):

        async def report(state: str = state) -> Report:
            return Report({"database": "ok", "storage": state})

        answer = ask(Starlette(routes=health.routes(report, lambda: True)), "/_health")
        expected = {"status": status == 200, "parts": {"database": "ok", "storage": state}}
        assert (answer.status, answer.json, answer.headers["cache-control"]) == (status, expected, "no-store")


def test_ready():
    async def report() -> Report:
        pytest.fail("readiness does not need the parts")

    for is_ready, status in ((True, 200), (False, 503)):
        answer = ask(Starlette(routes=health.routes(report, lambda is_ready=is_ready: is_ready)), "/_ready")
        assert (answer.status, answer.json, answer.headers["cache-control"]) == (
            status,
            {"status": is_ready},
            "no-store",
        )
