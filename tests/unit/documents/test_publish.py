"""Publishing: what is recorded, in which order, and what every failure leaves behind."""

import asyncio
import hashlib
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy.exc import IntegrityError

from starbond_site.documents import attempts, public_view, publish, snapshot, storing
from starbond_site.documents.archive import Archive
from starbond_site.documents.corrections import withdraw
from starbond_site.documents.preflight.report import by_file
from starbond_site.documents.records import StoredRecord
from starbond_site.documents.refusals import Refusal
from starbond_site.documents.resuming.finishing import finish
from starbond_site.documents.storage import Storage
from starbond_site.shared import local_time
from starbond_site.shared.categories import FILED, SINGLES
from tests.refused import refuses
from tests.unit.documents import publishing, samples
from tests.unit.documents.publishing import assert_nothing_happened, existing, fail_at, outcome, raising, rows, sent
from tests.unit.documents.publishing import publish as publish_bytes

PDF = samples.GOOD["report.pdf"]
NAMES = [f"Report {number}.pdf" for number in range(4)]
NIGHT = datetime(2026, 11, 19, 18, 30, tzinfo=UTC)
"""Half past midnight of the 20th in Bangladesh."""


def stored(archive: Archive, number: int) -> bytes:
    return b"".join(archive.storage.read(existing(public_view.find(archive, number)).key))


def test_published_document(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(local_time, "now", lambda: NIGHT)
    archive.listeners.append(raising(RuntimeError()))  # It cannot undo a publication.
    documents = [publish_bytes(archive, category, "Report.pdf", PDF) for category in FILED]
    assert [public_view.page(archive, category).documents for category in FILED] == [
        (document,) for document in documents
    ]
    assert [snapshot.versions(archive)[category] for category in FILED] == [1] * len(FILED)
    document = documents[-1]
    assert document.as_record() == {
        "id": document.id, "FileName": "Report -20-11-2026.pdf",
        "DownloadUrl": f"/files/{document.id}/Report%20-20-11-2026.pdf", "published_at": "2026-11-19T18:30:00Z",
        "size": len(PDF), "sha256": hashlib.sha256(PDF).hexdigest(), "filed_at": None,
    }  # fmt: skip
    assert stored(archive, document.id) == PDF
    assert list(archive.incoming.glob("*")) == []
    audited = rows(archive, "SELECT address, action, outcome FROM audit")
    assert audited == [("192.0.2.1", "publish", "done")] * len(FILED)


def test_names_that_telephones_give(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    """A name without an ending gets that of the type; one that is only a number asks for a title."""
    monkeypatch.setattr(local_time, "now", lambda: NIGHT)
    names = dict.fromkeys(("1000012345", "msf:62", "১২৩"), "title_missing") | {
        "Minutes": "Minutes -20-11-2026.pdf", "Notice No. 5": "Notice No. 5 -20-11-2026.pdf",
        "7.pdf": "7 -20-11-2026.pdf", "x" * 198: "name_too_long",
    }  # fmt: skip

    def shown(name: str, title: str = "") -> str:
        wanted = publish.Submission(category="AllNotice", name=name, title=title)
        with publishing.arrived(archive, PDF + name.encode()) as file:
            looked = by_file(archive, wanted, file)
        with publishing.arrived(archive, PDF + name.encode()) as file:
            name = publish.publish(archive, wanted, file, publishing.WHO).file_name
        assert name == existing(looked.place).file_name, "as the preflight check says"
        return name

    assert {name: outcome(shown, name) for name in names} == names
    assert shown("msf:62", "Notice") == "msf:62 -20-11-2026.pdf"


def test_same_bytes_twice(archive: Archive):
    publish_bytes(archive, "AllNotice", "Report.pdf", PDF)
    with refuses("already_published") as refused:
        publish_bytes(archive, "AllNotice", "Copy.pdf", PDF)
    day = local_time.local_date(local_time.now())
    assert publishing.sentence(refused.value) == f"This file is already published as Report -{day:%d-%m-%Y}.pdf."
    publish_bytes(archive, "BondIssue", "Report.pdf", PDF)
    assert len(list(archive.storage.list())) == 2
    assert snapshot.versions(archive)["AllNotice"] == 1


def test_same_bytes_at_the_same_moment(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    """Of several uploads that pass the first look together, one is published; the others learn its name."""
    together = threading.Barrier(4)
    first_look = publish.refuse_known

    def look_together(*given: object) -> None:
        first_look(*given)  # pyright: ignore[reportArgumentType]
        together.wait(timeout=30)

    monkeypatch.setattr(publish, "refuse_known", look_together)
    with ThreadPoolExecutor(4) as pool:
        outcomes = list(pool.map(lambda name: outcome(publish_bytes, archive, "AllNotice", name, PDF), NAMES))
    assert outcomes.count("already_published") == 3
    assert len(list(archive.storage.list())) == 1
    assert snapshot.versions(archive)["AllNotice"] == 1


def test_single_record_is_replaced(archive: Archive):
    for category in SINGLES:
        old = publish_bytes(archive, category, "Old.pdf", samples.pdf("old"))
        new = publish_bytes(archive, category, "New.pdf", samples.pdf("new"))
        assert snapshot.node_views(archive)[category].value == {"DownloadUrl": new.download_url}
        assert public_view.find(archive, old.id)
        assert public_view.page(archive, category).documents == (new,)
        again = publish_bytes(archive, category, "Old.pdf", samples.pdf("old"))
        assert snapshot.node_views(archive)[category].value == {"DownloadUrl": again.download_url}
        withdraw(archive, again.id, publishing.WHO)
        assert snapshot.node_views(archive)[category].value == {"DownloadUrl": new.download_url}


def test_storage_that_fails(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    """After it has stored, which is what a lost connection looks like, or by keeping other bytes."""
    storage, put, read, path = archive.storage, archive.storage.put, archive.storage.read, archive.storage.path

    def fail(key: str, source: Path, media_type: str) -> None:
        put(key, source, media_type)
        if failure:
            raise failure
        (path(key) or source).write_bytes(PDF + b"one byte more")

    monkeypatch.setattr(storage, "put", fail)
    failures = (Refusal("storage_full"), Refusal("storage_unreachable"), RuntimeError(), KeyboardInterrupt())
    for failure in (*failures, None):
        with pytest.raises(type(failure) if failure else Refusal):
            publish_bytes(archive, "AllNotice", "Report.pdf", PDF)
        assert_nothing_happened(archive)
    # On another machine, from which the bytes are read again.
    monkeypatch.setattr(storage, "put", put)
    monkeypatch.setattr(storage, "path", lambda _key: None)
    monkeypatch.setattr(storage, "read", lambda key: [*read(key), b"one byte more"])
    with pytest.raises(Refusal):
        publish_bytes(archive, "AllNotice", "Report.pdf", PDF)
    assert_nothing_happened(archive)


@pytest.mark.parametrize(
    "words", ["SELECT document.file_name", "UPDATE listversion", "INSERT INTO document", "INTO audit"]
)
def test_database_that_fails(archive: Archive, words: str):
    fail_at(archive, words)
    assert outcome(publish_bytes, archive, "AllNotice", "Report.pdf", PDF) == "database_unavailable"
    assert_nothing_happened(archive)


def test_answer_of_the_commit_is_lost(archive: Archive):
    """A commit that happened, though its answer was lost, is a publication: the object must not be removed."""
    publishing.lose_commit(archive)
    assert stored(archive, publish_bytes(archive, "AllNotice", "Report.pdf", PDF).id) == PDF


@pytest.mark.parametrize("size", [100, 1_000_000])
def test_full_disk(archive: Archive, monkeypatch: pytest.MonkeyPatch, size: int):
    monkeypatch.setattr("starbond_site.documents.storage.locks.link", raising(OSError(28, "No space left on device")))
    assert outcome(publish_bytes, archive, "AllNotice", "Report.pdf", bytes(size)) == "storage_full"
    assert_nothing_happened(archive)


@pytest.mark.anyio
async def test_publication_goes_on_when_nobody_waits_for_it(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    """A closed tab, or a line that broke: its page learns the result by its attempt."""
    reached, go_on, published, real = (*(threading.Event() for _ in range(3)), storing.verify)

    def halt(storage: Storage, record: StoredRecord) -> None:
        reached.set()
        assert go_on.wait(30)
        real(storage, record)

    monkeypatch.setattr(storing, "verify", halt)
    archive.listeners.append(lambda _category: published.set())
    wanted, attempt = publish.Submission(category="AllNotice", name="Report.pdf"), "0123456789abcdef"
    work = asyncio.create_task(finish(archive, sent(archive, PDF), wanted, publishing.WHO, attempt))
    await asyncio.to_thread(reached.wait, 30)
    work.cancel()
    with pytest.raises(asyncio.CancelledError):
        await work
    go_on.set()
    assert await asyncio.to_thread(published.wait, 30)
    assert existing(attempts.known(archive, attempt)).document


def test_database_itself_refuses_the_same_bytes_twice(archive: Archive):
    publish_bytes(archive, "AllNotice", "Report.pdf", PDF)
    columns = "category, file_name, search, media_type, size, sha256, published_at"
    with pytest.raises(IntegrityError), archive.engine.begin() as connection:
        connection.exec_driver_sql(f"INSERT INTO document ({columns}, key) SELECT {columns}, '' FROM document")  # noqa: S608
