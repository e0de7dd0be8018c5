"""Real servers for tests, started on a free port of this machine."""

import os
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Self

SECONDS = 60


@dataclass
class Service:
    """A server program: started, stopped, frozen and started again, always with the same command."""

    command: Sequence[str]
    answers: Callable[[], bool]
    log: Path
    user: str | None = None
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with self.log.open("ab") as written:
            self.process = subprocess.Popen(
                self.command, stdout=written, stderr=subprocess.STDOUT, user=self.user, cwd="/"
            )
        self._wait(self.process)

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        if self.process is None or self.process.poll() is not None:
            return
        self.process.send_signal(how)
        try:
            self.process.wait(SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def freeze(self) -> None:
        """Stop all its processes where they are: connections stay open, and nothing answers."""
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self._signal(signal.SIGCONT)

    @property
    def pid(self) -> int:
        assert self.process
        return self.process.pid

    @contextmanager
    def running(self) -> Iterator[Self]:
        """Run it until the context ends; the context starts when it answers."""
        try:
            self.start()
            yield self
        finally:
            self.thaw()
            self.stop()

    def _signal(self, which: signal.Signals) -> None:
        if self.process and self.process.poll() is None:
            signalled(family(self.process.pid), which)

    def _wait(self, process: subprocess.Popen[bytes]) -> None:
        between, deadline = threading.Event(), time.monotonic() + SECONDS
        while not self.answers():
            assert process.poll() is None, self.log.read_text()[-2000:]
            assert time.monotonic() < deadline, self.log.read_text()[-2000:]
            between.wait(0.05)


def family(pid: int) -> list[int]:
    """Return a process and all its descendants, whatever groups they are in; read from Linux's ``/proc``."""
    parents: dict[int, int] = {}
    for status in Path("/proc").glob("[0-9]*/stat"):
        # Processes end while they are read.
        with suppress(OSError):
            parents[int(status.parent.name)] = int(status.read_text().rpartition(")")[2].split()[1])
    found = [pid]
    for known in found:
        found += [child for child, parent in parents.items() if parent == known]
    return found


def signalled(processes: Sequence[int], which: signal.Signals) -> None:
    for process in processes:
        with suppress(ProcessLookupError):
            os.kill(process, which)


def running(command: Sequence[str], answers: Callable[[], bool], log: Path) -> AbstractContextManager[Service]:
    return Service(command, answers, log).running()


def listens(port: int) -> Callable[[], bool]:
    def ask() -> bool:
        with socket.socket() as client:
            client.settimeout(1)
            return client.connect_ex(("127.0.0.1", port)) == 0

    return ask
