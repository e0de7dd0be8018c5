"""Metrics for Prometheus (prometheus-client), on a port of each worker: ``STARBOND_METRICS_PORT``.

Every worker serves its own numbers, on the first free port from the one that is set. Prometheus adds them up, knows a
worker that was restarted, and sees the memory of each. The other way of prometheus-client, files that all workers map
into memory, ends a worker with SIGBUS when the disk is full.
"""

import errno
from collections.abc import Callable, Iterable
from wsgiref.simple_server import WSGIServer
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from prometheus_client import REGISTRY, Counter, Gauge, Histogram, make_wsgi_app, start_http_server
from prometheus_client.core import Metric
from prometheus_client.registry import Collector

ADDRESS = "127.0.0.1"
PORTS = 64
"""Ports that are tried: more workers than that are not started on one machine."""

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


class Server:
    """Serves the metrics of this process from a thread, on the first port that is free.

    A new release starts while the one before has the ports that Prometheus knows: whoever has a later one moves.
    """

    def __init__(self, first_port: int, health: Health) -> None:
        self._first, self._health = first_port, health
        self._end = min(first_port + PORTS, 65536)
        self._served: WSGIServer | None = None

    @property
    def port(self) -> int | None:
        """None where none was free."""
        return self._served and self._served.server_port

    def settle(self) -> None:
        """Serve on the first free port, if it is before the present one."""
        for port in range(self._first, self.port or self._end):
            try:
                served, _ = start_http_server(port, ADDRESS)
            except OSError as error:
                if error.errno != errno.EADDRINUSE:
                    raise
            else:
                if self._served:
                    self._served.shutdown()
                    self._served.server_close()
                else:
                    REGISTRY.register(self._health)
                served.set_app(_for_this_machine(make_wsgi_app()))
                self._served = served
                return


def _for_this_machine(app: WSGIApplication) -> WSGIApplication:
    """Refuse pages of other sites in a browser of this machine whose name was made to lead here (DNS rebinding)."""

    def answered(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if environ.get("HTTP_HOST", "").partition(":")[0] in (ADDRESS, "localhost"):
            return app(environ, start_response)
        start_response("421 Misdirected Request", [])
        return ()

    return answered
