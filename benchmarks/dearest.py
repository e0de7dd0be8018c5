"""Measures how long others wait while 50 connections ask for the dearest address again and again.

That is a list of 5,000 documents on one page, as print needs it, and searches whose answers nobody can keep. Somebody
else opens the home page meanwhile.
"""

import asyncio
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any

from benchmarks.records import fill
from benchmarks.table import Options, Row, alone, at_most
from starbond_site.presentation.controls import ALL_PAGES
from tests.serving import build, serving

DOCUMENTS, CONNECTIONS, SECONDS = 5_000, 50, 8
LIMIT = 200
"""Milliseconds (docs/requirements.md, "Quality limits")."""
QUERY = f"list=AllNotice&page={ALL_PAGES}"
_UNIQUE = count()
Asking = Callable[[int], Coroutine[Any, Any, object]]


def measure(_options: Options) -> Iterator[Row]:
    """Ask in each way in turn."""
    build()
    with tempfile.TemporaryDirectory() as folder:
        fill(Path(folder) / "data", "AllNotice", DOCUMENTS)
        with serving(Path(folder)) as server:
            for what, path in {
                "the home page": lambda: "/",
                "the list on one page": lambda: f"/AllNotice?{QUERY}",
                "the same as JSON": lambda: f"/api/live/AllNotice?{QUERY}",
                "the list on one page, a new search each time": lambda: f"/AllNotice?{QUERY}&q={next(_UNIQUE) % 9}",
                "a search of everything": lambda: f"/search?q=wod+glu+furnitur+synthetix+{next(_UNIQUE)}",
            }.items():
                waited = asyncio.run(_others(server.port, _by_http(server.port, path)))
                yield at_most(f"others' longest wait: {what}", waited, LIMIT, "ms")


async def _others(port: int, asking: Asking) -> float:
    """Return the longest wait for the home page in ms, while others ask."""
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(asking(number)) for number in range(CONNECTIONS)]
        async with _connected(port) as ask:
            await ask("/")
            await asyncio.sleep(1)
            waits, ends = [], time.monotonic() + SECONDS
            while time.monotonic() < ends:
                began = time.monotonic()
                await ask("/")
                waits.append(time.monotonic() - began)
                await asyncio.sleep(0.02)
        for task in tasks:
            task.cancel()
    return max(waits) * 1000


def _by_http(port: int, path: Callable[[], str]) -> Asking:
    async def ask_on(_number: int) -> None:
        async with _connected(port) as ask:
            while True:
                await ask(path())

    return ask_on


@asynccontextmanager
async def _connected(port: int) -> AsyncIterator[Callable[[str], Coroutine[Any, Any, int]]]:
    """Give a function that asks on one connection, and returns how many bytes came."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)

    async def ask(path: str) -> int:
        writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost:{port}\r\nAccept-Encoding: br\r\n\r\n".encode())
        head = (await reader.readuntil(b"\r\n\r\n")).lower()
        assert b" 200 " in head.splitlines()[0], head
        size = int(head.partition(b"content-length:")[2].split()[0])
        return len(await reader.readexactly(size))

    try:
        yield ask
    finally:
        writer.close()


if __name__ == "__main__":
    alone(measure, __doc__)
