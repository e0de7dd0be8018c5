"""Unfinished uploads: who may continue them, how many there may be, when they end, and how their files grow."""

import fcntl
import threading
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError

from starbond_site import local_time
from starbond_site.documents import audit, database, reading, refusals
from starbond_site.documents.archive import Archive
from starbond_site.documents.resuming import cleaning, parts, uploads
from starbond_site.documents.resuming.finishing import finish
from starbond_site.documents.resuming.parts import OffsetMismatch, Part
from starbond_site.documents.resuming.records import UnfinishedUpload
from starbond_site.documents.resuming.uploads import Announced, UploadEnded, UploadTooOld
from tests.unit.documents import samples
from tests.unit.documents.publishing import DOWN, WHO, listed, outcome, pass_time, raising, rows

PDF = samples.GOOD["report.pdf"]
REPORT = Announced("AllNotice", "Report.pdf", len(PDF))
ATTEMPT = "0123456789abcdef"


def begun(archive: Archive, announced: Announced = REPORT, holder: str = "person 1") -> tuple[str, UnfinishedUpload]:
    return uploads.begin(archive, announced, WHO, holder)


def arrived(archive: Archive, content: bytes = PDF, announced: Announced = REPORT) -> UnfinishedUpload:
    _, upload = begun(archive, announced)
    with Part(archive, upload) as part:
        part.append(0, content)
    return upload


def left(archive: Archive) -> list[Path]:
    return [path for path in archive.incoming.rglob("*") if path.is_file()]


def test_only_its_holder_finds_it(archive: Archive):
    token, upload = begun(archive)
    assert uploads.find(archive, token, "person 1").token_hash == upload.token_hash
    for other, holder in ((token, "person 2"), (token, ""), (token[:-1] + "!", "person 1"), ("x" * 32, "person 1")):
        with pytest.raises(UploadEnded):
            uploads.find(archive, other, holder)
    assert token not in str(rows(archive, "SELECT * FROM unfinished_upload"))
    arrived(archive)
    (file,) = left(archive)
    assert (file.stat().st_mode & 0o777, file.parent.stat().st_mode & 0o777) == (0o600, 0o700)


def test_refused_before_the_first_byte_by_name_size_and_number(archive: Archive):
    refused = {
        Announced("Nothing", "a.pdf", 9): refusals.CategoryUnknown,
        Announced("AllNotice", "a.exe", 9): refusals.TypeNotAccepted,
        Announced("AllNotice", "../a.pdf", 9): refusals.NamePath,
        Announced("AllNotice", "a.pdf", 0): refusals.EmptyFile,
        Announced("AllNotice", "a.pdf", 1024 * 1024 + 1): refusals.TooLarge,
    }
    assert {announced: outcome(begun, archive, announced) for announced in refused} == refused
    assert rows(archive, "SELECT outcome FROM audit") == [(refusal.code,) for refusal in refused.values()]
    assert rows(archive, "SELECT count(*) FROM unfinished_upload") == [(0,)]
    for _ in range(uploads.MOST):
        begun(archive)
    assert outcome(begun, archive) == refusals.TooManyUnfinished
    other = audit.Actor("192.0.2.99", "open")
    largest = Announced("AllNotice", "a.pdf", archive.settings.max_upload_bytes)
    for _ in range(uploads.MOST_FILES):
        uploads.begin(archive, largest, other, "")
    assert outcome(uploads.begin, archive, REPORT, other, "") == refusals.TooManyUnfinished
    uploads.begin(archive, REPORT, WHO, "", is_limited=False)


def test_ends_after_a_day(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    token, upload = begun(archive)
    with Part(archive, upload) as part:
        part.append(0, PDF[:9])
    pass_time(monkeypatch, uploads.KEPT - timedelta(minutes=1))
    assert uploads.clean(archive) == 0
    assert uploads.find(archive, token, "person 1")
    pass_time(monkeypatch, timedelta(minutes=2))
    with pytest.raises(UploadTooOld):
        uploads.find(archive, token, "person 1")
    assert uploads.clean(archive) == 1
    assert left(archive) == []
    with pytest.raises(UploadEnded):
        uploads.find(archive, token, "person 1")


def test_file_without_a_row_is_removed(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    """Another instance has published or cancelled the upload; a database that does not answer says nothing."""
    _, upload = begun(archive)
    _, other = begun(archive)
    for each in (upload, other):
        with Part(archive, each) as part:
            part.append(0, b"%PDF")
    with database.writing(archive.engine) as session:
        session.delete(session.get_one(UnfinishedUpload, upload.token_hash))
    with monkeypatch.context() as patch:
        patch.setattr(database, "writing", raising(DOWN))
        with pytest.raises(OperationalError):
            uploads.clean(archive)
        assert len(left(archive)) == 2
    assert uploads.clean(archive) == 1
    assert [path.name for path in left(archive)] == [other.token_hash]


def test_thread_cleans_at_the_start_and_ends(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    upload = arrived(archive)
    monkeypatch.setattr(local_time, "now", lambda: upload.ends_at)
    thread = cleaning.CleaningThread(archive)
    thread.start()
    thread.stop()
    assert "unfinished-uploads" not in {running.name for running in threading.enumerate()}
    assert left(archive) == []


def test_grows_only_at_its_end(archive: Archive):
    _, upload = begun(archive)
    with Part(archive, upload) as part, Part(archive, upload) as other:
        fcntl.flock(other._descriptor, fcntl.LOCK_EX)  # Another one writes at this moment.
        with pytest.raises(OffsetMismatch):
            part.append(0, PDF[:5])
        fcntl.flock(other._descriptor, fcntl.LOCK_UN)
        assert part.append(0, PDF[:5], PDF[5:10]) == 10
        for wrong in (0, 9, 11):
            with pytest.raises(OffsetMismatch):
                other.append(wrong, b"x")
        assert other.append(10, PDF[10:]) == len(PDF)
        # A connection that was taken for lost.
        with pytest.raises(OffsetMismatch):
            part.append(10, PDF[10:20])
        with pytest.raises(OffsetMismatch):
            part.append(len(PDF), b"x")
        assert part.durable_size() == len(PDF)
        assert part.path.read_bytes() == PDF


def test_full_disk(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    with Part(archive, begun(archive)[1]) as part:
        monkeypatch.setattr(parts.os, "write", raising(OSError(28, "No space left on device")))
        with pytest.raises(refusals.StorageFull):
            part.append(0, PDF)


@pytest.mark.anyio
async def test_published_once_by_the_checks_of_every_upload(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    """Also where the process is killed between the commit and the end of the upload."""
    upload = arrived(archive)
    with Part(archive, upload) as part:
        with monkeypatch.context() as killed:
            killed.setattr(uploads, "remove", lambda *_given: None)
            document, _ = await finish(archive, upload, part, WHO, ATTEMPT)
        again, _ = await finish(archive, upload, part, WHO, ATTEMPT)
        with pytest.raises(UploadEnded):
            await finish(archive, upload, part, WHO, ATTEMPT)
    assert reading.page(archive, "AllNotice").documents == (document,) == (again,)
    assert b"".join(archive.storage.read(str(rows(archive, "SELECT key FROM document")[0][0]))) == PDF
    assert left(archive) == []
    assert rows(archive, "SELECT count(*) FROM unfinished_upload") == [(0,)]


@pytest.mark.anyio
async def test_refused_for_its_content_is_not_kept(archive: Archive):
    upload = arrived(archive, bytes(len(PDF)))
    with Part(archive, upload) as part, pytest.raises(refusals.Refusal):
        await finish(archive, upload, part, WHO, ATTEMPT)
    assert (listed(archive), left(archive)) == ([], [])


@pytest.mark.anyio
async def test_fault_of_the_server_keeps_the_file(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    upload = arrived(archive)
    with Part(archive, upload) as part:
        with monkeypatch.context() as broken:
            broken.setattr(type(archive.storage), "put", raising(refusals.StorageUnreachable()))
            with pytest.raises(refusals.StorageUnreachable):
                await finish(archive, upload, part, WHO, ATTEMPT)
        assert [path.read_bytes() for path in left(archive)] == [PDF]
        await finish(archive, upload, part, WHO, "another" + ATTEMPT)
    assert len(listed(archive)) == 1
