"""The embedded set-up, SQLite and a folder behind nginx, while its disk is full, its clock jumps or it is killed."""

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.faults import disks, people, proxy, servers
from tests.faults.disks import Disk
from tests.faults.proxy import Proxy
from tests.faults.survival import survive
from tests.serving import ROOT, Server, build, free_port, serving

FAULT_SECONDS = float(os.environ.get("FAULT_SECONDS", "3"))
FAKE_TIME = "/usr/lib/*/faketime/libfaketime.so.1"
DAY, HOUR = 24 * 3600, 3600
REAL_SLEEP = """\
import select, time
# libfaketime moves the end of a sleep too, although it is on the monotonic clock: a jump would break every sleep.
time.sleep = lambda seconds: select.select([], [], [], max(0, seconds))
"""
"""Python reads it at its start, as ``sitecustomize.py``."""


@dataclass(frozen=True)
class Embedded:
    """The site behind nginx, and what can be done to its machine."""

    proxy: Proxy
    server: Server
    disk: Disk | None
    clock: Path
    """Holds the seconds by which the clock is wrong."""

    def jump(self, seconds: int) -> None:
        """Set the clock of the server ahead, or back."""
        self.clock.write_text(f"{seconds:+d}")


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
        "REFLEX_TRUSTED_PROXY_HOPS": "1",
    }
    with ExitStack() as stack:
        front = stack.enter_context(proxy.running(folder, [port]))
        disk = stack.enter_context(disks.mounted(folder / "data")) if disks.CAN_MOUNT else None
        server = stack.enter_context(serving(folder, port, STARBOND_URL=front.url, **settings))
        for path in people.PAGES:
            assert people.ask(front, path)[0] == 200
        yield Embedded(front, server, disk, clock)


@pytest.mark.skipif(not disks.CAN_MOUNT, reason="only root can mount a small file system")
def test_disk_full(site: Embedded):
    """Uploaders are told that there is no room; the database is on the same disk."""

    def during() -> None:
        assert site.disk
        with site.disk.full():
            _wait()

    survive(site.proxy, site.server, "embedded: disk full", during)


@pytest.mark.parametrize("seconds", [DAY, -HOUR], ids=["ahead", "back"])
def test_clock_jumps(site: Embedded, seconds: int):
    """A clock that is corrected by a day or an hour, and back again."""

    def during() -> None:
        site.jump(seconds)
        _wait()
        site.jump(0)

    survive(site.proxy, site.server, f"embedded: clock {seconds:+d} s", during)


def test_killed(site: Embedded):
    """The only instance is gone for a while: nginx sends what it kept."""

    def during() -> None:
        site.server.stop(signal.SIGKILL)
        _wait()
        site.server.start()

    survive(site.proxy, site.server, "embedded: killed", during)


def _wait() -> None:
    threading.Event().wait(FAULT_SECONDS)
