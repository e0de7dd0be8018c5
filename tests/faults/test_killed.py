"""A process killed at 50 random moments of publishing: what it reported is kept, nothing else is visible."""

import hashlib
import multiprocessing
import random
from contextlib import suppress
from pathlib import Path

from starbond_site.documents import reading
from starbond_site.documents.archive import Archive
from starbond_site.documents.consistency import check
from starbond_site.documents.reading import Published
from tests.faults.publisher import READY, publish_for_ever
from tests.unit.documents.publishing import archive_in, rows

PROCESSES = multiprocessing.get_context("forkserver")
"""Publishers are forked from a process with all imports: fifty full starts would take minutes."""
PROCESSES.set_forkserver_preload(["tests.faults.publisher"])
KILLS = 50
LONGEST = 0.6
"""Seconds from the first upload to the latest kill: long enough for several uploads, so that every stage is hit."""


def _publish_until_killed(folder: Path, start: int, seconds: float) -> dict[int, str]:
    """Run a publisher for some time, kill it, and return what it reported as done: SHA-256 by id."""
    hears, says = PROCESSES.Pipe(duplex=False)
    publisher = PROCESSES.Process(target=publish_for_ever, args=(folder, start, says))
    publisher.start()
    says.close()
    assert hears.recv() == READY
    publisher.join(seconds)
    publisher.kill()
    publisher.join()
    done: dict[int, str] = {}
    # The last line may be incomplete.
    with suppress(EOFError, OSError):
        while True:
            number, digest = hears.recv()
            done[number] = digest
    return done


def _every_document(archive: Archive) -> list[Published]:
    found: list[Published] = []
    has_more = True
    while has_more:
        page = reading.older(archive, "AllNotice", found[-1].id if found else None)
        assert page
        _version, documents, has_more = page
        found += documents
    return found


def _assert_published(archive: Archive, done: dict[int, str]) -> None:
    """Assert that every receipt and every record has its bytes."""
    documents = _every_document(archive)
    assert done.items() <= {document.id: document.sha256 for document in documents}.items()
    for document in documents:
        found = reading.find(archive, document.id)
        assert found
        content = b"".join(archive.storage.read(found.key))
        assert (len(content), hashlib.sha256(content).hexdigest()) == (document.size, document.sha256)


def test_killed_while_publishing(tmp_path: Path):
    """No record without its object, every receipt kept byte for byte, and a clean check after the repair."""
    moments = random.Random(20_11_2026)
    done: dict[int, str] = {}
    leftovers = 0
    with archive_in(tmp_path) as archive:
        for kill in range(KILLS):
            done |= _publish_until_killed(tmp_path, kill * 1_000_000, moments.uniform(0, LONGEST))
            _assert_published(archive, done)
            found = check(archive)
            assert found.is_sound
            assert check(archive, repair=True).leftover == found.leftover
            leftovers += len(found.leftover)
            assert check(archive, read_bytes=True).leftover == []
        _assert_published(archive, done)
        (version,) = rows(archive, "SELECT version FROM listversion WHERE name = 'AllNotice'")[0]
        assert version == reading.page(archive, "AllNotice").total
        assert rows(archive, "SELECT count(*) FROM audit WHERE outcome = 'done'") == [(version,)]
    # At least one kill must have hit an upload.
    assert done
    assert leftovers > KILLS // 5
