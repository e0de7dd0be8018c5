"""Thousands of cheap clients: raw sockets and one epoll loop in each of several processes."""

import heapq
import multiprocessing
import random
import select
import socket
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import Any

from benchmarks.load.protocols import Protocol

AT_ONCE = 128
"""Connections that a process opens concurrently."""
INTERVAL = 0.05
"""Seconds between two looks at the clients."""
SILENCE_SECONDS = 30
"""An attempt to connect that takes longer is given up and tried again."""


@dataclass
class Status:
    """What the clients of one or several processes have seen."""

    connected: int = 0
    matched: int = 0
    """Clients that got what is expected."""
    last: float = 0.0
    """When the last of them got it, in seconds since 1970."""
    message: bytes = b""
    """What one client got, as on the wire."""
    lost: int = 0
    """Connections that were lost since the start, without those that the test closed."""
    failed: int = 0
    """Attempts to connect that failed."""

    def __add__(self, other: "Status") -> "Status":
        last, message = max(self.last, other.last), max(self.message, other.message, key=len)
        connected, matched = self.connected + other.connected, self.matched + other.matched
        return Status(connected, matched, last, message, self.lost + other.lost, self.failed + other.failed)


@dataclass(slots=True)
class _Client:
    """One client: its socket and what it has read of the message that is not complete."""

    sock: socket.socket | None = None
    buffer: bytes = b""
    is_connected: bool = False
    matched: int = 0
    """Number of the last expectation that it met."""
    began: float = 0.0


@dataclass
class _Process:
    """The loop of one process."""

    pipe: Connection
    protocol: Protocol
    addresses: list[str]
    """Loopback addresses to connect from: each has 28,000 ports."""
    status: Status = field(default_factory=Status)

    @classmethod
    def serve(cls, *given: Any) -> None:  # noqa: ANN401
        """Run in a process of its own."""
        cls(*given).run()

    def __post_init__(self) -> None:
        self.epoll = select.epoll()
        self.epoll.register(self.pipe.fileno(), select.EPOLLIN)
        self.by_descriptor: dict[int, _Client] = {}
        self.waiting: deque[_Client] = deque()
        self.later: list[tuple[float, int, _Client]] = []
        self.connecting: set[int] = set()
        self.expected = b""
        self.expectation = 0

    def run(self) -> None:
        """Serve commands and sockets until told to end."""
        while True:
            for descriptor, events in self.epoll.poll(0.05):
                if descriptor == self.pipe.fileno():
                    if not self._command(*self.pipe.recv()):
                        return
                elif client := self.by_descriptor.get(descriptor):
                    self._ready(client, events)
            now = time.monotonic()
            while self.later and self.later[0][0] <= now:
                self.waiting.append(heapq.heappop(self.later)[2])
            for descriptor in [fd for fd in self.connecting if now - self.by_descriptor[fd].began > SILENCE_SECONDS]:
                self._lose(self.by_descriptor[descriptor])
            while self.waiting and len(self.connecting) < AT_ONCE:
                self._open(self.waiting.popleft())

    def _command(self, name: str, value: Any) -> bool:  # noqa: ANN401
        if name == "open":
            self.waiting.extend(_Client() for _ in range(value))
        elif name == "close":
            for client in random.sample([c for c in self.by_descriptor.values() if c.is_connected], value):
                self._close(client)
        elif name == "expect":
            self.expected = value
            self.expectation += 1
            self.status.matched = 0
        elif name == "end":
            return False
        self.pipe.send(self.status)
        return True

    def _open(self, client: _Client) -> None:
        made = socket.socket()
        made.setblocking(False)
        made.bind((random.choice(self.addresses), 0))
        client.sock, client.buffer, client.began = made, b"", time.monotonic()
        made.connect_ex(("127.0.0.1", self.protocol.port))
        self.by_descriptor[made.fileno()] = client
        self.connecting.add(made.fileno())
        self.epoll.register(made.fileno(), select.EPOLLOUT)

    def _ready(self, client: _Client, events: int) -> None:
        assert client.sock
        try:
            if events & select.EPOLLOUT:
                client.sock.send(self.protocol.request())
                self.epoll.modify(client.sock.fileno(), select.EPOLLIN)
                return
            data = client.sock.recv(65536)
        except OSError:
            data = b""
        if not data:
            self._lose(client)
            return
        client.buffer += data
        self._read(client)

    def _read(self, client: _Client) -> None:
        assert client.sock
        for message in (step := self.protocol.read(client.buffer, is_connected=client.is_connected)).messages:
            if client.matched < self.expectation and self.expected in message:
                client.matched = self.expectation
                self.status.matched += 1
                self.status.last = time.time()
                self.status.message = message
        client.buffer = step.rest
        if step.answer:
            client.sock.send(step.answer)
        if step.is_refused:
            self._lose(client)
        elif step.is_connected and not client.is_connected:
            client.is_connected = True
            self.connecting.discard(client.sock.fileno())
            self.status.connected += 1

    def _lose(self, client: _Client) -> None:
        """Connect again, as a browser does."""
        if client.is_connected:
            self.status.lost += 1
        else:
            self.status.failed += 1
        self._close(client)
        pause = self.protocol.pause * random.uniform(0.5, 1.5)
        heapq.heappush(self.later, (time.monotonic() + pause, id(client), client))

    def _close(self, client: _Client) -> None:
        if client.sock:
            descriptor = client.sock.fileno()
            self.connecting.discard(descriptor)
            self.by_descriptor.pop(descriptor, None)
            client.sock.close()
        self.status.connected -= client.is_connected
        client.sock, client.is_connected = None, False


class Crowd:
    """Context manager: many clients of one server, in several processes."""

    def __init__(self, protocol: Protocol, processes: int = 2, addresses: int = 1) -> None:
        """Start the processes; without clients yet."""
        context = multiprocessing.get_context("spawn")
        self._pipes: list[Connection] = []
        self._processes = []
        self.size = 0
        for number in range(processes):
            ours, theirs = context.Pipe()
            own = [f"127.0.{number + 1}.{address + 1}" for address in range(addresses)]
            process = context.Process(target=_Process.serve, args=(theirs, protocol, own), daemon=True)
            process.start()
            self._pipes.append(ours)
            self._processes.append(process)

    def __enter__(self) -> "Crowd":
        return self

    def __exit__(self, *_: object) -> None:
        for pipe, process in zip(self._pipes, self._processes, strict=True):
            pipe.send(("end", None))
            process.join(20)

    def open(self, count: int) -> None:
        """Let more clients connect; they come back by themselves when they lose the connection."""
        self.size += count
        self._share("open", count)

    def close(self, count: int) -> None:
        """Let some connected clients, chosen at random, leave for good."""
        self.size -= count
        self._share("close", count)

    def expect(self, content: bytes) -> None:
        """Count from now on the clients that get a message with this content."""
        self._ask("expect", [content] * len(self._pipes))

    def status(self) -> Status:
        """Return what all clients have seen."""
        return self._ask("status", [None] * len(self._pipes))

    def wait(self, condition: Callable[[Status], bool], seconds: float) -> Status:
        """Wait until a condition holds.

        Raises:
            TimeoutError: it does not hold in time; the message has the status.
        """
        deadline = time.monotonic() + seconds
        while not condition(status := self.status()):
            if time.monotonic() > deadline:
                message = f"not within {seconds:.0f} s: {self.size} clients, {status}"
                raise TimeoutError(message)
            time.sleep(INTERVAL)
        return status

    def _share(self, name: str, count: int) -> None:
        shares = [count // len(self._pipes) + (number < count % len(self._pipes)) for number in range(len(self._pipes))]
        self._ask(name, shares)

    def _ask(self, name: str, values: list[Any]) -> Status:
        for pipe, value in zip(self._pipes, values, strict=True):
            pipe.send((name, value))
        total = Status()
        for pipe in self._pipes:
            total += pipe.recv()
        return total
