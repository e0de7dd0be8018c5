"""Measures how many requests a second the site answers alone, on one processor core.

wrk asks with 64 connections for 10 seconds each, as a browser that reads brotli; the server has the first core, wrk the
last. The lists hold documents: one of them 10,000.
"""

import contextlib
import os
import re
import shutil
import subprocess
import tempfile
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import brotli

from benchmarks.records import fill
from benchmarks.table import Options, Row, alone, at_least
from tests.serving import build, serving

CONNECTIONS, SECONDS = 64, 10
LIMIT = 2500
"""Requests a second (docs/requirements.md, "Quality limits")."""
RECORDS = {"AllNotice": 10_000, "PriceSensitiveInformation": 10}
ADDRESSES = {"home": "/", "product": "/SuperGlue", "list": "/AllNotice", "list as JSON": "/api/documents/AllNotice"}
FILES = {"picture": r"/[\w./-]+\.[0-9a-f]{8}\.avif", "hashed script": r"/assets/[\w.-]+\.js"}
"""Patterns of addresses in the home page."""
ACCEPT = {"Accept-Encoding": "gzip, br"}
MISSING = "wrk is not installed, so that nothing is measured: apt-get install wrk"


def measure(_options: Options) -> Iterator[Row]:
    """Ask for each kind of address in turn."""
    if shutil.which("wrk") is None:
        yield Row(MISSING, "skipped")
        return
    build()
    cores = sorted(os.sched_getaffinity(0))
    with tempfile.TemporaryDirectory() as folder:
        for category, count in RECORDS.items():
            fill(Path(folder) / "data", category, count)
        with contextlib.ExitStack() as stack:
            with _on_core(cores[0]):
                server = stack.enter_context(serving(Path(folder)))
            site = server.url.replace("localhost", "127.0.0.1")
            for what, path in (ADDRESSES | _files(site)).items():
                for _ in range(2):
                    # The first request reads the file or compresses the page.
                    _get(site + path)
                with _on_core(cores[-1]):
                    yield _load(what, site + path)


def _load(what: str, address: str) -> Row:
    command = ["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{SECONDS}s"]
    command += [argument for name, value in ACCEPT.items() for argument in ("-H", f"{name}: {value}")]
    shown = subprocess.run([*command, address], check=True, capture_output=True, text=True, timeout=6 * SECONDS).stdout
    if problem := re.search(r"Non-2xx.*|Socket errors.*", shown):
        message = f"{what}: {problem[0]}"
        raise RuntimeError(message)
    rate = re.search(r"Requests/sec:\s*([\d.]+)", shown)
    if rate is None:
        message = f"wrk printed no rate:\n{shown}"
        raise RuntimeError(message)
    return at_least(what, float(rate[1]), LIMIT, "requests/s")


def _files(site: str) -> dict[str, str]:
    """Return the address of one file of each kind, as the home page has it."""
    home = _get(f"{site}/")
    found = {what: re.search(pattern, home) for what, pattern in FILES.items()}
    return {what: match[0] for what, match in found.items() if match}


def _get(address: str) -> str:
    request = urllib.request.Request(address, headers=ACCEPT)  # noqa: S310
    with urllib.request.urlopen(request, timeout=10) as answer:  # noqa: S310
        body = answer.read()
        return (brotli.decompress(body) if answer.headers["Content-Encoding"] == "br" else body).decode("latin-1")


@contextlib.contextmanager
def _on_core(core: int) -> Iterator[None]:
    """Start processes on one core of the processor."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {core})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


if __name__ == "__main__":
    alone(measure, __doc__)
