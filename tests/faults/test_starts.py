"""Two instances with two and five workers start together on one PostgreSQL: all live, and no first read fails.

``START_COUNT=10 python -m pytest tests/faults/test_starts.py`` starts them ten times.
"""

import os
import urllib.error
import urllib.request
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path

import pytest

from benchmarks.records import fill
from tests.faults import servers
from tests.serving import Server, build, free_port, serving

STARTS = int(os.environ.get("START_COUNT", "3"))
WORKERS = (2, 5)
LIST = "AllNotice"
READS = ("/AllNotice", "/api/documents/AllNotice.csv", "/api/search?q=report", "/bn")
"""Pages and answers that need the database, whatever it holds."""
READERS = 8


def _read(address: str) -> int:
    """Return the status of a request; 0 where no answer came."""
    try:
        with urllib.request.urlopen(address, timeout=30) as answer:  # noqa: S310  our own server
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code
    except OSError:
        return 0


def _first_reads(instances: list[Server]) -> Counter[int]:
    """Ask every instance for everything, many at once; return the statuses."""
    addresses = [instance.url + path for instance in instances for path in READS] * READERS
    with ThreadPoolExecutor(READERS * len(instances)) as pool:
        return Counter(pool.map(_read, addresses))


@pytest.mark.parametrize("start", range(STARTS))
def test_all_live_and_read(postgresql: str, redis: str, tmp_path: Path, start: int):
    """The first start finds whatever the tests before have left, the others a long list."""
    build()
    settings = {"STARBOND_DATABASE_URL": postgresql, "REFLEX_REDIS_URL": redis}
    with ExitStack() as stack:
        waiting = []
        for workers in WORKERS:
            folder = tmp_path / str(workers)
            folder.mkdir()
            waiting.append(serving(folder, free_port(), GRANIAN_WORKERS=str(workers), **settings))

        def enter(context: AbstractContextManager[Server]) -> Server:
            return stack.enter_context(context)

        with ThreadPoolExecutor(len(waiting)) as pool:
            instances = list(pool.map(enter, waiting))
        statuses = _first_reads(instances)
        alive = [len(servers.family(instance.process.pid)) - 1 for instance in instances if instance.process]
        logs = "".join(instance.log.read_text(errors="replace") for instance in instances)
        if start == 0:
            fill(tmp_path / "data", LIST, 60, STARBOND_DATABASE_URL=postgresql)
    assert set(statuses) == {200}, logs[-4000:]
    assert alive == list(WORKERS), logs[-4000:]
    assert "Traceback" not in logs, logs[-4000:]
