"""Nginx in front of two stand-ins for the site, and requests to it."""

import http.client
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.faults import proxy, stub_site
from tests.faults.proxy import Proxy
from tests.faults.stub_site import Answer, StubSite

SECONDS = 20


@dataclass
class Front:
    """Nginx and the two instances behind it."""

    proxy: Proxy
    instances: tuple[StubSite, StubSite]

    def ask(self, path: str, method: str = "GET", *, body: bytes | str | None = None, **headers: str) -> "Reply":
        """Send one request over TLS; names of headers have underscores for hyphens."""
        connection = http.client.HTTPSConnection(
            "localhost", self.proxy.https, timeout=SECONDS, context=self.proxy.trust
        )
        connection.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
        response = connection.getresponse()
        reply = Reply(response.status, dict(response.getheaders()), response.read())
        connection.close()
        return reply

    def count(self, path: str) -> int:
        """Return how many requests for a path reached the site."""
        return sum(instance.count(path) for instance in self.instances)

    def answer(self, given: Answer | Callable[[str], Answer]) -> None:
        """Let both instances answer so from now on."""
        for instance in self.instances:
            instance.answer = given if callable(given) else lambda _path: given


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
        ports = [instance.port for instance in instances]
        yield Front(stack.enter_context(proxy.running(folder, ports)), instances)
