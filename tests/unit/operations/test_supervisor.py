"""Replacing a release while requests run, with stand-ins for the servers."""

import http.client
import os
import select
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from starbond_site.operations import OperationError
from starbond_site.operations.deploy import switch
from starbond_site.operations.releases import CURRENT, NEXT, Releases
from starbond_site.operations.supervisor import listen, servers
from tests.serving import free_port
from tests.unit.operations import stub_release

SECONDS = 30


class Site:
    """A supervisor and its releases."""

    def __init__(self, folder: Path) -> None:
        self.releases, self.port, self.log = Releases(folder), free_port(), folder / "log"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the supervisor and wait until it answers, and has told deployments so."""
        self.launch()
        self.wait(lambda: bool(self._answers()))
        self.wait(lambda: [state["release"] for state in servers(self.releases)] != [""])

    def launch(self) -> None:
        """Start the supervisor."""
        command = [sys.executable, stub_release.__file__, "supervise", str(self.releases.folder), str(self.port)]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                command, stdout=log, stderr=log, env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[3])}
            )

    def wait(self, condition: object) -> None:
        """Wait until something holds."""
        assert callable(condition)
        deadline = time.monotonic() + SECONDS
        while not condition():
            assert time.monotonic() < deadline, self.said()
            threading.Event().wait(0.02)

    def _answers(self) -> str:
        assert self.process
        assert self.process.poll() is None, self.said()
        try:
            return self.get()
        except OSError:
            return ""

    def get(self) -> str:
        """Return the name of the release that answers."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=SECONDS)
        connection.request("GET", "/")
        body = connection.getresponse().read().decode()
        connection.close()
        return body

    def said(self) -> str:
        """Return the log."""
        return self.log.read_text()

    def instance(self) -> int:
        """Return the process of the server that runs."""
        assert self.process
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return int(children[0])


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """Return a site that serves the release "a" and has a release "b"."""
    made = Site(tmp_path)
    for name in ("a", "b"):
        stub_release.make(tmp_path, name)
    made.releases.link(CURRENT, tmp_path / "a")
    made.start()
    yield made
    assert made.process
    made.process.terminate()
    made.process.wait(SECONDS)


def test_no_request_fails_while_releases_change(site: Site, tmp_path: Path):
    """The socket is shared: nothing is refused or reset, and the new release answers when the change has ended."""
    answers: Counter[str] = Counter()
    ended = threading.Event()

    def load() -> None:
        while not ended.is_set():
            try:
                answers[site.get()] += 1
            except OSError as error:
                answers[repr(error)] += 1

    threads = [threading.Thread(target=load) for _ in range(4)]
    for thread in threads:
        thread.start()
    for name in ("b", "a", "b"):
        switch(site.releases, tmp_path / name)
        assert site.releases.current == tmp_path / name
        site.wait(lambda wanted=name: site.get() == wanted)
    ended.set()
    for thread in threads:
        thread.join()
    assert set(answers) == {"a", "b"}, answers


def test_connection_is_accepted_with_its_request():
    """A server that stops closes connections of which it has read nothing; there must be none."""
    port = free_port()
    with listen("127.0.0.1", port) as listener, socket.create_connection(("127.0.0.1", port)) as visitor:
        assert select.select([listener], [], [], 0.2)[0] == []
        visitor.sendall(b"GET / HTTP/1.1\r\n")
        assert select.select([listener], [], [], SECONDS)[0] == [listener]


def test_deployment_while_the_first_release_starts(tmp_path: Path):
    """It waits for the server, which serves the new release in the end."""
    made, go = Site(tmp_path), tmp_path / "go"
    made.releases.link(CURRENT, stub_release.make(tmp_path, "a", after=go))
    new = stub_release.make(tmp_path, "b")
    made.launch()
    assert made.process
    try:
        made.wait(lambda: servers(made.releases))
        with ThreadPoolExecutor() as pool:
            switching = pool.submit(switch, made.releases, new)
            made.wait((made.releases.folder / NEXT).exists)
            go.touch()
            switching.result(SECONDS)
        made.wait(lambda: made.get() == "b")
        assert made.releases.current == new
    finally:
        made.process.terminate()
        made.process.wait(SECONDS)


def test_release_that_does_not_start_changes_nothing(site: Site, tmp_path: Path):
    """The sentence says so, what was served stays, and so it does for the next start."""
    broken = stub_release.make(tmp_path, "c", starts=False)
    with pytest.raises(OperationError, match="c did not start"):
        switch(site.releases, broken)
    assert (site.get(), site.releases.current) == ("a", tmp_path / "a")
    assert "A broken release" in site.said()


def test_broken_current_release_gives_way_to_an_earlier_one(tmp_path: Path):
    """The last good release is served, and the log says that it is not the current one."""
    made = Site(tmp_path)
    stub_release.make(tmp_path, "a")
    made.releases.link(CURRENT, stub_release.make(tmp_path, "b", starts=False))
    made.start()
    assert made.get() == "a"
    # It is said after the release has started, which may answer before.
    made.wait(lambda: "an earlier one is served" in made.said())
    assert made.process
    made.process.terminate()
    assert made.process.wait(SECONDS) == 0


def test_killed_server_is_started_again(site: Site):
    """Whoever connects meanwhile waits and is answered."""
    before = site.instance()
    os.kill(before, signal.SIGKILL)
    assert site.get() == "a"
    assert site.instance() != before
    assert "is started again" in site.said()


def test_server_ends_with_its_supervisor(site: Site):
    """Also where the supervisor is killed; the next one can use the port."""
    assert site.process
    instance = site.instance()
    site.process.kill()
    site.process.wait()
    site.wait(lambda: not Path(f"/proc/{instance}").exists())
    assert servers(site.releases) == []
    site.start()


def test_address_in_use_is_said(site: Site):
    """A second server of the same folder and port is refused with a sentence."""
    command = [sys.executable, "-m", "tests.unit.operations.stub_release", "supervise"]
    root = Path(__file__).parents[3]
    done = subprocess.run(
        [*command, str(site.releases.folder), str(site.port)], cwd=root, capture_output=True, text=True, check=False
    )
    assert f"runs on port {site.port} already" in done.stderr
