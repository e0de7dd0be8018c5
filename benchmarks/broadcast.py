"""Measures the time from a commit to the last connected client, compared with a minimal Socket.IO server.

A document is published through the upload address into a list of two pages. The time starts at ``published_at`` of the
record, which is taken inside the transaction just before the commit, so that it includes commit, reading the list and
emitting. The time of the baseline starts at its ``emit``. The clients of both servers stay connected and the servers
take turns; clients and servers share the machine. Each server has two processes of clients.
"""

import json
import os
import statistics
import tempfile
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from importlib.metadata import version
from pathlib import Path

from benchmarks import baseline_server, upload_client
from benchmarks.load.crowd import Crowd, Status
from benchmarks.load.protocols import WebSocket
from benchmarks.records import fill
from benchmarks.socket_clients import data_of, raise_file_limit
from benchmarks.table import Options, Row, alone, at_most, spread
from starbond_site.documents import database
from starbond_site.shared.settings import Settings
from tests.serving import Server, build, serving

CATEGORY = "AllNotice"
ROWS = 60
"""More than one page, and not so many that another page begins: only the row that changed is sent."""
LIMIT, LIMIT_AT = 1.3, 1000
"""Highest ratio to the baseline, and the number of clients at which it holds."""
PATIENCE = 600
"""Seconds for all to connect, and to get what is sent."""


@dataclass
class Samples:
    """Milliseconds for one number of clients."""

    clients: int
    ours: list[float] = field(default_factory=list)
    baseline: list[float] = field(default_factory=list)
    size: int = 0
    """Bytes that each client gets."""


def measure(options: Options) -> Iterator[Row]:
    """Measure with each number of clients, in ascending order."""
    build()
    raise_file_limit(max(options.clients) + 1000)
    with (
        tempfile.TemporaryDirectory() as name,
        baseline_server.running("benchmarks.baseline_socketio:app", dict(os.environ)) as (port, _),
    ):
        folder = Path(name)
        fill(folder / "data", CATEGORY, ROWS)
        reflex = version("reflex")
        with (
            serving(folder) as server,
            Crowd(WebSocket(server.port, 0.2, reflex)) as ours,
            Crowd(WebSocket(port, 0.2, reflex)) as baseline,
        ):
            for clients in sorted(options.clients):
                for crowd in (ours, baseline):
                    crowd.open(clients - crowd.size)
                    crowd.wait(lambda status, size=clients: status.connected == size, PATIENCE)
                yield from _rows(_run(server, port, folder, ours, baseline, options.runs))


def _rows(samples: Samples) -> Iterator[Row]:
    to = f"{samples.clients:,} clients, {samples.size / 1000:.1f} kB each"
    yield Row(f"{to}: from the commit", spread(samples.ours, "ms"))
    yield Row(f"{to}: baseline Socket.IO", spread(samples.baseline, "ms"))
    ratio = statistics.median(samples.ours) / statistics.median(samples.baseline)
    if samples.clients == LIMIT_AT:
        yield at_most(f"{samples.clients:,} clients: relative to the baseline", ratio, LIMIT, "times")
    else:
        yield Row(f"{samples.clients:,} clients: relative to the baseline", f"{ratio:.2f} times")


def _run(server: Server, port: int, folder: Path, ours: Crowd, baseline: Crowd, runs: int) -> Samples:
    samples = Samples(ours.size)
    # The first run warms both up and does not count.
    for run in range(runs + 1):
        took, packet = _publish(server, ours, folder)
        beside = _emit(port, baseline, packet)
        if run:
            samples.ours.append(took)
            samples.baseline.append(beside)
        samples.size = len(packet)
    return samples


def _publish(server: Server, crowd: Crowd, folder: Path) -> tuple[float, bytes]:
    """Publish; return milliseconds from the commit to the last client, and the packet that each got."""
    file = upload_client.report_of(folder)
    crowd.expect(file.stem.encode())
    upload_client.publish(server, file, CATEGORY)
    status = _arrived(crowd)
    return (status.last - committed(server.data).timestamp()) * 1000, status.message


def _arrived(crowd: Crowd) -> Status:
    return crowd.wait(lambda status: status.matched == crowd.size, PATIENCE)


def committed(data: Path) -> datetime:
    """Return the time of publication of the newest record."""
    engine = database.create(Settings(data_dir=data).database_url)
    with database.reading(engine) as session:
        newest = "SELECT published_at FROM document ORDER BY id DESC LIMIT 1"
        moment = session.connection().exec_driver_sql(newest).scalar_one()
    engine.dispose()
    return datetime.fromisoformat(f"{moment}+00:00")


def _emit(port: int, crowd: Crowd, packet: bytes) -> float:
    """Let the baseline server send the same data; return milliseconds from its ``emit`` to the last client."""
    crowd.expect(b"42")
    body = json.dumps(data_of(packet.decode())).encode()
    began = _text(urllib.request.Request(f"http://localhost:{port}/emit", data=body))
    return (_arrived(crowd).last - float(began)) * 1000


def _text(request: urllib.request.Request) -> str:
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310
        return answer.read().decode()


if __name__ == "__main__":
    alone(measure, __doc__)
