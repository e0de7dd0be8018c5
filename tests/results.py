"""Reads what pytest wrote about each part (JUnit XML): the slowest tests, and how long each file takes."""

import json
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree as ET

DURATIONS = Path(__file__).parent / "durations.json"
"""Seconds of each file of tests, for the order in which workers take them: `python -m tests --record` writes it."""
SLOWEST = 20
WORTH_RECORDING = 1.0


@dataclass(frozen=True)
class Case:
    """One test, with its fixtures."""

    file: str
    name: str
    seconds: float


def cases(file: Path) -> Iterator[Case]:
    """Yield the tests of one part; none where pytest could not begin."""
    if file.exists():
        for case in ET.parse(file).iter("testcase"):  # noqa: S314 - pytest's own
            yield Case(case.get("file", ""), case.get("name", ""), float(case.get("time", 0)))


def slowest(run: list[Case]) -> Iterator[str]:
    for case in sorted(run, key=lambda case: -case.seconds)[:SLOWEST]:
        yield f"{case.seconds:7.1f} s  {case.file}::{case.name}"


def record(run: list[Case]) -> None:
    """Write the seconds of the files that ran; those of the others stay."""
    took: defaultdict[str, float] = defaultdict(float)
    for case in run:
        took[case.file] += case.seconds
    kept = {file: seconds for file, seconds in recorded().items() if file not in took and Path(file).exists()}
    new = {file: round(seconds, 1) for file, seconds in took.items() if seconds >= WORTH_RECORDING}
    DURATIONS.write_text(json.dumps(kept | new, indent=0, sort_keys=True) + "\n", "utf-8")


def recorded() -> dict[str, float]:
    """Return the recorded seconds by file, as pytest names it."""
    return json.loads(DURATIONS.read_text("utf-8"))
