"""Measures the time from a commit to the last connected client, compared with a minimal Socket.IO server.

A document is published through the upload address into a list of two pages. The time starts at ``published_at`` of the
record, which is taken inside the transaction just before the commit, so that it includes commit, reading the list and
emitting. The time of the baseline starts at its ``emit``. The clients of both servers stay connected and the servers
take turns; clients and servers share the machine, and one process runs all clients.
"""

import asyncio
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
from typing import Any

from benchmarks import baseline_server, upload_client
from benchmarks.records import fill
from benchmarks.socket_clients import SocketClients, data_of
from benchmarks.table import Options, Row, alone, at_most, spread
from starbond_site.documents import database
from starbond_site.settings import Settings
from tests.serving import Server, build, serving

CATEGORY, PATH = "AllNotice", "/AllNotice"
ROWS = 60
"""More than one page, and not so many that another page begins: only the row that changed is sent."""
LIMIT, LIMIT_AT = 1.3, 1000
"""Highest ratio to the baseline, and the number of clients at which it holds."""
ARRIVAL_SECONDS = 60


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
    with (
        tempfile.TemporaryDirectory() as name,
        baseline_server.running("benchmarks.baseline_socketio:app", dict(os.environ)) as (port, _),
    ):
        folder = Path(name)
        fill(folder / "data", CATEGORY, ROWS)
        with serving(folder) as server:
            for samples in asyncio.run(_all(server, port, folder, options)):
                yield from _rows(samples)


def _rows(samples: Samples) -> Iterator[Row]:
    to = f"{samples.clients:,} clients, {samples.size / 1000:.1f} kB each"
    yield Row(f"{to}: from the commit", spread(samples.ours, "ms"))
    yield Row(f"{to}: baseline Socket.IO", spread(samples.baseline, "ms"))
    ratio = statistics.median(samples.ours) / statistics.median(samples.baseline)
    if samples.clients == LIMIT_AT:
        yield at_most(f"{samples.clients:,} clients: relative to the baseline", ratio, LIMIT, "times")
    else:
        yield Row(f"{samples.clients:,} clients: relative to the baseline", f"{ratio:.2f} times")


async def _all(server: Server, port: int, folder: Path, options: Options) -> list[Samples]:
    ours, baseline = SocketClients(server.port, version("reflex")), SocketClients(port)
    measured = []
    for clients in sorted(options.clients):
        await asyncio.gather(ours.connect(clients), baseline.connect(clients))
        await ours.hydrate(0, PATH)
        samples = Samples(clients)
        # The first run warms both up and does not count.
        for run in range(options.runs + 1):
            took, packet = await _publish(server, ours, folder)
            beside = await _emit(port, baseline, data_of(packet))
            if run:
                samples.ours.append(took)
                samples.baseline.append(beside)
            samples.size = len(packet.encode())
        measured.append(samples)
    await asyncio.gather(ours.close(), baseline.close())
    return measured


async def _publish(server: Server, sockets: SocketClients, folder: Path) -> tuple[float, str]:
    """Publish; return milliseconds from the commit to the last client, and the packet that each got."""
    file = upload_client.report_of(folder)
    sockets.expect(lambda packet: file.stem in packet and CATEGORY in packet)
    await asyncio.to_thread(upload_client.publish, server, file, CATEGORY)
    last = await sockets.wait_for_all(ARRIVAL_SECONDS)
    return (last - committed(server.data).timestamp()) * 1000, sockets.last


def committed(data: Path) -> datetime:
    """Return the time of publication of the newest record."""
    engine = database.create(Settings(data_dir=data).database_url)
    with database.reading(engine) as session:
        newest = "SELECT published_at FROM document ORDER BY id DESC LIMIT 1"
        moment = session.connection().exec_driver_sql(newest).scalar_one()
    engine.dispose()
    return datetime.fromisoformat(f"{moment}+00:00")


async def _emit(port: int, sockets: SocketClients, data: Any) -> float:  # noqa: ANN401
    """Let the baseline server send the same data; return milliseconds from its ``emit`` to the last client."""
    body = json.dumps(data).encode()
    sockets.expect(lambda packet: packet.startswith("42"))
    request = urllib.request.Request(f"http://localhost:{port}/emit", data=body)
    began = await asyncio.to_thread(_text, request)
    return (await sockets.wait_for_all(ARRIVAL_SECONDS) - float(began)) * 1000


def _text(request: urllib.request.Request) -> str:
    with urllib.request.urlopen(request, timeout=ARRIVAL_SECONDS) as answer:  # noqa: S310
        return answer.read().decode()


if __name__ == "__main__":
    alone(measure, __doc__)
