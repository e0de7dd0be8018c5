"""What can break in a stack, one context each: it breaks, stays so for some seconds, and is repaired."""

import os
import resource
import signal
import socket
import ssl
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from tests.faults import disks, servers
from tests.faults.open_page import FAILURES, OpenPage
from tests.faults.servers import Service
from tests.faults.stack import Stack


@dataclass(frozen=True)
class Fault:
    """One line of the table in ``docs/reliability.md``."""

    name: str
    during: Callable[[Stack, float], None]
    """Breaks something for a number of seconds, and repairs it."""
    is_rehearsed_only: bool = False
    """Whether only ``make faults`` runs it: a similar one is among the tests."""


def stopped(part: str) -> Fault:
    """Stop a service at once, and start it again."""

    def during(stack: Stack, seconds: float) -> None:
        service = _service(stack, part)
        service.stop(signal.SIGQUIT if part == "database" else signal.SIGKILL)
        _wait(seconds)
        service.start()

    return Fault(f"{part} stopped", during)


def frozen(part: str) -> Fault:
    """Freeze a service: its connections stay, and nothing answers."""

    def during(stack: Stack, seconds: float) -> None:
        service = _service(stack, part)
        service.freeze()
        try:
            _wait(seconds)
        finally:
            service.thaw()

    return Fault(f"{part} frozen", during)


def restarted(part: str) -> Fault:
    """Restart a service as an upgrade of its package does."""

    def during(stack: Stack, seconds: float) -> None:
        service = _service(stack, part)
        service.stop(signal.SIGINT if part == "database" else signal.SIGTERM)
        service.start()
        _wait(seconds)

    return Fault(f"{part} restarted", during, is_rehearsed_only=True)


def instance_killed(stack: Stack, seconds: float) -> None:
    """Kill one instance with all its workers, and start it again."""
    stack.instances[0].stop(signal.SIGKILL)
    _wait(seconds)
    stack.instances[0].start()


def instance_frozen(stack: Stack, seconds: float) -> None:
    """Freeze one instance: it takes connections, and answers nothing."""
    everyone = _processes(stack, 0)
    _signal(everyone, signal.SIGSTOP)
    try:
        _wait(seconds)
    finally:
        _signal(everyone, signal.SIGCONT)


def worker_killed(stack: Stack, seconds: float) -> None:
    """Kill one worker of one instance; the instance replaces it."""
    os.kill(_processes(stack, 0)[-1], signal.SIGKILL)
    _wait(seconds)


def few_descriptors(stack: Stack, seconds: float) -> None:
    """Allow the processes of one instance no further files or connections."""
    everyone = _processes(stack, 0)
    before = {}
    for process in everyone:
        with suppress(ProcessLookupError):
            before[process] = resource.prlimit(process, resource.RLIMIT_NOFILE)
            open_now = len(list(Path(f"/proc/{process}/fd").iterdir()))
            resource.prlimit(process, resource.RLIMIT_NOFILE, (open_now + 1, before[process][1]))
    try:
        _wait(seconds)
    finally:
        for process, limits in before.items():
            with suppress(ProcessLookupError):
                resource.prlimit(process, resource.RLIMIT_NOFILE, limits)


def unfinished_requests(stack: Stack, seconds: float) -> None:
    """Open 500 connections whose requests never end (slowloris)."""
    with _connections(stack, 500, b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ") as opened:
        for _ in range(max(1, int(seconds))):
            for connection in opened:
                with suppress(OSError):
                    connection.send(b"a")
            _wait(1)


def slow_readers(stack: Stack, seconds: float) -> None:
    """Open 200 connections that ask for a large page again and again, and read nothing."""
    with _connections(stack, 200, b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n" * 50):
        _wait(seconds)


def junk_events(stack: Stack, seconds: float) -> None:
    """Send events that no page sends, as fast as they are taken."""
    junk = ('42/_event,["event",{}]', '42/_event,["event",{"name":"nobody","payload":{"a":[1]},"token":1}]', "4" * 999)
    end = threading.Event()

    def send() -> None:
        while not end.is_set():
            page = OpenPage(stack.proxy, "/")
            with suppress(*FAILURES, TimeoutError, AssertionError):
                opened = page.opened(5)
                while not end.is_set():
                    for text in junk:
                        opened.send(text)
                    opened.send('42/_event,["event",{"name":"reflex___state____state.x","payload":{},"token":"t"}]')
                    end.wait(0.005)
            page.lost()

    threads = [threading.Thread(target=send, daemon=True) for _ in range(4)]
    for thread in threads:
        thread.start()
    _wait(seconds)
    end.set()
    for thread in threads:
        thread.join(30)


def disk_full(stack: Stack, seconds: float) -> None:
    """Fill the disk on which one instance receives files."""
    assert stack.disk
    with stack.disk.full():
        _wait(seconds)


def disk_read_only(stack: Stack, seconds: float) -> None:
    """Let the disk on which one instance receives files take no more writes."""
    assert stack.disk
    while True:
        try:
            with stack.disk.read_only():
                _wait(seconds)
        except subprocess.CalledProcessError:
            # A file was just being received.
            _wait(0.01)
        else:
            return


FAULTS = (
    *(make(part) for part in ("database", "storage", "redis") for make in (stopped, frozen, restarted)),
    Fault("instance killed", instance_killed),
    Fault("instance frozen", instance_frozen),
    Fault("worker killed", worker_killed),
    Fault("no more file descriptors", few_descriptors),
    *([Fault("disk full", disk_full), Fault("disk read-only", disk_read_only)] if disks.CAN_MOUNT else []),
    Fault("unfinished requests", unfinished_requests),
    Fault("slow readers", slow_readers),
    Fault("junk events", junk_events),
)


def _service(stack: Stack, part: str) -> Service:
    return {"database": stack.database, "storage": stack.storage, "redis": stack.redis}[part]


def _processes(stack: Stack, number: int) -> list[int]:
    """Return the processes of an instance, workers last."""
    process = stack.instances[number].process
    assert process
    return servers.family(process.pid)


def _signal(processes: list[int], which: signal.Signals) -> None:
    for process in processes:
        with suppress(ProcessLookupError):
            os.kill(process, which)


@contextmanager
def _connections(stack: Stack, count: int, sent: bytes) -> Iterator[list[ssl.SSLSocket]]:
    """Open connections to nginx and send something on each."""
    with ExitStack() as every:
        opened: list[ssl.SSLSocket] = []
        for _ in range(count):
            raw = socket.create_connection(("127.0.0.1", stack.proxy.https), timeout=10)
            connection = every.enter_context(stack.proxy.trust.wrap_socket(raw, server_hostname="localhost"))
            with suppress(OSError):
                connection.settimeout(1)
                connection.sendall(sent)
            opened.append(connection)
        yield opened


def _wait(seconds: float) -> None:
    """Let the fault last: nothing else tells when it has lasted long enough."""
    threading.Event().wait(seconds)
