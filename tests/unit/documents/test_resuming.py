"""Unfinished uploads: who may continue them, how many there may be, when they end, and how their files grow."""

import errno
import fcntl
import os
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest
from sqlalchemy.exc import OperationalError

from starbond_site.content.interface import Code
from starbond_site.documents import attempts, database, public_view, uploaded_file
from starbond_site.documents import publish as publication
from starbond_site.documents.archive import Actor, Archive
from starbond_site.documents.look import Look
from starbond_site.documents.preflight.report import by_file
from starbond_site.documents.publish import Submission
from starbond_site.documents.records import UnfinishedUpload
from starbond_site.documents.refusals import Refusal
from starbond_site.documents.resuming import uploads
from starbond_site.documents.resuming.finishing import publish_upload, with_file
from starbond_site.documents.resuming.uploads import OffsetMismatch, PartialFile
from starbond_site.documents.uploaded_file import UploadedFile
from tests.unit.documents import samples
from tests.unit.documents.publishing import DOWN, WHO, listed, outcome, pass_time, raising, rows, sent

PDF = samples.GOOD["report.pdf"]
REPORT = Submission(category="AllNotice", name="Report.pdf")
LONG = 10**12
"""Nanoseconds."""


def begun(archive: Archive) -> tuple[str, UnfinishedUpload]:
    return uploads.begin(archive, "Report.pdf", len(PDF), WHO, "person 1")


def left(archive: Archive) -> list[Path]:
    return [path for path in archive.incoming.rglob("*") if path.is_file()]


def test_only_its_holder_finds_it(archive: Archive):
    token, upload = begun(archive)
    assert uploads.find(archive, token, "person 1").token_hash == upload.token_hash
    for other, holder in ((token, "person 2"), (token, ""), (token[:-1] + "!", "person 1"), ("x" * 32, "person 1")):
        assert outcome(uploads.find, archive, other, holder) == "upload_ended"
    assert token not in str(rows(archive, "SELECT * FROM unfinished_upload"))
    sent(archive, PDF)
    (file,) = left(archive)
    assert (file.stat().st_mode & 0o777, file.parent.stat().st_mode & 0o777) == (0o600, 0o700)


def test_number_is_limited(archive: Archive):
    for _ in range(uploads.MAX_UNFINISHED):
        begun(archive)
    assert outcome(begun, archive) == "too_many_unfinished"
    other = Actor("192.0.2.99", "open")
    for _ in range(uploads.MAX_FILES):
        uploads.begin(archive, "a.pdf", archive.settings.max_upload_bytes, other, "")
    assert outcome(uploads.begin, archive, "a.pdf", 9, other, "") == "too_many_unfinished"
    uploads.begin(archive, "a.pdf", 9, WHO, "", is_limited=False)


def test_all_unfinished_uploads_together_leave_half_of_the_disk(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(uploads.shutil, "disk_usage", lambda _path: SimpleNamespace(free=2 * 1024 * 1024))
    senders = [Actor(f"192.0.2.{number}", "open") for number in range(3)]
    said = [outcome(uploads.begin, archive, "a.pdf", 500 * 1024, sender, "") for sender in senders]
    assert [given == "storage_full" for given in said] == [False, False, True]


def test_ends_after_a_day(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    token, upload = begun(archive)
    with PartialFile(archive, upload) as part:
        part.append(0, PDF[:9])
    pass_time(monkeypatch, uploads.KEPT - timedelta(minutes=1))
    assert uploads.clean(archive) == 0
    assert uploads.find(archive, token, "person 1")
    pass_time(monkeypatch, timedelta(minutes=2))
    assert outcome(uploads.find, archive, token, "person 1") == "upload_ended"
    assert uploads.clean(archive) == 1
    assert left(archive) == []
    assert outcome(uploads.find, archive, token, "person 1") == "upload_ended"


def test_file_without_a_row_is_removed(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    """Another instance has published or cancelled the upload; a database that does not answer says nothing."""
    _, upload = begun(archive)
    _, other = begun(archive)
    for each in (upload, other):
        with PartialFile(archive, each) as part:
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


def test_grows_only_at_its_end(archive: Archive):
    _, upload = begun(archive)
    with PartialFile(archive, upload) as part, PartialFile(archive, upload) as other:
        fcntl.flock(other._descriptor, fcntl.LOCK_EX)  # Another one writes at this moment.
        with pytest.raises(OffsetMismatch):
            part.append(0, PDF[:5])
        fcntl.flock(other._descriptor, fcntl.LOCK_UN)
        assert part.append(0, PDF[:10]) == 10
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


def test_published_once_by_the_checks_of_every_publication(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    """Also where the process is killed between the commit and the end of the upload."""
    upload, attempt = sent(archive, PDF), "0123456789abcdef"
    with monkeypatch.context() as killed:
        killed.setattr(uploads, "remove", lambda *_given: None)
        document = publish_upload(archive, upload, REPORT, WHO, attempt)
    again = publish_upload(archive, upload, REPORT, WHO, attempt)
    assert public_view.page(archive, "AllNotice").documents == (document,) == (again,)
    assert b"".join(archive.storage.read(str(rows(archive, "SELECT key FROM document")[0][0]))) == PDF
    assert left(archive) == []
    assert rows(archive, "SELECT count(*) FROM unfinished_upload") == [(0,)]
    assert outcome(publish_upload, archive, upload, REPORT, WHO, attempt) == "interrupted"


@pytest.mark.parametrize(("content", "wanted", "kept"), [
    (bytes(len(PDF)), REPORT, []),
    (PDF, replace(REPORT, category="Nothing"), [PDF]),
    (PDF, replace(REPORT, title="x" * 201), [PDF]),
])  # fmt: skip
def test_a_file_that_cannot_be_published_goes_and_any_other_stays(
    archive: Archive, content: bytes, wanted: Submission, kept: list[bytes]
):
    """Another word, or another moment, is enough to publish it."""
    with pytest.raises(Refusal):
        publish_upload(archive, sent(archive, content), wanted, WHO)
    assert ([path.read_bytes() for path in left(archive)], listed(archive)) == (kept, [])


@pytest.mark.parametrize("code", ["storage_full", "storage_unreachable"])
def test_a_file_waits_for_a_storage_that_is_away_or_full(archive: Archive, monkeypatch: pytest.MonkeyPatch, code: Code):
    upload, attempt = sent(archive, PDF), "0123456789abcdef"
    with monkeypatch.context() as broken:
        broken.setattr(type(archive.storage), "put", raising(Refusal(code)))
        assert outcome(publish_upload, archive, upload, REPORT, WHO, attempt) == code
    assert attempts.known(archive, attempt) is None, "the same attempt publishes when the storage is back"
    assert publish_upload(archive, upload, REPORT, WHO, attempt).id == 1


def test_half_a_file_is_not_published(archive: Archive):
    _, upload = uploads.begin(archive, "Report.pdf", len(PDF), WHO, "")
    for piece in (b"", PDF[:-1]):
        with PartialFile(archive, upload) as part:
            part.append(0, piece)
        assert outcome(publish_upload, archive, upload, REPORT, WHO, "0123456789abcdef") == "interrupted"
    assert (listed(archive), rows(archive, "SELECT count(*) FROM upload_attempt")) == ([], [(0,)])


@pytest.mark.parametrize("error", [0, errno.EPERM], ids=["links", "no links"])
def test_nobody_else_has_a_file_that_is_at_work(archive: Archive, monkeypatch: pytest.MonkeyPatch, error: int):
    """It is not given up either: what is being published cannot be cancelled any more."""
    if error:
        monkeypatch.setattr(os, "link", raising(OSError(error, "Operation not permitted")))
    upload = sent(archive, PDF)
    check = publication.check_file
    seen: list[object] = []

    def look(given: Archive, name: str, file: UploadedFile) -> tuple[str, str]:
        seen.append(uploads.cancel(archive, upload))
        assert outcome(with_file, archive, upload, lambda _file: None) == "outcome_unknown"
        seen.append(with_file(archive, upload, lambda file: file.size, is_check=True))
        return check(given, name, file)

    monkeypatch.setattr(publication, "check_file", look)
    assert publish_upload(archive, upload, REPORT, WHO).id == 1
    assert seen == [False, len(PDF)]
    assert uploads.cancel(archive, sent(archive, PDF))
    assert left(archive) == []


def test_bytes_that_a_look_found_sound_are_not_inspected_again(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    """Other bytes in the same place are; so are those that were written a moment before the look had ended."""
    begin, seen = Look._begin, list[str]()

    def look(self: Look, stage: str, kind: str) -> None:
        seen.append(stage)
        monkeypatch.setattr(uploaded_file, "TICK", tick)
        begin(self, stage, kind)

    monkeypatch.setattr(Look, "_begin", look)
    for change, is_old, tick, inspections in (
        (b"", True, LONG, 1), (b"%PDF-1.1", True, LONG, 2), (b"", False, LONG, 2), (b"", False, 0, 1)
    ):  # fmt: skip
        monkeypatch.setattr(uploaded_file, "TICK", LONG)
        seen.clear()
        upload = sent(archive, samples.pdf(f"{change}{is_old}{tick}"))
        if is_old:
            os.utime(uploads.path_of(archive, upload), (0, 0))
        assert with_file(archive, upload, lambda file: by_file(archive, REPORT, file), is_check=True).is_whole
        with uploads.path_of(archive, upload).open("r+b") as file:
            file.write(change)
        outcome(publish_upload, archive, upload, REPORT, WHO)
        assert len(seen) == inspections
    assert len(listed(archive)) == 4
