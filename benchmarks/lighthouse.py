"""Runs Lighthouse on the public templates as a phone, with simulated and with applied throttling, and returns medians.

A fixed version of Lighthouse is installed from npm into a temporary folder and uses the Chromium of the machine. The
first visit of a page is discarded: after a start of the server, and while Chromium is read from the disk, blocking
times are several times as long. The next visit runs all categories, the others only performance, the only one that
varies. Pages with ``noindex`` have no limit for SEO, because an audit of that category fails by design.

Without ``--templates`` it visits the templates that differ most: about 20 minutes with five runs. ``--templates desk``
visits those of the investor's desk, among them the page of a published PDF with a picture, ``--templates workshop``
finder, comparison and dealers, ``--templates all`` all.
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
from starbond_site.content.addresses import localized
from tests.browser.conftest import CHROMIUM_FLAGS, own_chromium
from tests.serving import Server, build, serving
from tests.unit.documents import made_pdfs

VERSION = "12.8.2"
"""The newest version that runs on Node 20."""
Method = Literal["simulate", "devtools"]
METHODS: tuple[Method, ...] = ("simulate", "devtools")
UNLISTED = ("upload", "prospectus")
DOCUMENT = "document"
"""Name of the page of a document; `_publish` makes the first one."""
DESK_PATHS = ("/verify", "/filings", "/calendar", "/figures", "/disclosures", "/alerts")
YEAR_PATHS = ("/agm", "/dividends", "/shareholding", "/results", "/safety")
DESK = {DOCUMENT: "/documents/1"} | {path.strip("/"): path for path in (*DESK_PATHS, *YEAR_PATHS)}
WORKSHOP = {
    "finder": "/finder?a=wood&b=plywood",
    "finder-bn": "/bn/finder?a=wood&b=plywood",
    "compare": "/compare?product=super-glue&product=pur-adhesive",
    "dealers": "/dealers",
}
PAGES = (
    DESK
    | WORKSHOP
    | {name: path for name, path in TEMPLATES.items() if name != "not-found"}
    | {f"{name}-bn": localized(TEMPLATES[name], "bn") for name in ALSO}
)
"""Pages that can be visited; Lighthouse does not measure a page with status 404."""
USUAL = ("home", "product", "list", "people", "letter", "contact", "upload", "home-bn")
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
SECONDS = 180
"""Longest duration of one visit."""
LOST_START, ATTEMPTS = "NO_NAVSTART", 3
"""Error of a trace without its start, which Chromium sometimes returns; attempts at one report."""


@dataclass(frozen=True)
class Scores:
    """Medians of several visits."""

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
    """Kilobytes transferred in total."""

    def __str__(self) -> str:
        """Return the values in the order of the table's heading."""
        others = f"{self.accessibility:.0f}/{self.best_practices:.0f}/{self.seo:.0f}"
        measured = f"{self.performance:3.0f} {self.largest:5.2f} s {self.blocked:4.0f} ms {self.shift:.3f} {others}"
        return f"{measured} {self.kilobytes:.0f} kB"


def measure(options: Options) -> Iterator[Row]:
    """Visit the default templates, or the named ones."""
    names = chosen(options.templates)
    build()
    yield Row("", "perf  LCP    TBT   CLS  a11y/best/SEO weight")
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
    if templates == ("desk",):
        return tuple(DESK)
    if templates == ("workshop",):
        return tuple(WORKSHOP)
    if unknown := set(templates) - PAGES.keys():
        message = f"no such template: {', '.join(sorted(unknown))}; there are {', '.join(PAGES)}"
        raise RuntimeError(message)
    return templates or USUAL


def row(name: str, method: Method, scores: Scores) -> Row:
    """Return the values of a template with their limits (docs/requirements.md, "Quality limits")."""
    seo = 0 if name in UNLISTED else 100
    is_met = (
        scores.performance == 100
        and scores.seo >= seo
        and (scores.accessibility, scores.best_practices) == (100, 100)
        and scores.largest <= 1.5
        and scores.blocked <= 50
        and scores.shift == 0
    )
    return Row(f"{name}, {method}", str(scores), "100, 1.5 s, 50 ms", is_met)


def visit(address: str, method: Method, runs: int) -> Scores:
    """Return the medians of several visits, after one that is discarded.

    Raises:
        RuntimeError: Lighthouse could not measure the page; the message says why.
    """
    _report(address, method, CATEGORIES[:1])
    first, *others = (_report(address, method, CATEGORIES[: 1 if run else None]) for run in range(runs))
    return medians([read(first), *(read(other, first) for other in others)])


def medians(visits: Sequence[Scores]) -> Scores:
    """Return the median of every value."""
    return Scores(**{name: statistics.median(getattr(one, name) for one in visits) for name in vars(visits[0])})


def read(report: dict[str, Any], first: dict[str, Any] | None = None) -> Scores:
    """Return the values of a report; missing categories are taken from the ``first`` report of the page."""
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
        # Read a file, not stdout: on a busy machine Lighthouse exits before all of stdout is written.
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
        status, errors = _run(command, os.environ | {"CHROME_PATH": own_chromium()})
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
            # Chromium has its own process group, and ends only when Lighthouse is interrupted, not when it is killed.
            process.send_signal(signal.SIGINT)
            raise
    return process.returncode, errors


def _installed() -> Path:
    """Return the path of Lighthouse's program; install it if it is missing."""
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
    """Publish a document in the list of the template ``list``, and read it, so that its page has a picture."""
    file = folder / "report.pdf"
    file.write_bytes(made_pdfs.plain(" ".join(made_pdfs.ENGLISH * 20)))
    server.admin("documents", "publish", TEMPLATES["list"].strip("/"), str(file))
    server.admin("reindex")


if __name__ == "__main__":
    alone(measure, __doc__)
