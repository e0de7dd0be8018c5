"""`/_health` and `/_ready`."""

import json

import pytest
from starlette.applications import Starlette

from starbond_site.health import Report
from starbond_site.web import health
from tests.unit.web.asgi_client import ask


@pytest.mark.parametrize(("state", "status"), [("ok", 200), ("It is gone.", 503)])
def test_health(state: str, status: int):
    async def report() -> Report:
        return Report({"database": "ok", "storage": state})

    answer = ask(Starlette(routes=health.routes(report, lambda: True)), "/_health")
    assert answer.status == status
    assert json.loads(answer.body) == {"status": status == 200, "parts": {"database": "ok", "storage": state}}
    assert answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize(("is_ready", "status"), [(True, 200), (False, 503)])
def test_ready(is_ready: bool, status: int):
    async def report() -> Report:
        pytest.fail("readiness does not need the parts")

    answer = ask(Starlette(routes=health.routes(report, lambda: is_ready)), "/_ready")
    assert (answer.status, json.loads(answer.body)) == (status, {"status": is_ready})
    assert answer.headers["cache-control"] == "no-store"
