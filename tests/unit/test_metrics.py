"""Metrics: what is counted, and that one port answers for all workers."""

import asyncio
import re
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx2
import pytest
from prometheus_client import REGISTRY, CollectorRegistry, generate_latest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from benchmarks.load.deployment import Requests
from starbond_site.documents import audit
from starbond_site.documents.jobs import JobThread
from starbond_site.shared import metrics
from starbond_site.state import operations
from starbond_site.web.health import Readiness
from starbond_site.web.timing import kind_of, timed
from tests.serving import ROOT, free_port
from tests.unit.documents import samples
from tests.unit.documents.publishing import WHO, archive_in, existing, publish
from tests.unit.web.asgi_client import ask

SECONDS = 30


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

    site = timed(Starlette(routes=[Route("/{status}", answer)]))
    for status in (200, 404, 503):
        labels = {"route": "page", "status": f"{status // 100}xx"}
        before = value("starbond_request_seconds_count", **labels)
        ask(site, f"/{status}")
        assert value("starbond_request_seconds_count", **labels) == before + 1, status
    before = value("starbond_request_seconds_count", route="page", status="5xx")
    with pytest.raises(RuntimeError):
        ask(timed(Starlette(routes=[Route("/", fail)])), "/")
    assert value("starbond_request_seconds_count", route="page", status="5xx") == before + 1


def test_states_of_parts():
    registry = CollectorRegistry()
    registry.register(metrics.Health(lambda: [("database", True), ("storage", False)]))
    text = generate_latest(registry).decode()
    assert 'starbond_part_up{part="database"} 1.0' in text
    assert 'starbond_part_up{part="storage"} 0.0' in text
    assert "starbond_mail_waiting" in text


@contextmanager
def worker(port: int, name: str) -> Iterator[Callable[[], None]]:
    """Run a worker of the site, which counts one refusal by a name; give what ends it."""
    command = [sys.executable, "-m", "tests.unit.metrics_worker", str(port), name]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:

        def stop() -> None:
            process.communicate(timeout=SECONDS)

        assert existing(process.stdout).readline() == b"ready\n"
        yield stop
        if process.poll() is None:
            stop()


def scraped(port: int, host: str = "127.0.0.1") -> tuple[int, str]:
    with closing(HTTPConnection("127.0.0.1", port, timeout=SECONDS)) as connection:
        connection.request("GET", "/metrics", headers={"Host": f"{host}:{port}"})
        answer = connection.getresponse()
        return answer.status, answer.read().decode()


def refused(text: str) -> dict[str, str]:
    """Return which worker counted a refusal, by its reason."""
    return dict(re.findall(r'refusals_total{reason="(\w+)",worker="(\d+)"} 1.0', text))


def test_one_port_answers_for_the_workers_of_each_release_while_they_change():
    """A connection that waits for a worker as it leaves is reset, and asked once more."""
    port = free_port()
    with ExitStack() as stack:
        old = [stack.enter_context(worker(port, name)) for name in ("a", "b")]
        assert refused(scraped(port)[1]) == {"a": "1", "b": "2"}
        found, over = list[dict[str, str]](), threading.Event()

        def scrape() -> None:
            while not over.is_set():
                try:
                    text = scraped(port)[1]
                except ConnectionError:
                    text = scraped(port)[1]
                found.append(refused(text))

        with ThreadPoolExecutor(1) as pool:
            scraping = pool.submit(scrape)
            stack.callback(over.set)
            stack.enter_context(worker(port, "c"))
            for stop in old:
                stop()
            over.set()
            scraping.result()
        assert {frozenset(each) for each in found} <= {frozenset(each) for each in ("ab", "abc", "bc", "c")}
        assert refused(scraped(port)[1]) == {"c": "3"}
        stack.enter_context(worker(port, "d"))
        assert refused(scraped(port)[1]) == {"c": "3", "d": "1"}


@contextmanager
def places(port: int, *numbers: int) -> Iterator[list[socket.socket]]:
    """Take places of workers, and answer nobody."""
    with ExitStack() as stack:
        lines = [stack.enter_context(socket.socket(socket.AF_UNIX)) for _ in numbers]
        for place, line in zip(numbers, lines, strict=True):
            line.bind(metrics._address(port, place))
            line.listen(0)
        yield lines


def counted(port: int) -> dict[str, str]:
    registry = CollectorRegistry()
    registry.register(metrics.Workers(port))
    return refused(generate_latest(registry).decode())


def test_workers_that_stand_still_are_left_out_together(monkeypatch: pytest.MonkeyPatch):
    """Also one whose queue is full; all of them take the time of one."""
    monkeypatch.setattr(metrics, "ANSWER_SECONDS", 1.0)
    port = free_port()
    with places(port, *range(1, 7)) as (*_, full, broken), worker(port, "a"), socket.socket(socket.AF_UNIX) as waiting:
        waiting.connect(full.getsockname())
        lost = JobThread("broken", lambda: broken.accept()[0].sendall(b"# TYPE half"), every=0)
        lost.start()
        began = time.monotonic()
        assert counted(port) == {"a": "7"}
        assert time.monotonic() - began < 2


def test_a_worker_without_a_place_starts_and_takes_the_next_that_is_free(monkeypatch: pytest.MonkeyPatch):
    """Whoever is on this machine can take them all."""
    monkeypatch.setattr(metrics, "PLACES", range(1, 2))
    port = free_port()
    with places(port, 1):
        server = metrics.Server(port, health := metrics.Health(list))
        with pytest.raises(OSError, match="Invalid"):
            server.tell()
    metrics.REFUSALS.labels("placed").inc()
    JobThread("metrics", server.tell, every=0).start()
    try:
        end = time.monotonic() + SECONDS
        while "placed" not in counted(port):
            assert time.monotonic() < end
    finally:
        REGISTRY.unregister(health)


def test_pages_of_other_sites_read_no_metrics():
    """Their browser asks for a name that was made to lead to this machine (DNS rebinding)."""
    port = free_port()
    with worker(port, "a"):
        assert [scraped(port, host)[0] for host in ("127.0.0.1", "localhost", "elsewhere.example")] == [200, 200, 421]


def test_whoever_asks_nothing_keeps_no_worker_from_leaving_and_is_no_line_of_the_log(capfd: pytest.CaptureFixture[str]):
    server = metrics.Server(port := free_port(), health := metrics.Health(list))
    server.listen()
    REGISTRY.unregister(health)
    with socket.create_connection(("127.0.0.1", port)):
        # The connection was accepted before the one that was answered.
        assert scraped(port, "elsewhere.example")[0] == 421
        leaving = threading.Thread(target=server.close, daemon=True)
        leaving.start()
        leaving.join(SECONDS)
        assert not leaving.is_alive()
    assert capfd.readouterr().err == ""


def test_the_port_is_taken_as_soon_as_another_program_leaves_it():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        server = metrics.Server(port, health := metrics.Health(list))
        JobThread("metrics", server.tell, every=0).start()
        with pytest.raises(OSError, match="in use"):
            server.listen()
    try:
        server.listen()
        assert scraped(port)[0] == 200
    finally:
        server.close()
        REGISTRY.unregister(health)


def test_the_benchmark_counts_on_after_a_scrape_that_failed_or_left_a_worker_out(monkeypatch: pytest.MonkeyPatch):
    told = iter([{1: 100, 2: 50}, None, {2: 60}, {1: 103, 2: 61}])

    def get(*_given: object, **_named: object) -> SimpleNamespace:
        if (counts := next(told)) is None:
            raise httpx2.ReadError("reset")
        lines = [f'starbond_request_seconds_count{{worker="{worker}"}} {count}.0' for worker, count in counts.items()]
        return SimpleNamespace(text="\n".join(lines))

    monkeypatch.setattr(httpx2, "get", get)
    requests, over = Requests(0), iter([False] * 3 + [True])
    monkeypatch.setattr(requests, "_is_over", SimpleNamespace(wait=lambda _seconds: next(over)))
    requests._count()
    assert requests.seconds == [10, 4]


def test_publications_and_refusals_are_counted(tmp_path: Path):
    counted = ("starbond_publishes_total", {"category": "AllNotice"}), ("starbond_refusals_total", {"reason": "x"})
    before = [value(name, **labels) for name, labels in counted]
    with archive_in(tmp_path) as archive:
        publish(archive, "AllNotice", "R.pdf", samples.GOOD["report.pdf"])
        audit.record(archive, WHO, "publish", "AllNotice/R.pdf", "x")
    assert [value(name, **labels) for name, labels in counted] == [number + 1 for number in before]


def test_visitors_of_a_running_worker_are_counted(monkeypatch: pytest.MonkeyPatch):
    served: list[tuple[object, ...]] = []
    server = SimpleNamespace(tell=lambda: None, listen=lambda: None, close=lambda: None)
    monkeypatch.setattr(metrics, "Server", lambda *given: served.append(given) or server)
    monkeypatch.setattr(operations, "settings", lambda: SimpleNamespace(metrics_port=9100))
    monkeypatch.setattr(operations, "_readiness", Readiness(lambda: True))
    app: Any = SimpleNamespace(event_namespace=SimpleNamespace(sid_to_token={"a": "x", "b": "y"}))

    async def counted() -> float:
        async with operations.observed(app):
            return value("starbond_visitors")

    assert (asyncio.run(counted()), served[0][0]) == (2, 9100)
