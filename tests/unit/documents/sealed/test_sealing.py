"""What is checked when a file is sealed, what is kept of it, and what nobody else sees of it."""

import hashlib
import subprocess
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError

from starbond_site import local_time
from starbond_site.documents import refusals, snapshot, storing, versions
from starbond_site.documents.archive import Archive
from starbond_site.documents.sealed import filings, moments
from starbond_site.documents.sealed.sealing import SealedUpload
from tests.unit.documents import samples
from tests.unit.documents.publishing import archive_in, assert_nothing_happened, publish, rows
from tests.unit.documents.sealed_filings import LIST, NOBODY, RUNA, in_seconds, seal

PDF = samples.pdf("results of the year")


def test_what_is_sealed_is_no_document(archive: Archive):
    moment = in_seconds(60).replace(microsecond=0)
    filing = seal(archive, moment, content=PDF)
    assert (filing.state, filing.release_at, filing.author, filing.size) == ("sealed", moment, "Runa Akter", len(PDF))
    assert filing.sha256 == hashlib.sha256(PDF).hexdigest()
    assert b"".join(archive.storage.read(filing.key)) == PDF
    assert LIST not in filing.key
    assert set(snapshot.versions(archive).values()) == {0}
    assert rows(archive, "SELECT count(*) FROM document") == rows(archive, "SELECT count(*) FROM change") == [(0,)]
    assert [found.id for found in filings.waiting(archive)] == [filing.id]
    assert list(archive.incoming.glob("*")) == []


def test_the_audit_names_the_number_alone(archive: Archive):
    seal(archive, content=PDF, name="Profit of the year.pdf", title="Loss of the year")
    with pytest.raises(refusals.AlreadySealed):
        seal(archive, content=PDF, name="Profit of the year.pdf", title="Loss of the year")
    with pytest.raises(refusals.TitleUnreadable):
        seal(archive, name="Profit of the year.pdf", title="Loss\u202e of the year")
    with pytest.raises(refusals.TypeNotAccepted):
        seal(archive, content=PDF, name="Profit of the year.exe")
    written = str(rows(archive, "SELECT * FROM audit"))
    assert "seal" in written
    assert "Runa Akter" in written
    assert "sealed/1" in written
    for secret in ("Profit", "Loss", LIST, hashlib.sha256(PDF).hexdigest()):
        assert secret not in written


@pytest.mark.parametrize(
    ("name", "content", "refusal"),
    [
        ("Results.exe", PDF, refusals.TypeNotAccepted),
        ("Results.docx", PDF, refusals.TypeMismatch),
        ("Results.pdf", PDF[:200], refusals.Damaged),
        (".pdf", PDF, refusals.NameHidden),
        ("a/b.pdf", PDF, refusals.NamePath),
        ("Results.pdf", PDF + bytes(1024 * 1024), refusals.TooLarge),
    ],
)
def test_checks_are_those_of_publishing(archive: Archive, name: str, content: bytes, refusal: type[refusals.Refusal]):
    with pytest.raises(refusal):
        seal(archive, name=name, content=content)
    assert_nothing_happened(archive)
    assert rows(archive, "SELECT action, subject FROM audit") == [("seal", "sealed")]


def test_the_same_bytes_are_refused_in_the_same_list(archive: Archive):
    publish(archive, LIST, "Old.pdf", PDF)
    with pytest.raises(refusals.AlreadyPublished):
        seal(archive, content=PDF)
    other = seal(archive, content=PDF, category="AllNotice")
    with pytest.raises(refusals.AlreadySealed) as refused:
        seal(archive, content=PDF, category="AllNotice")
    assert refused.value.values == {"number": other.id}


def test_a_visitor_who_publishes_the_same_bytes_is_told_nothing(archive: Archive):
    seal(archive, content=PDF)
    assert publish(archive, LIST, "Mine.pdf", PDF).id == 1


def test_a_title_is_sealed_as_it_would_be_published(archive: Archive):
    assert seal(archive, title=" Interim  dividend\n2026 ").title == "Interim dividend 2026"
    (filing,) = filings.waiting(archive)
    assert filing.shown_name == "Interim dividend 2026"
    assert seal(archive).shown_name == "Results.pdf"


@pytest.mark.parametrize(
    ("title", "refusal"),
    [("x" * 201, refusals.TitleTooLong), ("\u200b", refusals.TitleUnreadable), ("a\u202eb", refusals.TitleUnreadable)],
)
def test_a_title_that_may_not_be_published_is_not_sealed(archive: Archive, title: str, refusal: type[refusals.Refusal]):
    with pytest.raises(refusal):
        seal(archive, title=title)
    assert_nothing_happened(archive)
    assert filings.waiting(archive) == []


@pytest.mark.parametrize("seconds", [-1, 0, 367 * 86_400])
def test_the_moment_lies_ahead_and_not_too_far(archive: Archive, seconds: float):
    with pytest.raises(refusals.MomentOutOfRange):
        seal(archive, in_seconds(seconds))
    assert_nothing_happened(archive)


def test_a_moment_that_passes_while_the_file_arrives_is_refused(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    with SealedUpload(archive, LIST, "Results.pdf", in_seconds(60), RUNA) as upload:
        upload.write(PDF)
        now = local_time.now() + timedelta(seconds=61)
        monkeypatch.setattr(local_time, "now", lambda: now)
        with pytest.raises(refusals.MomentOutOfRange):
            upload.seal()
    assert_nothing_happened(archive)


@pytest.mark.parametrize("written", ["2026-11-23 18:00:05", "2026-11-23T18:00:05", " 2026-11-23T18:00:05 "])
def test_moments_are_written_in_the_company_s_time(written: str):
    assert moments.parse(written).isoformat() == "2026-11-23T12:00:05+00:00"
    assert moments.written(moments.parse(written)) == "2026-11-23T18:00:05"
    assert moments.parse("2026-11-23T18:00").second == 0


@pytest.mark.parametrize(
    "written", ["", "tomorrow", "18:00", "2026-02-30T18:00", "2026-11-23T25:00", "২০২৬-১১-২৩", "\0"]
)
def test_what_is_no_moment_is_refused(written: str):
    with pytest.raises(refusals.MomentInvalid):
        moments.parse(written)


def test_the_commitment_is_verified_with_sha256sum_alone(archive: Archive, tmp_path: Path):
    filing = seal(archive, content=PDF)
    (tmp_path / "results.pdf").write_bytes(PDF)
    command = f"(printf %s {filing.salt}; cat results.pdf) | sha256sum"
    found = subprocess.run(["sh", "-c", command], cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    assert found.split()[0] == filing.commitment
    command = f"(printf %s {filing.salt}; cat results.pdf) | openssl dgst -sha256 -r"
    found = subprocess.run(["sh", "-c", command], cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    assert found.split()[0] == filing.commitment


def test_two_commitments_to_one_file_differ(archive: Archive):
    first, second = seal(archive, content=PDF), seal(archive, content=PDF, category="AllNotice")
    assert first.salt != second.salt
    assert first.commitment != second.commitment


def test_a_storage_that_keeps_other_bytes_leaves_nothing(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    def differs(*_given: object) -> None:
        raise refusals.StorageUnreachable

    monkeypatch.setattr(storing, "verify", differs)
    with pytest.raises(refusals.StorageUnreachable):
        seal(archive)
    assert_nothing_happened(archive)


def test_a_database_that_fails_leaves_nothing(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    def fails(*_given: object) -> None:
        raise OperationalError(None, {}, Exception("the disk is broken"))

    monkeypatch.setattr(versions, "lock", fails)
    with pytest.raises(refusals.DatabaseUnavailable):
        seal(archive)
    assert_nothing_happened(archive)


def test_a_commit_whose_answer_was_lost_stands(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    write = storing._write

    def committed_and_lost(*given: object) -> None:
        write(*given)  # pyright: ignore[reportArgumentType]
        raise OperationalError(None, {}, Exception("connection lost"))

    monkeypatch.setattr(storing, "_write", committed_and_lost)
    filing = seal(archive, content=PDF)
    assert filings.find(archive, filing.id or 0)
    assert b"".join(archive.storage.read(filing.key)) == PDF


def test_without_names_the_author_is_nobody(archive: Archive):
    filing = seal(archive, person=NOBODY)
    assert (filing.author, filing.author_id, filing.needs_approval) == ("", None, False)


def test_two_persons_are_asked_for_by_the_setting(tmp_path: Path):
    with archive_in(tmp_path, uploads="people", two_person_release=True) as archive:
        assert seal(archive).waits_for_approval


def test_an_error_of_the_database_does_not_tell_the_name(archive: Archive):
    """It is logged, and logs are read by more people than those who prepare a filing."""
    with archive.engine.begin() as connection:
        connection.exec_driver_sql("ALTER TABLE sealed DROP COLUMN salt")
    with pytest.raises(refusals.DatabaseUnavailable) as refused:
        seal(archive, name="Secret results.pdf")
    assert "INSERT INTO sealed" in str(refused.value.__cause__)
    assert "Secret results" not in str(refused.value.__cause__)
