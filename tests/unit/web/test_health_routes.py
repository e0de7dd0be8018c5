"""`/_health` and `/_ready`."""

from asgi_client import ask
from starlette.applications import Starlette

from starbond_site.health import Report
from starbond_site.web import health


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
