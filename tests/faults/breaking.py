"""What can break in a stack: each breaks something, lets it last until everyone has met it, and repairs it."""

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

from starbond_site.shared.processes import DRAIN
from tests.faults import disks, servers
from tests.faults.servers import Service
from tests.faults.stack import Stack
from tests.faults.survival import SECONDS, Lasts, status, until

IN_A_ROW = 16
"""Answers on connections of their own, which both workers gave some of."""
UNFINISHED, UNREAD = (500, 200) if SECONDS else (100, 40)


@dataclass(frozen=True)
class Fault:
    """One line of the table in ``docs/reliability.md``."""

    name: str
    during: Callable[[Stack, Lasts], None]
    told: str = ""
    unwell: tuple[str, ...] = ()
    is_thorough: bool = False
    """Whether only ``make thorough`` runs it: its kind is among the tests."""


def stopped(part: str, told: str = "", *, is_thorough: bool = False) -> Fault:
    """Stop a service at once, and start it again."""

    def during(stack: Stack, lasts: Lasts) -> None:
        service: Service = getattr(stack, part)
        service.stop(signal.SIGQUIT if part == "database" else signal.SIGKILL)
        lasts()
        service.start()

    return Fault(f"{part} stopped", during, told, is_thorough=is_thorough)


def frozen(part: str, told: str = "", *, is_thorough: bool = False) -> Fault:
    """Freeze a service: its connections stay, and nothing answers."""

    def during(stack: Stack, lasts: Lasts) -> None:
        service: Service = getattr(stack, part)
        service.freeze()
        try:
            lasts()
        finally:
            service.thaw()

    return Fault(f"{part} frozen", during, told, (part,), is_thorough)


def instance_killed(stack: Stack, lasts: Lasts) -> None:
    """Let one instance drain, which goes on answering, kill it with all its workers, and start it again."""
    instance = stack.instances[0]
    assert instance.process
    os.kill(instance.process.pid, DRAIN)
    until(
        lambda: {status(instance, "/_ready") for _ in range(IN_A_ROW)} == {503},
        "the signal has not reached each worker",
    )
    assert {status(instance, path) for path in ("/AllNotice", "/_health", "/ping")} == {200}
    instance.stop(signal.SIGKILL)
    lasts()
    instance.start()


def instance_frozen(stack: Stack, lasts: Lasts) -> None:
    """Freeze one instance: it takes connections, and answers nothing."""
    everyone = _processes(stack)
    servers.signalled(everyone, signal.SIGSTOP)
    try:
        lasts()
    finally:
        servers.signalled(everyone, signal.SIGCONT)


def worker_killed(stack: Stack, lasts: Lasts) -> None:
    """Kill one worker of one instance; the instance replaces it."""
    # The main process comes first, what its workers have started last.
    os.kill(_processes(stack)[1], signal.SIGKILL)
    lasts()


def few_descriptors(stack: Stack, lasts: Lasts) -> None:
    """Allow the processes of one instance no further files or connections."""
    everyone = _processes(stack)
    before = {}
    for process in everyone:
        with suppress(ProcessLookupError):
            before[process] = resource.prlimit(process, resource.RLIMIT_NOFILE)
            open_now = len(list(Path(f"/proc/{process}/fd").iterdir()))
            resource.prlimit(process, resource.RLIMIT_NOFILE, (open_now + 1, before[process][1]))
    try:
        lasts()
    finally:
        for process, limits in before.items():
            with suppress(ProcessLookupError):
                resource.prlimit(process, resource.RLIMIT_NOFILE, limits)


def floods(stack: Stack, lasts: Lasts) -> None:
    """Open connections whose requests never end (slowloris), and others that read nothing."""
    end = threading.Event()

    def send_slowly(connections: list[ssl.SSLSocket]) -> None:
        while not end.wait(1):
            for connection in connections:
                with suppress(OSError):
                    connection.send(b"a")

    with (
        _connections(stack, UNFINISHED, b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ") as unfinished,
        _connections(stack, UNREAD, b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n" * 50),
    ):
        thread = threading.Thread(target=send_slowly, args=(unfinished,), daemon=True)
        thread.start()
        lasts()
        end.set()
        thread.join(30)


def disk_full(stack: Stack, lasts: Lasts) -> None:
    """Fill the disk on which one instance receives files."""
    assert stack.disk
    with stack.disk.full():
        lasts()


def disk_read_only(stack: Stack, lasts: Lasts) -> None:
    """Let the disk on which one instance receives files take no more writes."""
    assert stack.disk
    while True:
        try:
            with stack.disk.read_only():
                lasts()
        except subprocess.CalledProcessError:
            # A file was just being received.
            threading.Event().wait(0.01)
        else:
            return


DISK_FAULTS = (
    Fault("disk full", disk_full, "storage_full", ("disk",), is_thorough=True),
    Fault("disk read-only", disk_read_only, "storage_unreachable", ("disk",)),
)
FAULTS = (
    stopped("database", "database_unavailable", is_thorough=True), frozen("database", "database_unavailable"),
    stopped("storage", "storage_unreachable"), frozen("storage", is_thorough=True),
    stopped("redis", is_thorough=True), frozen("redis"), Fault("instance drained and killed", instance_killed),
    Fault("instance frozen", instance_frozen), Fault("worker killed", worker_killed),
    Fault("no more file descriptors", few_descriptors), *(DISK_FAULTS if disks.CAN_MOUNT else ()),
    Fault("unfinished requests and slow readers", floods),
)  # fmt: skip


def _processes(stack: Stack) -> list[int]:
    process = stack.instances[0].process
    assert process
    return servers.family(process.pid)


@contextmanager
def _connections(stack: Stack, count: int, sent: bytes) -> Iterator[list[ssl.SSLSocket]]:
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
