"""A large upload: what it adds to the server's memory, and its throughput beside a bare Starlette endpoint.

The site takes the file through its upload address, checks it, stores it, reads it back and records it; the bare
endpoint writes the same bytes to the same disk and forces them there. A turn is two uploads to each: site, bare, bare,
site. Each turn is compared within itself, so that other work on the machine falls on both, and the median of these
shares counts. Nothing is left to be written when a measurement begins, and what was received stays until the end, on
both sides: a file that gets the memory that a removed one has just left is written faster than files are in practice.

The result of the site counts when its page hears of it over the websocket. Memory is what the server's processes held
at most (``VmHWM``) beyond what they held before, after a first upload that warms everything up; the process that looks
into the file lives for a moment and is shown apart.
"""

import asyncio
import os
import statistics
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from importlib.metadata import version
from pathlib import Path

from benchmarks import bare, memory, sending
from benchmarks.bare_upload import NAME
from benchmarks.table import Options, Row, alone, at_least, at_most, plain, spread
from benchmarks.visitors import EVENT, Crowd
from tests.serving import Server, build, serving

CATEGORY, PATH = "AllNotice", "/UploadFiles"
MEMORY_MB, SHARE = 20, 0.7
"""Limits of memory, and of throughput against the bare endpoint (issue 3, "Shows")."""
TURN = 2
"""Uploads to each in a turn."""
RESULT_SECONDS = 300
SPARE_MB = 100
"""How much higher the limit of the site is set than the file needs."""


@dataclass
class Taken:
    """What the uploads took: seconds, and bytes of memory."""

    sent: list[float] = field(default_factory=list)
    """Until the site had answered that every byte is there."""
    published: list[float] = field(default_factory=list)
    floor: list[float] = field(default_factory=list)
    grown: list[int] = field(default_factory=list)
    inspected: list[int] = field(default_factory=list)


def measure(options: Options) -> Iterator[Row]:
    """Upload in turns to both servers."""
    build()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        environment = os.environ | {"UPLOAD_FOLDER": name}
        setting = str(options.megabytes + SPARE_MB)
        with (
            bare.running("benchmarks.bare_upload:app", environment) as port,
            serving(folder, STARBOND_MAX_UPLOAD_MB=setting) as server,
        ):
            taken = asyncio.run(_take_turns(server, port, folder, options))
    yield from _rows(taken, options.megabytes)


def _rows(taken: Taken, megabytes: int) -> Iterator[Row]:
    def speed(seconds: list[float]) -> list[float]:
        return [megabytes / one for one in seconds]

    name = f"{megabytes} MB"
    yield at_most(f"{name}: memory of the server grows by", max(taken.grown) / 1e6, MEMORY_MB, "MB")
    yield plain(f"{name}: the process that looks into it, for a moment", max(taken.inspected) / 1e6, "MB")
    yield Row(f"{name}: taken by the site", spread(speed(taken.sent), "MB/s"))
    yield Row(f"{name}: taken, checked, stored and published", spread(speed(taken.published), "MB/s"))
    yield Row(f"{name}: taken by a bare endpoint", spread(speed(taken.floor), "MB/s"))
    yield Row(f"{name}: taken, against the bare endpoint", spread(_shares(taken.floor, taken.sent), "times"))
    shares = _shares(taken.floor, taken.published)
    yield at_least(f"{name}: published, against the bare endpoint", statistics.median(shares), SHARE, "times")


def _shares(floor: list[float], ours: list[float]) -> list[float]:
    """Return the throughput of each turn as a share of the bare endpoint's in it."""
    starts = range(0, len(ours), TURN)
    return [sum(floor[start : start + TURN]) / sum(ours[start : start + TURN]) for start in starts]


async def _take_turns(server: Server, port: int, folder: Path, options: Options) -> Taken:
    page = Crowd(server.port, version("reflex"))
    await page.grow(1)
    page.expect(lambda packet: packet.startswith(EVENT))
    await page.hydrate(0, PATH)
    await page.all_have_it(RESULT_SECONDS)
    # A small one first: it loads what the first upload loads.
    await _take_turn(server, port, page, folder, 1)
    taken = Taken()
    for _ in range(options.runs):
        _add(taken, await _take_turn(server, port, page, folder, options.megabytes))
    await page.leave()
    return taken


async def _take_turn(server: Server, port: int, page: Crowd, folder: Path, megabytes: int) -> Taken:
    result = Taken()
    for site_is_first in (True, False):
        file = sending.archive_of(folder, megabytes)
        steps = [partial(_publish, server, page), partial(_put, port, folder)]
        for step in steps if site_is_first else reversed(steps):
            await asyncio.to_thread(os.sync)
            await step(file, result)
        file.unlink()
    return result


async def _put(port: int, folder: Path, file: Path, taken: Taken) -> None:
    began = time.monotonic()
    await asyncio.to_thread(sending.put, port, file)
    taken.floor.append(time.monotonic() - began)
    (folder / NAME).rename(file.with_suffix(".received"))


async def _publish(server: Server, page: Crowd, file: Path, taken: Taken) -> None:
    assert server.process
    page.expect(lambda packet: page.tokens[0] in packet and "outcome" in packet)
    with memory.Watch(server.process.pid) as watch:
        began = time.monotonic()
        await asyncio.to_thread(sending.publish, server, sending.Upload(file, CATEGORY, page.tokens[0]))
        taken.sent.append(time.monotonic() - began)
        await page.all_have_it(RESULT_SECONDS)
        taken.published.append(time.monotonic() - began)
    assert "published" in page.last, page.last
    taken.grown.append(watch.grown)
    taken.inspected.append(watch.others)


def _add(taken: Taken, more: Taken) -> None:
    for name, values in vars(more).items():
        getattr(taken, name).extend(values)


if __name__ == "__main__":
    alone(measure, __doc__)
