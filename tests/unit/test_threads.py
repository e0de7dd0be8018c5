"""Kinds of work do not wait for each other."""

import asyncio
import threading

import pytest

from starbond_site import threads

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


@pytest.mark.parametrize("anyio_backend", ["asyncio"])
@pytest.mark.anyio
async def test_arguments_and_errors_come_through():
    assert await threads.FORMS.run(int, "11", base=2) == 3
    with pytest.raises(ValueError, match="invalid literal"):
        await threads.FORMS.run(int, "x")
