"""Metrics for Prometheus (prometheus-client), on one port for the whole site: ``STARBOND_METRICS_PORT``.

The workers of every release listen on it side by side (socket(7), ``SO_REUSEPORT``), so that somebody answers while
releases change; a connection that waits for a worker as it leaves is reset (see `serving._accept_from`), and the next
scrape answered. Whoever is asked asks them all, each by a socket of its own, and the label ``worker`` tells them apart.
The other way of prometheus-client, files that all workers map into memory, ends a worker with SIGBUS when the disk is
full, and has neither memory nor health of each.
"""

import os
import socket
import struct
from collections.abc import Callable, Iterable
from contextlib import ExitStack, suppress
from time import monotonic
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from prometheus_client import REGISTRY, CollectorRegistry, Counter, Gauge, Histogram, make_wsgi_app, start_http_server
from prometheus_client.core import Metric
from prometheus_client.exposition import ThreadingWSGIServer
from prometheus_client.openmetrics.exposition import generate_latest
from prometheus_client.openmetrics.parser import text_string_to_metric_families
from prometheus_client.registry import Collector

ADDRESS = "127.0.0.1"
PLACES = range(1, 65)
"""Of workers: more than that are not started on one machine."""
ANSWER_SECONDS = 5.0
"""Longest wait for the numbers of all workers; Prometheus waits for ten."""
REQUEST_SECONDS = 2.0
"""Longest wait for the next bytes of a request, which Prometheus sends whole as soon as there is a connection. A worker
that leaves waits as long, and longer only for a program of this machine that sends a byte now and then."""
# Of `start_http_server`, which has no such options: several listen, closing waits for what is being answered, and
# whoever asks nothing or leaves is no fault, whose traceback would stand in the log.
ThreadingWSGIServer.allow_reuse_port, ThreadingWSGIServer.daemon_threads = True, False
WSGIRequestHandler.timeout = REQUEST_SECONDS
ThreadingWSGIServer.handle_error = lambda *_given: None  # pyright: ignore[reportAttributeAccessIssue]

REQUESTS = Histogram(
    "starbond_request_seconds",
    "Time until the head of the answer, by kind of route and class of status.",
    ["route", "status"],
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
)
PUSHES = Histogram(
    "starbond_push_seconds",
    "Time from a commit of this worker until its visitors were sent the update.",
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
)
PUBLISHES = Counter("starbond_publishes", "Documents that were published.", ["category"])
REFUSALS = Counter("starbond_refusals", "Uploads and keys that were refused, by reason.", ["reason"])
MAIL_ATTEMPTS = Counter("starbond_mail_attempts", "Attempts to send a mail, by result.", ["result"])
WEBHOOK_ATTEMPTS = Counter("starbond_webhook_attempts", "Attempts to post to a webhook, by result.", ["result"])
EXTRACTIONS = Counter("starbond_extractions", "Documents whose text was read, by result.", ["state"])
EXTRACTIONS_WAITING = Gauge("starbond_extractions_waiting", "Public documents whose text was not read yet.")
VISITORS = Gauge("starbond_visitors", "Browsers that are connected to this worker.")
FEED_AGE = Gauge("starbond_feed_age_seconds", "Time since the lists were last compared with the database.")
# Collected after the parts were checked, which sets them; hence in no registry.
MAIL_WAITING = Gauge("starbond_mail_waiting", "Mails that wait to be sent.", registry=None)
MAIL_AGE = Gauge("starbond_mail_oldest_seconds", "Age of the oldest mail that waits.", registry=None)
DISK_FREE = Gauge("starbond_disk_free_bytes", "Free space for uploads in progress.", registry=None)
PART_UP = Gauge("starbond_part_up", "Whether a part of the site works, as in /_health.", ["part"], registry=None)


class Health(Collector):
    """Checks the parts when Prometheus asks."""

    def __init__(self, states: Callable[[], Iterable[tuple[str, bool]]]) -> None:
        self._states = states

    def collect(self) -> Iterable[Metric]:
        # A part whose state is not known any more is not shown.
        PART_UP.clear()
        for part, is_well in self._states():
            PART_UP.labels(part).set(is_well)
        for gauge in (PART_UP, MAIL_WAITING, MAIL_AGE, DISK_FREE):
            yield from gauge.collect()

    def describe(self) -> Iterable[Metric]:
        """Return nothing, so that registering checks nothing."""
        return ()


class Workers(Collector):
    """The numbers of all workers of the site, whatever their release."""

    def __init__(self, port: int) -> None:
        self._port = port

    def collect(self) -> Iterable[Metric]:
        """Ask all at once; who does not answer in time is left out, such as a worker that stands still."""
        found, end = dict[str, Metric](), monotonic() + ANSWER_SECONDS
        with ExitStack() as stack:
            for place, line in self._asked(stack).items():
                with suppress(OSError, ValueError):
                    for metric in [*text_string_to_metric_families(_read(line, end))]:
                        same = found.setdefault(metric.name, Metric(metric.name, metric.documentation, metric.type))
                        own = {"worker": f"{place}"}
                        same.samples += [sample._replace(labels=sample.labels | own) for sample in metric.samples]
        return found.values()

    def _asked(self, stack: ExitStack) -> dict[int, socket.socket]:
        lines = dict[int, socket.socket]()
        for place in PLACES:
            line = stack.enter_context(socket.socket(socket.AF_UNIX))
            # One that has long stood still takes no more, and whoever waits for it asks the next too late.
            line.setblocking(False)
            with suppress(OSError):
                line.connect(_address(self._port, place))
                # Such an address belongs to whoever takes it first.
                if struct.unpack("3i", line.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))[1] == os.geteuid():
                    lines[place] = line
        return lines


class Server:
    """Tells whoever is asked the numbers of this worker, and is one of those who can be asked."""

    def __init__(self, port: int, health: Health) -> None:
        self._port, self._registry = port, CollectorRegistry()
        self._registry.register(Workers(port))
        REGISTRY.register(health)
        self._own = socket.socket(socket.AF_UNIX)
        self._bind()
        self._served: WSGIServer | None = None

    def tell(self) -> None:
        """Wait until the numbers of this worker are asked for, and say them.

        Raises:
            OSError: every place is taken.
        """
        self._bind()
        line, _ = self._own.accept()
        with line, suppress(OSError):
            line.sendall(generate_latest(REGISTRY))

    def listen(self) -> None:
        """Listen on the port, also after another program had it; blocks for a moment."""
        if self._served is None:
            self._served, _ = start_http_server(self._port, ADDRESS, self._registry)
            self._served.set_app(_for_this_machine(make_wsgi_app(self._registry)))

    def close(self) -> None:
        """Leave the port to the other workers, when what was asked is answered; blocks."""
        if self._served:
            # At once, and not when its loop looks the next time: what comes until then would be lost.
            self._served.socket.shutdown(socket.SHUT_RDWR)
            self._served.shutdown()
            self._served.server_close()

    def _bind(self) -> None:
        """Take the first free place, unless this worker has one or none is free."""
        for place in () if self._own.getsockname() else PLACES:
            with suppress(OSError):
                self._own.bind(_address(self._port, place))
                self._own.listen()
                break


def _read(line: socket.socket, end: float) -> str:
    """Read to the end; once the time is over, only what has arrived."""
    parts = list[bytes]()
    while not parts or parts[-1]:
        line.settimeout(max(0.01, end - monotonic()))
        parts.append(line.recv(1 << 16))
    return b"".join(parts).decode()


def _address(port: int, place: int) -> str:
    """Return an address without a file, which ends with its process (unix(7), "abstract")."""
    return f"\0starbond-metrics-{port}-{place}"


def _for_this_machine(app: WSGIApplication) -> WSGIApplication:
    """Refuse pages of other sites in a browser of this machine whose name was made to lead here (DNS rebinding)."""

    def answered(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if environ.get("HTTP_HOST", "").partition(":")[0] in (ADDRESS, "localhost"):
            return app(environ, start_response)
        start_response("421 Misdirected Request", [])
        return ()

    return answered
