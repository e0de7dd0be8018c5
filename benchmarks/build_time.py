"""Measures the time from start to the first answer of all routes: cold (with a build) and warm (without).

Both run in a copy of the working tree without its build output, with the package cache of the machine.
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from benchmarks.table import Options, Row, alone, at_most, plain, spread
from starbond_site import content
from tests.serving import ROOT, free_port

WARM_SECONDS = 10
"""Longest start without changes."""
PATIENCE = 600
POLL = 0.05
"""Seconds between two attempts to connect while the server is starting."""


def measure(options: Options) -> Iterator[Row]:
    """Start once cold, then warm."""
    with tempfile.TemporaryDirectory() as folder:
        port, clone = free_port(), Path(folder) / "clone"
        copy(ROOT, clone)
        yield plain("cold: build, start, all routes answer", _start(clone, port), "s")
        warm = [_start(clone, port) for _ in range(options.runs)]
        yield at_most("warm start, slowest, all routes answer", max(warm), WARM_SECONDS, "s")
        yield Row("warm start, median", spread(warm, "s"))


def copy(tree: Path, clone: Path) -> None:
    """Copy the working tree without the files that git ignores."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=tree, check=True, capture_output=True, text=True).stdout
    for name in listed.rstrip("\0").split("\0"):
        if (tree / name).is_file():
            (clone / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(tree / name, clone / name)


def _start(clone: Path, port: int) -> float:
    """Return the seconds from the command until every route has answered."""
    environment = os.environ | {
        "PORT": str(port),
        "PYTHONPATH": str(clone),
        "STARBOND_DATA_DIR": str(clone / "data"),
    }
    command = [sys.executable, "-m", "starbond_site.serve"]
    log_file = clone / "server.log"
    with log_file.open("wb") as log:
        started = time.monotonic()
        process = subprocess.Popen(command, cwd=clone, env=environment, stdout=log, stderr=log, start_new_session=True)
    try:
        _wait_for_routes(process, port, log_file)
        return time.monotonic() - started
    finally:
        os.killpg(process.pid, signal.SIGINT)
        process.wait(30)


def _wait_for_routes(process: "subprocess.Popen[bytes]", port: int, log: Path) -> None:
    """Return as soon as all routes have answered.

    Raises:
        RuntimeError: the server ended, or took too long; the message holds its log.
    """
    waiting = sorted(content.read("en").paths)
    deadline = time.monotonic() + PATIENCE
    while waiting and process.poll() is None and time.monotonic() < deadline:
        try:
            with urllib.request.urlopen(f"http://localhost:{port}{waiting[-1]}", timeout=5):
                waiting.pop()
        except urllib.error.HTTPError as error:
            message = f"{waiting[-1]} answered {error.code}"
            raise RuntimeError(message) from error
        except OSError:
            time.sleep(POLL)
    if waiting:
        message = f"the site did not start:\n{log.read_text(errors='replace')[-2000:]}"
        raise RuntimeError(message)


if __name__ == "__main__":
    alone(measure, __doc__)
