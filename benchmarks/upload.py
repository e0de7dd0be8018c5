"""Measures a large upload: memory of the server, and throughput compared with a minimal Starlette endpoint.

The site receives the file in pieces, as from the upload form, checks it, stores it and records it. The baseline
endpoint writes the same bytes to the same disk and forces them there (fsync). A round is two uploads each: by the two
steps of a program; as a secretary, who reads what the look at the file says before Submit, which is not counted; to the
baseline; and all in reverse. The ratio is computed per round, so that other work on the machine affects all, and the
median of the ratios counts. Caches are written (sync) before each upload, and received files are kept until the end on
both sides, because a file that gets the page cache of a removed one is written faster than files are in practice.

Memory is the peak of the server's processes (``VmHWM``) minus what they used before, after a warm-up upload. The
process that inspects the file is shown separately.
"""

import os
import statistics
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from benchmarks import baseline_server, memory, upload_client
from benchmarks.baseline_upload import NAME
from benchmarks.table import Options, Row, alone, at_least, at_most, plain, spread
from tests.serving import Server, build, serving

CATEGORY = "AllNotice"
MEMORY_MB, SHARE = 20, 0.7
"""Limits: memory in MB, and throughput relative to the baseline."""
PER_ROUND = 2
"""Uploads to each server in a round."""
SPARE_MB = 100
"""Added to the size of the file for the upload limit of the site."""


@dataclass
class Samples:
    """Seconds and bytes of memory, one value per upload."""

    published: list[float] = field(default_factory=list)
    looked_at: list[float] = field(default_factory=list)
    """Transfer and Submit."""
    submitted: list[float] = field(default_factory=list)
    """From Submit to the result alone."""
    baseline: list[float] = field(default_factory=list)
    grown: list[int] = field(default_factory=list)
    inspected: list[int] = field(default_factory=list)


def measure(options: Options) -> Iterator[Row]:
    """Upload to both servers alternately."""
    build()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        environment = os.environ | {"UPLOAD_FOLDER": name}
        setting = str(options.megabytes + SPARE_MB)
        with (
            baseline_server.running("benchmarks.baseline_upload:app", environment) as (port, _),
            serving(folder, STARBOND_MAX_UPLOAD_MB=setting) as server,
        ):
            samples = _run_rounds(server, port, folder, options)
    yield from _rows(samples, options.megabytes)


def _rows(samples: Samples, megabytes: int) -> Iterator[Row]:
    def speed(seconds: list[float]) -> list[float]:
        return [megabytes / one for one in seconds]

    name = f"{megabytes} MB"
    yield at_most(f"{name}: memory of the server grows by", max(samples.grown) / 1e6, MEMORY_MB, "MB")
    yield plain(f"{name}: the process that inspects it", max(samples.inspected) / 1e6, "MB")
    yield Row(f"{name}: received, checked, stored and published", spread(speed(samples.published), "MB/s"))
    yield Row(f"{name}: received by the baseline endpoint", spread(speed(samples.baseline), "MB/s"))
    for way, ours in (("published in two steps", samples.published), ("looked at, then submitted", samples.looked_at)):
        ratio = statistics.median(_ratios(samples.baseline, ours))
        yield at_least(f"{name}: {way}, relative to the baseline", ratio, SHARE, "times")
    yield Row(f"{name}: from Submit to the result, after a look", spread(samples.submitted, "s"))


def _ratios(baseline: list[float], ours: list[float]) -> list[float]:
    """Return the throughput of each round relative to the baseline."""
    starts = range(0, len(ours), PER_ROUND)
    return [sum(baseline[start : start + PER_ROUND]) / sum(ours[start : start + PER_ROUND]) for start in starts]


def _run_rounds(server: Server, port: int, folder: Path, options: Options) -> Samples:
    # Warm up with a small file.
    _run_round(server, port, folder, 1)
    samples = Samples()
    for _ in range(options.runs):
        _add(samples, _run_round(server, port, folder, options.megabytes))
    return samples


def _run_round(server: Server, port: int, folder: Path, megabytes: int) -> Samples:
    result = Samples()
    for site_is_first in (True, False):
        steps = [partial(_publish, server), partial(_submit, server), partial(_put, port, folder)]
        for step in steps if site_is_first else reversed(steps):
            file = upload_client.archive_of(folder, megabytes)
            os.sync()
            step(file, result)
            file.unlink()
    return result


def _put(port: int, folder: Path, file: Path, samples: Samples) -> None:
    began = time.monotonic()
    upload_client.put(port, file)
    samples.baseline.append(time.monotonic() - began)
    (folder / NAME).rename(file.with_suffix(".received"))


def _publish(server: Server, file: Path, samples: Samples) -> None:
    assert server.process
    with memory.MemoryMonitor(server.process.pid) as monitor:
        samples.published.append(sum(upload_client.publish(server, file, CATEGORY)))
    samples.grown.append(monitor.grown)
    samples.inspected.append(monitor.others)


def _submit(server: Server, file: Path, samples: Samples) -> None:
    arrived, submitted = upload_client.publish(server, file, CATEGORY, is_looked_at=True)
    samples.looked_at.append(arrived + submitted)
    samples.submitted.append(submitted)


def _add(samples: Samples, more: Samples) -> None:
    for name, values in vars(more).items():
        getattr(samples, name).extend(values)


if __name__ == "__main__":
    alone(measure, __doc__)
