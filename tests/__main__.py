"""Runs every test: ``python -m tests``, which ``make test`` calls; ``python -m tests rules`` runs one part alone.

Two parts run at a time, each with two workers. The journeys take longest: they begin as soon as the site is built, and
run until all others have ended one after the other. Every part runs, also after one that failed, so that one run tells
everything. Up to five tests of a part that drive a browser or a server are tried once more where they fail, alone, and
are named at the end; rules are not. What they need of the system is installed before (``tests/system.py``). A worker
takes one file after the other, those that take longest first (``tests/durations.json``), and its tests in order. With
``THOROUGH=1`` tests are as long as ``make thorough`` wants them.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from benchmarks.build_time import copy
from tests import results, system
from tests.browser.plain_smoke import PLAIN_SMOKE
from tests.conftest import THOROUGH, WHICH_BUILD
from tests.serving import ROOT

RESULTS = ROOT / "build" / "tests"
"""What each part said, and its results as JUnit XML."""
LAST_LINES = 40
"""Lines of a part that failed that are printed once more at the end, for those who see the end alone: its summary."""
TRIED_AGAIN = 5
"""Tests of a part that failed, at most, that are tried once more, one after the other, with servers of their own."""
MEMORY = Path("/dev/shm")  # noqa: S108  one folder in it, with a name of its own
MEMORY_FREE = 8 * 2**30
"""Bytes that have to be free there for the tests' own files."""


@dataclass(frozen=True)
class Part:
    """What one process of pytest runs."""

    name: str
    tests: tuple[str, ...] = ()
    """None: it builds the site, which the others find."""
    build: str = "full"
    """The build that it is about (``STARBOND_BUILD``); any but the full one is made in a copy."""
    workers: int = 2

    @property
    def file(self) -> Path:
        """File of its results, without suffix."""
        return RESULTS / self.name

    @property
    def cache(self) -> Path:
        """Folder in which pytest notes the tests that failed."""
        return self.file.with_suffix(".cache")

    @property
    def command(self) -> list[str]:
        if not self.tests:
            return [sys.executable, "-c", "from tests.serving import build; build()"]
        workers = ("-n", str(self.workers), "--dist", "loadfile", "--no-loadscope-reorder")
        xml = (f"--junitxml={self.file}.xml", "-o", "junit_family=xunit1")
        cache = ("-o", f"cache_dir={self.cache}")
        # The others give way a little to the journeys, which take longest.
        first = () if self.name == "journeys" else ("nice", "-n", "2")
        return [*first, sys.executable, "-m", "pytest", *workers, *xml, *cache, *self.tests]


@dataclass(frozen=True)
class Ended:
    """How a part ended."""

    passed: bool
    minutes: float
    tried_again: list[str]


PARTS = (
    Part("build"), Part("rules", ("tests/unit", "tests/files", "art/tests")), Part("journeys", ("tests/browser",)),
    Part("faults", ("tests/faults",)), Part("another-company", ("tests/another_company",)),
    Part("plain", ("-m", "not full_build", *(["tests/browser"] if THOROUGH else PLAIN_SMOKE)), "plain"),
)  # fmt: skip


def main() -> int:
    """Run the parts and print the slowest tests and how each part ended; return 0 when all of them passed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", type=system.part, help="without one, all of them")
    parser.add_argument("--quick", action="store_true", help="run the rules alone, without a browser or a build")
    parser.add_argument("--record", action="store_true", help="write how long each file took to tests/durations.json")
    given = parser.parse_args()
    wanted = ["rules"] if given.quick else given.parts or system.PARTS
    shutil.rmtree(RESULTS, ignore_errors=True)
    RESULTS.mkdir(parents=True)
    # Two workers that begin at once would both remove the states of an earlier run, and Reflex fails in the second.
    shutil.rmtree(ROOT / ".states", ignore_errors=True)
    parts = [part for part in PARTS if part.name in wanted]
    if wanted == ["rules"]:
        parts = [replace(parts[0], workers=3)]  # alone, three fill two cores: a test waits now and then
    with _folder() as folder, ThreadPoolExecutor(2) as two_at_a_time:
        ended = [*two_at_a_time.map(partial(_run, folder=folder), parts)]
    run = [case for part in parts for case in results.cases(part.file.with_suffix(".xml"))]
    print(f"The {results.SLOWEST} slowest of {len(run)} tests:", *results.slowest(run), sep="\n")
    for part, end in zip(parts, ended, strict=True):
        if not end.passed:
            log = part.file.with_suffix(".log").read_text("utf-8").splitlines()
            print(f"== {part.name} FAILED, and ended with:", *log[-LAST_LINES:], sep="\n")
    for part, end in zip(parts, ended, strict=True):
        print(f"{part.name}: {'passed' if end.passed else 'FAILED'}, {end.minutes:.1f} minutes")
        for test in end.tried_again:
            print(f"  tried again, alone: {test}")
    if given.record:
        results.record(run)
    return 0 if all(end.passed for end in ended) else 1


def _run(part: Part, folder: str) -> Ended:
    print(f"== {part.name} begins", flush=True)
    started = time.monotonic()
    with _tree(part.build) as tree, part.file.with_suffix(".log").open("w+", encoding="utf-8") as log:
        environment = os.environ | {WHICH_BUILD: part.build, "TMPDIR": folder}
        run = partial(subprocess.run, cwd=tree, env=environment, stdout=log, stderr=log, check=False)
        done, failed = run(part.command), _failed(part)
        # 1: tests failed. With any other status some may never have begun.
        if done.returncode == 1 and part.name != "rules" and 0 < len(failed) <= TRIED_AGAIN:
            again = f"--junitxml={part.file}-again.xml"
            done = run([*part.command, "--last-failed", "-n", "0", again])
        else:
            failed = []
        log.seek(0)
        print(f"== {part.name}", log.read(), sep="\n", flush=True)
    return Ended(done.returncode == 0, (time.monotonic() - started) / 60, failed)


def _failed(part: Part) -> list[str]:
    noted = part.cache / "v/cache/lastfailed"
    return list(json.loads(noted.read_text("utf-8"))) if noted.exists() else []


@contextmanager
def _folder() -> Iterator[str]:
    """Yield a folder for the files of all tests: in memory where that is possible, since a disk keeps them waiting."""
    may = MEMORY.is_dir() and os.access(MEMORY, os.W_OK) and not os.statvfs(MEMORY).f_flag & os.ST_NOEXEC
    place = MEMORY if may and shutil.disk_usage(MEMORY).free >= MEMORY_FREE else None
    with tempfile.TemporaryDirectory(prefix="tests-", dir=place) as folder:
        Path(folder).chmod(0o711)  # PostgreSQL, which never runs as root, has its files in it
        yield folder


@contextmanager
def _tree(build: str) -> Iterator[Path]:
    """Yield the working tree, or a copy of it where another build is made."""
    if build == "full":
        yield ROOT
        return
    with tempfile.TemporaryDirectory(prefix=f"{build}-build-") as folder:
        copy(ROOT, Path(folder))
        yield Path(folder)


if __name__ == "__main__":
    sys.exit(main())
