"""The snapshot and the change feed: what changes here, in another process and on the bus arrives once and in order."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from sqlalchemy.exc import OperationalError

from starbond_site.documents import nodes, snapshot
from starbond_site.documents.archive import Archive
from starbond_site.documents.corrections import withdraw
from starbond_site.documents.feed import POLL_SECONDS_ALONE, Feed
from starbond_site.documents.public_view import ListPage
from starbond_site.documents.selection import WHOLE
from starbond_site.documents.snapshot import EMPTY, Snapshot
from starbond_site.shared import local_time
from tests.unit.documents import samples
from tests.unit.documents.publishing import WHO, archive_in, publish

pytestmark = pytest.mark.anyio
LONG = 3600.0
"""Seconds between polls where a test wants none."""
Told = asyncio.Queue[tuple[Snapshot, frozenset[str]]]


@asynccontextmanager
async def running(archive: Archive, poll_seconds: float = LONG) -> AsyncIterator[tuple[Feed, Told]]:
    feed, told = Feed(archive, poll_seconds=poll_seconds), Told()
    await feed.start()
    feed.subscribe(lambda *change: told.put(change))
    yield feed, told
    await feed.stop()


async def heard(told: Told) -> tuple[Snapshot, frozenset[str]]:
    return await asyncio.wait_for(told.get(), 10)


async def test_publication_reaches_subscribers_at_once(archive: Archive):
    async with running(archive) as (feed, told):
        document = await asyncio.to_thread(publish, archive, "AllNotice", "Report.pdf", samples.GOOD["report.pdf"])
        given, changed = await heard(told)
        assert changed == {"AllNotice"}
        years = (local_time.local_date(document.published_at).year,)
        page = ListPage("AllNotice", 1, WHOLE, 1, 1, 1, (document,), years, ("pdf",), document.id)
        assert given.lists["AllNotice"] == page
        assert feed.snapshot is given
    assert archive.listeners == []


async def test_changes_of_another_process_are_found(archive: Archive):
    """The command line has an archive of its own; the versions tell, within a second."""
    assert POLL_SECONDS_ALONE <= 1
    with archive_in(archive.settings.data_dir) as other:
        async with running(archive, poll_seconds=0.02) as (_, told):
            document = await asyncio.to_thread(publish, other, "Prospectus", "P.pdf", samples.GOOD["report.pdf"])
            given, changed = await heard(told)
            assert changed == {"Prospectus"}
            assert given.nodes["Prospectus"].document == document
            await asyncio.to_thread(nodes.put, other, "Financial", {"text": "x"}, WHO)
            assert (await heard(told))[0].nodes["Financial"].value == {"text": "x"}
            await asyncio.to_thread(withdraw, other, document.id, WHO)
            assert (await heard(told))[0].nodes["Prospectus"].value is None


async def test_first_snapshot_has_what_was_there(archive: Archive):
    document = publish(archive, "AllNotice", "Report.pdf", samples.GOOD["report.pdf"])
    assert Feed(archive).snapshot is EMPTY
    async with running(archive) as (feed, _):
        assert feed.snapshot == snapshot.read(archive)
        assert feed.snapshot.lists["AllNotice"].documents == (document,)
        assert await feed.refresh() == frozenset()
        await asyncio.to_thread(nodes.put, archive, "Financial", 1, WHO)
        assert (await feed.current()).nodes["Financial"].value == 1, "includes a commit of this process"


async def test_subscriber_that_fails_does_not_keep_others_from_being_notified(archive: Archive):
    async def fail(_given: Snapshot, _changed: frozenset[str]) -> None:
        raise RuntimeError

    async with running(archive) as (feed, told):
        feed.subscribe(fail)
        other = Told()
        leave = feed.subscribe(lambda *change: other.put(change))
        nodes.put(archive, "Financial", 1, WHO)
        assert (await heard(told))[1] == (await heard(other))[1] == {"Financial"}
        leave()
        nodes.put(archive, "Financial", 2, WHO)
        await heard(told)
        assert other.empty()


async def test_faults_end_no_feed(archive: Archive, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture):
    """Polling goes on after refreshes that fail, whatever the reason, the snapshot stays, and failures are logged."""
    async with running(archive, poll_seconds=0.02) as (feed, told):
        failed = asyncio.Event()
        loop = asyncio.get_running_loop()
        errors = [OperationalError(None, {}, Exception("down")), ValueError("a defect"), OSError()]
        before = feed.snapshot

        def fail(_archive: Archive) -> dict[str, int]:
            if len(errors) == 1:
                loop.call_soon_threadsafe(failed.set)
                raise errors[0]
            raise errors.pop()

        with monkeypatch.context() as patch:
            patch.setattr(snapshot, "versions", fail)
            await asyncio.wait_for(failed.wait(), 10)
            assert feed.snapshot is before
        nodes.put(archive, "Financial", 1, WHO)
        assert (await heard(told))[1] == {"Financial"}
        assert "lists_not_refreshed" in caplog.text


async def test_feed_uses_redis_where_it_is_set(archive: Archive, caplog: pytest.LogCaptureFixture):
    given = archive.settings.model_copy(update={"redis_url": "redis://127.0.0.1:9"})
    feed = Feed(Archive(given, archive.engine, archive.storage))
    await feed.start()
    nodes.put(archive, "Financial", 1, WHO)
    assert await feed.refresh() == {"Financial"}
    async with asyncio.timeout(30):
        while "redis_lost" not in caplog.text:  # noqa: ASYNC110  it says nothing else
            await asyncio.sleep(0.01)
    await feed.stop()


def test_lower_version_never_wins(archive: Archive):
    nodes.put(archive, "Financial", "new", WHO)
    newer = snapshot.Snapshot(EMPTY.lists, {**EMPTY.nodes, "Financial": snapshot.NodeView(9, "newest")})
    assert snapshot.refreshed(archive, newer, ["Financial"]).nodes["Financial"].value == "newest"
