"""Time from a commit to the last of many connected visitors, beside a bare Socket.IO server that sends the same bytes.

A document is published through the site's own upload address into a list of 50 rows. Time runs from the moment that the
record carries, which is taken inside its transaction just before the commit, so that writing, reading the list anew and
telling everyone all count. The bare server's time runs from its ``emit``. Both crowds are connected all the while and
take turns, visitors and servers share the machine, and one process plays all visitors.
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

from benchmarks import bare, sending
from benchmarks.records import fill
from benchmarks.table import Options, Row, alone, at_most, spread
from benchmarks.visitors import Crowd, data_of
from starbond_site.documents import database
from starbond_site.settings import Settings
from tests.serving import Server, build, serving

CATEGORY, PATH = "AllNotice", "/AllNotice"
ROWS = 50
LIMIT, LIMIT_AT = 1.3, 1000
"""Times the bare server, at that many visitors (issue 3, "Shows")."""
ARRIVAL_SECONDS = 60


@dataclass
class Turns:
    """The times of one number of visitors, in milliseconds."""

    clients: int
    ours: list[float] = field(default_factory=list)
    floor: list[float] = field(default_factory=list)
    size: int = 0
    """Of what each visitor gets, in bytes."""


def measure(options: Options) -> Iterator[Row]:
    """Let the crowds grow, and measure at every number."""
    build()
    with tempfile.TemporaryDirectory() as name, bare.running("benchmarks.bare_socketio:app", dict(os.environ)) as port:
        folder = Path(name)
        fill(folder / "data", CATEGORY, ROWS)
        with serving(folder) as server:
            for turns in asyncio.run(_all(server, port, folder, options)):
                yield from _rows(turns)


def _rows(turns: Turns) -> Iterator[Row]:
    to = f"{turns.clients:,} visitors, {turns.size / 1000:.1f} kB each"
    yield Row(f"{to}: from the commit", spread(turns.ours, "ms"))
    yield Row(f"{to}: bare Socket.IO", spread(turns.floor, "ms"))
    ratio = statistics.median(turns.ours) / statistics.median(turns.floor)
    if turns.clients == LIMIT_AT:
        yield at_most(f"{turns.clients:,} visitors: against bare Socket.IO", ratio, LIMIT, "times")
    else:
        yield Row(f"{turns.clients:,} visitors: against bare Socket.IO", f"{ratio:.2f} times")


async def _all(server: Server, port: int, folder: Path, options: Options) -> list[Turns]:
    ours, floor = Crowd(server.port, version("reflex")), Crowd(port)
    measured = []
    for clients in sorted(options.clients):
        await asyncio.gather(ours.grow(clients), floor.grow(clients))
        await ours.hydrate(0, PATH)
        turns = Turns(clients)
        # The first turn warms both up and does not count.
        for turn in range(options.runs + 1):
            took, packet = await _publish(server, ours, folder)
            beside = await _emit(port, floor, data_of(packet))
            if turn:
                turns.ours.append(took)
                turns.floor.append(beside)
            turns.size = len(packet.encode())
        measured.append(turns)
    await asyncio.gather(ours.leave(), floor.leave())
    return measured


async def _publish(server: Server, crowd: Crowd, folder: Path) -> tuple[float, str]:
    """Publish; return milliseconds from the commit to the last visitor, and what each of them got."""
    file = sending.archive_of(folder, 0.01)
    crowd.expect(lambda packet: file.stem in packet and CATEGORY in packet)
    upload = sending.Upload(file, CATEGORY, crowd.tokens[0])
    await asyncio.to_thread(sending.publish, server, upload)
    last = await crowd.all_have_it(ARRIVAL_SECONDS)
    return (last - _committed(server.data).timestamp()) * 1000, crowd.last


def _committed(data: Path) -> datetime:
    """Return the moment of the newest record."""
    engine = database.create(Settings(data_dir=data).database_url)
    with database.reading(engine) as session:
        newest = "SELECT published_at FROM document ORDER BY id DESC LIMIT 1"
        moment = session.connection().exec_driver_sql(newest).scalar_one()
    engine.dispose()
    return datetime.fromisoformat(f"{moment}+00:00")


async def _emit(port: int, crowd: Crowd, data: Any) -> float:  # noqa: ANN401
    """Let the bare server send the same; return milliseconds from its ``emit`` to the last visitor."""
    body = json.dumps(data).encode()
    crowd.expect(lambda packet: packet.startswith("42"))
    request = urllib.request.Request(f"http://localhost:{port}/emit", data=body)
    began = await asyncio.to_thread(_text, request)
    return (await crowd.all_have_it(ARRIVAL_SECONDS) - float(began)) * 1000


def _text(request: urllib.request.Request) -> str:
    with urllib.request.urlopen(request, timeout=ARRIVAL_SECONDS) as answer:  # noqa: S310
        return answer.read().decode()


if __name__ == "__main__":
    alone(measure, __doc__)
