"""Lighthouse on every public template, as a phone: simulated and applied throttling, medians.

Lighthouse comes from npm, in an exact version that the machine's Node runs, into a folder of the system's temporary
files; it drives the machine's Chromium. One visit before the others counts for nothing: after a server's start, and
while the machine still reads Chromium from its disk, a page blocks several times as long as ever after. The first that
counts tells everything, the others only the performance, which alone differs from visit to visit. On pages that search
engines shall not list, SEO has no limit: that very audit takes its points.

Without ``--templates`` it visits those that differ most: some 20 minutes with five runs. ``--templates all``
visits all.
"""

import json
import os
import shutil
import signal
import statistics
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from benchmarks.screenshots import ALSO, TEMPLATES
from benchmarks.table import Options, Row, alone
from starbond_site.components.link import localized
from tests.browser.conftest import CHROMIUM_FLAGS, own_chromium
from tests.serving import Server, build, serving
from tests.unit.documents.samples import GOOD

VERSION = "12.8.2"
"""The newest that runs on Node 20."""
Method = Literal["simulate", "devtools"]
METHODS: tuple[Method, ...] = ("simulate", "devtools")
HEAVY = ("contact", "upload", "prospectus")
"""Templates with forms, which may weigh more."""
UNLISTED = ("upload", "prospectus")
PAGES = {name: path for name, path in TEMPLATES.items() if name != "not-found"} | {
    f"{name}-bn": localized(TEMPLATES[name], "bn") for name in ALSO
}
"""What can be visited; Lighthouse measures no page whose status is 404."""
USUAL = ("home", "product", "list", "people", "letter", "contact", "upload", "home-bn")
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
SECONDS = 180
"""How long one visit may take."""
LOST_START, ATTEMPTS = "NO_NAVSTART", 3
"""Now and then Chromium hands over a trace without its beginning; then a page is visited again, so often in all."""


@dataclass(frozen=True)
class Scores:
    """Medians of some visits."""

    performance: float
    accessibility: float
    best_practices: float
    seo: float
    largest: float
    """Largest contentful paint in seconds."""
    blocked: float
    """Total blocking time in milliseconds."""
    shift: float
    """Cumulative layout shift."""
    kilobytes: float
    """Transferred in all."""

    def __str__(self) -> str:
        """Write the figures in the order of the table's heading."""
        others = f"{self.accessibility:.0f}/{self.best_practices:.0f}/{self.seo:.0f}"
        return f"{self.performance:3.0f} {self.largest:5.2f} s {self.blocked:4.0f} ms {self.shift:.3f} {others}"


def measure(options: Options) -> Iterator[Row]:
    """Visit the usual templates, or those that are named."""
    names = chosen(options.templates)
    build()
    yield Row("", "perf  LCP    TBT   CLS  a11y/best/SEO")
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as server:
        _publish(server, Path(folder))
        for name in names:
            for method in METHODS:
                yield row(name, method, visit(server.url + PAGES[name], method, options.runs))


def chosen(templates: Sequence[str]) -> Sequence[str]:
    """Return the names of the pages to visit.

    Raises:
        RuntimeError: there is no such page; the message names all.
    """
    if templates == ("all",):
        return tuple(PAGES)
    if unknown := set(templates) - PAGES.keys():
        message = f"no such template: {', '.join(sorted(unknown))}; there are {', '.join(PAGES)}"
        raise RuntimeError(message)
    return templates or USUAL


def row(name: str, method: Method, scores: Scores) -> Row:
    """Return the figures of a template beside their limits (issue 7, "Shows")."""
    performance = 95 if name in HEAVY else 100
    seo = 0 if name in UNLISTED else 100
    is_met = (
        scores.performance >= performance
        and scores.seo >= seo
        and (scores.accessibility, scores.best_practices) == (100, 100)
        and scores.largest <= 1.5
        and scores.blocked <= 50
        and scores.shift == 0
    )
    return Row(f"{name}, {method}", str(scores), f">= {performance}, 1.5 s, 50 ms", is_met)


def visit(address: str, method: Method, runs: int) -> Scores:
    """Return the medians of some visits, after one that does not count.

    Raises:
        RuntimeError: Lighthouse could not measure the page; the message says why.
    """
    _report(address, method, CATEGORIES[:1])
    first, *others = (_report(address, method, CATEGORIES[: 1 if run else None]) for run in range(runs))
    return medians([read(first), *(read(other, first) for other in others)])


def medians(visits: Sequence[Scores]) -> Scores:
    """Return the median of every figure."""
    return Scores(**{name: statistics.median(getattr(one, name) for one in visits) for name in vars(visits[0])})


def read(report: dict[str, Any], first: dict[str, Any] | None = None) -> Scores:
    """Return the figures of a report; what it does not hold is taken from the ``first`` one of its page."""
    categories = (first or report)["categories"] | report["categories"]
    scores = {name: 100 * (categories[name]["score"] or 0) for name in CATEGORIES}
    audits = {name: audit.get("numericValue", 0) for name, audit in report["audits"].items()}
    return Scores(
        performance=scores["performance"],
        accessibility=scores["accessibility"],
        best_practices=scores["best-practices"],
        seo=scores["seo"],
        largest=audits["largest-contentful-paint"] / 1000,
        blocked=audits["total-blocking-time"],
        shift=round(audits["cumulative-layout-shift"], 3),
        kilobytes=audits["total-byte-weight"] / 1000,
    )


def _report(address: str, method: Method, categories: Sequence[str]) -> dict[str, Any]:
    for _ in range(ATTEMPTS - 1):
        try:
            return _visited(address, method, categories)
        except RuntimeError as error:
            if LOST_START not in str(error):
                raise
    return _visited(address, method, categories)


def _visited(address: str, method: Method, categories: Sequence[str]) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        # Not by its output: on a busy machine Lighthouse ends before a pipe has taken all of it.
        written = Path(folder) / "report.json"
        command = [
            "node",
            str(_installed()),
            address,
            "--quiet",
            "--output=json",
            f"--output-path={written}",
            f"--throttling-method={method}",
            f"--only-categories={','.join(categories)}",
            f"--chrome-flags={' '.join((*CHROMIUM_FLAGS, '--headless=new'))}",
        ]
        status, errors = _run(command, os.environ | {"CHROME_PATH": own_chromium() or ""})
        report = json.loads(written.read_text("utf-8")) if written.exists() else {}
    if status or not report or report.get("runtimeError"):
        reason = report.get("runtimeError", {}).get("message") or errors[-500:]
        message = f"Lighthouse could not measure {address}: {reason}"
        raise RuntimeError(message)
    return report


def _run(command: list[str], environment: dict[str, str]) -> tuple[int, str]:
    """Run Lighthouse; return its status and errors."""
    pipe = subprocess.PIPE
    with subprocess.Popen(command, env=environment, stdout=pipe, stderr=pipe, text=True) as process:
        try:
            _output, errors = process.communicate(timeout=SECONDS)
        except BaseException:
            # Its Chromium is in a group of its own, and ends only if Lighthouse is interrupted, not killed.
            process.send_signal(signal.SIGINT)
            raise
    return process.returncode, errors


def _installed() -> Path:
    """Return Lighthouse's program, installing it where it is missing."""
    folder = Path(tempfile.gettempdir()) / f"starbond-lighthouse-{VERSION}"
    program = folder / "node_modules" / "lighthouse" / "cli" / "index.js"
    if not program.exists():
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        npm = ["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", f"lighthouse@{VERSION}"]
        try:
            subprocess.run(npm, cwd=folder, check=True, capture_output=True)
        except BaseException:
            shutil.rmtree(folder)
            raise
    return program


def _publish(server: Server, folder: Path) -> None:
    """Give the list of the template ``list`` a row."""
    file = folder / "report.pdf"
    file.write_bytes(GOOD[file.name])
    server.admin("documents", "publish", TEMPLATES["list"].strip("/"), str(file))


if __name__ == "__main__":
    alone(measure, __doc__)
