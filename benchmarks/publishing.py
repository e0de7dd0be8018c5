"""Measures what a publication costs with 10 and with 10,000 records in its list, from the last byte to the update.

A small PDF is published into both archives in turns, so that other work on the machine affects both. The time of the
publication has the checks of the file, its storage and the transaction; the refresh that follows in every worker reads
the versions and the newest rows, and writes the update for browsers. The refresh counts the rows of the list, which
grows by about 0.05 ms per 1,000 records; everything else reads as many rows as a page shows. Milliseconds, SQLite, one
worker.
"""

import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

from benchmarks.records import fill
from benchmarks.table import Options, Row, alone, at_most, spread
from starbond_site.documents import archive as archives
from starbond_site.documents import attempts
from starbond_site.documents import snapshot as snapshots
from starbond_site.documents.archive import Actor, Archive
from starbond_site.documents.publish import Submission
from starbond_site.documents.resuming import uploads
from starbond_site.documents.resuming.finishing import publish_upload
from starbond_site.documents.resuming.uploads import PartialFile
from starbond_site.documents.snapshot import Snapshot
from starbond_site.presentation import payloads
from starbond_site.shared.settings import Settings
from tests.unit.documents import samples

CATEGORY = "PriceSensitiveInformation"
COUNTS = (10, 10_000)
LIMIT = 1.2
"""Highest ratio of the time with most records to the time with fewest."""
PER_RUN = 20
WHO = Actor("192.0.2.1", "open")


def measure(options: Options) -> Iterator[Row]:
    """Publish into both archives in turns."""
    times: dict[tuple[str, int], list[float]] = {}
    with ExitStack() as stack:
        sites: dict[int, tuple[Archive, Snapshot]] = {}
        for count in COUNTS:
            data = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            fill(data, CATEGORY, count)
            archive = archives.connect(Settings(data_dir=data))
            stack.callback(archive.close)
            sites[count] = archive, snapshots.read(archive)
        for number in range(options.runs * PER_RUN + 1):
            for count in COUNTS:
                archive, shown = sites[count]
                published, refreshed, shown = _publish(archive, shown, number)
                sites[count] = archive, shown
                # The first publication of a process loads modules.
                if number:
                    times.setdefault(("published", count), []).append(published)
                    times.setdefault(("refreshed", count), []).append(refreshed)
    for what in ("published", "refreshed"):
        for count in COUNTS:
            yield Row(f"{what}, {count:,} records", spread(times[what, count], "ms"))
    shortest, longest = (_median_of_both(times, count) for count in COUNTS)
    yield at_most(f"both: {COUNTS[-1]:,} against {COUNTS[0]:,} records", longest / shortest, LIMIT, "times")


def _median_of_both(times: dict[tuple[str, int], list[float]], count: int) -> float:
    """Return the median of publication and refresh together."""
    return statistics.median(map(sum, zip(times["published", count], times["refreshed", count], strict=True)))


def _publish(archive: Archive, shown: Snapshot, number: int) -> tuple[float, float, Snapshot]:
    """Publish a file; return the milliseconds of the publication and of the refresh, and the new snapshot."""
    content = samples.pdf(f"report {number}")
    _, upload = uploads.begin(archive, f"{number}.pdf", len(content), WHO, "", is_limited=False)
    with PartialFile(archive, upload) as part:
        part.append(0, content)
    wanted = Submission(category=CATEGORY, name=f"{number}.pdf")
    began = time.perf_counter()
    publish_upload(archive, upload, wanted, WHO, attempts.remembered(f"attempt-of-benchmark-{number}"))
    done = time.perf_counter()
    versions = snapshots.versions(archive)
    changed = [name for name, version in versions.items() if version > shown.version(name)]
    newer = snapshots.refreshed(archive, shown, changed)
    payloads.update(shown, newer, CATEGORY, lambda *_of: "")
    return (done - began) * 1000, (time.perf_counter() - done) * 1000, newer


if __name__ == "__main__":
    alone(measure, __doc__)
