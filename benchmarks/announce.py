"""Measures the time from a commit until each channel has it: row of an open page, mail, feed, webhook, search.

A document is published through the upload address. The time starts at ``published_at`` of the record, which is taken
inside the transaction just before the commit. The row counts when its packet arrives over a websocket; the mail when
the mail server has taken the alert of the only subscriber; the feed when a reader that asks every 5 ms gets the new
entry; the webhook when its receiver has the message; the search when `/api/search`, asked every 5 ms, finds a word that
stands only in the text of the PDF. All run on this machine, so that the network is not in it. Before each publication
the digest's window of ten minutes is ended, as if the filing before were old. A further channel is a function in
`CHANNELS`.
"""

import asyncio
import statistics
import tempfile
import time
import urllib.request
import uuid
from collections.abc import Callable, Coroutine, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Any

from sqlalchemy import update

from benchmarks import upload_client
from benchmarks.broadcast import CATEGORY, ROWS, committed
from benchmarks.records import fill
from benchmarks.socket_clients import SocketClients
from benchmarks.table import Options, Row, alone, spread
from starbond_site.documents import database
from starbond_site.features.alerts.records import AlertSubscriber
from tests.serving import Server, build, serving
from tests.unit.alert_desk import add_subscribers
from tests.unit.documents import made_pdfs
from tests.unit.documents.publishing import archive_in
from tests.unit.mail_server import SENDER, MailServer, mail_serving
from tests.unit.webhook_receiver import Receiver, receiving

PATH = f"/{CATEGORY}"
FEED = f"/feeds/{CATEGORY}.atom"
SEARCH = "/api/search?q="
SECONDS, BETWEEN = 30, 0.005
LIMIT_MS = 1000
"""Highest median of every channel but the search, which follows a publication (docs/requirements.md)."""
SEARCH_LIMIT_MS = 2000
PER_RUN = 2


@dataclass
class Site:
    """What the channels look at."""

    server: Server
    sockets: SocketClients
    receiver: Receiver
    mails: MailServer
    published: int = 0
    """Documents so far, each of which is one change."""
    times: dict[str, list[float]] = field(default_factory=dict)
    """Milliseconds by channel."""


@dataclass(frozen=True)
class Filing:
    """A document to publish."""

    file: Path
    word: str
    """Stands in its text alone, not in its name."""


async def row(site: Site, filing: Filing) -> float:
    """Return when the row of a document arrives at an open page."""
    site.sockets.expect(lambda packet: filing.file.stem in packet and CATEGORY in packet)
    return await site.sockets.wait_for_all(SECONDS)


async def mail(site: Site, _filing: Filing) -> float:
    """Return when the mail server has taken the alert."""
    return await asyncio.to_thread(_wait_for_mail, site.mails, site.published + 1)


async def feed(site: Site, filing: Filing) -> float:
    """Return when a reader gets the entry."""
    return await asyncio.to_thread(_poll, site.server.url + FEED, filing.file.stem.encode())


async def search(site: Site, filing: Filing) -> float:
    """Return when the document is found by its text."""
    return await asyncio.to_thread(_poll, site.server.url + SEARCH + filing.word, filing.file.stem.encode())


async def webhook(site: Site, _filing: Filing) -> float:
    """Return when the receiver of a webhook has the change."""
    number = site.published + 1
    assert await asyncio.to_thread(site.receiver.wait_for, number, SECONDS), "the webhook was not posted"
    return next(message.at for message in site.receiver.messages if number in message.numbers)


Channel = Callable[[Site, Filing], Coroutine[Any, Any, float]]
CHANNELS: dict[str, Channel] = {
    "row on open pages (websocket)": row,
    "mail handed over (SMTP)": mail,
    "Atom feed": feed,
    "webhook": webhook,
    "search by the text (PDF of one page)": search,
}
"""Returns, in seconds since 1970, when a document is there; waiting begins before it is published."""


def measure(options: Options) -> Iterator[Row]:
    """Publish documents one after another, and wait for every channel."""
    build()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        # Few rows would become a list with a search box meanwhile, of which pages get the version alone.
        fill(folder / "data", CATEGORY, ROWS)
        mails = stack.enter_context(mail_serving())
        smtp = {"STARBOND_SMTP_URL": mails.url, "STARBOND_MAIL_FROM": SENDER}
        server = stack.enter_context(serving(folder, **smtp))
        with archive_in(server.data) as archive:
            add_subscribers(archive, 1, [CATEGORY])
        receiver = stack.enter_context(receiving())
        receiver.secret = server.admin("webhooks", "add", "--private", receiver.url).splitlines()[-1]
        times = asyncio.run(_all(server, receiver, mails, folder, options.runs * PER_RUN))
    for channel, taken in times.items():
        limit = SEARCH_LIMIT_MS if CHANNELS[channel] is search else LIMIT_MS
        yield Row(
            f"from the commit: {channel}", spread(taken, "ms"), f"<= {limit:,} ms", statistics.median(taken) <= limit
        )


async def _all(
    server: Server, receiver: Receiver, mails: MailServer, folder: Path, count: int
) -> dict[str, list[float]]:
    site = Site(server, SocketClients(server.port, version("reflex")), receiver, mails)
    await site.sockets.connect(1)
    await site.sockets.hydrate(0, PATH)
    # The first publication warms everything up and does not count.
    for run in range(count + 1):
        filing = _filing(folder)
        await asyncio.to_thread(_end_window, server.data)
        waiting = [asyncio.create_task(arrival(site, filing)) for arrival in CHANNELS.values()]
        # Lets every channel begin to wait.
        await asyncio.sleep(0.05)
        await asyncio.to_thread(upload_client.publish, server, filing.file, CATEGORY)
        arrivals = await asyncio.gather(*waiting)
        began = committed(server.data).timestamp()
        site.published += 1
        if run:
            for channel, arrived in zip(CHANNELS, arrivals, strict=True):
                site.times.setdefault(channel, []).append((arrived - began) * 1000)
    await site.sockets.close()
    return site.times


def _filing(folder: Path) -> Filing:
    """Make a PDF of one page with a word of its own."""
    word = f"w{uuid.uuid4().hex}"
    file = folder / f"{uuid.uuid4().hex}.pdf"
    file.write_bytes(made_pdfs.plain(f"The board resolved on the matter of {word} at the factory."))
    return Filing(file, word)


def _end_window(data: Path) -> None:
    """Make the last mail of every subscriber older than the window in which filings are collected."""
    with archive_in(data) as archive, database.writing(archive.engine) as session:
        session.connection().execute(update(AlertSubscriber).values(queued_at=None))


def _wait_for_mail(mails: MailServer, number: int) -> float:
    deadline = time.monotonic() + SECONDS
    while time.monotonic() < deadline:
        if len(mails.mails) >= number:
            return time.time()
        time.sleep(BETWEEN)
    message = "the mail was not handed over"
    raise TimeoutError(message)


def _poll(address: str, name: bytes) -> float:
    deadline = time.monotonic() + SECONDS
    while time.monotonic() < deadline:
        with urllib.request.urlopen(address, timeout=SECONDS) as answer:  # noqa: S310  our own server
            if name in answer.read():
                return time.time()
        time.sleep(BETWEEN)
    message = f"the document is not in {address}"
    raise TimeoutError(message)


if __name__ == "__main__":
    alone(measure, __doc__)
