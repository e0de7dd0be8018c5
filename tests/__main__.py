"""Runs every test, two at a time, part by part: ``python -m tests``, which ``make test`` calls.

Every part runs, also after one that failed, so that one run tells everything. Tests of one file stay together and in
order. So do the faults: each worker has databases, servers and disks of its own to stop, freeze and fill.
"""

import os
import subprocess
import sys
import time

from tests.conftest import WHICH_BUILD
from tests.serving import ROOT
from tests.upgrade_drill import JOURNEYS

TWO_AT_A_TIME = ("-n", "2", "--dist", "loadfile")
PLAIN_JOURNEYS = (
    *JOURNEYS,
    "tests/browser/test_lists.py",
    "tests/browser/test_polling.py",
    "tests/browser/test_prospectus.py",
    "tests/browser/test_search.py",
)
"""Journeys that are repeated on the build without the optional steps: every page, and everything that is live.

Not what axe says: both builds have the same elements and styles.
"""

PARTS: dict[str, tuple[str, tuple[str, ...]]] = {
    "rules": ("full", (*TWO_AT_A_TIME, "tests/unit", "art/tests")),
    "faults": ("full", (*TWO_AT_A_TIME, "tests/faults")),
    "journeys": ("full", (*TWO_AT_A_TIME, "tests/browser")),
    "another company": ("full", (*TWO_AT_A_TIME, "tests/another_company")),
    "journeys, plain build": ("plain", (*TWO_AT_A_TIME, "-m", "not full_build", *PLAIN_JOURNEYS)),
}
"""Name of a part: the build that it is about (``STARBOND_BUILD``), and what pytest is told."""


def main() -> int:
    """Run all parts and print how each ended; return 0 when all of them passed."""
    ended: list[tuple[str, bool, float]] = []
    for name, (which, arguments) in PARTS.items():
        print(f"== {name}", flush=True)
        started = time.monotonic()
        command = [sys.executable, "-m", "pytest", *arguments]
        passed = subprocess.run(command, cwd=ROOT, env=os.environ | {WHICH_BUILD: which}, check=False).returncode == 0
        ended.append((name, passed, time.monotonic() - started))
    for name, passed, seconds in ended:
        print(f"{name}: {'passed' if passed else 'FAILED'}, {seconds / 60:.1f} minutes")
    return 0 if all(passed for _, passed, _ in ended) else 1


if __name__ == "__main__":
    sys.exit(main())
