"""Real servers for tests, started on a free port of this machine; a missing one is installed from Debian."""

import os
import shutil
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

SECONDS = 60
"""Longest time in which a server has to answer."""


def free_port() -> int:
    """Return an unused port."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def need(pattern: str, package: str) -> str:
    """Return the program or file that matches a pattern; install its Debian package if it is missing."""
    if not (found := _find(pattern)):
        install(package)
        found = _find(pattern)
    assert found, f"the Debian package {package} brought no {pattern}"
    return found


def install(*packages: str) -> None:
    """Install Debian packages without starting their services."""
    as_root = [] if os.geteuid() == 0 else ["sudo", "-n"]
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive", "RUNLEVEL": "1"}
    for command in (["update", "-qq"], ["install", "-y", "-qq", "--no-install-recommends", *packages]):
        subprocess.run([*as_root, "apt-get", *command], check=True, env=environment, stdout=subprocess.DEVNULL)


def _find(pattern: str) -> str | None:
    """Return a program on the path, or the newest file that matches."""
    return shutil.which(pattern) or max(map(str, Path("/").glob(pattern.lstrip("/"))), default=None)


@contextmanager
def running(
    command: list[str], answers: Callable[[], bool], log: Path, user: str | None = None
) -> Iterator[subprocess.Popen[bytes]]:
    """Run a server until the context ends; the context starts when the server answers."""
    with log.open("ab") as written:
        process = subprocess.Popen(command, stdout=written, stderr=subprocess.STDOUT, user=user, cwd="/")
    try:
        _wait(process, answers, log)
        yield process
    finally:
        process.terminate()
        try:
            process.wait(SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def listens(port: int) -> Callable[[], bool]:
    """Return a function that tells whether a port answers."""

    def ask() -> bool:
        with socket.socket() as client:
            client.settimeout(1)
            return client.connect_ex(("127.0.0.1", port)) == 0

    return ask


def _wait(process: subprocess.Popen[bytes], answers: Callable[[], bool], log: Path) -> None:
    """Wait until the server answers."""
    between, deadline = threading.Event(), time.monotonic() + SECONDS
    while not answers():
        assert process.poll() is None, log.read_text()[-2000:]
        assert time.monotonic() < deadline, log.read_text()[-2000:]
        between.wait(0.05)
