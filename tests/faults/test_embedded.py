"""The embedded set-up, SQLite and a folder behind nginx, while parts of it fail, and while junk is sent to it.

``FAULT_SECONDS=30 SERVER_KILLS=50`` as in ``test_stack.py``.
"""

import asyncio
import hashlib
import json
import os
import signal
import sqlite3
import subprocess
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from starbond_site.documents.archive import Archive
from starbond_site.documents.sealed import filings
from tests.faults import disks, junk, people, proxy, servers
from tests.faults.disks import Disk
from tests.faults.file_sender import Uploader
from tests.faults.proxy import Proxy
from tests.faults.survival import assert_all_is_well, status, survive, until, unwell_parts
from tests.serving import ROOT, Server, build, free_port, serving
from tests.unit.documents.publishing import archive_in, rows
from tests.unit.documents.sealed_filings import in_seconds, seal
from tests.unit.webhook_receiver import Receiver, receiving

KILLS = int(os.environ.get("SERVER_KILLS", "1"))
FAKE_TIME = "/usr/lib/*/faketime/libfaketime.so.1"
DAY, HOUR = 24 * 3600, 3600
REAL_SLEEP = """\
import select, time
# libfaketime moves the end of a sleep too, although it is on the monotonic clock: a jump would break every sleep.
time.sleep = lambda seconds: select.select([], [], [], max(0, seconds))
"""
"""Python reads it at its start, as ``sitecustomize.py``."""
ASKED = ("/AllNotice", "/", "/api/documents/AllNotice", "/api/search?q=report", "/files/1/x.pdf", "/AllNotice?page=2")
MOST_BYTES = 150_000
"""Of traces in the log: each kind of fault writes one. It was 0.7 MB in 15 seconds."""
needs_mount = pytest.mark.skipif(not disks.CAN_MOUNT, reason="only root can mount a file system")


@dataclass(frozen=True)
class Embedded:
    """The site behind nginx, and what can be done to its machine."""

    proxy: Proxy
    server: Server
    archive: Archive
    receiver: Receiver
    """Of a webhook."""
    disk: Disk | None
    clock: Path
    """Holds the seconds by which the clock is wrong."""

    def jump(self, seconds: int) -> None:
        """Set the clock of the server ahead, or back."""
        self.clock.write_text(f"{seconds:+d}")

    def log(self) -> list[str]:
        """Return the lines of the log."""
        return self.server.log.read_text().splitlines()

    def survive(self, name: str, during: Callable[[Callable[[], None]], None], *unwell: str, told: str = "") -> None:
        """Let something break while people use the site."""
        survive(self.proxy, self.server, f"embedded: {name}", during, told=told, unwell=unwell)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Embedded]:
    """Serve the site with a clock and, where that is possible, a disk of its own."""
    build()
    folder, port = tmp_path_factory.mktemp("embedded"), free_port()
    clock = folder / "clock"
    clock.write_text("+0")
    (folder / "sitecustomize.py").write_text(REAL_SLEEP)
    settings = {
        "LD_PRELOAD": servers.need(FAKE_TIME, "faketime"),
        "FAKETIME_TIMESTAMP_FILE": str(clock),
        "FAKETIME_CACHE_DURATION": "1",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        "PYTHONPATH": f"{folder}{os.pathsep}{ROOT}",
        "STARBOND_UPLOADS": "open",
        "STARBOND_LOGS": "json",
        "REFLEX_TRUSTED_PROXY_HOPS": "1",
    }
    with ExitStack() as stack:
        front = stack.enter_context(proxy.running(folder, [port]))
        disk = stack.enter_context(disks.mounted(folder / "data")) if disks.CAN_MOUNT else None
        server = stack.enter_context(serving(folder, port, STARBOND_URL=front.url, **settings))
        receiver = stack.enter_context(receiving())
        server.admin("webhooks", "add", "--private", receiver.url)
        for path in people.PAGES:
            assert people.ask(front, path)[0] == 200
        archive = stack.enter_context(archive_in(server.data))
        yield Embedded(front, server, archive, receiver, disk, clock)


@contextmanager
def moved(path: Path) -> Iterator[None]:
    """Take a file or folder away."""
    away = path.rename(path.with_name(f"{path.name}-away"))
    try:
        yield
    finally:
        if path.is_dir():
            subprocess.run(["rm", "-r", path], check=True)
        away.rename(path)


def test_flood_of_junk(site: Embedded):
    """Thousands of junk events and requests write a line a second at most, and nothing of them stands in it."""
    before, began = len(site.log()), time.monotonic()
    asyncio.run(junk.flood(site.server))
    seconds, lines = time.monotonic() - began, site.log()[before:]
    assert 0 < len(lines) <= seconds + 1, "\n".join(lines)
    assert all(set(json.loads(line)) >= {"timestamp", "level", "event", "logger", "process"} for line in lines)
    assert [private for private in junk.PRIVATE if private in "\n".join(lines)] == []


def test_locked_database(site: Embedded):
    """A program for backups may hold the write lock: uploaders are told in time; pages and downloads are served."""
    with closing(sqlite3.connect(site.server.data / "starbond.db", isolation_level=None)) as other:

        def during(lasts: Callable[[], None]) -> None:
            other.execute("BEGIN IMMEDIATE")
            lasts()
            assert {status(site.server, address) for address in downloads(site.server)} == {200}
            other.execute("ROLLBACK")

        site.survive("database locked", during, told="database_unavailable")


def test_database_that_is_gone(site: Embedded):
    """Every request and every poll fails: the log has each fault once, and says when the lists are well again."""
    before, began = len(site.log()), time.monotonic()

    def during(lasts: Callable[[], None]) -> None:
        with moved(site.server.data / "starbond.db"):
            for path in ASKED * 20:
                status(site.server, path)
            lasts()
            assert len(lines := site.log()[before:]) <= time.monotonic() - began + 1, "\n".join(lines)
            assert len("\n".join(lines)) < MOST_BYTES
            # Each kind of fault waits for its line, of which there is one a second.
            until(lambda: any("lists_not_refreshed" in line for line in site.log()[before:]), "the log has no fault")

    site.survive("database gone", during, "database", told="database_unavailable")

    def is_over(line: str) -> bool:
        event = json.loads(line)
        return (event["event"], event.get("fault")) == ("all_well_again", "lists_not_refreshed")

    until(lambda: any(map(is_over, site.log()[before:])), "nothing says that the lists are well again")


@needs_mount
def test_disk_full(site: Embedded):
    """Uploaders are told that there is no room; the database is on the same disk."""

    def during(lasts: Callable[[], None]) -> None:
        assert site.disk
        with site.disk.full():
            lasts()

    site.survive("disk full", during, "disk", "storage", told="storage_full")


@needs_mount
def test_health_names_a_storage_that_is_gone_or_read_only(site: Embedded):
    objects = site.server.data / "objects"
    with moved(objects):
        until(lambda: unwell_parts(site.server) == {"storage"}, "gone")
    subprocess.run(["mount", "--bind", objects, objects], check=True)
    try:
        subprocess.run(["mount", "-o", "remount,bind,ro", objects], check=True)
        until(lambda: unwell_parts(site.server) == {"storage"}, "read-only")
    finally:
        subprocess.run(["umount", objects], check=True)
    until(lambda: not unwell_parts(site.server), "well again")


def test_clock_jumps(site: Embedded):
    """A clock that is corrected by a day or an hour, and back again."""

    def during(lasts: Callable[[], None]) -> None:
        for seconds in (DAY, -HOUR):
            site.jump(seconds)
            lasts()
        site.jump(0)

    site.survive("clock a day ahead, an hour back", during)


@pytest.mark.parametrize("kill", range(KILLS))
def test_killed(site: Embedded, kill: int):
    """Nginx sends what it kept; what was sealed until a moment without a server is out once, and is said to be late."""

    def during(lasts: Callable[[], None]) -> None:
        seal(site.archive, in_seconds(1.5), name=f"Sealed {kill}.pdf")
        until(lambda: any(site.archive.incoming.glob("*")), "no upload has begun")
        site.server.stop(signal.SIGKILL)
        lasts()
        assert filings.waiting(site.archive)
        site.server.start()
        until(lambda: not filings.waiting(site.archive), "the filing is still sealed")

    site.survive("killed", during)
    assert len(filings.ended(site.archive)) == kill + 1
    assert rows(site.archive, f"SELECT count(*) FROM document WHERE file_name LIKE 'Sealed {kill}%'") == [(1,)]  # noqa: S608
    details = rows(site.archive, "SELECT detail FROM audit WHERE action = 'release'")
    assert all("late by" in str(detail) for (detail,) in details)
    assert "late by" in site.server.admin("sealed", "list")


def test_backup_of_the_running_site_is_restored_moved_and_served(
    site: Embedded, tmp_path: Path, address: str, bucket: str
):
    """Documents are published meanwhile; the new site, on PostgreSQL and S3, has every file with the right bytes."""
    with Uploader(site.proxy) as uploader:
        until(lambda: any(filed.is_published for filed in uploader.files), "nothing is published")
        first = uploader.files[0].attempts[-1].href
        site.server.admin("backup", str(tmp_path / "backup"))
    uploader.finish(60)
    environment = {"STARBOND_DATA_DIR": str(tmp_path / "restored")}
    restored = Server(0, tmp_path / "restored", tmp_path / "log", os.environ | environment)
    assert "Restored the backup" in restored.admin("restore", str(tmp_path / "backup"))
    assert "The copy is complete" in restored.admin("move", "--database", address, "--storage", bucket)
    with serving(tmp_path, STARBOND_DATABASE_URL=address, STARBOND_STORAGE=bucket) as server:
        found = downloads(server)
    assert first in found
    assert found.items() <= downloads(site.server).items()


def downloads(server: Server) -> dict[str, str]:
    """Download every public notice and compare its SHA-256; return them by address."""
    wanted: dict[str, str] = {}
    address = "/api/documents/AllNotice"
    while address:
        with urllib.request.urlopen(server.url + address, timeout=60) as answer:  # noqa: S310
            page = json.load(answer)
        wanted |= {found["DownloadUrl"]: found["sha256"] for found in page["documents"]}
        address = page.get("next", "")
    for path, digest in wanted.items():
        with urllib.request.urlopen(server.url + path, timeout=60) as answer:  # noqa: S310
            assert hashlib.sha256(answer.read()).hexdigest() == digest
    return wanted


def test_all_is_well_after_the_faults(site: Embedded):
    """Every byte is there, and the webhook had each change at least once, and none before an earlier one."""
    assert_all_is_well(site.server)
    ((changes,),) = rows(site.archive, "SELECT count(*) FROM change")
    assert isinstance(changes, int)
    # The claim of a worker that was killed ends then, also one that was made while the clock was ahead.
    site.jump(DAY + HOUR)
    highest = 0
    assert not changes or site.receiver.wait_for(changes, 60), site.server.admin("webhooks", "list")
    site.jump(0)
    for message in site.receiver.messages:
        first, last = message.numbers[0], message.numbers[-1]
        assert message.numbers == list(range(first, last + 1))
        assert first <= highest + 1, f"{first} came when {highest} was the highest"
        highest = max(highest, last)
    assert highest == changes
