"""Measures the processor's time of the pages that judge how duties stand, and of a backup, with 10,000 documents.

They stand in the lists of duties, two hours apart or all of one day: then each may fulfil a duty of today.
"""

import hashlib
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import partial
from pathlib import Path

from benchmarks.records import fill, record
from benchmarks.table import Options, Row, at_most, plain
from starbond_site import content
from starbond_site.documents import database
from starbond_site.documents.archive import Archive
from starbond_site.documents.storage import fresh_key
from starbond_site.features.duties import topic as disclosures
from starbond_site.operations import backup
from starbond_site.shared.roles import Principal
from tests.unit.documents.publishing import archive_in
from tests.unit.web.whole_site import Site

DOCUMENTS = 10_000
CASES = {"of two years": 2, "of one day": 0}
"""Hours between two documents."""
LIMIT = 50
"""Most milliseconds of a request."""


def measure(options: Options) -> Iterator[Row]:
    """Ask for each page several times, and make two backups: the second finds all files in the first."""
    words = content.read("en")
    lists = sorted({duty.list for duty in words.duties.duties})
    for what, hours in CASES.items():
        with tempfile.TemporaryDirectory() as folder:
            for name in lists:
                apart = timedelta(hours=hours * len(lists))
                fill(Path(folder) / "data", name, DOCUMENTS // len(lists), apart)
            with archive_in(Path(folder) / "data") as archive:
                desk = Site(archive, Principal(person_id=1, name="Rahima Khatun"))
                asks = {path: partial(_opened, desk, path) for path in ("/desk", "/desk/duties")}
                for path, ask in (asks | {"/disclosures": partial(disclosures.requested, archive, words)}).items():
                    took = statistics.median(_processor(ask) for _ in range(options.runs))
                    yield at_most(f"{path}, {DOCUMENTS:,} documents {what}", 1000 * took, LIMIT, "ms")
    with tempfile.TemporaryDirectory() as folder, archive_in(Path(folder) / "data") as archive:
        _store(archive, lists[0])
        for what in ("first", "second"):
            began = time.monotonic()
            took = _processor(partial(backup.create, archive, Path(folder) / "backups" / what))
            yield plain(f"{what} backup, time", time.monotonic() - began, "s")
            yield plain(f"{what} backup, processor", took, "s")


def _opened(desk: Site, path: str) -> None:
    assert desk.get(path).status == 200, path


def _processor(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def _store(archive: Archive, name: str) -> None:
    """Store documents of 10 kB without looking at them."""
    with database.writing(archive.engine) as session:
        for number in range(DOCUMENTS):
            one, made = record(name, number), f"{number:09}\n".encode() * 1000
            one.key, one.size, one.sha256 = fresh_key(name), len(made), hashlib.sha256(made).hexdigest()
            place = archive.storage.path(one.key)
            assert place
            place.parent.mkdir(exist_ok=True)
            place.write_bytes(made)
            session.add(one)
