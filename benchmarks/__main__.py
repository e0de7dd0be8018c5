"""Runs all measurements and prints a table: ``python -m benchmarks``; or some: ``python -m benchmarks weight rows``."""

import subprocess
import sys

from benchmarks import (
    ablation,
    announce,
    broadcast,
    build_time,
    carousel_weight,
    dearest,
    desk,
    finder,
    first_touch,
    instances,
    lighthouse,
    original,
    pages,
    proxy,
    publishing,
    rows,
    save_to_seen,
    search,
    secretary,
    table,
    upload,
    weight,
)
from benchmarks.table import Measure, Row

MEASUREMENTS: dict[str, tuple[str, Measure]] = {
    "weight": ("Weight of a first view", weight.measure),
    "carousel_weight": ("Weight of slider, carousels and zoom", carousel_weight.measure),
    "build_time": ("Build and start", build_time.measure),
    "save_to_seen": ("Development, from saved to seen", save_to_seen.measure),
    "rows": ("Rows at the first paint", rows.measure),
    "search": ("Search of 500,000 pages", search.measure),
    "first_touch": ("What a touch right after the first paint waits for", first_touch.measure),
    "finder": ("The finder's answer on a slow phone", finder.measure),
    "dearest": ("What others wait while 50 ask for the dearest address", dearest.measure),
    "desk": ("The desk and a backup with 10,000 documents", desk.measure),
    "pages": ("Requests a second from one core", pages.measure),
    "broadcast": ("From commit to the last client", broadcast.measure),
    "announce": ("From commit to row, mail, feed, webhook and search", announce.measure),
    "publishing": ("What a publication costs", publishing.measure),
    "instances": ("From one instance to visitors of the other", instances.measure),
    "proxy": ("Requests a second, through nginx and alone", proxy.measure),
    "secretary": ("Presses and seconds of a secretary", secretary.measure),
    "upload": ("A large upload", upload.measure),
    "ablation": ("What each optional build step is worth", ablation.measure),
    "lighthouse": ("Lighthouse, mobile", lighthouse.measure),
    "original": ("Compared with the libraries of the original site", original.measure),
}
FAILURES = (AssertionError, OSError, RuntimeError, TimeoutError, subprocess.SubprocessError)


def main() -> int:
    """Run the named measurements, or all; return the exit status."""
    parser = table.parser(__doc__)
    parser.add_argument("names", nargs="*", metavar="measurement", help=", ".join(MEASUREMENTS))
    given = parser.parse_args()
    if unknown := set(given.names) - MEASUREMENTS.keys():
        parser.error(f"unknown: {', '.join(sorted(unknown))}; known: {', '.join(MEASUREMENTS)}")
    table.end_children_on_sigterm()
    shown: list[Row] = []
    failed = []
    for name in given.names or MEASUREMENTS:
        title, measure = MEASUREMENTS[name]
        try:
            shown += table.show(title, measure(table.options(given)))
        except FAILURES as error:
            # Continue with the other measurements.
            print(f"  failed: {error}", flush=True)
            failed.append(name)
    missed = [row for row in shown if row.is_met is False]
    print(f"\n{len(shown)} values, {len(missed)} beyond their limit, {len(failed)} measurements failed", flush=True)
    return 1 if missed or failed else 0


if __name__ == "__main__":
    sys.exit(main())
