"""Nginx in front of two stand-ins for the site, and requests to it."""

import http.client
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.faults import proxy, stub_site
from tests.faults.proxy import Proxy
from tests.faults.stub_site import Answer, StubSite

SECONDS = 20
KEPT_SECONDS = 0.9
"""Nginx keeps an answer for one to two seconds."""


@dataclass
class Front:
    """Nginx and the two instances behind it."""

    proxy: Proxy
    instances: tuple[StubSite, StubSite]

    def ask(self, path: str, method: str = "GET", *, body: bytes | str | None = None, **headers: str) -> "Reply":
        """Send one request over TLS; names of headers have underscores for hyphens."""
        return next(self.asks(path, method, body=body, **headers))

    def asks(
        self,
        path: str,
        method: str = "GET",
        *,
        body: bytes | str | None = None,
        sender: str = "127.0.0.1",
        **headers: str,
    ) -> Iterator["Reply"]:
        """Send requests from an address of this machine, one after another on one connection."""
        connection = http.client.HTTPSConnection(
            "localhost", self.proxy.https, timeout=SECONDS, context=self.proxy.trust, source_address=(sender, 0)
        )
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        try:
            while True:
                connection.request(method, path, body, given)
                response = connection.getresponse()
                yield Reply(response.status, dict(response.getheaders()), response.read())
        finally:
            connection.close()

    def count(self, path: str) -> int:
        """Return how many requests for a path reached the site."""
        return sum(instance.count(path) for instance in self.instances)

    def count_of(self, path: str, steps: Callable[[], object]) -> int:
        """Return how many requests for a path reach the site with some steps, done while nginx keeps an answer."""
        while True:
            before, began = self.count(path), time.monotonic()
            steps()
            if time.monotonic() - began < KEPT_SECONDS:
                return self.count(path) - before

    def answer(self, given: Answer | Callable[[str], Answer]) -> None:
        """Let both instances answer so from now on."""
        for instance in self.instances:
            instance.answer = given if callable(given) else lambda _path: given

    def fail(self) -> None:
        """Let both instances close connections without an answer from now on."""
        for instance in self.instances:
            instance.drops = True


@dataclass(frozen=True)
class Reply:
    """An answer of nginx."""

    status: int
    headers: Mapping[str, str]
    body: bytes


@contextmanager
def running(folder: Path) -> Iterator[Front]:
    """Run nginx in front of two stand-ins."""
    with ExitStack() as stack:
        instances = (stack.enter_context(stub_site.running()), stack.enter_context(stub_site.running()))
        instances[1].first_bytes = instances[0].first_bytes
        ports = [instance.port for instance in instances]
        yield Front(stack.enter_context(proxy.running(folder, ports)), instances)
