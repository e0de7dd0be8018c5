"""Runs pytest in copies of the tree, in processes that begin with what is the same in all of them."""

import multiprocessing
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

import pytest

from tests.serving import ROOT

SECONDS = 1800
"""Longest time of one run of pytest, with a build of the site; the first one has all tests."""
PROCESSES = multiprocessing.get_context("forkserver")
PROCESSES.set_forkserver_preload(
    ["pytest", "hypothesis", "playwright.sync_api", "sqlmodel", "httpx2", "boto3", "reflex"]
)


def run_pytest(copy: Path, arguments: Sequence[str]) -> tuple[int, str]:
    """Run pytest in a copy of the tree; return its exit code, and what it said."""
    output = copy.with_suffix(".txt")
    process = PROCESSES.Process(target=_run, args=(copy, arguments, output))
    process.start()
    process.join(SECONDS)
    process.kill()
    return -1 if process.exitcode is None else process.exitcode, output.read_text("utf-8", "replace")


def _run(copy: Path, arguments: Sequence[str], output: Path) -> NoReturn:
    """Run pytest in this process, as if it had been started in a copy of the tree."""
    os.chdir(copy)
    sys.path[:] = [str(copy), *(path for path in sys.path if path not in ("", str(ROOT)))]
    for name in [name for name in sys.modules if name.partition(".")[0] in ("tests", "starbond_site")]:
        del sys.modules[name]
    with output.open("w") as file:
        for stream in (sys.stdout, sys.stderr):
            os.dup2(file.fileno(), stream.fileno())
        sys.exit(pytest.main(["-p", "no:cacheprovider", "-rfE", "--tb=short", *arguments]))
