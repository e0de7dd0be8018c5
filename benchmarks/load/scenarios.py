"""The loads, each a generator of table rows: visitors by websocket, subscribers by EventSource, and a long soak."""

import signal
import statistics
import time
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from benchmarks import upload_client
from benchmarks.broadcast import committed
from benchmarks.load.crowd import Crowd
from benchmarks.load.protocols import EventSource, WebSocket
from benchmarks.memory import resident
from benchmarks.records import fill
from benchmarks.table import Row, at_most, plain
from starbond_site.shared.categories import LISTS
from tests.fanout_proxy import proxy
from tests.serving import Server, free_port, serving

CATEGORY, ROWS = "AllNotice", 60
CONNECT_SECONDS, ARRIVAL_SECONDS = 60.0, 2.0
"""The promise: all connected, also after a restart, and a new row at all of them."""
PATIENCE = 300
"""Seconds after which a load is given up."""
KILOBYTE = 1024
BYTES = 2000
"""Most bytes of one new row in both languages (`tests/unit/presentation/test_payloads.py`)."""
SOAK_GROWTH = 5.0
"""Percent that the memory may grow after the first sixth of a soak."""
SAMPLE_SECONDS = 5.0


@dataclass(frozen=True, kw_only=True)
class Load:
    """How much load, from the command line."""

    visitors: int = 500
    """Connected by websocket."""
    subscribers: int = 500
    """Connected by EventSource."""
    soak_minutes: float = 2.0
    soak_visitors: int = 100
    processes: int = 2
    """That run the clients."""
    addresses: int = 4
    """Loopback addresses of each process that clients come from."""
    typed: int = 20
    """Pages of a deployment in which something is typed."""
    uploads: int = 5
    """Pages of a deployment that send a file meanwhile."""
    upload_megabytes: int = 50
    shareholders: int = 10_000
    """Who ask within an hour of the dividend's day."""
    dividend_minutes: float = 1.0
    """Of the end of that hour that are played whole; 60 for all of it."""
    guesses: int = 10_000
    """From thirty networks meanwhile."""


def _publish_one(server: Server, folder: Path, crowd: Crowd, category: str = CATEGORY) -> float:
    """Publish a document that the crowd expects, as the upload form does; return its commit in seconds since 1970."""
    file = upload_client.report_of(folder)
    crowd.expect(file.stem.encode())
    upload_client.publish(server, file, category)
    return committed(server.data).timestamp()


def websockets(load: Load, folder: Path) -> Iterator[Row]:
    """Connect visitors, publish, kill the server and publish again."""
    fill(folder / "data", CATEGORY, ROWS)
    with (
        serving(folder) as server,
        Crowd(WebSocket(server.port, 0.2, version("reflex")), load.processes, load.addresses) as crowd,
    ):
        yield from _connect(crowd, load.visitors, _pid(server), "visitors", load)
        yield from _publish(server, folder, crowd, "visitors")
        server.stop(signal.SIGKILL)
        began = time.monotonic()
        server.start()
        started = time.monotonic()
        crowd.wait(lambda status: status.connected == crowd.size, PATIENCE)
        yield plain("visitors: server ready again after SIGKILL", started - began, "s")
        yield at_most("visitors: all back after that", time.monotonic() - started, CONNECT_SECONDS, "s")
        yield from _publish(server, folder, crowd, "visitors after the restart")


def eventsource(load: Load, folder: Path) -> Iterator[Row]:
    """Connect subscribers to Nchan, publish, kill Reflex and publish again; nobody may lose the connection."""
    fill(folder / "data", CATEGORY, ROWS)
    port = free_port()
    files = max(1024, 2 * load.subscribers)
    with (
        proxy(folder, port, files=files) as before,
        serving(folder, port, STARBOND_FANOUT=before.publish_address) as server,
        Crowd(EventSource(before.port, 3.0), load.processes, load.addresses) as crowd,
    ):
        yield from _connect(crowd, load.subscribers, before.service.pid, "subscribers", load)
        yield from _publish(server, folder, crowd, "subscribers")
        server.stop(signal.SIGKILL)
        server.start()
        yield from _publish(server, folder, crowd, "subscribers after Reflex was killed")
        yield at_most("subscribers: connections lost meanwhile", crowd.status().lost, 0, "")


def soak(load: Load, folder: Path) -> Iterator[Row]:
    """Let visitors come and go while something is published every minute; compare the memory."""
    # In turns: a list whose number of pages changes is sent as a whole to whoever asks for it, and clients ask nothing.
    for category in LISTS:
        fill(folder / "data", category, ROWS)
    samples: list[tuple[float, int]] = []
    end = load.soak_minutes * 60
    with (
        serving(folder) as server,
        Crowd(WebSocket(server.port, 0.2, version("reflex")), load.processes, load.addresses) as crowd,
    ):
        crowd.open(load.soak_visitors)
        crowd.wait(lambda status: status.connected == crowd.size, PATIENCE)
        began, slowest, commits = time.monotonic(), 0.0, 0
        while (now := time.monotonic() - began) < end:
            if now >= commits * min(60.0, end / 4):
                committed = _publish_one(server, folder, crowd, LISTS[commits % len(LISTS)])
                commits += 1
                status = crowd.wait(lambda status: status.matched >= status.connected, PATIENCE)
                slowest = max(slowest, status.last - committed)
            leaving = max(1, load.soak_visitors // 20)
            crowd.close(leaving)
            crowd.open(leaving)
            crowd.wait(lambda status: status.connected == crowd.size, PATIENCE)
            samples.append((time.monotonic() - began, resident(_pid(server))))
            time.sleep(max(0.0, SAMPLE_SECONDS - (time.monotonic() - began - now)))
        lost = crowd.status().lost
    early = [size for moment, size in samples if end / 6 <= moment < end / 3]
    late = [size for moment, size in samples if moment >= end * 5 / 6]
    first, last = statistics.median(early), statistics.median(late)
    yield plain(f"soak: {load.soak_visitors} visitors, memory after a sixth", first / KILOBYTE**2, "MB")
    yield at_most("soak: growth until the end", (last / first - 1) * 100, SOAK_GROWTH, "%")
    yield at_most(f"soak: {commits} commits, slowest to the last visitor", slowest, ARRIVAL_SECONDS, "s")
    yield at_most("soak: connections lost", lost, 0, "")


def _connect(crowd: Crowd, count: int, pid: int, who: str, load: Load) -> Iterator[Row]:
    """Connect a few, whose memory is that of the first use of everything, then the rest."""
    few = min(count // 10 + 1, 200)
    crowd.open(few)
    crowd.wait(lambda status: status.connected == crowd.size, PATIENCE)
    before, began = resident(pid), time.monotonic()
    crowd.open(count - few)
    crowd.wait(lambda status: status.connected == crowd.size, PATIENCE)
    took = time.monotonic() - began
    what = f"{who}: {count:,} connected within, {load.processes} client processes"
    yield at_most(what, took, CONNECT_SECONDS, "s")
    yield plain(f"{who}: memory each", (resident(pid) - before) / (count - few) / KILOBYTE, "kB")


def _publish(server: Server, folder: Path, crowd: Crowd, who: str) -> Iterator[Row]:
    committed = _publish_one(server, folder, crowd)
    status = crowd.wait(lambda status: status.matched == crowd.size, PATIENCE)
    yield at_most(f"{who}: commit to last of {crowd.size:,}", status.last - committed, ARRIVAL_SECONDS, "s")
    yield at_most(f"{who}: bytes each", len(status.message), BYTES, "B")


def _pid(server: Server) -> int:
    assert server.process
    return server.process.pid
