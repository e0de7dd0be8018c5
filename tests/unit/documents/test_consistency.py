"""The administrator's check: what it finds, what it removes, and what it never touches."""

import contextlib
from pathlib import Path

import pytest
from sqlmodel import select

from starbond_site.documents import database, file_types, storing
from starbond_site.documents.archive import Archive
from starbond_site.documents.consistency import check
from starbond_site.documents.records import Extraction
from starbond_site.documents.refusals import Refusal
from starbond_site.documents.storage import fresh_key
from starbond_site.features.sealed import service
from starbond_site.shared import local_time
from tests.unit.documents import samples
from tests.unit.documents.publishing import existing, publish, raising
from tests.unit.sealed.sealed_filings import RUNA, seal

PDF = samples.GOOD["report.pdf"]


def _object(archive: Archive, key: str = "") -> Path:
    """Return the file of an object, of the only one by default."""
    return existing(archive.storage.path(key or next(iter(archive.storage.list())).key))


def test_leftovers_are_said_and_only_then_removed(archive: Archive):
    publish(archive, "AllNotice", "Report.pdf", PDF)
    # What uploads leave that end with their process: a file on its way, and an object without a record.
    archive.incoming.mkdir(exist_ok=True)
    (archive.incoming / "killed.part").write_bytes(b"half a file")
    _object(archive, fresh_key("AllNotice")).write_bytes(b"an object")
    mine = archive.incoming / "notes.txt"
    mine.write_text("mine")
    for repair in (False, False, True):
        assert len(check(archive, repair=repair).leftover) == 2
    assert list(archive.incoming.iterdir()) == [mine]
    findings = check(archive, read_bytes=True)
    assert (findings.leftover, findings.is_sound, findings.documents) == ([], True, 1)


@pytest.mark.parametrize("repair", [False, True])
def test_what_a_storage_has_half_is_removed_on_request_alone(
    archive: Archive, monkeypatch: pytest.MonkeyPatch, repair: bool
):
    monkeypatch.setattr(type(archive.storage), "unfinished", lambda _storage, *, remove: [f"half, {remove}"])
    assert check(archive, repair=repair).leftover == [f"half, {repair}"]


def test_missing_and_altered_bytes(archive: Archive):
    publish(archive, "AllNotice", "Report.pdf", PDF)
    path = _object(archive)
    path.write_bytes(PDF[:-1] + b"x")
    assert check(archive, repair=True).is_sound
    assert [record.label[:6] for record in check(archive, read_bytes=True).altered] == ["Report"]
    path.write_bytes(PDF[:-1])
    assert len(check(archive, repair=True).altered) == 1
    path.unlink()
    findings = check(archive, repair=True)
    assert (len(findings.missing), findings.altered, findings.is_sound) == (1, [], False)


def test_a_first_page_is_no_upload_where_nothing_can_be_claimed_yet(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in a bucket, which knows only how old an object is."""
    number = publish(archive, "AllNotice", "Report.pdf", PDF).id
    picture = fresh_key("AllNotice")
    _object(archive, picture).write_bytes(b"a picture")
    with database.writing(archive.engine) as session:
        session.add(Extraction(document_id=number, state="text", picture_key=picture, at=local_time.now()))
    monkeypatch.setattr(type(archive.storage), "claim", lambda _storage, _found: contextlib.nullcontext(False))
    assert check(archive).in_progress == 0


@pytest.mark.parametrize("moment", ["while it is checked", "after the object"])
def test_upload_at_work_is_left_alone(archive: Archive, moment: str, monkeypatch: pytest.MonkeyPatch):
    looked = []
    owner, name = (file_types, "detect_type") if moment == "while it is checked" else (storing, "verify")
    real = getattr(owner, name)

    def look(*given: object) -> object:
        findings = check(archive, repair=True)
        looked.append((findings.leftover, findings.in_progress))
        return real(*given)

    monkeypatch.setattr(owner, name, look)
    publish(archive, "AllNotice", "Report.pdf", PDF)
    monkeypatch.undo()
    assert looked == [([], 1)]
    assert check(archive, read_bytes=True).is_sound


def test_recorded_between_records_and_claim(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    """An object whose record is committed after the records were read is asked for again, and kept."""
    publish(archive, "AllNotice", "Report.pdf", PDF)
    stored = list(archive.storage.list())
    seen = iter([False])
    blind_once = lambda *what: select(*what).where(next(seen, True))  # noqa: E731
    monkeypatch.setattr("starbond_site.documents.consistency.select", blind_once)
    assert check(archive, repair=True).leftover == []
    assert list(archive.storage.list()) == stored


@pytest.mark.features("sealed")
def test_sealed_objects_are_neither_orphans_nor_lost(archive: Archive):
    filing, other = seal(archive), seal(archive)
    found = check(archive, repair=True, read_bytes=True)
    assert (found.is_sound, found.of_features, found.documents, found.leftover) == (True, {"sealed": 2}, 0, [])
    service.cancel(archive, other.id, RUNA, "No.")
    assert check(archive).of_features == {"sealed": 1}
    path = _object(archive, filing.key)
    path.write_bytes(b"x" * filing.size)
    assert [record.key for record in check(archive, read_bytes=True).altered] == [filing.key]
    path.unlink()
    found = check(archive, repair=True)
    assert not found.is_sound
    assert [record.key for record in found.missing] == [filing.key]


def test_bytes_of_a_cancelled_filing_may_be_left_over(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    filing = seal(archive)
    with monkeypatch.context() as patch:
        patch.setattr(archive.storage, "remove", raising(Refusal("storage_unreachable")))
        service.cancel(archive, filing.id, RUNA, "No.")
    assert check(archive, repair=True).leftover == [filing.key]
    assert list(archive.storage.list()) == []
