"""Measures the time from a publication through one instance to the row on open pages of both.

Two instances of two workers behind nginx, with PostgreSQL, Redis and Swift; nginx gives the connections to both in
turn. The time counts from the moment that the record has, shortly before its commit, to the update on the websocket.
"""

import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import psycopg

from benchmarks.table import Options, Row, alone, at_most, spread
from tests.faults import stack
from tests.faults.file_sender import Filed
from tests.faults.people import Watcher
from tests.serving import build

VISITORS = 8
LIMIT_MS = 500
SECONDS = 30


def measure(options: Options) -> Iterator[Row]:
    """Publish several documents, and wait for each row on every open page."""
    build()
    with tempfile.TemporaryDirectory(prefix="starbond-instances-") as folder, ExitStack() as pages:
        running = pages.enter_context(stack.running(Path(folder)))
        watchers = [pages.enter_context(Watcher(running.proxy)) for _ in range(VISITORS)]
        # The first publication waits until all pages are connected.
        times = [_time_of_one(running, watchers) for _ in range(options.runs + 1)][1:]
        yield Row(f"row on {VISITORS} pages of both instances, the last of them", spread(times, "ms"))
        yield at_most("the same, median", statistics.median(times), LIMIT_MS, "ms")


def _time_of_one(running: stack.Stack, watchers: list[Watcher]) -> float:
    """Return milliseconds from a publication to the last open page."""
    told = Filed(running.proxy).send()
    assert told.outcome == "published", told
    deadline = time.monotonic() + SECONDS
    while None in (arrivals := [watcher.arrival(told.href) for watcher in watchers]):
        assert time.monotonic() < deadline, f"{arrivals.count(None)} of {VISITORS} pages have not got the row"
        time.sleep(0.05)
    to_clock = time.time() - time.monotonic()
    return (max(arrival for arrival in arrivals if arrival) + to_clock - _published_at(running, told.href)) * 1000


def _published_at(running: stack.Stack, href: str) -> float:
    """Return when a document was published, in seconds since 1970; the JSON has whole seconds only."""
    with psycopg.connect(running.settings["STARBOND_DATABASE_URL"]) as connection:
        found = connection.execute("SELECT published_at FROM document WHERE id = %s", [int(href.split("/")[2])])
        ((moment,),) = found.fetchall()
    return moment.timestamp()


if __name__ == "__main__":
    alone(measure, __doc__)
