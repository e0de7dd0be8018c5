"""Processes that read files from strangers: without the secrets of the server, and ended after a time or an output.

Limits on memory and processor time are set by the process itself (`inspection`, `extraction`, `preflight`).
"""

import os
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import IO

ROOT = Path(__file__).parents[2]
"""Working directory; the package is found there."""


def command(module: str, *arguments: str) -> list[str]:
    """Return the command that runs a module of this package."""
    return [sys.executable, "-m", f"{__package__}.{module}", *arguments]


def environment() -> dict[str, str]:
    """Return the environment: nothing of the server's settings."""
    return {"PATH": os.environ.get("PATH", ""), "PYTHONPATH": str(ROOT)}


def start(given: Sequence[str], stdin: int | IO[bytes] = subprocess.DEVNULL) -> subprocess.Popen[bytes]:
    """Start a command whose output is read.

    Raises:
        OSError: it cannot be started.
    """
    return subprocess.Popen(
        given, cwd=ROOT, env=environment(), stdin=stdin, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )


def output(process: subprocess.Popen[bytes], *, seconds: float, size: int) -> bytes:
    """Return the output of a process until it ends, of which at most ``size`` bytes are read; blocks.

    It is ended after ``seconds``, or when it has printed that much.
    """
    timer = threading.Timer(seconds, process.kill)
    timer.daemon = True
    timer.start()
    try:
        with process:
            found = process.stdout.read(size) if process.stdout else b""
            # It may have more to say than is read.
            if len(found) == size:
                process.kill()
    finally:
        timer.cancel()
    return found
