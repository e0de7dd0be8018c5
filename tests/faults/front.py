"""Nginx in front of two stand-ins for the site, which record every request and answer as a test says."""

import copy
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.answering import Request, listening
from tests.faults import proxy
from tests.faults.proxy import Proxy, Reply

SECONDS = 20
KEPT_SECONDS = 0.9


@dataclass
class Answer:
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=lambda: {"Cache-Control": "no-cache"})
    body: bytes = b"a page"


@dataclass
class Instance:
    port: int
    answer: Callable[[str], Answer] = field(default=lambda _path: Answer())
    requests: list[Request] = field(default_factory=list)
    bodies: list[bytes] = field(default_factory=list)
    first_bytes: threading.Event = field(default_factory=threading.Event)
    drops: bool = False

    def count(self, path: str) -> int:
        return sum(request.path == path for request in self.requests)


@dataclass
class Front:
    proxy: Proxy
    instances: tuple[Instance, Instance]

    @property
    def requests(self) -> list[Request]:
        return self.instances[0].requests + self.instances[1].requests

    def ask(self, path: str, method: str = "GET", *, body: bytes | None = None, **headers: str) -> Reply:
        """Send one request over TLS."""
        return next(self.asks(path, method, body=body, **headers))

    def asks(
        self, path: str, method: str = "GET", *, body: bytes | None = None, sender: str = "127.0.0.1", **headers: str
    ) -> Iterator[Reply]:
        """Send requests from an address of this machine, one after another on one connection."""
        with closing(self.proxy.connect(SECONDS, sender)) as connection:
            while True:
                yield proxy.request(connection, path, method, body, **headers)

    def count(self, path: str) -> int:
        return sum(instance.count(path) for instance in self.instances)

    def count_of(self, path: str, steps: Callable[[], object]) -> int:
        """Return how many requests for a path reach the site with some steps, done while nginx keeps an answer."""
        while True:
            before, began = self.count(path), time.monotonic()
            steps()
            if time.monotonic() - began < KEPT_SECONDS:
                return self.count(path) - before

    def answer(self, given: Answer | Callable[[str], Answer]) -> None:
        for instance in self.instances:
            instance.answer = given if callable(given) else lambda _path: given

    def fail(self) -> None:
        """Let both instances close connections without an answer from now on."""
        for instance in self.instances:
            instance.drops = True


@contextmanager
def running(folder: Path, lines: Sequence[str] = ()) -> Iterator[Front]:
    """Run both, with further lines of configuration for the whole server."""
    with ExitStack() as stack:
        instances = (stack.enter_context(_instance()), stack.enter_context(_instance()))
        instances[1].first_bytes = instances[0].first_bytes
        ports = [instance.port for instance in instances]
        yield Front(stack.enter_context(proxy.running(folder, ports, lines)), instances)


@contextmanager
def _instance() -> Iterator[Instance]:
    def respond(request: Request) -> None:
        # nginx keeps connections: one handler serves several requests.
        site.requests.append(copy.copy(request))
        if length := int(request.headers.get("Content-Length", 0)):
            first = request.rfile.read1(length)
            site.first_bytes.set()
            site.bodies.append(first + request.rfile.read(length - len(first)))
        if site.drops:
            request.close_connection = True
            return
        given = site.answer(request.path)
        request.answer(given.status, {"Content-Type": "text/html", **given.headers}, given.body)

    with listening(respond, keeps_connections=True) as port:
        site = Instance(port)
        yield site
