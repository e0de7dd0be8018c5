"""``python -m benchmarks.load [NAMES] [OPTIONS]``: connect many, publish, break something, and print a table."""

import argparse
import dataclasses
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from benchmarks import table
from benchmarks.load import deployment, dividend, scenarios
from benchmarks.load.scenarios import Load
from benchmarks.socket_clients import raise_file_limit
from benchmarks.table import Row
from tests.serving import build

SCENARIOS: dict[str, Callable[[Load, Path], Iterator[Row]]] = {
    "websockets": scenarios.websockets,
    "eventsource": scenarios.eventsource,
    "soak": scenarios.soak,
    "deployment": deployment.deployment,
    "dividend": dividend.dividend,
}


def main() -> int:
    """Run the named loads, or all; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="load", help=", ".join(SCENARIOS))
    for field in dataclasses.fields(Load):
        option = f"--{field.name.replace('_', '-')}"
        parser.add_argument(option, type=type(field.default), default=field.default, help=f"default {field.default}")
    given = vars(parser.parse_args())
    names = given.pop("names") or list(SCENARIOS)
    if unknown := set(names) - SCENARIOS.keys():
        parser.error(f"unknown: {', '.join(sorted(unknown))}; known: {', '.join(SCENARIOS)}")
    load = Load(**given)
    table.end_children_on_sigterm()
    raise_file_limit(3 * max(load.visitors, load.subscribers, load.soak_visitors) + 1000)
    build()
    shown: list[Row] = []
    for name in names:
        with tempfile.TemporaryDirectory(prefix="starbond-load-") as folder:
            shown += table.show(name, SCENARIOS[name](load, Path(folder)))
    return 1 if any(row.is_met is False for row in shown) else 0


if __name__ == "__main__":
    sys.exit(main())
