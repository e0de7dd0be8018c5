"""The production build, served for tests: built once, then started as often as a test wants on a port of its own."""

import contextlib
import fcntl
import multiprocessing
import os
import runpy
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
START_SECONDS = 120
UPLOAD_SETTINGS = frozenset({"STARBOND_UPLOADS", "STARBOND_UPLOAD_KEY", "STARBOND_URL"})
"""Where none is given, publishing is open on this machine, as with ``make run``."""
FORKS = multiprocessing.get_context("forkserver")
"""Starts commands and servers as copies of a process that has imported what reads no setting: 2 s less for each."""
PRELOADED = ["starbond_site.admin.__main__", "reflex.app", "granian.server"]
FORKS.set_forkserver_preload(PRELOADED)
READ_BEFORE = frozenset({"LD_PRELOAD", "REFLEX_WEB_WORKDIR"})
"""Variables that are read before a program begins, or when what is preloaded is imported."""


class Forked(FORKS.Process):
    """A process with what is used of `subprocess.Popen`."""

    @property
    def pid(self) -> int:
        return super().pid or 0

    def poll(self) -> int | None:
        return self.exitcode

    def wait(self, timeout: float | None = None) -> int:
        self.join(timeout)
        if self.exitcode is None:
            raise subprocess.TimeoutExpired(self.name, timeout or 0)
        return self.exitcode


Process = subprocess.Popen[bytes] | Forked


@dataclass
class Server:
    """A running site and its data."""

    port: int
    data: Path
    log: Path
    environment: dict[str, str]
    root: Path = ROOT
    process: Process | None = None

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}"

    def start(self) -> None:
        """Start, and wait until it answers.

        Raises:
            RuntimeError: it ended or did not answer in time; the message holds its log.
        """
        # Benchmarks measure the real command, and so do tests whose settings need it.
        if "PYTEST_VERSION" in os.environ and self.root == ROOT and READ_BEFORE.isdisjoint(self.environment):
            self.log.touch()
            given = ("starbond_site.serve", ("--as-built",), self.environment, str(self.log), str(self.log))
            self.process = Forked(target=_run, args=given)
            self.process.start()
        else:
            with self.log.open("ab") as log:
                self.process = subprocess.Popen(
                    [sys.executable, "-m", "starbond_site.serve", "--as-built"],
                    cwd=self.root,
                    env=self.environment,
                    stdout=log,
                    stderr=log,
                    start_new_session=True,
                )
        wait_for(f"{self.url}/ping", self.process, self.log)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        if self.process:
            stop(self.process, how)

    def admin(self, *arguments: str) -> str:
        """Run the administrator's command line on the data of this site and return what it prints."""
        with tempfile.NamedTemporaryFile("r") as out, tempfile.NamedTemporaryFile("r") as errors:
            given = ("starbond_site.admin", arguments, self.environment, out.name, errors.name)
            command = Forked(target=_run, args=given)
            command.start()
            code = command.wait()
            printed, said = out.read(), errors.read()
        assert code == 0, printed + said
        return printed


def _run(module: str, arguments: tuple[str, ...], environment: dict[str, str], out: str, errors: str) -> None:
    """Be ``python -m MODULE`` in a session of its own, with its own environment and output."""
    from starbond_site.shared.settings import settings

    assert not settings.cache_info().currsize, f"{PRELOADED} reads settings of another environment"
    os.setsid()
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(ROOT)
    for file, descriptor in ((out, 1), (errors, 2)):
        os.dup2(os.open(file, os.O_WRONLY | os.O_APPEND), descriptor)
    sys.argv[1:] = arguments
    runpy.run_module(module, run_name="__main__", alter_sys=True)


def wait_for(address: str, process: Process, log: Path, seconds: float = START_SECONDS) -> None:
    """Wait for so many seconds at most until an address answers.

    Raises:
        RuntimeError: the process ended or did not answer in time; the message holds its log.
    """
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline and process.poll() is None:
        with contextlib.suppress(OSError), urllib.request.urlopen(address, timeout=2):  # noqa: S310
            return
        # Polling a port that is not open yet: there is nothing else to wait for.
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(0.1)
    message = f"the site did not start:\n{log.read_text(errors='replace')[-4000:]}"
    raise RuntimeError(message)


def stop(process: Process, how: signal.Signals = signal.SIGINT) -> None:
    """End a process that was started in a session of its own, and all its workers."""
    if process.poll() is not None:
        return
    os.killpg(process.pid, how)
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(15)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


@contextlib.contextmanager
def one_at_a_time(name: str) -> Iterator[None]:
    """Let one process of the tests do something, such as a build, while the others wait for it."""
    (ROOT / "build").mkdir(exist_ok=True)
    with (ROOT / "build" / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@cache
def build() -> None:
    """Build the site, unless what is built is up to date; once in a process, since no test changes the tree."""
    from starbond_site import serve  # Not at the top: the package reads settings, which conftest.py takes away first.

    with one_at_a_time("site"):
        if not serve.is_built(serve.fingerprint()):
            subprocess.run([sys.executable, "-m", "starbond_site.serve", "--build-only"], cwd=ROOT, check=True)


def free_port(in_a_row: int = 1) -> int:
    """Return the first of so many unused ports, which no outgoing connection takes in the meantime.

    Outgoing connections have ports from 32768 on (``ip_local_port_range`` of Linux).
    """
    while True:
        first = secrets.choice(range(20_000, 32_768 - in_a_row))
        with contextlib.ExitStack() as probes, contextlib.suppress(OSError):
            for port in range(first, first + in_a_row):
                probes.enter_context(socket.socket()).bind(("127.0.0.1", port))
            return first


@contextlib.contextmanager
def serving(folder: Path, port: int = 0, root: Path = ROOT, /, **settings: str) -> Iterator[Server]:
    """Serve the built site.

    Args:
        folder: for its data and its log.
        port: to listen on; a fresh one where it is 0.
        root: of the tree that was built.
        settings: further variables of the environment.
    """
    port = port or free_port()
    environment = os.environ | {
        "PORT": str(port), "STARBOND_DATA_DIR": str(folder / "data"), "PYTHONPATH": str(root), **settings,
    }  # fmt: skip
    if not UPLOAD_SETTINGS.intersection(environment):
        environment["STARBOND_UPLOADS"] = "local"
    server = Server(port, folder / "data", folder / "server.log", environment, root)
    try:
        server.start()
        yield server
    finally:
        server.stop()
