"""Replacing a release while requests run, with stand-ins for the servers."""

import asyncio
import http.client
import os
import re
import select
import signal
import socket
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import pytest

from starbond_site.operations import OperationError
from starbond_site.operations.deploy import switch
from starbond_site.operations.releases import CURRENT, FAILED, NEXT, Releases
from starbond_site.operations.supervisor import FROZEN_SECONDS, Instance, Supervisor, listen, servers
from starbond_site.reflex_adapter import serving
from starbond_site.web import health
from tests.serving import FORKS, free_port
from tests.unit.operations import stub_release

SECONDS = 30
KILLED_BY_ITS_SERVER = str(-signal.SIGKILL)


class Site:
    """A supervisor and its releases."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.releases, self.port, self.log = folder, Releases(folder), free_port(), folder / "log"

    def launch(self) -> None:
        self.process = FORKS.Process(target=stub_release.supervise, args=(self.folder, self.port, self.log))
        self.process.start()

    def start(self) -> None:
        """Start the supervisor, and wait until it has told deployments that it serves."""
        self.launch()
        self.wait(lambda: any(state["release"] for state in servers(self.releases)))

    def wait(self, condition: Callable[[], object], *, lives: bool = True) -> None:
        deadline = time.monotonic() + SECONDS
        while not condition():
            assert self.process.is_alive() or not lives, self.said()
            assert time.monotonic() < deadline, self.said()
            threading.Event().wait(0.02)

    def get(self) -> str:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=SECONDS)
        connection.request("GET", "/")
        body = connection.getresponse().read().decode()
        connection.close()
        return body

    def said(self) -> str:
        return self.log.read_text()

    def instance(self) -> tuple[int, int]:
        """Return the processes of the server that was started last: the first one, and what it has started."""
        first = _children(self.process.pid)[-1]
        return first, _children(first)[0]

    def status(self, name: str) -> str:
        """Return how the helper of a server that was told to stop has ended; empty until then."""
        file = self.folder / name / "status"
        return file.read_text() if file.exists() else ""

    def wait_for_end(self, *processes: int) -> None:
        self.wait(lambda: not any(Path(f"/proc/{process}").exists() for process in processes), lives=False)

    def stop(self) -> int | None:
        self.process.terminate()
        self.process.join(SECONDS)
        return self.process.exitcode


def _children(process: int | None) -> list[int]:
    return [int(child) for child in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    site = Site(tmp_path_factory.mktemp("releases"))
    for name in ("a", "b"):
        stub_release.make(site.folder, name)
    site.releases.link(CURRENT, site.folder / "a")
    site.start()
    yield site
    assert site.stop() == 0


@pytest.fixture
def site(served: Site) -> Site:
    switch(served.releases, served.folder / "a")
    return served


def test_no_request_fails_while_releases_change(site: Site):
    answers: Counter[str] = Counter()
    ended = threading.Event()

    def load() -> None:
        while not ended.wait(0.002):
            try:
                answers[site.get()] += 1
            except OSError as error:
                answers[repr(error)] += 1

    with ThreadPoolExecutor(4) as pool, ExitStack() as stack:
        stack.callback(ended.set)
        for _ in range(4):
            pool.submit(load)
        for name in ("b", "a", "b"):
            switch(site.releases, site.folder / name)
            assert site.releases.current == site.folder / name
            site.wait(lambda wanted=name: site.get() == wanted)
    assert set(answers) == {"a", "b"}, answers


def test_connection_is_accepted_with_its_request():
    """A server that stops closes connections of which it has read nothing; there must be none."""
    port = free_port()
    with listen("127.0.0.1", port) as listener, socket.create_connection(("127.0.0.1", port)) as visitor:
        assert select.select([listener], [], [], 0.2)[0] == []
        visitor.sendall(b"GET / HTTP/1.1\r\n")
        assert select.select([listener], [], [], SECONDS)[0] == [listener]


def test_release_that_does_not_start_changes_nothing(site: Site):
    broken = stub_release.make(site.folder, "c", starts=False)
    with pytest.raises(OperationError, match="c did not start"):
        switch(site.releases, broken)
    assert (site.get(), site.releases.current) == ("a", site.folder / "a")
    assert "A broken release" in site.said()
    assert [release.name for release in site.releases.complete() if (release / FAILED).exists()] == ["c"]
    assert [state["port"] for state in servers(site.releases)] == [site.port]


def test_deployment_while_the_first_release_starts(tmp_path: Path):
    made, go = Site(tmp_path), tmp_path / "go"
    made.releases.link(CURRENT, stub_release.make(tmp_path, "a", after=go))
    new = stub_release.make(tmp_path, "b")
    made.launch()
    try:
        made.wait(lambda: servers(made.releases))
        with ThreadPoolExecutor() as pool:
            switching = pool.submit(switch, made.releases, new)
            made.wait((made.releases.folder / NEXT).exists)
            go.touch()
            switching.result(SECONDS)
        assert (made.get(), made.releases.current) == ("b", new)
    finally:
        made.stop()


def test_broken_current_release_gives_way_to_an_earlier_one(tmp_path: Path):
    made = Site(tmp_path)
    stub_release.make(tmp_path, "a")
    made.releases.link(CURRENT, stub_release.make(tmp_path, "b", starts=False))
    made.start()
    assert made.get() == "a"
    # It is said after the release has started, which may answer before.
    made.wait(lambda: "an earlier one is served" in made.said())
    assert made.stop() == 0


def test_replaced_server_finishes_what_it_has_begun(site: Site):
    """Such as the inspection of a file, which a process of its own does."""
    switch(site.releases, site.folder / "b")
    site.wait(lambda: site.status("a"))
    assert site.status("a") == KILLED_BY_ITS_SERVER


def test_killed_server_is_started_again(site: Site):
    """What it had started ends with it: it would hold the port, and answer."""
    before = site.instance()
    os.kill(before[0], signal.SIGKILL)
    assert site.get() == "a"
    assert site.instance() != before
    assert "is started again" in site.said()
    site.wait_for_end(*before)


def test_a_server_that_dies_while_the_next_release_hangs_is_started_again(site: Site):
    hanging = stub_release.make(site.folder, "hanging", after=site.folder / "never")
    (running,) = _children(site.process.pid)
    with ThreadPoolExecutor() as pool:
        switching = pool.submit(switch, site.releases, hanging)
        site.wait(lambda: len(_children(site.process.pid)) > 1)
        os.kill(running, signal.SIGKILL)
        assert site.get() == "a"
        with pytest.raises(OperationError, match="hanging did not start"):
            switching.result(SECONDS)
    assert (site.get(), site.releases.current) == ("a", site.folder / "a")


def test_a_worker_that_stands_still_is_named_in_log_and_health_until_it_goes_on(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
):
    supervisor, worker = Supervisor(Releases(tmp_path), "127.0.0.1", free_port(), {}), os.getpid()
    reading, writing = os.pipe()
    os.set_blocking(reading, False)
    supervisor._claim()
    with subprocess.Popen(["true"]) as ended:
        supervisor.running = Instance(tmp_path / "a", ended, reading)
    states = list[tuple[list[int], bool]]()
    # Both workers, of which one ends; then silence; then the other one goes on.
    for now, said in ((0, b"%d\n%d\n" % (worker, ended.pid)), (FROZEN_SECONDS, b""), (FROZEN_SECONDS + 1, b""),
                      (FROZEN_SECONDS + 2, b"%d\n" % worker)):  # fmt: skip
        os.write(writing, said)
        supervisor._watch(now)
        states.append((supervisor.running.frozen, health.check_workers(supervisor._state_file) == health.OK))
    assert states == [([], True), ([], True), ([worker], False), ([], True)]
    assert re.findall(rf"Worker {worker} .* (has been silent|goes on)", capfd.readouterr().out) == [
        "has been silent", "goes on",
    ]  # fmt: skip
    supervisor._watch(2 * FROZEN_SECONDS + 3)
    supervisor.running = Instance(tmp_path / "b", ended, reading)
    supervisor._write_state()
    assert health.check_workers(supervisor._state_file) == health.OK, "of another release"
    os.close(reading)
    os.close(writing)


def test_a_worker_says_who_it_is_as_long_as_its_event_loop_runs(monkeypatch: pytest.MonkeyPatch):
    reading, writing = os.pipe()
    monkeypatch.setenv(serving.READY, str(writing))
    monkeypatch.setattr(serving, "BEAT_SECONDS", 0.01)

    async def run() -> bytes:
        serving.report_ready()
        said = [await asyncio.to_thread(os.read, reading, 100) for _ in range(2)]
        # A supervisor that is away does no harm.
        os.close(reading)
        serving.report_ready()
        return b"".join(said)

    assert set(asyncio.run(run()).split()) == {b"%d" % os.getpid()}
    os.close(writing)


def test_server_learns_that_its_supervisor_was_killed(site: Site):
    with pytest.raises(OperationError, match=f"runs on port {site.port} already"):
        Supervisor(site.releases, "127.0.0.1", site.port, {})._claim()
    (site.folder / "a" / "status").unlink(missing_ok=True)
    before = site.instance()
    site.process.kill()
    site.process.join()
    site.wait_for_end(*before)
    assert site.status("a") == KILLED_BY_ITS_SERVER
    assert servers(site.releases) == []
    site.start()
