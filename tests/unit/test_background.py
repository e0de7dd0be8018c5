"""Each thread beside the server runs once."""

import asyncio
import threading
from collections import Counter
from pathlib import Path

import pytest

from starbond_site.operations import background
from starbond_site.shared import threads
from tests.unit.documents.publishing import archive_in, raising


@pytest.mark.features("sealed", "webhooks")
def test_each_thread_runs_once_and_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(background, "_mail_threads", lambda _archive: ())
    before = set(threading.enumerate())

    async def started() -> Counter[str]:
        with archive_in(tmp_path) as archive:
            async with background.running(archive):
                assert len(archive.listeners) == 2, "a commit wakes webhooks and extraction"
                return Counter(thread.name for thread in set(threading.enumerate()) - before)

    names = asyncio.run(started())
    wanted = ["extraction", "node-ends", "releases", "unfinished-uploads", "webhooks"]
    assert {name: names[name] for name in wanted} == dict.fromkeys(wanted, 1)
    assert not {thread.name for thread in threading.enumerate()} & set(wanted)


def test_a_task_of_the_house_that_fails_keeps_no_other_from_being_done(caplog: pytest.LogCaptureFixture):
    done: list[int] = []
    background.housekeeping(raising(RuntimeError()), lambda: done.append(1))
    assert done == [1]
    assert "housekeeping_failed" in caplog.text


PATIENCE = 20


@pytest.mark.parametrize("anyio_backend", ["asyncio"])
@pytest.mark.anyio
async def test_storage_that_hangs_under_uploads_blocks_nothing_else():
    """Every thread of uploads is taken, and more uploads wait: forms, limits, attempts and readers go on."""
    thaw = threading.Event()
    hanging = [threads.UPLOADS.run(thaw.wait, PATIENCE) for _ in range(40)]
    try:
        async with asyncio.timeout(PATIENCE / 2):
            for pool in (threads.FORMS, threads.LIMITS, threads.ATTEMPTS, threads.READS):
                assert await pool.run(threading.current_thread) is not threading.main_thread()
            assert await asyncio.to_thread(str, 1) == "1"
        assert not any(upload.done() for upload in hanging)
    finally:
        thaw.set()
        await asyncio.gather(*hanging)
