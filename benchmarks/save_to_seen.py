"""Measures development: from saving a file to seeing it in a page that is open, with ``reflex run``."""

import os
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from benchmarks.browser import chromium
from benchmarks.build_time import copy
from benchmarks.development import Development
from benchmarks.table import Options, Row, alone, at_most
from tests.serving import ROOT

PAGE = "/management"
PATIENCE_MS = 60_000
IDLE = 0.1
"""Seconds of a processor in a second that a waiting server may use."""
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Edit:
    """A change to a file, and how a page shows it."""

    kind: str
    limit: float
    """Seconds."""
    file: str
    old: str
    new: str
    """With ``{n}``, another number at each save."""
    seen: str
    """JavaScript, true when the page shows it."""


EDITS = (
    Edit("a style", 3, "pages/people.css", ".person__name {", ".person__name { order: {n};",
         "[...document.querySelectorAll('.person__name')].some(e => getComputedStyle(e).order == {n})"),
    Edit("a React component", 3, "components/react/site_menu/site_menu.jsx", 'className="menu"',
         'className="menu" data-edit="{n}"', "document.querySelector('nav[data-edit=\"{n}\"]')"),
    Edit("a page", 6, "pages/people.py", '"person__name"', '"person__name edit-{n}"',
         "document.querySelector('.edit-{n}')"),
    Edit("content", 6, "content/company.toml", 'blurb = {en = "', 'blurb = {en = "Edit {n}. ',
         "document.querySelector('footer').textContent.includes('Edit {n}. ')"),
)  # fmt: skip


def measure(options: Options) -> Iterator[Row]:
    """Save files of each kind; the median counts."""
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        checkout = Path(folder) / "site"
        copy(ROOT, checkout)
        with Development(checkout) as server:
            page = browser.new_page()
            page.goto(server.url + PAGE, timeout=PATIENCE_MS)
            page.wait_for_selector(".person__name", timeout=PATIENCE_MS)
            _wait_until_idle(server.process.pid)
            for edit in EDITS:
                file = checkout / "starbond_site" / edit.file
                sound, seconds = file.read_text("utf-8"), []
                assert edit.old in sound, edit
                for number in range(1, options.runs + 1):
                    saved = time.monotonic()
                    file.write_text(sound.replace(edit.old, edit.new.replace("{n}", str(number)), 1), "utf-8")
                    page.wait_for_function(edit.seen.replace("{n}", str(number)), timeout=PATIENCE_MS)
                    seconds.append(time.monotonic() - saved)
                    _wait_until_idle(server.process.pid)
                yield at_most(f"{edit.kind}, from saved to seen", statistics.median(seconds), edit.limit, "s")


def _wait_until_idle(process: int) -> None:
    """Wait until a process and its children have used no time of a processor worth naming for a second."""
    before, idle = _processor_seconds(process), False
    while not idle:
        time.sleep(1)
        now = _processor_seconds(process)
        idle, before = now - before < IDLE, now


def _processor_seconds(process: int) -> float:
    tree = [process]
    for parent in tree:
        with suppress(OSError):
            for thread in Path(f"/proc/{parent}/task").iterdir():
                tree += map(int, (thread / "children").read_text().split())
    total = 0
    for one in tree:
        with suppress(OSError):
            total += sum(map(int, Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()[11:13]))
    return total / TICKS


if __name__ == "__main__":
    alone(measure, __doc__)
