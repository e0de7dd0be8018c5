"""Metrics: what is counted, and that each worker finds a port of its own."""

import asyncio
import socket
import urllib.request
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from prometheus_client import REGISTRY, CollectorRegistry, generate_latest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from starbond_site.documents import audit
from starbond_site.shared import metrics
from starbond_site.state import operations
from starbond_site.web.health import Readiness
from starbond_site.web.timing import Timing, kind_of
from tests.unit.documents import samples
from tests.unit.documents.publishing import WHO, archive_in, publish
from tests.unit.web.asgi_client import ask


def value(name: str, **labels: str) -> float:
    return REGISTRY.get_sample_value(name, labels) or 0


def test_kinds_of_routes():
    kinds = {
        **dict.fromkeys(("/", "/AllNotice", "/bn/Bod", "/wp-login", ""), "page"),
        **dict.fromkeys(("/assets/index-abc.js", "/favicon.ico"), "asset"), "/files/7/Report.pdf": "files",
        "/api/documents/AllNotice": "api", "/_event/": "event", "/_health": "health",
    }  # fmt: skip
    assert {path: kind_of(path) for path in kinds} == kinds


def test_requests_are_measured():
    async def answer(request: Request) -> Response:
        return PlainTextResponse("", int(request.path_params["status"]))

    async def fail(_request: Request) -> Response:
        raise RuntimeError

    site = Timing(Starlette(routes=[Route("/{status}", answer)]))
    for status in (200, 404, 503):
        labels = {"route": "page", "status": f"{status // 100}xx"}
        before = value("starbond_request_seconds_count", **labels)
        ask(site, f"/{status}")
        assert value("starbond_request_seconds_count", **labels) == before + 1, status
    before = value("starbond_request_seconds_count", route="page", status="5xx")
    with pytest.raises(RuntimeError):
        ask(Timing(Starlette(routes=[Route("/", fail)])), "/")
    assert value("starbond_request_seconds_count", route="page", status="5xx") == before + 1


def test_states_of_parts():
    registry = CollectorRegistry()
    registry.register(metrics.Health(lambda: [("database", True), ("storage", False)]))
    text = generate_latest(registry).decode()
    assert 'starbond_part_up{part="database"} 1.0' in text
    assert 'starbond_part_up{part="storage"} 0.0' in text
    assert "starbond_mail_waiting" in text


def test_a_later_port_is_taken_while_one_is_in_use_and_the_first_as_soon_as_it_is_free():
    health = metrics.Health(list)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        first = taken.getsockname()[1]
        server = metrics.Server(first, health)
        server.settle()
        later = server.port
        assert (later or 0) > first
    for _ in range(2):
        server.settle()
        assert server.port == first
    REGISTRY.unregister(health)
    with urllib.request.urlopen(f"http://127.0.0.1:{first}/metrics", timeout=10) as answer:
        assert b"starbond_request_seconds" in answer.read()
    with closing(HTTPConnection("127.0.0.1", first, timeout=10)) as connection:
        connection.request("GET", "/metrics", headers={"Host": f"elsewhere.example:{first}"})
        assert connection.getresponse().status == 421
    with socket.socket() as free:
        free.bind(("127.0.0.1", later or 0))


def test_publications_and_refusals_are_counted(tmp_path: Path):
    counted = ("starbond_publishes_total", {"category": "AllNotice"}), ("starbond_refusals_total", {"reason": "x"})
    before = [value(name, **labels) for name, labels in counted]
    with archive_in(tmp_path) as archive:
        publish(archive, "AllNotice", "R.pdf", samples.GOOD["report.pdf"])
        audit.record(archive, WHO, "publish", "AllNotice/R.pdf", "x")
    assert [value(name, **labels) for name, labels in counted] == [number + 1 for number in before]


def test_visitors_of_a_running_worker_are_counted(monkeypatch: pytest.MonkeyPatch):
    served: list[tuple[object, ...]] = []
    server = SimpleNamespace(port=None, settle=lambda: None)
    monkeypatch.setattr(metrics, "Server", lambda *given: served.append(given) or server)
    monkeypatch.setattr(operations, "settings", lambda: SimpleNamespace(metrics_port=9100))
    monkeypatch.setattr(operations, "_readiness", Readiness(lambda: True))
    app: Any = SimpleNamespace(event_namespace=SimpleNamespace(sid_to_token={"a": "x", "b": "y"}))

    async def counted() -> float:
        with operations.observed(app):
            return value("starbond_visitors")

    assert (asyncio.run(counted()), served[0][0]) == (2, 9100)
