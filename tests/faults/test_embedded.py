"""The embedded set-up, SQLite and a folder behind nginx, while parts of it fail, and while junk is sent to it.

``FAULT_SECONDS=30 SERVER_KILLS=50 CUT_LINE_MB=45`` as in ``test_stack.py``.
"""

import asyncio
import hashlib
import http.client
import json
import os
import random
import signal
import sqlite3
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from benchmarks.upload_client import Upload, code_of
from starbond_site.documents.archive import Archive
from starbond_site.features.sealed import service
from starbond_site.shared import local_time
from starbond_site.shared.logs import MAX_FAULTS, REPEAT_SECONDS
from tests import system
from tests.faults import disks, junk, people, proxy
from tests.faults.disks import Disk
from tests.faults.file_sender import Filed
from tests.faults.proxy import Proxy
from tests.faults.survival import Lasts, assert_all_is_well, status, survive, until, unwell_parts
from tests.line import line_to
from tests.serving import ROOT, Server, build, free_port, serving
from tests.unit.documents import samples
from tests.unit.documents.publishing import archive_in, rows
from tests.unit.sealed.sealed_filings import in_seconds, seal
from tests.unit.webhook_receiver import Receiver, receiving

KILLS = int(os.environ.get("SERVER_KILLS", "1"))
MEGABYTES = int(os.environ.get("CUT_LINE_MB", "10"))
CUTS, LINE_KILLS = MEGABYTES * 4 // 9, MEGABYTES // 15
LINE_RATE = 12_500_000
"""Bytes a second, 100 Mbit/s. Without a limit megabytes are on their way within this machine when the line is cut."""
MOST = 1.05
"""Bytes on the line, as a multiple of the size of the file: 1.8 where it begins anew."""
DAY, HOUR = 24 * 3600, 3600
REAL_SLEEP = """\
import select, time
# libfaketime moves the end of a sleep too, although it is on the monotonic clock: a jump would break every sleep.
time.sleep = lambda seconds: select.select([], [], [], max(0, seconds))
"""
"""Python reads it at its start, as ``sitecustomize.py``."""
ASKED = ("/AllNotice", "/", "/api/documents/AllNotice", "/api/search?q=report", "/files/1/x.pdf", "/AllNotice?page=2")
MAX_BYTES = 150_000
"""Of traces in the log: each kind of fault writes one. It was 0.7 MB in 15 seconds."""
needs_mount = pytest.mark.skipif(not disks.CAN_MOUNT, reason="only root can mount a file system")


@dataclass(frozen=True)
class Embedded:
    """The site behind nginx, and what can be done to its machine."""

    proxy: Proxy
    server: Server
    archive: Archive
    receiver: Receiver
    disk: Disk | None
    clock: Path

    def jump(self, seconds: int) -> None:
        self.clock.write_text(f"{seconds:+d}")

    def log(self) -> list[str]:
        return self.server.log.read_text().splitlines()

    def survive(self, name: str, during: Callable[[Lasts], None], *unwell: str, told: str = "") -> None:
        survive(self.proxy, self.server, f"embedded: {name}", during, told=told, unwell=unwell)


@pytest.fixture(scope="module")
def embedded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Embedded]:
    """Serve the site with a clock and, where that is possible, a disk of its own."""
    build()
    folder, port = tmp_path_factory.mktemp("embedded"), free_port()
    clock = folder / "clock"
    clock.write_text("+0")
    (folder / "sitecustomize.py").write_text(REAL_SLEEP)
    settings = {
        "LD_PRELOAD": system.need("faketime"), "FAKETIME_TIMESTAMP_FILE": str(clock),
        "FAKETIME_CACHE_DURATION": "1", "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        "PYTHONPATH": f"{folder}{os.pathsep}{ROOT}", "STARBOND_UPLOADS": "open", "STARBOND_LOGS": "json",
        "REFLEX_TRUSTED_PROXY_HOPS": "1",
    }  # fmt: skip
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


@pytest.fixture
def site(embedded: Embedded) -> Embedded:
    """Start the server again, and set its clock right, where a test before failed after it had killed it."""
    embedded.jump(0)
    if not embedded.server.process or embedded.server.process.poll() is not None:
        embedded.server.start()
    return embedded


@contextmanager
def moved(path: Path) -> Iterator[None]:
    away = path.rename(path.with_name(f"{path.name}-away"))
    try:
        yield
    finally:
        away.rename(path)


def test_flood_of_junk(site: Embedded):
    before, began = len(site.log()), time.monotonic()
    site.survive("junk", lambda _: asyncio.run(junk.flood(site.server)))
    minutes, lines = (time.monotonic() - began) // REPEAT_SECONDS + 1, site.log()[before:]
    assert 0 < len(lines) <= minutes * (MAX_FAULTS + 1), "\n".join(lines)
    assert all(set(json.loads(line)) >= {"timestamp", "level", "event", "logger", "process"} for line in lines)
    assert [private for private in junk.PRIVATE if private in "\n".join(lines)] == []


def test_locked_database(site: Embedded):
    """A program for backups may hold the write lock: uploaders are told in time; pages and downloads are served."""
    with closing(sqlite3.connect(site.server.data / "starbond.db", isolation_level=None)) as other:

        def during(lasts: Lasts) -> None:
            other.execute("BEGIN IMMEDIATE")
            lasts()
            addresses = [document["DownloadUrl"] for document in people.published(site.proxy)]
            assert {status(site.server, address) for address in addresses} == {200}
            other.execute("ROLLBACK")

        site.survive("database locked", during, told="database_unavailable")


def test_database_that_is_gone(site: Embedded):
    """Every request and every poll fails: the log has each kind of fault once a minute."""
    before = len(site.log())

    def during(lasts: Lasts) -> None:
        with moved(site.server.data / "starbond.db"):
            for path in ASKED * 5:
                status(site.server, path)
            lasts()
            until(lambda: any("lists_not_refreshed" in line for line in site.log()[before:]), "the log has no fault")
            assert len(lines := site.log()[before:]) < len(ASKED) * 5, "\n".join(lines)
            assert len("\n".join(lines)) < MAX_BYTES

    site.survive("database gone", during, "database", told="database_unavailable")


@needs_mount
def test_disk_full(site: Embedded):
    """Uploaders are told that nothing can be written; the database, which every upload needs, is on the same disk."""

    def during(lasts: Lasts) -> None:
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
    def during(lasts: Lasts) -> None:
        for seconds in (DAY, -HOUR):
            site.jump(seconds)
            lasts()
        site.jump(0)

    site.survive("clock a day ahead, an hour back", during)


@pytest.mark.parametrize("kill", range(KILLS))
def test_killed(site: Embedded, kill: int):
    begun = Filed(site.proxy)

    def during(lasts: Lasts) -> None:
        # Long enough for a busy machine to kill the server before it.
        moment = in_seconds(6)
        seal(site.archive, moment, name=f"Sealed {kill}.pdf")
        assert begun.upload.step() is None
        site.server.stop(signal.SIGKILL)
        lasts()
        until(lambda: local_time.now() > moment, "the moment of the release does not pass")
        assert site.archive.read(service.waiting)
        site.server.start()
        assert begun.send().outcome == "published"
        until(lambda: not site.archive.read(service.waiting), "the filing is still sealed")

    site.survive("killed", during)
    assert begun.upload.lost == 0
    assert len(service.ended(site.archive)) == kill + 1
    assert rows(site.archive, f"SELECT count(*) FROM document WHERE file_name LIKE 'Sealed {kill}%'") == [(1,)]  # noqa: S608
    details = rows(site.archive, "SELECT detail FROM audit WHERE action = 'release'")
    assert all("late by" in str(detail) for (detail,) in details)


def test_file_arrives_whole_over_a_line_that_is_cut(site: Embedded):
    """Cut at random bytes, and in the long version the server is killed at others: only what was on its way is lost."""
    moments = random.Random(23_11_2026)
    content = samples.zipped({"noise": moments.randbytes(MEGABYTES * 1_000_000)})
    faults = sorted((moments.randrange(len(content)), number < LINE_KILLS) for number in range(CUTS + LINE_KILLS))
    with line_to(site.proxy.https) as line:

        def watch(sent: int) -> None:
            if faults and sent >= faults[0][0]:
                _, is_kill = faults.pop(0)
                if is_kill:
                    site.server.stop(signal.SIGKILL)
                    site.server.start()
                else:
                    line.drop()

        def connect(seconds: float) -> http.client.HTTPConnection:
            return http.client.HTTPSConnection("localhost", line.port, timeout=seconds, context=site.proxy.trust)

        line.watch, line.rate = watch, LINE_RATE
        upload = Upload(connect, site.proxy.url, "AnnualReport", "Accounts.zip", content)
        assert code_of(upload.send(600)) == "published"
    print(f"\n{len(content)} bytes, {line.sent} on the line: {line.sent / len(content) - 1:.2%} more")
    assert faults == []
    assert upload.lost >= CUTS
    assert line.sent <= MOST * len(content)
    found = rows(site.archive, "SELECT sha256, size FROM document WHERE category = 'AnnualReport'")
    assert found == [(hashlib.sha256(content).hexdigest(), len(content))]


def test_all_is_well_after_the_faults(site: Embedded):
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
