"""Measures the time from a commit until each channel has it: the row of an open page, the feed, a webhook.

A document is published through the upload address. The time starts at ``published_at`` of the record, which is taken
inside the transaction just before the commit. The row counts when its packet arrives over a websocket; the feed when a
reader that asks every 5 ms gets the new entry; the webhook when its receiver has the message. All run on this machine,
so that the network is not in it. A further channel is a function in `CHANNELS`.
"""

import asyncio
import statistics
import tempfile
import time
import urllib.request
from collections.abc import Callable, Coroutine, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Any

from benchmarks import upload_client
from benchmarks.broadcast import committed
from benchmarks.records import fill
from benchmarks.socket_clients import SocketClients
from benchmarks.table import Options, Row, alone, spread
from tests.serving import Server, build, serving
from tests.unit.webhook_receiver import Receiver, receiving

CATEGORY, PATH = "AllNotice", "/AllNotice"
FEED = f"/feeds/{CATEGORY}.atom"
ROWS = 10
SECONDS, BETWEEN = 30, 0.005
LIMIT_MS = 1000
"""Highest median of every channel."""
PER_RUN = 2


@dataclass
class Site:
    """What the channels look at."""

    server: Server
    sockets: SocketClients
    receiver: Receiver
    published: int = 0
    """Documents so far, each of which is one change."""
    times: dict[str, list[float]] = field(default_factory=dict)
    """Milliseconds by channel."""


async def row(site: Site, stem: str) -> float:
    """Return when the row of a document arrives at an open page."""
    site.sockets.expect(lambda packet: stem in packet and CATEGORY in packet)
    return await site.sockets.wait_for_all(SECONDS)


async def feed(site: Site, stem: str) -> float:
    """Return when a reader gets the entry."""
    return await asyncio.to_thread(_poll_feed, site.server.url + FEED, stem.encode())


async def webhook(site: Site, _stem: str) -> float:
    """Return when the receiver of a webhook has the change."""
    number = site.published + 1
    assert await asyncio.to_thread(site.receiver.wait_for, number, SECONDS), "the webhook was not posted"
    return next(message.at for message in site.receiver.messages if number in message.numbers)


Channel = Callable[[Site, str], Coroutine[Any, Any, float]]
CHANNELS: dict[str, Channel] = {
    "row on open pages (websocket)": row,
    "Atom feed": feed,
    "webhook": webhook,
}
"""Returns, in seconds since 1970, when the document with a name is there; waiting begins before it is published."""


def measure(options: Options) -> Iterator[Row]:
    """Publish documents one after another, and wait for every channel."""
    build()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        # The first row of a list makes pages ask for the whole of it.
        fill(folder / "data", CATEGORY, ROWS)
        server = stack.enter_context(serving(folder))
        receiver = stack.enter_context(receiving())
        receiver.secret = server.admin("webhooks", "add", "--private", receiver.url).splitlines()[-1]
        times = asyncio.run(_all(server, receiver, folder, options.runs * PER_RUN))
    for channel, taken in times.items():
        is_met = statistics.median(taken) <= LIMIT_MS
        yield Row(f"from the commit: {channel}", spread(taken, "ms"), f"<= {LIMIT_MS:,} ms", is_met)


async def _all(server: Server, receiver: Receiver, folder: Path, count: int) -> dict[str, list[float]]:
    site = Site(server, SocketClients(server.port, version("reflex")), receiver)
    await site.sockets.connect(1)
    await site.sockets.hydrate(0, PATH)
    # The first publication warms everything up and does not count.
    for run in range(count + 1):
        file = upload_client.archive_of(folder, 0.01)
        waiting = [asyncio.create_task(arrival(site, file.stem)) for arrival in CHANNELS.values()]
        # Lets every channel begin to wait.
        await asyncio.sleep(0.05)
        upload = upload_client.Upload(file, CATEGORY, site.sockets.tokens[0])
        await asyncio.to_thread(upload_client.publish, server, upload)
        arrivals = await asyncio.gather(*waiting)
        began = committed(server.data).timestamp()
        site.published += 1
        if run:
            for channel, arrived in zip(CHANNELS, arrivals, strict=True):
                site.times.setdefault(channel, []).append((arrived - began) * 1000)
    await site.sockets.close()
    return site.times


def _poll_feed(address: str, name: bytes) -> float:
    deadline = time.monotonic() + SECONDS
    while time.monotonic() < deadline:
        with urllib.request.urlopen(address, timeout=SECONDS) as answer:  # noqa: S310  our own server
            if name in answer.read():
                return time.time()
        time.sleep(BETWEEN)
    message = "the entry is not in the feed"
    raise TimeoutError(message)


if __name__ == "__main__":
    alone(measure, __doc__)
