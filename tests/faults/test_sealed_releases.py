"""Sealed filings on real servers: at their moment on two instances at once, and after a kill.

``SEALED_RELEASES=20 python -m pytest -s tests/faults/test_sealed_releases.py`` makes 20 releases on each database, as
the measured runs in docs/reliability.md.
"""

import asyncio
import json
import os
import signal
import threading
import urllib.request
from contextlib import AbstractContextManager, ExitStack
from datetime import datetime, timedelta
from importlib.metadata import version
from pathlib import Path

import pytest

from benchmarks.socket_clients import SocketClients
from starbond_site import local_time
from starbond_site.documents import database
from starbond_site.documents.archive import Archive
from starbond_site.documents.consistency import check
from starbond_site.documents.sealed import filings
from starbond_site.documents.sealed.records import Sealed
from starbond_site.settings import Settings
from tests.serving import Server, build, serving
from tests.unit.documents.publishing import archive_in, rows
from tests.unit.documents.sealed_filings import LIST, seal

RELEASES = int(os.environ.get("SEALED_RELEASES", "3"))
BETWEEN = 1.5
"""Seconds between two releases."""
LEAD = timedelta(seconds=4)
"""For sealing one file, on a busy machine."""
CLIENTS = 3
"""Open pages of each instance."""
SLOWEST = 1.0
"""Seconds from the moment until the last page of both instances has the row."""
BEFORE, AFTER = 1.0, 10.0
"""A server is killed so many seconds before the moment, and started again so many after it."""
SECONDS = 150


def until(moment: datetime) -> None:
    """Wait for a moment of the clock."""
    threading.Event().wait(max(0.0, (moment - local_time.now()).total_seconds()))


def named(number: int) -> str:
    """Return the name of a file, without its extension."""
    return f"Sealed release {number:02}"


async def arrivals(instances: list[Server], count: int) -> list[float]:
    """Return for each filing, in the order of their moments, when the last open page of all instances had its row."""
    crowds = [SocketClients(instance.port, version("reflex")) for instance in instances]
    found = []
    try:
        for crowd in crowds:
            await crowd.connect(CLIENTS)
        for number in range(count):
            for crowd in crowds:
                crowd.expect(lambda text, number=number: named(number) in text)
            found.append(max(await asyncio.gather(*(crowd.wait_for_all(SECONDS) for crowd in crowds))))
    finally:
        for crowd in crowds:
            await crowd.close()
    return found


def emptied(address: str) -> None:
    """Remove what other tests have left in a database of PostgreSQL."""
    engine = database.create(Settings.model_validate({"database_address": address}).database_url)
    with engine.begin() as connection:
        connection.exec_driver_sql("DROP SCHEMA public CASCADE")
        connection.exec_driver_sql("CREATE SCHEMA public")
    engine.dispose()


def assert_each_once(archive: Archive, count: int) -> list[Sealed]:
    """Assert that every filing became one document; return the filings."""
    assert filings.waiting(archive) == []
    released = sorted(filings.ended(archive), key=lambda filing: filing.release_at)
    assert [filing.state for filing in released] == ["released"] * count
    assert rows(archive, "SELECT count(*), count(DISTINCT key) FROM document") == [(count, count)]
    assert rows(archive, "SELECT count(*) FROM change WHERE kind = 'published'") == [(count,)]
    assert rows(archive, f"SELECT version FROM listversion WHERE name = '{LIST}'") == [(count,)]  # noqa: S608
    assert check(archive, read_bytes=True).is_sound
    return released


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_releases_on_two_instances(kind: str, tmp_path: Path, request: pytest.FixtureRequest):
    """Every page of both instances has each row within a second, no row comes before its moment, none twice."""
    build()
    settings: dict[str, str] = {}
    if kind == "postgresql":
        settings["STARBOND_DATABASE_URL"] = request.getfixturevalue("postgresql")
        emptied(settings["STARBOND_DATABASE_URL"])
    given = {"database_address": settings.get("STARBOND_DATABASE_URL", "")}
    with ExitStack() as stack:
        # Both have one folder: that is the storage that instances share.
        instances = [stack.enter_context(_serving(tmp_path, settings)) for _ in range(2)]
        archive = stack.enter_context(archive_in(tmp_path / "data", **given))
        first = (local_time.now() + LEAD * (RELEASES + 1)).replace(microsecond=0)
        moments = [first + timedelta(seconds=BETWEEN * number) for number in range(RELEASES)]
        for number, moment in enumerate(moments):
            seal(archive, moment, name=f"{named(number)}.pdf")
        seen = asyncio.run(arrivals(instances, RELEASES))
        late = [at - moment.timestamp() for at, moment in zip(seen, moments, strict=True)]
        print(
            f"\n{kind}: {RELEASES} releases on two instances, on the last of {2 * CLIENTS} open pages after "
            f"{sorted(late)[len(late) // 2]:.3f} s (median), {max(late):.3f} s (slowest)"
        )
        released = assert_each_once(archive, RELEASES)
        assert min((filing.released_at or first) - filing.release_at for filing in released) >= timedelta()
        # One second is the promise of a quiet machine, which what is printed measures; this one may be busy.
        assert max(late) < 5 * SLOWEST
        assert min(late) > 0


def _serving(folder: Path, settings: dict[str, str]) -> AbstractContextManager[Server]:
    return serving(folder, **settings)


def test_killed_before_the_moment_and_restarted_after_it(tmp_path: Path):
    """Out, once, with the real time, and the audit says by how much it was late."""
    build()
    with serving(tmp_path) as server, archive_in(server.data) as archive:
        moment = (local_time.now() + timedelta(seconds=3)).replace(microsecond=0)
        seal(archive, moment, name=f"{named(0)}.pdf")
        until(moment - timedelta(seconds=BEFORE))
        assert _listed(server) == []
        server.stop(signal.SIGKILL)
        until(moment + timedelta(seconds=AFTER))
        assert rows(archive, "SELECT count(*) FROM document") == [(0,)]
        server.start()
        began = local_time.now()
        while not (found := _listed(server)):
            assert local_time.now() - began < timedelta(seconds=SECONDS)
            threading.Event().wait(0.02)
        after = (local_time.now() - began).total_seconds()
        assert len(found) == 1
        (filing,) = assert_each_once(archive, 1)
        late = (filing.released_at or moment) - moment
        assert late >= timedelta(seconds=AFTER)
        ((detail,),) = rows(archive, "SELECT detail FROM audit WHERE action = 'release'")
        assert f"late by {timedelta(seconds=round(late.total_seconds()))}" in str(detail)
        assert "late by" in server.admin("sealed", "list")
        print(f"\nkilled: {detail}; listed {after:.2f} s after the restarted server first answered")


def _listed(server: Server) -> list[str]:
    """Return the names of the list, from the snapshot that pages are written from."""
    with urllib.request.urlopen(f"{server.url}/api/documents/{LIST}", timeout=SECONDS) as answer:  # noqa: S310
        return [document["FileName"] for document in json.load(answer)["documents"]]
