"""Measures everything and prints one table: ``python -m benchmarks``, or some: ``python -m benchmarks weight rows``."""

import subprocess
import sys

from benchmarks import broadcast, build_time, carousel_weight, lighthouse, original, rows, table, upload, weight
from benchmarks.table import Measure, Row

MEASUREMENTS: dict[str, tuple[str, Measure]] = {
    "weight": ("Weight of a first view", weight.measure),
    "carousel_weight": ("Weight of slider, strips and zoom", carousel_weight.measure),
    "build_time": ("Build and start", build_time.measure),
    "rows": ("Rows at the first paint", rows.measure),
    "broadcast": ("From commit to the last visitor", broadcast.measure),
    "upload": ("A large upload", upload.measure),
    "lighthouse": ("Lighthouse, mobile", lighthouse.measure),
    "original": ("Beside the original stack's home page", original.measure),
}
FAILURES = (AssertionError, OSError, RuntimeError, TimeoutError, subprocess.SubprocessError)


def main() -> int:
    """Measure what is named, or all; return how the command ends."""
    parser = table.parser(__doc__)
    parser.add_argument("names", nargs="*", metavar="measurement", help=", ".join(MEASUREMENTS))
    given = parser.parse_args()
    if unknown := set(given.names) - MEASUREMENTS.keys():
        parser.error(f"unknown: {', '.join(sorted(unknown))}; known: {', '.join(MEASUREMENTS)}")
    table.end_what_was_started()
    shown: list[Row] = []
    broken = []
    for name in given.names or MEASUREMENTS:
        title, measure = MEASUREMENTS[name]
        try:
            shown += table.show(title, measure(table.options(given)))
        except FAILURES as error:
            # The other measurements are worth having all the same.
            print(f"  could not be measured: {error}", flush=True)
            broken.append(name)
    missed = [row for row in shown if row.is_met is False]
    print(f"\n{len(shown)} figures, {len(missed)} beyond their limit, {len(broken)} measurements broken", flush=True)
    return 1 if missed or broken else 0


if __name__ == "__main__":
    sys.exit(main())
