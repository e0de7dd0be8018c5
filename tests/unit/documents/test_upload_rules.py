"""The asynchronous side of an upload, and what happens when it is cancelled."""

import asyncio
import threading

import pytest

from starbond_site.documents import publish, storing
from starbond_site.documents.archive import Archive
from starbond_site.documents.async_upload import AsyncUpload
from starbond_site.documents.upload import Upload
from tests.unit.documents import samples
from tests.unit.documents.publishing import WHO, assert_nothing_happened

pytestmark = pytest.mark.anyio
PDF = samples.GOOD["report.pdf"]


@pytest.mark.parametrize("stage", ["open", "write", "verify", "record"])
async def test_cancelled_at_any_stage_leaves_nothing(archive: Archive, stage: str, monkeypatch: pytest.MonkeyPatch):
    """Cancel, or a closed tab: until the record is written, nothing is published, and nothing is left."""
    reached, go_on = threading.Event(), threading.Event()
    places = {
        "open": (Upload, "_open"),
        "write": (Upload, "write"),
        "verify": (publish.file_types, "detect_type"),
        "record": (storing, "verify"),
    }
    owner, name = places[stage]
    real = getattr(owner, name)

    def halt(*given: object, **named: object) -> object:
        reached.set()
        assert go_on.wait(30)
        return real(*given, **named)

    monkeypatch.setattr(owner, name, halt)

    async def upload() -> None:
        async with await AsyncUpload.open(archive, "AllNotice", "Report.pdf", WHO) as arriving:
            await arriving.write(PDF)
            await arriving.publish()

    work = asyncio.create_task(upload())
    await asyncio.to_thread(reached.wait, 30)
    work.cancel()
    # The thread at work ends by itself; until then the context waits for it.
    asyncio.get_running_loop().call_later(0.05, go_on.set)
    with pytest.raises(asyncio.CancelledError):
        await work
    await _threads_ended()
    assert_nothing_happened(archive)


async def _threads_ended() -> None:
    """Wait for threads that clean up behind somebody who has gone."""
    for thread in threading.enumerate():
        if thread.name == "discard-upload":
            await asyncio.to_thread(thread.join, 30)
